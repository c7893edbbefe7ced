import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("The state machine, resumed")
struct StateMachineResumeTests {
    /// form → pay (with a key) → receipt → done; `again` pays once more.
    private func journey(_ policy: ResumePolicy? = nil) throws -> Journey {
        let keep = [try Fixture.id("form"): Set(["quoteId"])]
        let operation = JourneyLanguage.Operation(
            id: "pay", method: .post, path: "/pay", base: try #require(Fixture.base))
        let pay = Binding(
            onEvent: "enter", operation: operation,
            arguments: .declared(["quoteId": try ContextPath(parsing: "steps.form.quoteId")]),
            outputs: ["reference": .string], headers: [:], onSuccessEmit: "paid", onErrorEmit: "refused", retry: [])
        return try Fixture.journey(
            [
                Fixture.web(
                    "form",
                    [
                        Fixture.binding(
                            on: "submit", "quote", .get, outputs: ["quoteId": .string, "payeeName": .string],
                            ok: "quoted",
                            bad: "no")
                    ], on: ["quoted": [Fixture.to("review")]]),
                Fixture.web("review", on: ["confirm": [Fixture.to("pay")]]),
                Fixture.step(
                    "pay", .server, [pay], on: ["paid": [Fixture.to("receipt")], "refused": [Fixture.to("failed")]]),
                Fixture.web("receipt", on: ["close": [Fixture.to("done")], "again": [Fixture.to("pay")]]),
                Fixture.end("done", .completed, .declared(["reference": .string])), Fixture.end("failed", .failed),
            ], resumePolicy: policy ?? ResumePolicy(snapshotOn: ["quoted"], keep: keep))
    }

    private func quoted(_ player: inout Player) {
        player.page("submit")
        player.answer(.ok(["quoteId": "Q-1", "payeeName": "Amelia Stone"]))
    }

    @Test("a point is kept after the events that the policy names, and of the outputs only those that it names")
    func policyObeyed() throws {
        var player = Player(try journey())
        player.page("submit")
        #expect(!player.savesPoint)
        player.answer(.ok(["quoteId": "Q-1", "payeeName": "Amelia Stone"]))
        #expect(player.savesPoint)
        #expect(
            player.machine.resumePoint
                == ResumePoint(step: try Fixture.id("review"), outputs: ["form": ["quoteId": "Q-1"]]))
        player.page("confirm")
        #expect(!player.savesPoint)
        var without = Player(try journey(ResumePolicy(snapshotOn: [])))
        quoted(&without)
        #expect(!without.savesPoint && without.machine.resumePoint.outputs.isEmpty)
    }

    @Test(
        "what does not look like a reference is not kept, though the manifest names it",
        arguments: ["Amelia Stone", "a@b.example", "", String(repeating: "x", count: 129), "É", "a/b", "1,50"])
    func noSentences(text: String) throws {
        var player = Player(try journey())
        player.page("submit")
        player.answer(.ok(["quoteId": .string(text), "payeeName": "x"]))
        #expect(player.machine.resumePoint.outputs.isEmpty)
    }

    @Test("a run that is resumed begins in its step, with what was kept")
    func begins() throws {
        let point = ResumePoint(step: try Fixture.id("review"), outputs: ["form": ["quoteId": "Q-1"]])
        var player = Player(try journey(), resuming: point)
        #expect(player.step == "review")
        player.page("confirm")
        #expect(player.calls.last?.arguments == ["quoteId": "Q-1"])
        #expect(player.calls.last?.scope == "pay/0/1")
    }

