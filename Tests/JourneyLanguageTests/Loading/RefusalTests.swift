import JourneyBase
import Testing

@testable import JourneyLanguage

/// A change to a good manifest, and the start of the refusal's message.
struct Change: Sendable, CustomTestStringConvertible {
    let path: String
    let value: JSONValue?
    let message: String
    var code = ErrorCode.manifestInvalid
    init(_ path: String, _ value: JSONValue?, _ message: String, _ code: ErrorCode = .manifestInvalid) {
        (self.path, self.value, self.message, self.code) = (path, value, message, code)
    }
    var testDescription: String { "\(path) = \(value?.compactText ?? "nothing")" }
}

@Suite("Load refusals name the location")
struct RefusalTests {
    static let pay = "steps pay bindings 0"

    static let top: [Change] = [
        Change("manifestVersion", "1.10", "manifestVersion must be 1.1, 1.2 or 1.3", .manifestVersion),
        Change("manifestVersion", "1.2.0", "manifestVersion must be 1.1, 1.2 or 1.3", .manifestVersion),
        Change("manifestVersion", nil, "manifestVersion is missing"),
        Change("minSdk", "1.x", "minSdk is not a valid version"),
        Change("minSdk", nil, "minSdk is missing"),
        Change("journeyId", "../transfer", "journeyId is not a valid journey name"),
        Change("oapiBundle", "openapi.json", "oapiBundle is not a valid absolute https URL"),
        Change("oapiBundle", "http://bank.example/o.json", "oapiBundle is not a valid absolute https URL"),
        Change("oapiBundle", "https://bank.example.evil.test/o.json", "oapiBundle is not on security.allowedOrigins"),
        Change("oapiBundle", "https://bank.example:8443/o.json", "oapiBundle is not on security.allowedOrigins"),
        Change("oapiSha256", nil, "oapiSha256 is missing"),
        Change("oapiSha256", "00", "oapiSha256 is not a valid SHA-256"),
        Change("notBefore", nil, "notBefore is missing"),
        Change("notBefore", "2026-02-30T00:00:00Z", "notBefore is not a UTC time such as 2026-01-01T00:00:00Z"),
        Change("notAfter", "2026-12-31T00:00:00+01:00", "notAfter is not a valid UTC time"),
        Change("notAfter", "2026-01-01T00:00:00Z", "notAfter must be later"),
        Change("sequence", nil, "sequence is missing"),
        Change("sequence", -1, "sequence is not between"),
        Change("issuer", nil, "issuer is missing"),
        Change(
            "mustUnderstand", ["limits", "teleport"], "mustUnderstand[1] lists a member that this SDK does not support"),
        Change(
            "headerTemplates", ["X-T": "{x}"], "headerTemplates.X-T uses 'x', which header templates do not support"),
        Change("headers", nil, "headers is missing"),
        Change("headers X-A", "a\r\nb: c", "headers.X-A is not a valid header value"),
        Change("headers Authorization", "x", "headers.Authorization is a header that a manifest must not set"),
        Change("headers hOST", "x", "headers.hOST is a header that a manifest must not set"),
        Change("headers Content-Length", "1", "headers.Content-Length is a header"),
        Change("headers x-channel", "b", "headers.x-channel is a duplicate"),
        Change("security", nil, "security is missing"),
        Change("security allowedOrigins", [], "security.allowedOrigins is empty"),
        Change(
            "security allowedOrigins", ["https://*.bank.example"], "security.allowedOrigins[0] is not a valid origin"),
        Change("security allowedOrigins", ["*"], "security.allowedOrigins[0] is not a valid origin"),
        Change("security allowedOrigins", ["http://bank.example"], "security.allowedOrigins[0] is not a valid origin"),
        Change(
            "security allowedOrigins", ["https://bank.example/x"], "security.allowedOrigins[0] is not a valid origin"),
        Change(
            "security allowedOrigins", ["https://a@bank.example"], "security.allowedOrigins[0] is not a valid origin"),
        Change("security pinning", "no", "security.pinning must be true or false"),
        Change("security requireHandshake", nil, "security.requireHandshake is missing"),
        Change("security attestation", ["device": 1], "security.attestation.device must be true or false"),
        Change(
            "security alowedOrigins", [], "security.alowedOrigins is an unknown member; did you mean 'allowedOrigins'?"),
        Change("limits", ["totalSteps": 0], "limits.totalSteps is not between"),
        Change("limits", ["totalStep": 10], "limits.totalStep is an unknown member"),
        Change("limits", ["journeyTimeoutMs": "900"], "limits.journeyTimeoutMs is not a whole number"),
        Change("startStep", "from", "startStep refers to an unknown step: 'from'; did you mean 'form'?"),
        Change("fallback", "nowhere", "fallback refers to an unknown step"),
        Change("steps", nil, "steps is missing"),
        Change("steps", [], "steps is not an object"),
    ]

