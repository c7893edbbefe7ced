import JourneyBase
import Testing

@Suite("Primitives allocate no memory beyond OpenSSL's")
struct AllocationTests {
    @Test(
        "each primitive allocates as many blocks as the same C calls, plus its result",
        .disabled(if: Benchmark.isSanitized, Benchmark.sanitized))
    func primitives() throws {
        let figures = try Benchmark.figures("allocations")
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
}
