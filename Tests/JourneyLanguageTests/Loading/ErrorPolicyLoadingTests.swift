import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Loading the error policy and header templates")
struct ErrorPolicyLoadingTests {
    static let rule: JSONValue = ["on": ["AUTH_EXPIRED"], "end": ["outcome": "failed", "recoverable": true]]

    private static func manifest(_ rules: JSONValue...) -> JSONValue {
        TestManifest.manifest.setting("errorPolicy", to: .array(rules))
    }

    @Test("a policy becomes rules in the manifest's order")
    func good() async throws {
        let journey = try await TestManifest.journey(
            Self.manifest(
                [
                    "on": ["NET_TIMEOUT", "SERVER_ERROR"], "retry": ["max": 2, "capMs": 500, "jitter": false],
                    "to": "failed",
                ],
                ["on": ["COMPLIANCE_HOLD"], "to": "held"], Self.rule,
                ["on": ["JOURNEY_TIMEOUT", "LIMIT_EXCEEDED"], "to": "expired"]))
        let policy = journey.errorPolicy
        #expect(policy.action(for: .serverError) == .go(try Fixture.id("failed")))
        #expect(policy.action(for: .complianceHold) == .go(try Fixture.id("held")))
        #expect(policy.action(for: .authExpired) == .end(.init(outcome: .failed, isRecoverable: true)))
        #expect(policy.action(for: .journeyTimeout) == .go(try Fixture.id("expired")))
        #expect(policy.action(for: .unknown) == nil)
    }

    @Test("a policy's retry applies to codes that the binding does not name")
    func retry() async throws {
        let journey = try await TestManifest.journey(
            Self.manifest(["on": ["NET_TIMEOUT", "SERVER_ERROR"], "retry": ["max": 5, "capMs": 500]]))
        // `pay` has its own rules for RATE_LIMITED and NET_TIMEOUT.
        let pay = try #require(journey.steps[Fixture.id("pay")]?.bindings.first)
        #expect(pay.retry.map(\.codes) == [[.rateLimited, .netTimeout], [.serverError]])
        #expect(pay.retry.map(\.attempts) == [3, 5])
        #expect(pay.retry[1].jitter)
        let form = try #require(journey.steps[Fixture.id("form")]?.bindings.first)
        #expect(form.retry.map(\.codes) == [[.netTimeout, .serverError]])
    }

    @Test("a policy does not retry a call that is neither idempotent nor keyed")
    func unrepeatable() async throws {
        let binding: JSONValue = ["onEvent": "log", "call": ["operationId": "audit"]]
        let manifest = Self.manifest(["on": ["NET_TIMEOUT"], "retry": ["max": 5]])
            .setting("steps form bindings 0", to: binding)
            .setting("steps pay bindings 0 in", to: ["amount": "session.locale", "to": "session.locale"])
        var plain = manifest.setting("steps pay bindings 0 in", to: nil)
        plain = plain.setting("steps pay bindings 0 call argsFrom", to: "values")
        let journey = try await TestManifest.journey(plain)
        #expect(journey.steps[try Fixture.id("form")]?.bindings.first?.retry.isEmpty == true)
    }

    struct Bad: Sendable, CustomTestStringConvertible {
        let place: String
        let policy: JSONValue
        init(_ place: String, _ policy: JSONValue) { (self.place, self.policy) = (place, policy) }
        var testDescription: String { "\(place) \(policy.compactText.prefix(80))" }
    }

