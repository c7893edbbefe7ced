import JourneyBase
import Testing

@Suite("Server memory allocations")
struct ServerAllocationTests {
    @Test(
        "a request of twice the length needs no more blocks, except one for growth",
        .disabled(if: Benchmark.isSanitized, Benchmark.sanitized))
    func requests() throws {
        let figures = try Benchmark.figures("server-allocations")
        // A header field, a body, one in chunks and a streamed one.
        #expect(figures.count == 4)
        for figure in figures {
            let name = try #require(figure["name"]?.string)
            let half = try #require(figure["floorAllocations"]?.number?.double)
            let whole = try #require(figure["allocations"]?.number?.double)
            // A request takes some, so a count of nothing would be no count.
            #expect(half >= 1 && whole <= half + 2, "\(name): \(whole) blocks, and \(half) of half as many bytes")
        }
    }
}
