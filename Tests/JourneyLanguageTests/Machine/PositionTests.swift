import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("A run that is taken up again")
struct PositionTests {
    /// A form whose amount the person types, then a payment of what was quoted.
    private static func journey(keep: [String] = ["steps.form.quote"]) throws -> Journey {
        try Fixture.journey(
            [
                Fixture.web(
                    "form",
                    [
                        Fixture.binding(
                            on: "price", "price", outputs: ["quote": .string, "name": .string], ok: "priced")
                    ],
                    on: ["priced": [Fixture.to("pay")]]),
                Fixture.step(
                    "pay", .server, timeout: .seconds(30),
                    [
                        Fixture.binding(
                            on: "enter", "pay",
                            arguments: .declared(["quote": try ContextPath(parsing: "steps.form.quote")]),
                            outputs: ["reference": .string], ok: "paid", bad: "refused")
                    ],
                    on: [
                        "paid": [Fixture.to("done")], "refused": [Fixture.to("failed")],
                        "timeout": [Fixture.to("failed")],
                    ]),
                Fixture.end("done", .completed, .declared(["reference": .string])), Fixture.end("failed", .failed),
            ], keep: try keep.map { try ContextPath(parsing: $0) })
    }

    /// A run that is paying, and was stopped there.
    private static func stopped(keep: [String] = ["steps.form.quote"]) throws -> Player {
        var player = Player(try journey(keep: keep))
        player.page("price", ["amount": "12.50", "card": "not for the disk"])
        player.answer(.ok(["quote": "q-1", "name": "Amelia Stone"]))
        #expect(player.step == "pay")
        return player
    }

    private static func resume(_ player: Player, _ json: JSONValue? = nil) throws -> Player {
        let text = (json ?? player.machine.position.json).compactBytes
        let position = try #require(StateMachine.Position(try JSONReader.read(text)))
        let machine = try #require(StateMachine(journey: player.machine.journey, resuming: position))
        var next = Player(player.machine.journey, isStarted: false)
        next.machine = machine
        next.play(.start)
        return next
    }

    @Test("the call that was under way is the same logical attempt, so it gets the same key")
    func sameAttempt() throws {
        let first = try Self.stopped()
        var second = try Self.resume(first)
        #expect(second.step == "pay")
        #expect(second.calls.count == 1)
        #expect(second.calls.first?.scope == first.calls.last?.scope)
        #expect(second.calls.first?.arguments == ["quote": "q-1"])
        second.answer(.ok(["reference": "r-1"]))
        #expect(second.end == "completed")
        #expect(second.endPayload == ["reference": "r-1"])
    }

    @Test("a payment that was under way when the run stopped is never called failed")
    func doubt() throws {
        var second = try Self.resume(try Self.stopped())
        second.answer(.no(.netUnreachable))
        #expect(second.end == "pending")
        var third = try Self.resume(try Self.stopped())
        third.play(.closed)
        third.answer(.no(.netUnreachable))
        #expect(third.end == "pending")
    }

    @Test("a run that is closed before it goes on says what it knows")
    func closedAtOnce() throws {
        let position = try Self.stopped().machine.position
        var player = Player(try Self.journey(), isStarted: false)
        player.machine = try #require(StateMachine(journey: player.machine.journey, resuming: position))
        player.play(.closed)
        #expect(player.end == "pending")
        #expect(!player.all.contains { if case .exitStep = $0 { true } else { false } })
    }

    @Test("a position holds nothing that a person typed, and of the bank's answers only what the manifest keeps")
    func nothingPersonal() throws {
        let text = try Self.stopped().machine.position.json.compactText
        #expect(text.contains("q-1"))
        for word in ["12.50", "not for the disk", "Amelia Stone", "quote\":\"q-1\",\"name"] {
            #expect(!text.contains(word))
        }
        #expect(!(try Self.stopped(keep: []).machine.position.json.compactText.contains("q-1")))
    }

    @Test("visits and steps go on counting")
    func limits() throws {
        let first = try Self.stopped()
        let second = try Self.resume(first)
        #expect(second.machine.position.total == first.machine.position.total + 1)
        #expect(second.machine.position.visits[try Fixture.id("pay")] == 2)
    }

    @Test("a step that the journey does not have, or that ends it, cannot be taken up", arguments: ["done", "gone"])
    func otherStep(name: String) throws {
        let json = try Self.stopped().machine.position.json.setting("step", to: .string(name))
        let position = try #require(StateMachine.Position(json))
        #expect(StateMachine(journey: try Self.journey(), resuming: position) == nil)
    }

    static let changes: [(path: String, value: JSONValue?)] = [
        ("step", "a b"), ("step", nil), ("total", "1"), ("total", 0), ("total", 1_000_000), ("visits", []),
        ("visits pay", -1), ("outputs", []), ("calls", nil), ("calls slots", nil), ("calls slots 0 step", 1),
        ("calls slots 0 count", -1), ("calls slots 1 open 0 arguments", "abcd"),
        ("calls slots 1 open 0 fate", "forgotten"), ("calls slots 1 open 0 number", 9), ("calls done", [1]),
    ]

    @Test("a position that is misshapen is none", arguments: changes.indices)
    func misshapen(index: Int) throws {
        let (path, value) = Self.changes[index]
        let json = try Self.stopped().machine.position.json
        #expect(StateMachine.Position(json) != nil)
        #expect(StateMachine.Position(json.setting(path, to: value)) == nil)
    }
}
