import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Error policy of a journey")
struct ErrorPolicyTests {
    /// A journey with a page that makes two calls, one with `onErrorEmit` and one without, and a server step.
    private static func journey(_ rules: [ErrorRule], limits: JourneyLimits = JourneyLimits()) throws -> Journey {
        try Fixture.journey(
            [
                Fixture.web(
                    "form", timeout: .seconds(60),
                    [
                        Fixture.binding(on: "save", "save", ok: "saved", bad: "unsaved"),
                        Fixture.binding(on: "check", "check", .get, bad: "unchecked"),
                        Fixture.binding(on: "plain", "plain", .get),
                    ],
                    on: [
                        "saved": [Fixture.to("wait")], "unchecked": [Fixture.to("failed")],
                        "more": [Fixture.to("more")], "ask": [Fixture.to("ask")],
                    ]),
                Fixture.web("more", timeout: .seconds(60), on: ["again": [Fixture.to("form")]]),
                Fixture.web("wait", on: ["timeout": [Fixture.to("failed")]]),
                Fixture.step("ask", .native(plugin: "p", params: [:]), on: ["success": [Fixture.to("form")]]),
                Fixture.end("held", .pending, .declared(["code": .string])), Fixture.end("failed", .failed),
                Fixture.end("late", .cancelled),
            ], limits: limits, policy: ErrorPolicy(rules: rules))
    }

    private static func go(_ code: ErrorCode, _ step: String) throws -> ErrorRule {
        ErrorRule(codes: [code], retry: nil, action: .go(try Fixture.id(step)))
    }

    private static func end(_ code: ErrorCode, _ outcome: Terminal.Kind, recoverable: Bool = false) -> ErrorRule {
        ErrorRule(codes: [code], retry: nil, action: .end(.init(outcome: outcome, isRecoverable: recoverable)))
    }

    @Test("a code leads to its step, which receives it, and the left step's page receives nothing")
    func goes() throws {
        var player = Player(try Self.journey([Self.go(.moreInfo, "more"), Self.go(.complianceHold, "held")]))
        player.page("save")
        player.answer(.no(.moreInfo, 422))
        #expect(player.step == "more")
        #expect(player.emitted.isEmpty)
        player.page("again")
        player.page("save")
        player.answer(.no(.complianceHold, 403))
        #expect(player.step == "held")
        #expect(player.end == "pending")
        #expect(player.endPayload?["code"] == "COMPLIANCE_HOLD")
    }

    @Test("a code without a rule goes to the page")
    func notNamed() throws {
        var player = Player(try Self.journey([Self.go(.moreInfo, "more")]))
        player.page("save")
        player.answer(.no(.validationFail, 422))
        #expect(player.step == "form")
        #expect(player.emitted == ["unsaved"])
    }

    @Test("an event that the step handles takes precedence over the policy")
    func stepFirst() throws {
        var player = Player(try Self.journey([Self.go(.moreInfo, "more")]))
        player.page("check")
        player.answer(.no(.moreInfo, 422))
        #expect(player.step == "failed")
    }

    @Test("an unhandled failed call follows the policy or ends the run")
    func noEvent() throws {
        for (rules, step, end) in [
            ([try Self.go(.serverError, "more")], "more", nil), ([], "form", "failed SERVER_ERROR"),
        ] {
            var player = Player(try Self.journey(rules))
            player.page("plain")
            player.answer(.no(.serverError, 500))
            #expect(player.step == step)
            #expect(player.end == end)
        }
    }