    @Test(
        "the payment that was under way is the same logical attempt, so that it goes out under its key; another is not")
    func sameAttempt() throws {
        var first = Player(try journey(), session: ["idempotencyKey": "k"])
        quoted(&first)
        first.page("confirm")
        let left = first.machine.resumePoint
        #expect(left.open.keys.sorted() == ["pay/0/1"])

        let same = Player(try journey(), session: ["idempotencyKey": "k"], resuming: left)
        #expect(same.step == "pay" && same.calls.last?.scope == "pay/0/1")
        var other = left
        other.outputs["form"] = ["quoteId": "Q-2"]
        #expect(
            Player(try journey(), session: ["idempotencyKey": "k"], resuming: other).calls.last?.scope == "pay/0/2")
        #expect(
            Player(try journey(), session: ["idempotencyKey": "other"], resuming: left).calls.last?.scope == "pay/0/2",
            "fingerprints are of one session")
    }

    @Test("a payment that was heard of moves the point on: nobody comes back to where it was asked for")
    func movesOn() throws {
        var player = Player(try journey())
        quoted(&player)
        player.page("confirm")
        player.answer(.ok(["reference": "TX-1"]))
        #expect(player.savesPoint)
        var point = player.machine.resumePoint
        #expect(point.step.rawValue == "receipt" && point.open.isEmpty)
        point.closed = ["pay/0/1"]
        var resumed = Player(try journey(), resuming: point)
        resumed.page("again")
        #expect(resumed.calls.last?.scope == "pay/0/2", "a wish of its own gets a key of its own")
        resumed.play(.closed)
        resumed.answer(.no(.validationFail, 422))
        #expect(resumed.end == "pending", "the first one was done")
    }

    @Test(
        "before a run ends in doubt, the bank is asked: done, never to be done, or not known",
        arguments: ["done", "notDone", "unknown"])
    func inquiry(word: String) throws {
        var fates: [String: StateMachine.CallFate] = [:]
        if word == "done" { fates["pay/0/1"] = .done(["reference": "TX-1"]) }
        if word == "notDone" { fates["pay/0/1"] = .notDone }
        func player() throws -> Player {
            var player = Player(try journey(), fates: fates)
            quoted(&player)
            player.page("confirm")
            return player
        }
        // The person has gone, ...
        var closed = try player()
        closed.play(.closed)
        closed.answer(.no(.netTimeout))
        #expect(closed.inquiries == [["pay/0/1"]])
        #expect(closed.end == (word == "notDone" ? "cancelled" : "pending"))
        if word == "done" { #expect(closed.endPayload?["steps"]?["pay"]?["reference"] == "TX-1") }
        // ... or the manifest says that it failed.
        var failed = try player()
        failed.answer(.no(.netTimeout))
        #expect(failed.inquiries == [["pay/0/1"]])
        #expect(failed.end == (word == "notDone" ? "failed NET_TIMEOUT" : "pending"))
    }

    @Test("where nothing is in doubt, nobody is asked")
    func noInquiry() throws {
        var early = Player(try journey())
        early.play(.closed)
        #expect(early.inquiries.isEmpty && early.end == "cancelled")
        var judged = Player(try journey())
        quoted(&judged)
        judged.page("confirm")
        judged.answer(.no(.validationFail, 422))
        #expect(judged.inquiries.isEmpty && judged.end == "failed VALIDATION_FAIL")
    }

    @Test("a payment that was made and leads straight to a terminal is followed when the person has gone")
    func followed() throws {
        let operation = JourneyLanguage.Operation(
            id: "pay", method: .post, path: "/pay", base: try #require(Fixture.base))
        let pay = Binding(
            onEvent: "enter", operation: operation, arguments: .none, outputs: ["reference": .string], headers: [:],
            onSuccessEmit: "paid", onErrorEmit: "refused", retry: [])
        let journey = try Fixture.journey([
            Fixture.web("pay", [pay], on: ["paid": [Fixture.to("done")]]),
            Fixture.end("done", .completed, .declared(["reference": .string])),
        ])
        for (body, end) in [(["reference": "TX-1"] as JSONValue, "completed"), ([:], "pending")] {
            var player = Player(journey, fates: ["pay/0/1": .done(body)])
            player.answer(.no(.netTimeout))
            #expect(player.end == nil)
            player.play(.closed)
            #expect(player.end == end)
        }
    }

    @Test("scopes that name nothing are passed over")
    func strangers() throws {
        let point = ResumePoint(
            step: try Fixture.id("review"), open: ["nowhere/0/1": [1], "pay/9/1": [1], "pay/0": [1], "pay/0/0": [1]],
            closed: ["x"])
        var player = Player(try journey(), resuming: point)
        player.play(.closed)
        #expect(player.end == "cancelled" && player.inquiries.isEmpty)
    }
}
