import JourneyBase
import Testing

@Suite("Memory of a document reader")
struct DocumentMemoryTests {
    @Test(
        "a 2 MB response is received, parsed and verified with less than four times its size",
        .disabled(if: Benchmark.isSanitized, Benchmark.sanitized))
    func largeResponses() throws {
        let figures = try Benchmark.figures("document-memory")
        // One large portrait, and many documents.
        #expect(figures.count == 2)
        for figure in figures {
            let name = try #require(figure["name"]?.string)
            let (bytes, most) = (
                try #require(figure["bytes"]?.number?.double), try #require(figure["aimBytes"]?.number?.double)
            )
            #expect(most > 8_000_000 && bytes < most, "\(name): \(bytes) of \(most)")
            // The message alone is in there: a count of less would be no count.
            #expect(bytes > most / 4, "\(name)")
        }
    }
}