    @Test(
        "a policy's end has an outcome and recoverability",
        arguments: [
            (Terminal.Kind.failed, true, "failed AUTH_EXPIRED"), (.failed, false, "failed AUTH_EXPIRED"),
            (.cancelled, false, "cancelled"), (.pending, false, "pending"),
        ])
    func ends(outcome: Terminal.Kind, recoverable: Bool, word: String) throws {
        var player = Player(try Self.journey([Self.end(.authExpired, outcome, recoverable: recoverable)]))
        player.page("plain")
        player.answer(.no(.authExpired, 401))
        #expect(player.end == word)
        if case .failed(let error)? = player.ends.first { #expect(error.isRecoverable == recoverable) }
        if outcome == .pending { #expect(player.endPayload?["reason"] == "AUTH_EXPIRED") }
    }

    @Test("a payment in doubt takes precedence over the policy's end")
    func honest() throws {
        var player = Player(try Self.journey([Self.end(.netTimeout, .failed), Self.end(.pageProcessLost, .cancelled)]))
        player.page("save")
        player.answer(.no(.netTimeout))
        #expect(player.end == "pending")
        #expect(player.endPayload?["operations"] == ["save"])
    }

    @Test("plugins, pages and both timeouts follow the policy too")
    func others() throws {
        var limits = JourneyLimits()
        limits.journeyTimeout = .seconds(900)
        let rules = try [
            Self.go(.scaRequired, "more"), Self.go(.pageProcessLost, "more"), Self.go(.stepTimeout, "more"),
            Self.go(.journeyTimeout, "late"),
        ]
        var player = Player(try Self.journey(rules, limits: limits))
        player.page("ask")
        player.play(.native(visit: player.machine.visit, .error(JourneyError(.scaRequired, "No."))))
        #expect(player.step == "more")
        player.page("again")
        player.play(.pageLost(visit: player.machine.visit, JourneyError(.pageProcessLost, "Gone.")))
        #expect(player.step == "more")
        player.page("again")
        player.play(.timerFired(.step(visit: player.machine.visit)))
        #expect(player.step == "more")
        player.play(.timerFired(.journey))
        #expect(player.end == "cancelled")
    }

    @Test("the first matching rule applies, and a retry-only rule does not decide the end")
    func order() throws {
        let retry = RetryRule(codes: [.netTimeout], attempts: 2, cap: .seconds(1), jitter: true)
        let rules = [
            ErrorRule(codes: [.netTimeout], retry: retry, action: nil), try Self.go(.netTimeout, "more"),
            try Self.go(.netTimeout, "held"),
        ]
        var player = Player(try Self.journey(rules))
        player.page("plain")
        player.answer(.no(.netTimeout))
        #expect(player.step == "more")
    }

    @Test("a policy that loops ends at the limits, and its own rule for that applies once")
    func circles() throws {
        var limits = JourneyLimits()
        limits.visitsPerStep = 3
        for (rules, word) in [
            ([try Self.go(.stepTimeout, "more")], "failed LIMIT_EXCEEDED"),
            ([try Self.go(.stepTimeout, "more"), try Self.go(.limitExceeded, "late")], "cancelled"),
        ] {
            var player = Player(try Self.journey(rules, limits: limits))
            player.page("more")
            for _ in 0..<8 { player.play(.timerFired(.step(visit: player.machine.visit))) }
            #expect(player.end == word)
            #expect(player.ends.count == 1)
        }
    }

    @Test("the journey timeout is an event of the step that leads to an end")
    func journeyTimeout() throws {
        var limits = JourneyLimits()
        limits.journeyTimeout = .seconds(900)
        let journey = try Fixture.journey(
            [
                Fixture.web("form", on: ["journeyTimeout": [Fixture.to("late")]]), Fixture.end("late", .failed),
            ], limits: limits)
        var player = Player(journey)
        #expect(player.effects.contains { if case .startTimer(.journey, .seconds(900)) = $0 { true } else { false } })
        player.play(.timerFired(.journey))
        #expect(player.end == "failed JOURNEY_TIMEOUT")
        #expect(player.ends.count == 1)
        if case .failed(let error)? = player.ends.first { #expect(error.isRecoverable) }
    }

    @Test("a page cannot raise the journey timeout")
    func forged() throws {
        var player = Player(
            try Fixture.journey([
                Fixture.web("form", on: ["journeyTimeout": [Fixture.to("late")]]), Fixture.end("late", .failed),
            ]))
        player.page("journeyTimeout")
        #expect(player.step == "form")
        #expect(player.diagnostics == [.forbiddenEvent])
    }
}
