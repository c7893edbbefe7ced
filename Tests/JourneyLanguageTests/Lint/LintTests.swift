import JourneyBase
import Testing

@testable import JourneyLanguage

/// A rule with a change that breaks it, where the finding stands, and a change near it that does not.
struct LintCase: Sendable, CustomTestStringConvertible {
    let rule: LintRule
    let severity: Finding.Severity
    let place: String
    let bad: [(path: String, value: JSONValue?)]
    let good: [(path: String, value: JSONValue?)]
    var pages: [String]?

    init(
        _ rule: LintRule, _ severity: Finding.Severity = .error, at place: String,
        bad: [(path: String, value: JSONValue?)], good: [(path: String, value: JSONValue?)], pages: [String]? = nil
    ) {
        (self.rule, self.severity, self.place) = (rule, severity, place)
        (self.bad, self.good, self.pages) = (bad, good, pages)
    }

    var testDescription: String { "\(rule.rawValue) at \(place)" }
}

@Suite("Lint")
struct LintTests {
    private static func logging(_ call: JSONValue, _ arguments: JSONValue) -> JSONValue {
        [
            "type": "server", "timeoutMs": 5,
            "bindings": [
                [
                    "onEvent": "enter", "call": ["operationId": call], "in": arguments, "onSuccessEmit": "logged",
                    "onErrorEmit": "unlogged",
                ]
            ],
            "on": ["logged": ["to": "cancelled"], "unlogged": ["to": "failed"], "timeout": ["to": "expired"]],
        ]
    }

