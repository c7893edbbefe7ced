import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("State machine ends")
struct StateMachineEndTests {
    private func atSubmit() throws -> Player {
        var player = Player(try Fixture.transfer())
        player.page("next")
        player.play(.native(visit: 2, .success(["biometric": "PASS"])))
        return player
    }

    @Test("closing the window ends the run as cancelled")
    func closed() throws {
        var player = Player(try Fixture.transfer())
        player.play(.closed)
        #expect(player.end == "cancelled")
        player.play(.closed)
        player.page("next")
        #expect(player.ends.count == 1)
    }

    @Test(
        "closing the window during a payment waits for its answer and reports the true outcome",
        arguments: [
            (#"{"reference":"TX-1","status":"BOOKED"}"#, 200, "completed"),
            (#"{"reference":"TX-1","status":"HELD"}"#, 200, "pending"),
            (#"{"status":"BOOKED"}"#, 200, "pending"),
            ("{}", 422, "cancelled"), ("{}", 503, "pending"), ("{}", 0, "pending"),
        ])
    func closedDuringPayment(body: String, status: Int, end: String) throws {
        var player = try atSubmit()
        player.play(.closed)
        #expect(player.end == nil)
        player.play(.timerFired(.step(visit: 3)))
        #expect(player.end == nil)
        let answer: StateMachine.CallAnswer =
            switch status {
            case 0: .no(.netTimeout)
            case 200: .ok(try JSONReader.read(Array(body.utf8)))
            case 422: .no(.validationFail, 422)
            default: .no(.serverError, status)
            }
        player.answer(answer)
        if body.contains("\"status\":\"BOOKED\"}"), !body.contains("reference") {
            // A success without its reference is incomplete.
            #expect(player.endPayload?["operations"] == ["createTransfer"])
        }
        #expect(player.end == end)
    }

    @Test("a timeout during a payment waits for the answer too")
    func timeoutDuringPayment() throws {
        var paid = try atSubmit()
        paid.play(.timerFired(.step(visit: 3)))
        #expect(paid.end == nil)
        paid.answer(.ok(["reference": "TX-1", "status": "BOOKED"]))
        #expect(paid.end == "pending")
        #expect(paid.endPayload?["reason"] == "STEP_TIMEOUT")
        #expect(paid.endPayload?["steps"]?["submit"]?["reference"] == "TX-1")
        var refused = try atSubmit()
        refused.play(.timerFired(.step(visit: 3)))
        refused.answer(.no(.validationFail, 400))
        #expect(refused.end == "failed STEP_TIMEOUT")
    }

    @Test(
        "a failed terminal is reported as failed if the bank refused, and not while in doubt",
        arguments: [
            (ErrorCode.validationFail, 422, "failed VALIDATION_FAIL"), (.rateLimited, 429, "failed RATE_LIMITED"),
            (.storeFailed, 0, "failed STORE_FAILED"), (.serverError, 502, "pending"), (.netUnreachable, 0, "pending"),
            (.pinningFail, 0, "failed PINNING_FAIL"), (.tlsFail, 0, "pending"),
            (.validationFail, 200, "pending"), (.idempotentReplay, 409, "pending"),
        ])
    func failedTerminal(code: ErrorCode, status: Int, end: String) throws {
        var player = try atSubmit()
        player.answer(.no(code, status == 0 ? nil : status))
        #expect(player.end == end)
        if end == "pending" { #expect(player.endPayload?["reason"]?.string == code.rawValue) }
    }

    @Test("a step timeout without a transition ends the run, and a left step's timer has no effect")
    func timers() throws {
        let journey = try Fixture.journey([
            Fixture.web("s", timeout: .seconds(5), on: ["go": [Fixture.to("t")]]),
            Fixture.web("t", timeout: .seconds(5)),
        ])
        var player = Player(journey)
        player.page("go")
        player.play(.timerFired(.step(visit: 1)))
        #expect(player.effects.isEmpty)
        player.play(.timerFired(.step(visit: 2)))
        #expect(player.end == "failed STEP_TIMEOUT")
    }

    @Test("the journey's own timer ends it, and is stopped at any other end")
    func journeyTimer() throws {
        var limits = JourneyLimits()
        limits.journeyTimeout = .seconds(60)
        var player = Player(try Fixture.transfer(limits: limits))
        guard case .startTimer(.journey, .seconds(60))? = player.effects.first else {
            Issue.record("no timer")
            return
        }
        player.play(.timerFired(.journey))
        #expect(player.end == "failed JOURNEY_TIMEOUT")
    }

    @Test("a terminal's declared result takes only declared members of their types")
    func declaredResult() throws {
        let journey = try Fixture.journey([
            Fixture.web("s", on: ["go": [Fixture.to("done")]]),
            Fixture.end("done", .completed, .declared(["id": .string, "count": .integer])),
        ])
        var player = Player(journey)
        player.page("go", ["id": "7", "count": "many", "pin": "1234"])
        #expect(player.endPayload == ["id": "7"])
        #expect(player.diagnostics == [.resultIncomplete])
    }

    @Test(
        "an integer is a whole number in any spelling, as in the schema",
        arguments: [
            ("50", true), ("50.0", true), ("5e1", true), ("50.5", false), ("-0.0", true), ("1e400", true),
            ("5e-1", false),
        ])
    func integers(lexeme: String, isWhole: Bool) throws {
        let number = JSONValue.number(try #require(JSONNumber(lexeme: lexeme)))
        #expect(ValueType.integer.admits(number) == isWhole)
        #expect(try JSONSchema.compile(["type": "integer"], dialect: .openAPI31).admits(number) == isWhole)
    }

    @Test("random events never end a run twice, leave a terminal, or pay twice at once", arguments: 0..<300)
    func property(seed: UInt64) throws {
        var generator = Lehmer(seed: seed)
        var player = Player(try Fixture.transfer(), isStarted: false)
        var underWay: [PendingCall.ID] = []
        for _ in 0..<120 {
            let isOver = player.machine.isFinished
            player.effects = []
            let visit = Int.random(in: 0...max(player.machine.visit, 1), using: &generator)
            let names = ["next", "enter", "success", "created", "refused", "timeout", "zzz"]
            let payloads: [JSONValue] = [[:], ["biometric": "PASS"], ["reference": "T", "status": "BOOKED"], nil]
            let payload = payloads.randomElement(using: &generator) ?? [:]
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: player.play(.start)
            case 1, 2: player.play(.page(name: names.randomElement(using: &generator) ?? "", payload: payload))
            case 3: player.play(.pageOpened(visit: player.machine.visit))
            case 4, 5: player.play(.native(visit: visit, .success(["biometric": "PASS"])))
            case 6: player.play(.native(visit: visit, .cancelled))
            case 7: if Int.random(in: 0..<8, using: &generator) == 0 { player.play(.closed) }
            case 8: if Int.random(in: 0..<4, using: &generator) == 0 { player.play(.timerFired(.step(visit: visit))) }
            case 9:
                if let id = underWay.randomElement(using: &generator) {
                    player.play(.callFinished(id, .no(.netTimeout)))
                }
            case 10:
                if let id = underWay.randomElement(using: &generator) { player.play(.callFinished(id, .ok(payload))) }
            default: player.page("next")
            }
            underWay += player.effects.compactMap { if case .call(let call) = $0 { call.id } else { nil } }
            #expect(player.ends.count <= 1)
            #expect(player.machine.isFinished == (player.ends.count == 1))
            #expect(!isOver || player.effects.isEmpty)
            let payments = player.machine.callsUnderWay.filter { $0.binding.operation.id == "createTransfer" }
            #expect(payments.count <= 1)
        }
        // Closing and answering all calls ends every run.
        player.play(.closed)
        while !player.machine.callsUnderWay.isEmpty { player.answer(.no(.netTimeout)) }
        #expect(player.ends.count == 1)
        // A payment that may have been made is never reported as failed or cancelled.
        if player.machine.calls.ledger.hasEffects { #expect(["completed", "pending"].contains(player.end)) }
    }
}

/// A small deterministic random number generator.
struct Lehmer: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 2 &+ 1 }
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 31)
    }
}
