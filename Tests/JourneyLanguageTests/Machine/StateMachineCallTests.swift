import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("State machine calls")
struct StateMachineCallTests {
    private func payment(outputs: [String: ValueType] = [:], bad: String? = "bad") throws -> Journey {
        try Fixture.journey([
            Fixture.web(
                "s",
                [
                    Fixture.binding(
                        on: "submit", "pay", arguments: .from(path: []), outputs: outputs, ok: "paid", bad: bad)
                ],
                on: ["paid": [Fixture.to("done")], "away": [Fixture.to("other")]]),
            Fixture.web("other", on: ["back": [Fixture.to("s")]]),
            Fixture.end("done", .completed, .declared(["id": .string])),
        ])
    }

    @Test("the answer's body reaches the machine and the page")
    func body() throws {
        var player = Player(try payment())
        player.page("submit", ["amount": 5])
        #expect(player.calls.first?.arguments == ["amount": 5])
        player.answer(.ok(["id": "7"]))
        #expect(player.emitted == ["paid"])
        #expect(player.end == "completed")
        #expect(player.endPayload == ["id": "7"])
    }

    @Test("a second tap during the call starts no second payment")
    func doubleTap() throws {
        var player = Player(try payment())
        player.page("submit", ["amount": 5])
        player.page("submit", ["amount": 5])
        #expect(player.diagnostics == [.callUnderWay])
        #expect(player.calls.count == 1)
        // A repeat after leaving the step and returning is not sent either.
        player.page("away")
        player.page("back")
        player.page("submit", ["amount": 6])
        #expect(player.diagnostics == [.callUnderWay])
        #expect(player.calls.count == 1)
    }

    @Test("an answer after its step was left is reported and has no effect")
    func late() throws {
        var player = Player(try payment())
        player.page("submit", [:])
        player.page("away")
        player.answer(.ok(["id": "7"]))
        #expect(player.diagnostics == [.lateAnswer])
        #expect(player.step == "other")
        // The outcome includes the payment.
        player.play(.closed)
        #expect(player.end == "pending")
        #expect(player.endPayload?["operations"] == ["pay"])
    }

    @Test("a repeated answer counts once")
    func twice() throws {
        var player = Player(try payment())
        player.page("submit", [:])
        let id = try #require(player.calls.first?.id)
        player.play(.callFinished(id, .no(.rateLimited, 429)))
        #expect(player.emitted == ["bad"])
        player.play(.callFinished(id, .ok(["id": "7"])))
        #expect(player.effects.isEmpty)
    }

    @Test("a failed call has code and status, and ends the run if unhandled")
    func failure() throws {
        var player = Player(try payment())
        player.page("submit", [:])
        player.answer(.no(.authExpired, 401))
        guard case .emitToPage("bad", let payload)? = player.effects.first else {
            Issue.record("no emit")
            return
        }
        #expect(payload == ["code": "AUTH_EXPIRED", "status": 401])
        #expect(player.end == nil)
        var silent = Player(try payment(bad: nil))
        silent.page("submit", [:])
        silent.answer(.no(.authExpired, 401))
        #expect(silent.end == "failed AUTH_EXPIRED")
    }

    @Test("a payment without an answer never ends as failed, since the person would pay again")
    func silenceIsNotNo() throws {
        var player = Player(try payment(bad: nil))
        player.page("submit", [:])
        player.answer(.no(.netTimeout))
        #expect(player.end == "pending")
        #expect(player.endPayload?["reason"] == "NET_TIMEOUT")
    }