    static let steps: [Change] = [
        Change(
            "steps form type", "teleport", "steps.form.type is an unknown step type, and the manifest has no fallback"),
        Change("steps form type", nil, "steps.form.type is missing"),
        Change("steps a:b", ["type": "server"], "steps.a:b is not a valid step name"),
        Change("steps form url", nil, "steps.form.url is missing"),
        Change("steps form url", "/pages/form", "steps.form.url is not a valid absolute https URL"),
        Change(
            "steps form url", "https://bank.example\\@evil.test/", "steps.form.url is not a valid absolute https URL"),
        Change(
            "steps form on",
            .object(Dictionary(uniqueKeysWithValues: (0...1_000).map { ("e\($0)", ["to": "failed"]) })),
            "steps.form.on has 1001"),
        Change("steps form url", "https://evil.test/", "steps.form.url is not on security.allowedOrigins"),
        Change("steps form timeoutMs", 0, "steps.form.timeoutMs is not between"),
        Change("steps form timeoutMs", 86_400_001, "steps.form.timeoutMs is not between"),
        Change("steps form timeoutMs", "60000", "steps.form.timeoutMs is not a whole number"),
        Change("steps form timoutMs", 1, "steps.form.timoutMs is an unknown member; did you mean 'timeoutMs'?"),
        Change("steps form plugin", "x", "steps.form.plugin is an unknown member"),
        Change("steps form bridgeAllow", "all", "steps.form.bridgeAllow is not an array"),
        Change("steps form bridgeAllow", ["a b"], "steps.form.bridgeAllow[0] is not a valid name"),
        Change("steps form bridgeEncrypt", ["submit"], "steps.form.bridgeEncrypt is not an object"),
        Change("steps form bridgeEncrypt", ["submit": true], "steps.form.bridgeEncrypt.submit is not"),
        Change("steps form bridgeEncrypt", ["submit": "A256KW"], "steps.form.bridgeEncrypt.submit must be one of"),
        Change("steps form bridgeEncrypt", ["submit": "ECDH-ES"], "steps.form.bridgeEncrypt.submit must be one of"),
        Change(
            "steps form bridgeEncrypt", ["submi": "dir"],
            "steps.form.bridgeEncrypt.submi is neither a method nor an event of the step; did you mean 'submit'?"),
        Change("steps form bridgeEncrypt", ["timeout": "dir"], "steps.form.bridgeEncrypt.timeout is neither a method"),
        Change("steps confirm bridgeEncrypt", ["success": "dir"], "steps.confirm.bridgeEncrypt is an unknown member"),
        Change("steps confirm plugin", nil, "steps.confirm.plugin is missing"),
        Change("steps confirm params", [], "steps.confirm.params is not an object"),
        Change("steps done on", ["x": ["to": "form"]], "steps.done.on must be empty"),
        Change("steps done timeoutMs", 5, "steps.done.timeoutMs is an unknown member"),
        Change("steps done outcome", "success", "steps.done.outcome must be one of"),
        Change("steps done result", ["reference": "text"], "steps.done.result.reference is not a valid type"),
        Change("steps pay idempotencyKey", "a b", "steps.pay.idempotencyKey is not a valid key of 1 to 64"),
        Change(
            "steps form on timeout to", "expird",
            "steps.form.on.timeout.to refers to an unknown step: 'expird'; did you mean 'expired'?"),
        Change(
            "steps form on timeout gaurd", "true",
            "steps.form.on.timeout.gaurd is an unknown member; did you mean 'guard'?"),
        Change("steps form on timeout guard", "true", "steps.form.on.timeout has a guard but no default"),
        Change("steps form on submit", [], "steps.form.on.submit is empty"),
        Change(
            "steps form on submit 1", nil, "steps.form.on.submit[0] has a guard; the last transition is the default"),
        Change(
            "steps form on submit 0 guardExpr", nil, "steps.form.on.submit[0] has no guard, so the transitions after it"
        ),
        Change("steps form on submit 0 guard", "true", "steps.form.on.submit[0].guard differs from guardExpr"),
        Change(
            "steps form on submit 0 guardExpr", "payload.amount > '0' &&",
            "steps.form.on.submit[0].guardExpr is not a valid guard"),
        Change(
            "steps form on submit 0 guardExpr", "1 == 'a'", "steps.form.on.submit[0].guardExpr is not a valid guard"),
        Change(
            "steps form on submit 0 guardExpr", "steps.pey.reference == 'a'",
            "steps.form.on.submit[0].guardExpr is not a valid guard: 'steps.pey.reference' refers to an unknown step (GUARD_MISSING)"
        ),
        Change(
            "steps form on submit 0 guardExpr", "steps.pay.referense == 'a'",
            "steps.form.on.submit[0].guardExpr is not a valid guard"),
        Change(
            "steps form on submit 0 guardExpr", "steps.pay.reference == 1",
            "steps.form.on.submit[0].guardExpr is not a valid guard"),
        Change(
            "steps form on submit 0 guardExpr", "result.status == 'a'",
            "steps.form.on.submit[0].guardExpr is not a valid guard"),
        Change(
            "steps form on submit 0 guardExpr", "session.locales == 'a'",
            "steps.form.on.submit[0].guardExpr is not a valid guard"),
        Change(
            "steps form on submit 1 emit", "timeout",
            "steps.form.on.submit[1].emit is the name of an event that only the engine may raise"),
        Change("steps form on submit 1 emit", "bridge_ready", "steps.form.on.submit[1].emit is the name of an event"),
        Change("steps form on sub%20mit", ["to": "done"], "steps.form.on.sub%20mit is not a valid name"),
    ]