    static let bad: [Bad] = [
        Bad("errorPolicy", ["on": ["AUTH_EXPIRED"]]),
        Bad("errorPolicy[0].on[0]", [["on": ["AUTH_EXPIRD"], "to": "failed"]]),
        Bad("errorPolicy[0].on[0]", [["on": ["USER_CANCELLED"], "to": "failed"]]),
        Bad("errorPolicy[0].on", [["on": [], "to": "failed"]]),
        Bad("errorPolicy[0].on", [["to": "failed"]]),
        Bad("errorPolicy[0]", [["on": ["UNKNOWN"]]]),
        Bad("errorPolicy[0].to", [["on": ["UNKNOWN"], "to": "faild"]]),
        Bad("errorPolicy[0].end", [["on": ["UNKNOWN"], "to": "failed", "end": ["outcome": "failed"]]]),
        Bad("errorPolicy[0].end.outcome", [["on": ["UNKNOWN"], "end": ["outcome": "completed"]]]),
        Bad("errorPolicy[0].end.outcome", [["on": ["UNKNOWN"], "end": [:]]]),
        Bad(
            "errorPolicy[0].end.recoverable",
            [["on": ["UNKNOWN"], "end": ["outcome": "pending", "recoverable": true]]]),
        Bad("errorPolicy[0].to", [["on": ["JOURNEY_TIMEOUT"], "to": "form"]]),
        Bad("errorPolicy[0].to", [["on": ["MORE_INFO", "LIMIT_EXCEEDED"], "to": "form"]]),
        Bad("errorPolicy[0].retry", [["on": ["VALIDATION_FAIL"], "retry": ["max": 1]]]),
        Bad("errorPolicy[0].retry.max", [["on": ["NET_TIMEOUT"], "retry": ["max": 11]]]),
        Bad("errorPolicy[0].retry.capMs", [["on": ["NET_TIMEOUT"], "retry": ["max": 1, "capMs": 60001]]]),
        Bad("errorPolicy[0].retry.on", [["on": ["NET_TIMEOUT"], "retry": ["max": 1, "on": ["NET_TIMEOUT"]]]]),
        Bad("errorPolicy[0].then", [["on": ["UNKNOWN"], "to": "failed", "then": "form"]]),
        Bad("errorPolicy", .array(Array(repeating: rule, count: 33))),
    ]

