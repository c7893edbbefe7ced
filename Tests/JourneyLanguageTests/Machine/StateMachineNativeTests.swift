import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Parameters and outputs of native steps")
struct StateMachineNativeTests {
    /// A journey with a page whose call prices a payment, a plugin that approves it, and a call that sends the approval.
    private func journey(outputs: [String: ValueType] = ["proof": .string]) throws -> Journey {
        try Fixture.journey([
            Fixture.web(
                "amount",
                [
                    Fixture.binding(
                        on: "price", "quote", outputs: ["amount": .integer, "payee": .object], ok: "priced", bad: "no")
                ],
                on: ["priced": [Fixture.to("approve")], "skip": [Fixture.to("approve")]]),
            Step(
                id: try Fixture.id("approve"), kind: .native(plugin: "approval", params: ["reason": "Pay"]),
                timeout: nil,
                bindings: [
                    Fixture.binding(
                        on: "success", "accept", arguments: .declared(["proof": ContextPath(parsing: "event.proof")]),
                        ok: "accepted", bad: "refused")
                ],
                transitions: [
                    "accepted": [Fixture.to("done", if: "steps.approve.proof == \"p-1\""), Fixture.to("failed")],
                    "refused": [Fixture.to("failed")], "error": [Fixture.to("failed")],
                    "cancelled": [Fixture.to("amount")],
                ], methods: [], idempotencyKey: nil,
                inputs: [
                    "amount": ContextPath(parsing: "steps.amount.amount"),
                    "payeeName": ContextPath(parsing: "steps.amount.payee.name"),
                    "locale": ContextPath(parsing: "session.locale"),
                ], outputs: outputs),
            Fixture.end("done", .completed), Fixture.end("failed", .failed),
        ])
    }

    /// The parameters for the plugin of the last entered step.
    private func params(_ player: Player) -> JSONValue? {
        for case .enterStep(let step, _) in player.all.reversed() {
            if case .native(_, let params) = step.kind { return params }
        }
        return nil
    }

    private func approving(_ journey: Journey) -> Player {
        var player = Player(journey, session: ["locale": "en-GB"])
        player.page("price")
        player.answer(.ok(["amount": 12_500, "payee": ["name": "Ada"], "note": "not declared"]))
        return player
    }

    @Test("the plugin gets literal parameters and its paths' values at step entry")
    func given() throws {
        let player = approving(try journey())
        #expect(player.step == "approve")
        #expect(params(player) == ["reason": "Pay", "amount": 12_500, "payeeName": "Ada", "locale": "en-GB"])
    }

    @Test("a path without a value is left out, and the plugin reports what it needs")
    func missing() throws {
        var player = Player(try journey())
        player.page("skip")
        #expect(params(player) == ["reason": "Pay"])
        player.play(.native(visit: 2, .error(JourneyError(.validationFail, "No amount."))))
        #expect(player.end == "failed VALIDATION_FAIL")
    }

    @Test("declared parts of an answer are kept, and success starts calls with them")
    func kept() throws {
        var player = approving(try journey())
        player.play(.native(visit: 2, .success(["proof": "p-1", "secret": "s"])))
        #expect(player.calls.last?.arguments == ["proof": "p-1"])
        #expect(player.step == "approve")
        player.answer(.ok([:]))
        #expect(player.end == "completed")
        #expect(player.machine.outputs["approve"] == ["proof": "p-1"])
    }

    @Test(
        "an answer without a declared output, or of another type, is an error",
        arguments: [[:], ["proof": 1], ["proof": nil], ["Proof": "p-1"], "p-1", nil] as [JSONValue])
    func incomplete(answer: JSONValue) throws {
        var player = approving(try journey())
        player.play(.native(visit: 2, .success(answer)))
        #expect(player.calls.count == 1, "no call of its success")
        #expect(player.end == "failed VALIDATION_FAIL")
    }

    @Test("a step without declared outputs accepts any answer and keeps none")
    func undeclared() throws {
        var player = approving(try journey(outputs: [:]))
        player.play(.native(visit: 2, .success(["proof": "p-1"])))
        #expect(player.machine.outputs["approve"] == nil)
        #expect(player.calls.last?.arguments == ["proof": "p-1"], "the event still has it")
    }
}
