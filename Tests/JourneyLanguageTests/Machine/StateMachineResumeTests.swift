import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("State machine resumption")
struct StateMachineResumeTests {
    /// A journey form → pay (with a key) → receipt → done; `again` pays once more.
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

    @Test("a point is saved after the policy's events with only the outputs that it names")
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
        "a value that does not look like a reference is not saved, even if the manifest names it",
        arguments: ["Amelia Stone", "a@b.example", "", String(repeating: "x", count: 129), "É", "a/b", "1,50"])
    func noSentences(text: String) throws {
        var player = Player(try journey())
        player.page("submit")
        player.answer(.ok(["quoteId": .string(text), "payeeName": "x"]))
        #expect(player.machine.resumePoint.outputs.isEmpty)
    }

    @Test("a resumed run begins in its step with the saved outputs")
    func begins() throws {
        let point = ResumePoint(step: try Fixture.id("review"), outputs: ["form": ["quoteId": "Q-1"]])
        var player = Player(try journey(), resuming: point)
        #expect(player.step == "review")
        player.page("confirm")
        #expect(player.calls.last?.arguments == ["quoteId": "Q-1"])
        #expect(player.calls.last?.scope == "pay/0/1")
    }

    @Test(
        "a payment under way is the same logical attempt with its key, and another one is not")
    func sameAttempt() throws {
        var first = Player(try journey(), session: ["idempotencyKey": "k"])
        quoted(&first)
        first.page("confirm")
        let left = first.machine.resumePoint
        #expect(left.attempts.mapValues(\.state) == ["pay/0/1": .open])

        let same = Player(try journey(), session: ["idempotencyKey": "k"], resuming: left)
        #expect(same.step == "pay" && same.calls.last?.scope == "pay/0/1")
        var other = left
        other.outputs["form"] = ["quoteId": "Q-2"]
        let changed = Player(try journey(), session: ["idempotencyKey": "k"], resuming: other)
        #expect(changed.calls.isEmpty && changed.end == "pending", "nobody has acted, so nothing new is asked for")
        #expect(changed.endPayload?["reason"] == "RESUME_REFUSED" && changed.inquiries == [["pay/0/1"]])
        #expect(
            Player(try journey(), session: ["idempotencyKey": "other"], resuming: left).calls.isEmpty,
            "fingerprints are of one session")
    }

    @Test(
        "reconciliation before resuming decides: a void attempt is freed, any other keeps its place",
        arguments: ["notDone", "done", "unknown"])
    func settledFirst(word: String) throws {
        var first = Player(try journey(), session: ["idempotencyKey": "k"])
        quoted(&first)
        first.page("confirm")
        var left = first.machine.resumePoint
        left.step = try Fixture.id("review")
        func resumed(_ quote: String) throws -> Player {
            left.outputs["form"] = ["quoteId": quote]
            var player = Player(try journey(), session: ["idempotencyKey": "k"], isStarted: false, resuming: left)
            let fates: [String: StateMachine.CallFate] =
                switch word {
                case "done": ["pay/0/1": .done(["reference": "TX-1"])]
                case "notDone": ["pay/0/1": .notDone]
                default: [:]
                }
            player.play(.inquiryAnswered(fates))
            player.play(.start)
            player.page("confirm")
            return player
        }
        // The user repeats the same call: under the same key, unless that is void.
        #expect(try resumed("Q-1").calls.map(\.scope) == [word == "notDone" ? "pay/0/2" : "pay/0/1"])
        // A call that looks different may be the same one with lost inputs.
        let other = try resumed("Q-2")
        #expect(other.calls.map(\.scope) == (word == "notDone" ? ["pay/0/2"] : []))
        #expect(other.end == (word == "notDone" ? nil : "pending"))
    }

    @Test(
        "an attempt with a known outcome is repeated only under its key")
    func heard() throws {
        for state in [ResumePoint.Attempt.State.done, .refused] {
            var first = Player(try journey(), session: ["idempotencyKey": "k"])
            quoted(&first)
            first.page("confirm")
            var left = first.machine.resumePoint
            left.attempts = left.attempts.mapValues { ResumePoint.Attempt(state, $0.fingerprint) }
            let same = Player(try journey(), session: ["idempotencyKey": "k"], resuming: left)
            #expect(same.calls.map(\.scope) == ["pay/0/1"])
            left.outputs = [:]
            let lost = Player(try journey(), session: ["idempotencyKey": "k"], resuming: left)
            #expect(lost.calls.isEmpty)
            #expect(lost.end == (state == .done ? "pending" : "failed RESUME_REFUSED"))
        }
    }

    @Test(
        "an attempt that the bank reported as done stays done, whatever later answers say",
        arguments: [
            (ErrorCode.validationFail, 422), (.validationFail, 400), (.idempotentReplay, 409), (.authExpired, 401),
            (.serverError, 503), (.netTimeout, 0),
        ])
    func doneStays(code: ErrorCode, status: Int) throws {
        var first = Player(try journey(), session: ["idempotencyKey": "k"])
        quoted(&first)
        first.page("confirm")
        let open = first.machine.resumePoint
        var done = open
        done.attempts = open.attempts.mapValues { ResumePoint.Attempt(.done, $0.fingerprint) }
        for left in [open, done] {
            var player = Player(try journey(), session: ["idempotencyKey": "k"], isStarted: false, resuming: left)
            if left == open { player.play(.inquiryAnswered(["pay/0/1": .done(["reference": "TX-1"])])) }
            player.play(.start)
            #expect(player.calls.map(\.scope) == ["pay/0/1"])
            player.answer(.no(code, status == 0 ? nil : status))
            #expect(player.end == "pending" && player.endPayload?["operations"] == ["pay"])
        }
        // The user's next try does not get a new key either, because it is the same intent.
        var late = Player(try backAndForth())
        late.page("next")
        late.page("back")
        late.answer(.ok(["reference": "TX-1"]))
        late.page("next")
        late.answer(.no(code, status == 0 ? nil : status))
        late.page("back")
        late.page("next")
        #expect(Set(late.calls.map(\.scope)) == ["pay/0/1"])
    }

    /// A journey with a page before the payment, and a page that pays and can be left before the response.
    private func backAndForth() throws -> Journey {
        let pay = try Fixture.binding(on: "enter", "pay", outputs: ["reference": .string], ok: "paid", bad: "bad")
        return try Fixture.journey([
            Fixture.web("form", on: ["next": [Fixture.to("pay")]]),
            Fixture.web("pay", [pay], on: ["back": [Fixture.to("form")], "bad": []]),
        ])
    }

    @Test("a refused payment does not count on resuming and ends as it would have")
    func refusedIsNotDone() throws {
        let point = ResumePoint(
            step: try Fixture.id("review"), attempts: ["pay/0/1": ResumePoint.Attempt(.refused, [1])])
        var player = Player(try journey(), resuming: point)
        player.play(.closed)
        #expect(player.end == "cancelled")
    }

    @Test("a point has the state at its event, whatever followed from that event")
    func pointInTime() throws {
        let everyStep = ResumePolicy(snapshotOn: [ResumePolicy.everyStep])
        let pay = try Fixture.binding(on: "enter", "pay", ok: "paid", bad: "refused")
        let failing = try Fixture.binding(on: "enter", "check", .get, arguments: .from(path: ["none"]), bad: "bad")
        let journey = try Fixture.journey(
            [
                Fixture.step("pay", .server, [pay], on: ["refused": [Fixture.to("cleanup")]]),
                Fixture.step("cleanup", .server, [failing], on: ["bad": [Fixture.to("failed")]]),
                Fixture.end("failed", .failed),
            ], resumePolicy: everyStep)
        var player = Player(journey)
        player.answer(.no(.netTimeout))
        #expect(player.end == "pending")
        #expect(player.points.map(\.step.rawValue) == ["pay", "cleanup"])
    }

    @Test("a run stopped or closed before its first step has no point")
    func neverBegun() throws {
        for (event, end) in [
            (StateMachine.Event.stopped(JourneyError(.journeyDisabled, "Off.")), "failed JOURNEY_DISABLED"),
            (.closed, "cancelled"),
        ] {
            var player = Player(try journey(), isStarted: false)
            player.play(event)
            player.play(.start)
            #expect(player.end == end && player.calls.isEmpty && player.machine.visit == 0)
            // Resumed with a doubtful payment, the run asks the bank first.
            let point = ResumePoint(
                step: try Fixture.id("pay"), attempts: ["pay/0/1": ResumePoint.Attempt(.open, [1])])
            var left = Player(try journey(), isStarted: false, resuming: point)
            left.play(event)
            left.play(.start)
            #expect(left.end == "pending" && left.calls.isEmpty && left.inquiries == [["pay/0/1"]])
        }
    }

    @Test("the number of keyed attempts in a run is limited")
    func bounded() throws {
        let pay = try Fixture.binding(on: "submit", "pay", arguments: .from(path: []), bad: "bad")
        var player = Player(try Fixture.journey([Fixture.web("form", [pay], on: ["again": []])]))
        for amount in 0..<Ledger.limit {
            player.page("submit", ["amount": .number(JSONNumber(Int64(amount)))])
            player.answer(.no(.validationFail, 422))
        }
        #expect(player.calls.count == Ledger.limit)
        player.page("submit", ["amount": -1])
        #expect(player.calls.count == Ledger.limit && player.emitted == ["bad"])
    }

    @Test("a payment with a known outcome advances the point past its request")
    func movesOn() throws {
        var player = Player(try journey())
        quoted(&player)
        player.page("confirm")
        player.answer(.ok(["reference": "TX-1"]))
        #expect(player.savesPoint)
        let point = player.machine.resumePoint
        #expect(point.step.rawValue == "receipt" && point.attempts.mapValues(\.state) == ["pay/0/1": .done])
        var resumed = Player(try journey(), resuming: point)
        resumed.page("again")
        #expect(resumed.calls.last?.scope == "pay/0/2", "a wish of its own gets a key of its own")
        resumed.play(.closed)
        resumed.answer(.no(.validationFail, 422))
        #expect(resumed.end == "pending", "the first one was done")
    }

    @Test(
        "before a run ends in doubt the bank is asked: done, void or unknown",
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
        // The user closes the run, ...
        var closed = try player()
        closed.play(.closed)
        closed.answer(.no(.netTimeout))
        #expect(closed.inquiries == [["pay/0/1"]])
        #expect(closed.end == (word == "notDone" ? "cancelled" : "pending"))
        if word == "done" { #expect(closed.endPayload?["steps"]?["pay"]?["reference"] == "TX-1") }
        // ... or the manifest reports a failure.
        var failed = try player()
        failed.answer(.no(.netTimeout))
        #expect(failed.inquiries == [["pay/0/1"]])
        #expect(failed.end == (word == "notDone" ? "failed NET_TIMEOUT" : "pending"))
    }

    @Test("nothing is asked when nothing is in doubt")
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

    @Test("a completed payment that leads to a terminal is followed after the window was closed")
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

    @Test("unknown scopes are ignored")
    func strangers() throws {
        let point = ResumePoint(
            step: try Fixture.id("review"),
            attempts: Dictionary(
                uniqueKeysWithValues: ["nowhere/0/1", "pay/9/1", "pay/0", "pay/0/0", "x"].map {
                    ($0, ResumePoint.Attempt(.open, [1]))
                }))
        var player = Player(try journey(), resuming: point)
        player.play(.closed)
        #expect(player.end == "cancelled" && player.inquiries.isEmpty)
    }
}