    static let bindings: [Change] = [
        Change("\(pay) onSuccessEmit", "success", "steps.pay.bindings[0].onSuccessEmit is the name of an event"),
        Change("\(pay) onEvent", nil, "steps.pay.bindings[0].onEvent is missing"),
        Change("\(pay) call", nil, "steps.pay.bindings[0].call is missing"),
        Change(
            "\(pay) call operationId", "createTransfr",
            "steps.pay.bindings[0].call.operationId refers to an operation that the OpenAPI bundle does not have: 'createTransfr'; did you mean 'createTransfer'?",
            .operationUnknown),
        Change("\(pay) call headers", ["Cookie": "a"], "steps.pay.bindings[0].call.headers.Cookie is a header"),
        Change("\(pay) call argsFrom", "a", "steps.pay.bindings[0].call.argsFrom must not be combined with 'in'"),
        Change("\(pay) in", nil, "steps.pay.bindings[0] passes no arguments, but createTransfer requires 'amount'"),
        Change("\(pay) in amount", nil, "steps.pay.bindings[0].in lacks 'amount'"),
        Change("\(pay) in amont", "payload.x", "steps.pay.bindings[0].in.amont is not an argument of createTransfer"),
        Change("\(pay) in amount", "amount", "steps.pay.bindings[0].in.amount is not a usable path"),
        Change("\(pay) in amount", "payload..a", "steps.pay.bindings[0].in.amount is not a usable path"),
        Change("\(pay) in amount", 5, "steps.pay.bindings[0].in.amount is not a string"),
        Change(
            "\(pay) in amount", "session.locale",
            "steps.pay.bindings[0].in.amount is not a usable path: Its value has the type string, but the argument is number"
        ),
        Change(
            "\(pay) out reference", "integer",
            "steps.pay.bindings[0].out.reference has the type integer, but createTransfer returns string"),
        Change("\(pay) out reference", "uuid", "steps.pay.bindings[0].out.reference is not a valid type"),
        Change(
            "\(pay) retry 0 on 0", "VALIDATION_FAIL",
            "steps.pay.bindings[0].retry[0].on[0] is not a valid error code that can be retried"),
        Change("\(pay) retry 0 max", 11, "steps.pay.bindings[0].retry[0].max is not between"),
        Change("\(pay) retry 0 capMs", 60_001, "steps.pay.bindings[0].retry[0].capMs is not between"),
        Change("\(pay) retry 0 attempts", 1, "steps.pay.bindings[0].retry[0].attempts is an unknown member"),
    ]

