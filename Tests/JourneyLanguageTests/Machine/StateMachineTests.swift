import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("State machine")
struct StateMachineTests {
    @Test("a whole transfer runs from the first page to completed")
    func wholeTransfer() throws {
        var player = Player(try Fixture.transfer())
        #expect(player.step == "amount")
        player.page("next")
        #expect(player.step == "biometric")
        player.play(.native(visit: 2, .success(["biometric": "PASS"])))
        #expect(player.step == "submit")
        #expect(player.calls.map(\.binding.operation.id) == ["createTransfer"])
        player.answer(.ok(["reference": "TX-1", "status": "BOOKED"]))
        #expect(player.end == "completed")
        #expect(player.endPayload == ["reference": "TX-1"])
    }

    @Test("effects are ordered: leave, enter, timer, call")
    func order() throws {
        var player = Player(try Fixture.transfer())
        player.page("next")
        player.play(.native(visit: 2, .success(["biometric": "PASS"])))
        let words = player.effects.map { effect -> String in
            switch effect {
            case .exitStep(let step): "exit \(step)"
            case .enterStep(let step, let visit): "enter \(step.id) \(visit)"
            case .call(let call): "call \(call.binding.operation.id)"
            case .startTimer(let id, let duration): "start \(id) \(duration)"
            case .cancelTimer(let id): "cancel \(id)"
            case .savePoint: "save"
            case .inquire(let scopes): "inquire \(scopes)"
            case .emitToPage(let name, _): "emit \(name)"
            case .finish: "finish"
            case .diagnostic(let diagnostic): "\(diagnostic.kind)"
            }
        }
        #expect(
            words == [
                "cancel step(visit: 2)", "exit biometric", "enter submit 3", "start step(visit: 3) 30.0 seconds",
                "call createTransfer",
            ])
    }

    @Test(
        "the first transition in document order whose guard is true is taken",
        arguments: [
            ("{}", "c"), (#"{"n": 1}"#, "a"), (#"{"n": 2}"#, "b"), (#"{"n": 3}"#, "c"), (#"{"n": "1"}"#, "c"),
        ])
    func firstMatch(payload: String, target: String) throws {
        let transitions = [
            try Fixture.to("a", if: "payload.n == 1"), try Fixture.to("b", if: "payload.n <= 2"), try Fixture.to("c"),
        ]
        var player = Player(
            try Fixture.journey([
                Fixture.web("s", on: ["go": transitions]), Fixture.end("a", .completed), Fixture.end("b", .completed),
                Fixture.end("c", .completed),
            ]))
        player.page("go", try JSONReader.read(Array(payload.utf8)))
        #expect(player.step == target)
    }

    @Test("an undecidable guard takes no transition and is reported")
    func guardError() throws {
        let journey = try Fixture.journey([
            Fixture.web("s", on: ["go": [Fixture.to("a", if: "payload.n > 1")]]), Fixture.end("a", .completed),
        ])
        var player = Player(journey)
        player.page("go", ["n": "2"])
        #expect(player.step == "s")
        #expect(player.diagnostics == [.guardError, .noGuardTrue])
        player.page("go", ["n": 1])
        #expect(player.diagnostics == [.noGuardTrue])
        player.page("go", ["n": 2])
        #expect(player.end == "completed")
    }

    @Test("guards see the session, and missing members are undefined")
    func session() throws {
        let journey = try Fixture.journey([
            Fixture.web("s", on: ["go": [Fixture.to("a", if: "session.featureFlags.fast == true")]]),
            Fixture.end("a", .completed),
        ])
        var with = Player(journey, session: ["featureFlags": ["fast": true]])
        with.page("go")
        #expect(with.end == "completed")
        var without = Player(journey, session: ["featureFlags": [:]])
        without.page("go")
        #expect(without.end == nil)
    }

    @Test("an unknown event is reported and changes nothing")
    func unknownEvent() throws {
        var player = Player(try Fixture.transfer())
        player.page("nonsense")
        #expect(player.diagnostics == [.unknownEvent])
        player.page("next")
        #expect(player.step == "biometric")
    }

    @Test(
        "a page cannot raise engine-only events",
        arguments: ["enter", "timeout", "error", "success", "cancelled", "ok", "bad", "said"])
    func engineOnlyNames(name: String) throws {
        let journey = try Fixture.journey([
            Fixture.web(
                "s", [Fixture.binding(on: "submit", "pay", ok: "ok", bad: "bad")],
                on: [
                    "ok": [Fixture.to("a")], "bad": [Fixture.to("a")], "said": [Fixture.to("a")],
                    "timeout": [Fixture.to("a")], "error": [Fixture.to("a")], "success": [Fixture.to("a")],
                    "cancelled": [Fixture.to("a")], "enter": [], "say": [Fixture.to(nil, emit: "said")],
                ]), Fixture.end("a", .completed),
        ])
        var player = Player(journey)
        player.page(name)
        #expect(player.diagnostics == [.forbiddenEvent])
        #expect(player.step == "s")
        #expect(player.calls.isEmpty)
    }

    @Test("a page raises nothing in native and server steps", arguments: ["success", "created", "next", "anything"])
    func pagesAreDeafened(name: String) throws {
        var player = Player(try Fixture.transfer())
        player.page("next")
        player.page(name, ["biometric": "PASS"])
        #expect(player.diagnostics == [.forbiddenEvent])
        player.play(.native(visit: 2, .success(["biometric": "PASS"])))
        player.page(name, ["reference": "forged", "status": "BOOKED"])
        #expect(player.diagnostics == [.forbiddenEvent])
        #expect(player.step == "submit")
    }

    @Test("an event raised twice does not skip the next page")
    func doubleNext() throws {
        let journey = try Fixture.journey([
            Fixture.web("one", on: ["next": [Fixture.to("two")]]),
            Fixture.web("two", on: ["next": [Fixture.to("three")]]),
            Fixture.web("three"),
        ])
        var player = Player(journey)
        player.page("next")
        player.play(.page(name: "next", payload: [:]))
        #expect(player.diagnostics == [.pageNotReady])
        player.play(.pageOpened(visit: 1))
        player.play(.page(name: "next", payload: [:]))
        #expect(player.step == "two")
        player.page("next")
        #expect(player.step == "three")
    }

    @Test("an emit reaches the page and the machine before the transition")
    func emit() throws {
        let journey = try Fixture.journey([
            Fixture.web(
                "s",
                on: [
                    "go": [Fixture.to("b", emit: "said")], "said": [Fixture.to("a", if: "payload.first == true")],
                ]), Fixture.end("a", .completed), Fixture.end("b", .cancelled),
        ])
        var first = Player(journey)
        first.page("go", ["first": true])
        #expect(first.emitted == ["said"])
        #expect(first.end == "completed")
        #expect(first.diagnostics == [.moveOverridden])
        var second = Player(journey)
        second.page("go", ["first": false])
        #expect(second.end == "cancelled")
    }

    @Test("emits that trigger each other endlessly end the run")
    func emitChain() throws {
        let journey = try Fixture.journey([
            Fixture.web("s", on: ["go": [Fixture.to(nil, emit: "a")], "a": [Fixture.to(nil, emit: "a")]])
        ])
        var player = Player(journey)
        player.page("go")
        #expect(player.end == "failed LIMIT_EXCEEDED")
        #expect(player.all.count < 40)
    }

    @Test("a cycle of steps ends the run", arguments: [(3, 200), (200, 6)])
    func circles(visits: Int, total: Int) throws {
        var limits = JourneyLimits()
        limits.visitsPerStep = visits
        limits.totalSteps = total
        let journey = try Fixture.journey(
            [
                Fixture.step("a", .server, on: ["enter": [Fixture.to("b")]]),
                Fixture.step("b", .server, on: ["enter": [Fixture.to("a")]]),
            ], limits: limits)
        let player = Player(journey)
        #expect(player.end == "failed LIMIT_EXCEEDED")
        #expect(player.machine.visit == 6)
        let left = player.all.count { if case .exitStep = $0 { true } else { false } }
        #expect(left == 6, "each step that was entered is left once")
    }

    @Test("a server step without an exit ends the run instead of hanging")
    func stuck() throws {
        let player = Player(try Fixture.journey([Fixture.step("a", .server)]))
        #expect(player.end == "failed STEP_STUCK")
    }

    @Test("a native step's cancel and error follow their transitions, or end the run with their outcome")
    func nativeWithoutEdges() throws {
        let journey = try Fixture.journey([
            Fixture.step("a", .native(plugin: "p", params: [:]), on: ["success": [Fixture.to("b")]]),
            Fixture.end("b", .completed),
        ])
        var cancelled = Player(journey)
        cancelled.play(.native(visit: 1, .cancelled))
        #expect(cancelled.end == "cancelled")
        var failed = Player(journey)
        failed.play(.native(visit: 1, .error(JourneyError(.scaRequired, "Not enrolled."))))
        #expect(failed.end == "failed SCA_REQUIRED")
        var passed = Player(journey)
        passed.play(.native(visit: 1, .success([:])))
        #expect(passed.end == "completed")
    }

    @Test("a plugin's late or repeated answer has no effect")
    func lateNative() throws {
        var player = Player(try Fixture.transfer())
        player.page("next")
        player.play(.timerFired(.step(visit: 2)))
        #expect(player.end == "failed STEP_TIMEOUT")
        player.play(.native(visit: 2, .success(["biometric": "PASS"])))
        #expect(player.effects.isEmpty)
        var back = Player(try Fixture.transfer())
        back.page("next")
        back.play(.native(visit: 2, .cancelled))
        #expect(back.step == "amount")
        back.page("next")
        back.play(.native(visit: 2, .success(["biometric": "PASS"])))
        #expect(back.step == "biometric")
    }

    @Test("a failed terminal has the engine's code, not one that a page claims")
    func failedCode() throws {
        var player = Player(try Fixture.transfer())
        player.page("next")
        player.play(.native(visit: 2, .error(JourneyError(.scaRequired, "Not enrolled."))))
        #expect(player.end == "failed SCA_REQUIRED")
        let journey = try Fixture.journey([
            Fixture.web("s", on: ["go": [Fixture.to("f")]]), Fixture.end("f", .failed),
        ])
        var page = Player(journey)
        page.page("go", ["code": "AUTH_EXPIRED"])
        #expect(page.end == "failed UNKNOWN")
    }

    @Test("a code from a page, plugin or bank is not the failure's code, even if a terminal declares one")
    func foreignCode() throws {
        let call = try Fixture.binding(on: "ask", "ask", .get, outputs: ["code": .string], ok: "answered", bad: "bad")
        func journey(_ result: Terminal.Result) throws -> Journey {
            try Fixture.journey([
                Fixture.web(
                    "s", [call],
                    on: [
                        "go": [Fixture.to("f")], "passed": [Fixture.to("f", emit: "told")],
                        "answered": [Fixture.to("f")], "later": [Fixture.to("n")],
                        "bad": [Fixture.to("f", emit: "told")],
                    ]),
                Fixture.step(
                    "n", .native(plugin: "p", params: [:]),
                    on: ["success": [Fixture.to("f", emit: "told")], "error": [Fixture.to("f", emit: "told")]]),
                Fixture.end("f", .failed, result),
            ])
        }
        let forged: JSONValue = ["code": "JOURNEY_DISABLED"]
        for (result, otherwise) in [
            (Terminal.Result.declared(["code": .string]), "UNKNOWN"), (.literal([:]), "UNKNOWN"),
            (.literal(["code": "LIMIT_HELD"]), "LIMIT_HELD"), (.literal(["code": "what was typed"]), "UNKNOWN"),
            (.literal(["code": 7]), "UNKNOWN"),
        ] {
            for event in ["go", "passed"] {
                var page = Player(try journey(result))
                page.page(event, forged)
                #expect(page.end == "failed \(otherwise)")
            }
            var bank = Player(try journey(result))
            bank.page("ask")
            bank.answer(.ok(forged))
            #expect(bank.end == "failed \(otherwise)")
            var plugin = Player(try journey(result))
            plugin.page("later")
            plugin.play(.native(visit: 2, .success(forged)))
            #expect(plugin.end == "failed \(otherwise)")
            // The engine's code is passed on under any event name.
            var error = Player(try journey(result))
            error.page("later")
            error.play(.native(visit: 2, .error(JourneyError(.permissionDenied, "No."))))
            #expect(error.end == "failed PERMISSION_DENIED")
            var refusal = Player(try journey(result))
            refusal.page("ask")
            refusal.answer(.failure(JourneyError(.rateLimited, "No."), status: 429, problem: CallProblem(forged)))
            #expect(refusal.end == "failed RATE_LIMITED")
        }
    }

    @Test("a lost page follows the step's error transition or ends the run")
    func pageLost() throws {
        var player = Player(try Fixture.transfer())
        player.play(.pageLost(visit: 0, JourneyError(.pageProcessLost, "Gone.")))
        player.play(.pageLost(visit: 2, JourneyError(.pageProcessLost, "Gone.")))
        #expect(player.effects.isEmpty && player.step == "amount", "a page of another visit")
        player.play(.pageLost(visit: 1, JourneyError(.pageProcessLost, "Gone.")))
        #expect(player.end == "failed PAGE_PROCESS_LOST")
    }

    @Test("nothing happens before the start, which happens once")
    func start() throws {
        var player = Player(try Fixture.transfer(), isStarted: false)
        player.play(.page(name: "next", payload: [:]))
        player.play(.timerFired(.journey))
        #expect(player.all.isEmpty)
        player.play(.start)
        player.play(.start)
        #expect(player.machine.visit == 1)
    }
}