    @Test("an invalid policy is refused with its location", arguments: bad)
    func refused(bad: Bad) async throws {
        let refusal = try await TestManifest.refusal(TestManifest.manifest.setting("errorPolicy", to: bad.policy))
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.hasPrefix(bad.place + " ") == true, "\(refusal?.message ?? "accepted")")
    }

    @Test(
        "1.1 has no policy, templates or journey timeout", arguments: ["errorPolicy", "headerTemplates"])
    func old(member: String) async throws {
        let value: JSONValue = member == "errorPolicy" ? [] : [:]
        let refusal = try await TestManifest.refusal(TestManifest.manifest11.setting(member, to: value))
        #expect(refusal?.message == "\(member) requires manifest version 1.2.")
        let timed = TestManifest.manifest11.setting("steps form on journeyTimeout", to: ["to": "done"])
        #expect(try await TestManifest.refusal(timed)?.message.contains("requires manifest version 1.2") == true)
    }

    static let straight: [JSONValue] = [
        ["to": "failed"], [["guardExpr": "has(steps.form.to)", "to": "failed"], ["to": "expired"]],
    ]
    static let winding: [JSONValue] = [
        ["to": "form"], [:], ["to": "failed", "emit": "x"],
        [["guardExpr": "has(steps.form.to)", "to": "confirm"], ["to": "expired"]],
    ]

    @Test("the journey timeout leads directly to an end", arguments: straight + winding)
    func journeyTimeout(transition: JSONValue) async throws {
        let isAccepted = Self.straight.contains(transition)
        let manifest = TestManifest.manifest.setting("steps form on journeyTimeout", to: transition)
        #expect((try await TestManifest.refusal(manifest) == nil) == isAccepted)
    }

    @Test("no call starts after the journey timeout")
    func callAtTheEnd() async throws {
        let manifest = TestManifest.manifest.setting("steps form bindings 0 onEvent", to: "journeyTimeout")
        #expect(try await TestManifest.refusal(manifest)?.message.hasPrefix("steps.form.bindings[0].onEvent ") == true)
    }

    @Test(
        "templates of known names are accepted, at the top and in bindings",
        arguments: HeaderVariable.allCases.map { "{\($0.rawValue)}" } + [
            "a", "a{step.id}b{sdk.version}", "{steps.form.to}",
        ])
    func templates(text: String) async throws {
        let journey = try await TestManifest.journey(
            TestManifest.manifest.setting("headerTemplates", to: ["X-T": .string(text)])
                .setting("steps form bindings 0 headerTemplates", to: ["X-I": "{in.id}/{session.locale}"]))
        #expect(journey.headerTemplates["X-T"]?.source == text)
        #expect(journey.steps[try Fixture.id("form")]?.bindings.first?.headerTemplates["X-I"]?.pieces.count == 3)
    }

    @Test(
        "a template with a forbidden name or a syntax error is refused",
        arguments: [
            "{session.token}", "{session.idempotencyKey}", "{session.resumeToken}", "{session.correlationID}",
            "{payload.amount}",
            "{event.amount}", "{result.status}", "{in.id}", "{steps.form.card}", "{steps.nowhere.to}", "{steps.form}",
            "{}", "{",
            "}", "a}b", "{a{b}}", "{session.locale", "{{session.locale}}", "{ session.locale }", "", "a\nb", "é",
        ])
    func badTemplates(text: String) async throws {
        let manifest = TestManifest.manifest.setting("headerTemplates", to: ["X-T": .string(text)])
        let refusal = try await TestManifest.refusal(manifest)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.hasPrefix("headerTemplates.X-T ") == true)
    }

    @Test(
        "a binding's template may name only its declared arguments", arguments: ["{in.card}", "{in.detail}"])
    func undeclared(text: String) async throws {
        let manifest = TestManifest.manifest.setting(
            "steps form bindings 0 headerTemplates", to: ["X-T": .string(text)])
        #expect(try await TestManifest.refusal(manifest)?.code == .manifestInvalid)
    }

    static let badHeaderNames: [JSONValue] = [
        ["Authorization": "x"], ["x-idempotency-key": "x"], ["Cookie": "x"], ["Sec-Fetch-Site": "x"], ["Host": "x"],
        ["X-Channel": "x"], ["x-channel": "x"], ["X-A": "x", "x-a": "y"], ["X A": "x"], ["X-A:": "x"], ["": "x"],
        ["X-A": 1], ["traceparent": "{session.correlationId}"],
    ]

    @Test("reserved, repeated or invalid headers cannot have a template", arguments: badHeaderNames)
    func badHeaders(templates: JSONValue) async throws {
        let manifest = TestManifest.manifest.setting("headerTemplates", to: templates)
        #expect(try await TestManifest.refusal(manifest)?.code == .manifestInvalid)
    }

    @Test("a template satisfies a header that the operation requires")
    func required() async throws {
        let parameter: JSONValue = ["name": "X-Trace", "in": "header", "required": true, "schema": ["type": "string"]]
        let openAPI = TestManifest.openAPI.setting("paths /transfers post parameters 0", to: parameter)
        let base = TestManifest.manifest.setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
            .setting("steps pay bindings 0 retry", to: nil)
        #expect(try await TestManifest.refusal(base, openAPI: openAPI)?.message.contains("X-Trace") == true)
        let top = base.setting("headerTemplates", to: ["x-trace": "{session.correlationId}"])
        #expect(try await TestManifest.refusal(top, openAPI: openAPI) == nil)
    }

    @Test(
        "a snapshot keeps declared outputs alone",
        arguments: [
            ("steps.pay.reference", true), ("steps.form.amount", false), ("steps.form.card", false),
            ("payload.amount", false), ("steps.form", false),
            ("session.locale", false), ("steps.form.amount.x", false),
        ])
    func keep(path: String, isAccepted: Bool) async throws {
        let manifest = TestManifest.manifest.setting(
            "resumePolicy", to: ["snapshotOn": ["submit"], "keep": [.string(path)]])
        #expect((try await TestManifest.refusal(manifest) == nil) == isAccepted)
        let old = TestManifest.manifest11.setting("resumePolicy keep", to: [])
        #expect(try await TestManifest.refusal(old)?.code == .manifestInvalid)
    }
}
