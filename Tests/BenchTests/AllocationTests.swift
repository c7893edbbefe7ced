import Foundation
import Glibc
import JourneyBase
import TestSupport
import Testing

/// The benchmark counts: it alone links what stands in for the allocator, which the tests of all the others share a program
/// with.
@Suite("Primitives take no memory that OpenSSL does not take")
struct AllocationTests {
    /// Beside the program of the tests, where the build puts it.
    private static func program() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().path + "/journey-bench"
    }

    /// The sanitizers bring an allocator of their own.
    private static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    @Test(
        "each primitive takes as many blocks as the same calls in C, beside its result",
        .disabled(if: isSanitized, "a sanitizer's allocator cannot be counted"))
    func primitives() throws {
        let figures = try figures()
        // SHA-2, HMAC, HKDF, AES-GCM, key wrap, three curves, Ed25519, RSA.
        #expect(figures.count >= 29)
        for figure in figures {
            let name = try #require(figure["name"]?.string)
            let floor = try #require(figure["floorAllocations"]?.number?.double)
            let ours = try #require(figure["allocations"]?.number?.double)
            let results = try #require(figure["aimMore"]?.number?.double)
            #expect(results <= 1, "\(name)")
            // Each takes at least one, if only OpenSSL's own: a count of nothing would be no count.
            #expect(ours >= 1, "\(name)")
            #expect(ours <= floor + results, "\(name): \(ours) blocks, and \(floor) in C")
        }
    }

    private func figures() throws -> [JSONValue] {
        let out = NSTemporaryDirectory() + "journey-allocations-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: out) }
        let result = try run(
            AllocationTests.program(), ["--only", "allocations", "--pairs", "1", "--out", out])
        try #require(result.status == 0, "\(result.text)")
        return try #require(try JSONReader.read(Array(Data(contentsOf: URL(filePath: out))))["figures"]?.array)
    }
}