    @Test(
        "declared outputs are validated",
        arguments: [
            (#"{"id": "7"}"#, true), (#"{"id": "7", "more": 1}"#, true), (#"{"id": 7}"#, false),
            (#"{"id": null}"#, false),
            ("{}", false), ("[]", false), ("null", false),
        ])
    func outputs(body: String, isGood: Bool) throws {
        var player = Player(try payment(outputs: ["id": .string]))
        player.page("submit", [:])
        player.answer(.ok(try JSONReader.read(Array(body.utf8))))
        #expect(player.emitted == [isGood ? "paid" : "bad"])
        #expect((player.end == "completed") == isGood)
    }

    @Test("outputs are seen as result on that event, and as steps.<step> later")
    func results() throws {
        let journey = try Fixture.journey([
            Fixture.web(
                "s", [Fixture.binding(on: "ask", "quote", .get, outputs: ["fee": .integer], ok: "quoted")],
                on: ["quoted": [Fixture.to("t", if: "result.fee == 3")]]),
            Fixture.web(
                "t",
                [
                    Fixture.binding(
                        on: "go", "pay", .get, arguments: .declared(["fee": ContextPath(parsing: "steps.s.fee")]))
                ],
                on: ["end": [Fixture.to("u", if: "has(result.fee)"), Fixture.to("v", if: "steps.s.fee < 4")]]),
            Fixture.end("u", .failed), Fixture.end("v", .completed),
        ])
        var player = Player(journey)
        player.page("ask")
        player.answer(.ok(["fee": 3, "secret": "x"]))
        #expect(player.step == "t")
        player.page("go")
        #expect(player.calls.last?.arguments == ["fee": 3])
        player.page("end")
        #expect(player.end == "completed")
    }

    @Test("arguments missing from the event fail the call without a request")
    func badArguments() throws {
        let journey = try Fixture.journey([
            Fixture.web(
                "s", [Fixture.binding(on: "go", "pay", arguments: .from(path: ["form"]), ok: "paid", bad: "bad")])
        ])
        for payload: JSONValue in [[:], ["form": "x"], ["form": nil], ["form": [1]]] {
            var player = Player(journey)
            player.page("go", payload)
            #expect(player.calls.isEmpty)
            #expect(player.emitted == ["bad"])
            player.page("go", ["form": ["amount": 1]])
            #expect(player.calls.count == 1)
        }
    }

    @Test("a repeated call after a lost answer is the same logical attempt")
    func attempts() throws {
        var player = Player(try payment())
        let answers: [StateMachine.CallAnswer] = [
            .no(.netTimeout), .no(.serverError, 503), .no(.validationFail, 422), .no(.netUnreachable),
        ]
        for answer in answers {
            player.page("submit", ["amount": 5])
            player.answer(answer)
        }
        player.page("submit", ["amount": 6])
        #expect(player.calls.map(\.scope) == ["s/0/1", "s/0/1", "s/0/1", "s/0/2", "s/0/3"])
    }

    @Test("repeating a call whose answer came too late is the same attempt, which the bank replays")
    func unheard() throws {
        var player = Player(try payment())
        player.page("submit", ["amount": 5])
        player.page("away")
        player.answer(.ok(["id": "7"]))
        player.page("back")
        player.page("submit", ["amount": 5])
        #expect(player.calls.map(\.scope) == ["s/0/1", "s/0/1"])
        player.answer(.ok(["id": "7"]))
        #expect(player.end == "completed")
        #expect(player.endPayload == ["id": "7"])
    }

    @Test("returning to earlier arguments is the earlier attempt")
    func backToTheFirst() throws {
        var player = Player(try payment())
        player.page("submit", ["amount": 5])
        player.answer(.no(.netTimeout))
        player.page("submit", ["amount": 6])
        player.answer(.no(.validationFail, 422))
        player.page("submit", ["amount": 5])
        #expect(player.calls.map(\.scope) == ["s/0/1", "s/0/2", "s/0/1"])
    }

    @Test(
        "a rejected request keeps the doubt, and a decision by the bank resolves it",
        arguments: [
            (ErrorCode.rateLimited, 429, 1), (.authExpired, 401, 1), (.unknown, 404, 1), (.tlsFail, 0, 1),
            (.pinningFail, 0, 1), (.complianceHold, 422, 1), (.validationFail, 422, 2), (.validationFail, 400, 2),
        ])
    func doubtStays(code: ErrorCode, status: Int, next: Int) throws {
        var player = Player(try payment())
        player.page("submit", ["amount": 5])
        player.answer(.no(.netTimeout))
        player.page("submit", ["amount": 5])
        player.answer(.no(code, status == 0 ? nil : status))
        player.page("submit", ["amount": 5])
        #expect(player.calls.last?.scope == "s/0/\(next)")
        // The same within one call, of which an earlier try was not answered.
        var inOneCall = Player(try payment(bad: nil))
        inOneCall.page("submit", ["amount": 5])
        let id = try #require(inOneCall.calls.first?.id)
        let error = JourneyError(code, "No.")
        inOneCall.play(.callFinished(id, .failure(error, status: status == 0 ? nil : status, mayBeDone: true)))
        #expect((inOneCall.end == "pending") == (next == 1))
    }

    @Test("a completed payment beside one in doubt ends as completed and names the other")
    func unresolved() throws {
        var player = Player(try payment())
        player.page("submit", ["amount": 5])
        player.answer(.no(.netTimeout))
        player.page("submit", ["amount": 6])
        player.answer(.ok(["id": "8"]))
        #expect(player.end == "completed")
        #expect(player.endPayload == ["id": "8", "unresolved": ["pay"]])
        #expect(player.inquiries == [["s/0/1"]], "the bank is asked first")
    }

    /// A journey with two payments on one event; the first one's success leads to the end.
    private func two(_ outcome: Terminal.Kind = .completed) throws -> Journey {
        try Fixture.journey([
            Fixture.web(
                "s",
                [
                    Fixture.binding(on: "submit", "payA", ok: "paid", bad: "bad"),
                    Fixture.binding(on: "submit", "payB", ok: "other", bad: "bad"),
                ], on: ["paid": [Fixture.to("done")]]),
            Fixture.end("done", outcome, .literal(["id": "8"])),
        ])
    }

    @Test(
        "a payment under way at the journey's end is awaited, reconciled and named",
        arguments: [Terminal.Kind.completed, .pending])
    func stillUnderWay(outcome: Terminal.Kind) throws {
        for (fate, isNamed) in [(StateMachine.CallFate.notDone, false), (.done([:]), true), (nil, true)]
            as [(StateMachine.CallFate?, Bool)]
        {
            var player = Player(try two(outcome), fates: fate.map { ["s/1/1": $0] } ?? [:])
            player.page("submit")
            player.play(.callFinished(player.calls[0].id, .ok([:])))
            #expect(player.end == nil, "the other one is waited for")
            player.play(.callFinished(player.calls[1].id, .no(.netTimeout)))
            #expect(player.end == (outcome == .completed ? "completed" : "pending"))
            #expect(player.inquiries == [["s/1/1"]])
            #expect(player.endPayload == (isNamed ? ["id": "8", "unresolved": ["payB"]] : ["id": "8"]))
        }
        // A payment that was made, but whose response arrived too late.
        var late = Player(try two(outcome))
        late.page("submit")
        late.play(.callFinished(late.calls[0].id, .ok([:])))
        late.play(.callFinished(late.calls[1].id, .ok([:])))
        #expect(late.endPayload == ["id": "8", "unresolved": ["payB"]])
    }
}
