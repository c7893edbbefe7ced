import Foundation
import Glibc
import JourneyBase
import TestSupport
import Testing

/// The benchmark counts: it alone links what stands in for the allocator, which the tests of all the others share a program
/// with.
enum Benchmark {
    /// The sanitizers bring an allocator of their own.
    static let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    static let sanitized: Comment = "a sanitizer's allocator cannot be counted"

    /// The figures of one case, of a pair each.
    static func figures(_ name: String) throws -> [JSONValue] {
        let out = NSTemporaryDirectory() + "journey-\(name)-\(UUID().uuidString).json"
        defer { try? FileManager.default.removeItem(atPath: out) }
        let result = try run(program(), ["--only", name, "--pairs", "1", "--out", out])
        try #require(result.status == 0, "\(result.text)")
        return try #require(try JSONReader.read(Array(Data(contentsOf: URL(filePath: out))))["figures"]?.array)
    }

    /// Beside the program of the tests, where the build puts it.
    private static func program() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: tests).deletingLastPathComponent().path + "/journey-bench"
    }
}
