import JourneyBase
import Testing

@Suite("Memory of expressions")
struct ExpressionMemoryTests {
    @Test(
        "no evaluation takes more than the stated memory beyond the values that it reads",
        .disabled(if: Benchmark.isSanitized, Benchmark.sanitized))
    func evaluations() throws {
        let figures = try Benchmark.figures("expression-memory")
        #expect(figures.count > 30)
        for figure in figures {
            let name = try #require(figure["name"]?.string)
            let (bytes, most) = (
                try #require(figure["bytes"]?.number?.double), try #require(figure["aimBytes"]?.number?.double)
            )
            #expect(bytes <= most, "\(name): \(bytes) of \(most)")
        }
        // The largest ones come near the cost limit: a count of less would be no count.
        #expect(figures.contains { ($0["bytes"]?.number?.double ?? 0) > 1_000_000 })
    }
}