    @Test("a top-level refusal names its location", arguments: top)
    func topLevel(change: Change) async throws { try await check(change, in: TestManifest.manifest) }

    @Test("a step's refusal names its location", arguments: steps)
    func step(change: Change) async throws { try await check(change, in: TestManifest.manifest) }

    @Test("a binding's refusal names its location", arguments: bindings)
    func binding(change: Change) async throws { try await check(change, in: TestManifest.manifest) }

    @Test(
        "a 1.2 member in a 1.1 manifest is refused",
        arguments: [
            Change("notAfter", "2026-12-31T00:00:00Z", "notAfter requires manifest version 1.2"),
            Change("errorPolicy", [:], "errorPolicy requires manifest version 1.2"),
            Change(
                "steps form on timeout", [["to": "done"]],
                "steps.form.on.timeout is not an object"),
            Change("steps form bindings 0 in", [:], "steps.form.bindings[0].in is an unknown member"),
            Change("steps done outcome", "failed", "steps.done.outcome is an unknown member"),
            Change("steps done result", "x", "steps.done.result is not an object"),
            Change(
                "steps form bindings 0 call argsFrom", "a..b",
                "steps.form.bindings[0].call.argsFrom is not a dotted path"),
            Change("mustUnderstand", ["limits"], "mustUnderstand requires manifest version 1.2"),
        ])
    func version(change: Change) async throws { try await check(change, in: TestManifest.manifest11) }

    private func check(_ change: Change, in manifest: JSONValue) async throws {
        let refusal = try await TestManifest.refusal(manifest.setting(change.path, to: change.value))
        #expect(refusal?.code == change.code)
        #expect(refusal?.message.hasPrefix(change.message) ?? false, "\(refusal?.message ?? "not refused")")
        #expect(refusal?.message.last.map { ".?".contains($0) } ?? false)
    }

    @Test("retries of a call that is neither idempotent nor keyed are refused")
    func retryWithoutKey() async throws {
        let manifest = TestManifest.manifest.setting(
            RefusalTests.pay,
            to: [
                "onEvent": "enter", "call": ["operationId": "audit"], "retry": [["on": ["NET_TIMEOUT"], "max": 1]],
            ]
        ).setting("steps pay on", to: ["timeout": ["to": "expired"]])
        let message = try await TestManifest.refusal(manifest)?.message
        #expect(message?.hasPrefix("steps.pay.bindings[0].retry would repeat audit") ?? false)
    }

    @Test("a completed or pending result declares a textual reference, and other outcomes need not")
    func reference() async throws {
        for (path, value, place) in [
            ("done result", nil, "steps.done must declare a reference"),
            ("done result", [:], "steps.done.result must declare a reference"),
            ("done result", ["Reference": "string"], "steps.done.result must declare a reference"),
            ("done result reference", "integer", "steps.done.result must declare a reference"),
            ("done outcome", nil, nil), ("held result", nil, "steps.held must declare a reference"),
            ("held result", ["status": "string"], "steps.held.result must declare a reference"),
            ("failed result", [:], nil), ("failed outcome", "completed", "steps.failed must declare a reference"),
            ("cancelled result", ["status": "string"], nil),
        ] as [(String, JSONValue?, String?)] {
            let manifest = TestManifest.manifest.setting("steps \(path)", to: value)
            let refusal = try await TestManifest.refusal(manifest)
            #expect(refusal?.code == place.map { _ in .manifestInvalid }, "\(path)")
            #expect(refusal?.message.hasPrefix(place ?? "") ?? true, "\(refusal?.message ?? "")")
        }
        let old = TestManifest.manifest11.setting("steps done result", to: nil)
        #expect(try await TestManifest.refusal(old) == nil, "1.1 says nothing of it")
    }

    @Test("one step's calls may not give one output two types")
    func conflictingOutputs() async throws {
        let second: JSONValue = [
            "onEvent": "more", "call": ["operationId": "audit"], "out": ["reference": "number"],
        ]
        let manifest = TestManifest.manifest.setting(
            "steps pay bindings",
            to: .array(
                [TestManifest.manifest["steps"]?["pay"]?["bindings"]?[0] ?? .null, second]))
        #expect(try await TestManifest.refusal(manifest)?.message.contains("has another type") ?? false)
    }
}