    static let cases: [LintCase] = [
        LintCase(
            .unkeyedCall, .warning, at: "steps.log.bindings[0].call",
            bad: [("steps form on log", ["to": "log"]), ("steps log", logging("audit", [:]))],
            good: [
                ("steps form on log", ["to": "log"]), ("steps log", logging("transferStatus", ["id": "steps.form.to"])),
            ]),
        LintCase(
            .unknownMember, at: "steps.form.on.timeout.gaurd", bad: [("steps form on timeout gaurd", "true")], good: []),
        LintCase(
            .unknownMember, .warning, at: "notafter", bad: [("notafter", "2026")],
            good: [("mustUnderstand", ["limits"])]),
        LintCase(
            .httpOrigin, at: "security.allowedOrigins[0]", bad: [("security allowedOrigins 0", "http://bank.example")],
            good: [("security allowedOrigins 1", nil)]),
        LintCase(
            .wildcardOrigin, at: "security.allowedOrigins[0]",
            bad: [("security allowedOrigins 0", "https://*.example")],
            good: [("security allowedOrigins", ["https://bank.example", "https://pages.bank.example"])]),
        LintCase(
            .unreachableStep, .warning, at: "steps.extra",
            bad: [("steps extra", ["type": "terminal", "outcome": "failed"])],
            good: [
                ("steps extra", ["type": "terminal", "outcome": "failed"]), ("steps form on cancel", ["to": "extra"]),
            ]),
        LintCase(
            .noWayOut, at: "steps.maze",
            bad: [
                ("steps form on lost", ["to": "maze"]),
                (
                    "steps maze",
                    [
                        "type": "web", "url": "https://bank.example/maze", "timeoutMs": 5,
                        "on": ["timeout": ["to": "maze"]],
                    ]
                ),
            ],
            good: [
                ("steps form on lost", ["to": "maze"]),
                (
                    "steps maze",
                    [
                        "type": "web", "url": "https://bank.example/maze", "timeoutMs": 5,
                        "on": ["timeout": ["to": "expired"]],
                    ]
                ),
            ]),
        LintCase(
            .unknownTarget, at: "steps.form.on.timeout.to", bad: [("steps form on timeout to", "expird")],
            good: [("steps form on timeout to", "failed")]),
        LintCase(.unknownTarget, at: "startStep", bad: [("startStep", "from")], good: []),
        LintCase(
            .missingDefault, at: "steps.form.on.submit", bad: [("steps form on submit 1", nil)],
            good: [("steps form on submit 1", [:])]),
        LintCase(
            .invalidGuard, at: "steps.form.on.submit[0].guardExpr",
            bad: [("steps form on submit 0 guardExpr", "payload.amount = 1")],
            good: [("steps form on submit 0 guardExpr", "payload.amount == 1")]),
        LintCase(
            .terminalWithEdges, at: "steps.done.on", bad: [("steps done on", ["x": ["to": "form"]])],
            good: [("steps done on", [:])]),
        LintCase(
            .missingOutcome, .warning, at: "steps.done", bad: [("steps done outcome", nil)],
            good: [("steps done outcome", "pending")]),
        LintCase(
            .missingTimeout, .warning, at: "steps.form", bad: [("steps form timeoutMs", nil)],
            good: [("steps form timeoutMs", 1)]),
        LintCase(
            .unhandledTimeout, .warning, at: "steps.form.timeoutMs", bad: [("steps form on timeout", nil)],
            good: [("steps form on timeout", ["to": "failed"])]),
        LintCase(
            .reservedEvent, at: "steps.form.on.submit[1].emit", bad: [("steps form on submit 1 emit", "success")],
            good: [("steps form on submit 1 emit", "successful")]),
        LintCase(
            .eventNeverRaised, .warning, at: "steps.pay.on.submit", bad: [("steps pay on submit", ["to": "done"])],
            good: [("steps form on submitted", ["to": "confirm"])]),
        LintCase(
            .eventNeverRaised, .warning, at: "steps.form.on.success",
            bad: [("steps form on success", ["to": "failed"])],
            good: [("steps form on succeeded", ["to": "failed"])]),
        LintCase(
            .unhandledCall, .warning, at: "steps.pay.bindings[0]", bad: [("steps pay on refused", nil)],
            good: [("steps pay on refused", ["to": "expired"])]),
        LintCase(
            .emptyPayload, .warning, at: "steps.pay.bindings[0].in.to",
            bad: [("steps pay bindings 0 in to", "payload.to")],
            good: [("steps pay bindings 0 in to", "session.locale")]),
        LintCase(
            .emitLoop, .warning, at: "steps.form.on.a",
            bad: [("steps form on a", ["emit": "b"]), ("steps form on b", ["emit": "a"])],
            good: [("steps form on a", ["emit": "b"]), ("steps form on b", ["emit": "c"])]),
        LintCase(
            .unknownMethod, .warning, at: "steps.form.bridgeAllow[0]",
            bad: [("steps form bridgeAllow 0", "performBiometrics")], good: [("steps form bridgeAllow", [])]),
        LintCase(
            .unusedMethod, .warning, at: "steps.form.bridgeAllow[0]", bad: [], good: [("steps form bridgeAllow", [])],
            pages: ["<p>nothing</p>"]),
        LintCase(
            .sensitiveField, at: "steps.done.result.cardNumber", bad: [("steps done result cardNumber", "string")],
            good: [("steps done result accountNumber", "string")]),
        LintCase(
            .sensitiveField, at: "steps.pay.bindings[0].in.to", bad: [("steps pay bindings 0 in to", "payload.otp")],
            good: [("steps pay bindings 0 in to", "payload.option")]),
        LintCase(
            .sensitiveField, at: "steps.form.on.submit[0].guardExpr",
            bad: [("steps form on submit 0 guardExpr", "has(payload.pin)")],
            good: [("steps form on submit 0 guardExpr", "payload.kind == 'pin'")]),
        LintCase(
            .shape, at: "steps.form.timeoutMs", bad: [("steps form timeoutMs", 0)],
            good: [("steps form timeoutMs", 100)]),
        LintCase(
            .shape, at: "steps.pay.bindings[0].out.reference", bad: [("steps pay bindings 0 out reference", "uuid")],
            good: [("steps pay bindings 0 out reference", "integer")]),
        LintCase(.shape, at: "steps.form.url", bad: [("steps form url", nil)], good: []),
        LintCase(
            .refused, at: "steps.pay.bindings[0].call.operationId",
            bad: [("steps pay bindings 0 call operationId", "makeTransfer")], good: []),
        LintCase(
            .refused, at: "steps.form.url", bad: [("steps form url", "https://elsewhere.example/")],
            good: [("steps form url", "https://bank.example/elsewhere")]),
    ]

    private func findings(_ changes: [(path: String, value: JSONValue?)], pages: [String]? = nil) -> [Finding] {
        let manifest = changes.reduce(TestManifest.manifest) { $0.setting($1.path, to: $1.value) }
        return Lint.check(manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes, pages: pages)
    }

