import Testing

@testable import CardDetailsSDK

@Suite("Concealment", .timeLimit(.minutes(10)))
struct ConcealmentTests {
    /// Returns the number of initial elements of `stream`, which is ended behind them.
    private func count(_ stream: AsyncStream<Void>, ending concealment: Concealment) async -> Int {
        // A new listener ends the previous stream.
        _ = concealment.listen()
        var count = 0
        for await _ in stream { count += 1 }
        return count
    }

    @Test("listeners are notified, once for several events in a row")
    func told() async {
        let concealment = Concealment()
        let stream = concealment.listen()
        for _ in 0..<3 { concealment.conceal() }
        #expect(await count(stream, ending: concealment) == 1)
    }

    @Test("events before listening are not delivered")
    func before() async {
        let concealment = Concealment()
        concealment.conceal()
        concealment.isCaptured = true
        #expect(await count(concealment.listen(), ending: concealment) == 0)
        #expect(concealment.isCaptured)
    }

    @Test("starting a recording conceals, and ending one does not")
    func captured() async {
        let concealment = Concealment()
        #expect(!concealment.isCaptured)
        let first = concealment.listen()
        concealment.isCaptured = true
        #expect(await count(first, ending: concealment) == 1)
        let second = concealment.listen()
        concealment.isCaptured = false
        #expect(await count(second, ending: concealment) == 0)
    }
}