    @Test("finds nothing in a good manifest")
    func clean() { #expect(findings([]) == []) }

    @Test("finds what breaks a rule, once, and passes its neighbour", arguments: cases)
    func rule(example: LintCase) {
        let found = findings(example.bad, pages: example.pages).filter { $0.rule == example.rule }
        #expect(found.map(\.path) == [example.place])
        #expect(found.map(\.severity) == [example.severity])
        #expect(!findings(example.good, pages: example.pages).contains { $0.rule == example.rule })
    }

    @Test(
        "says a thing once: what a rule found, the loader does not repeat",
        arguments: cases.filter {
            $0.severity == .error && $0.rule != .refused
        })
    func once(example: LintCase) { #expect(!findings(example.bad).contains { $0.rule == .refused }) }

    @Test("has an example of every rule")
    func complete() {
        let elsewhere: Set<LintRule> = [.invalidJSON, .duplicateMember]
        #expect(Set(LintTests.cases.map(\.rule)).union(elsewhere) == Set(LintRule.allCases))
    }

    @Test("reports every duplicate with its line and column")
    func duplicates() {
        let text = "{\n  \"a\": 1,\n  \"b\": [{\"x\": 1, \"x\": 2}],\n  \"a\": 2\n}"
        let found = Lint.check(Array(text.utf8), openAPI: nil)
        #expect(found.map(\.path) == ["b[0].x", "a"])
        #expect(found.map { [$0.line, $0.column] } == [[3, 18], [4, 3]])
        #expect(found.allSatisfy { $0.rule == .duplicateMember })
    }

    @Test(
        "reports what is no strict JSON where it stops being so",
        arguments: [
            ("{\n \"a\": tru }", 2, 10), ("", 1, 1), ("{} x", 1, 4), ("[1, 2", 1, 6), ("{\"a\" 1}", 1, 6),
        ])
    func invalid(text: String, line: Int, column: Int) {
        let found = Lint.check(Array(text.utf8), openAPI: nil)
        #expect(found.map(\.rule) == [.invalidJSON])
        #expect(found.first?.line == line && found.first?.column == column)
        #expect(Lint.check(Array("[]".utf8), openAPI: nil).map(\.rule) == [.invalidJSON])
    }

    @Test("points at the line and column of a finding")
    func place() {
        let text = """
            {
              "startStep": "form",
              "steps": {
                "done": { "type": "terminal",
                          "outcome": "completed", "on": { "x": { "to": "done" } } }
              }
            }
            """
        let found = Lint.check(Array(text.utf8), openAPI: nil).filter { $0.rule == .terminalWithEdges }
        #expect(found.map { [$0.line, $0.column] } == [[5, 39]])
    }

    @Test("a version of 1.1 is warned of guards without a default, not refused")
    func oldVersion() {
        let found = Lint.check(TestManifest.manifest11.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
        #expect(found.map(\.rule) == [.missingDefault, .missingDefault])
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test(
        "names of card data and codes are known in every spelling, and others pass",
        arguments: [
            ("pan", true), ("PAN", true), ("cardNumber", true), ("card_number", true), ("CARD-NUMBER", true),
            ("cvv", true),
            ("cvv2", true), ("userPin", true), ("pinBlock", true), ("oneTimeCode", true), ("otpCode", true),
            ("securityCode", true), ("newPassword", true), ("primaryAccountNumber", true), ("encryptedPAN", true),
            ("pinning", false), ("company", false), ("accountNumber", false), ("sortCode", false), ("shopping", false),
            ("option", false), ("spanish", false), ("cardType", false), ("countryCode", false), ("opinion", false),
        ])
    func sensitive(name: String, isSensitive: Bool) { #expect(SensitiveNames.match(name) == isSensitive) }

    @Test("never crashes on a manifest with any one member removed or replaced")
    func robustness() {
        func paths(_ value: JSONValue, _ path: String) -> [String] {
            switch value {
            case .object(let members): members.flatMap { paths($1, path + " " + $0) } + [path]
            case .array(let list): list.enumerated().flatMap { paths($1, path + " \($0)") } + [path]
            default: [path]
            }
        }
        for path in paths(TestManifest.manifest, "") where !path.isEmpty {
            for value in [nil, 1, [[:]]] as [JSONValue?] { _ = findings([(path, value)]) }
        }
    }
}
