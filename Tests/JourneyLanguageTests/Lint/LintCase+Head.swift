import JourneyBase

@testable import JourneyLanguage

extension LintCase {
    static let documents: [LintCase] = [
        LintCase(.invalidJSON, at: "", of: "\"sequence\":41", bad: "\"sequence\":41,", good: "\"sequence\": 41"),
        LintCase(
            .duplicateMember, at: "sequence", of: "\"sequence\":41", bad: "\"sequence\":41,\"sequence\":42",
            good: "\"sequence\":41,\"sequences\":42"),
        LintCase(
            .numberSpelling, at: "sequence", of: "\"sequence\":41", bad: "\"sequence\":4.1e1",
            good: "\"sequence\":410"),
        LintCase(
            .unknownMember, at: "steps.form.on.timeout.gaurd", bad: [("steps form on timeout gaurd", "true")],
            good: [("steps form on submit 0 guard", "payload.amount > 0")]),
        LintCase(
            .unknownMember, .warning, at: "notafter", bad: [("notafter", "2026")],
            good: [("mustUnderstand", ["limits"])]),
        LintCase(
            .missingMember, at: "steps.form.url", bad: [("steps form url", nil)],
            good: [("steps form bridgeAllow", nil)]),
        LintCase(
            .wrongType, at: "steps.form.timeoutMs", bad: [("steps form timeoutMs", "60000")],
            good: [("steps form timeoutMs", 60_001)]),
        LintCase(
            .invalidValue, at: "steps.form.timeoutMs", bad: [("steps form timeoutMs", 0)],
            good: [("steps form timeoutMs", 1)]),
        LintCase(
            .invalidValue, at: "steps.pay.bindings[0].out.reference",
            bad: [("steps pay bindings 0 out reference", "uuid")],
            good: [("steps pay bindings 0 out reference", "string")]),
        LintCase(
            .tooMany, at: "steps.form.bridgeAllow",
            bad: [("steps form bridgeAllow", .array((0..<33).map { .string("m\($0)") }))],
            good: [("steps form bridgeAllow", .array((0..<32).map { .string("m\($0)") }))]),
        LintCase(
            .invalidName, at: "steps.a:b", bad: [("steps a:b", ["type": "terminal", "outcome": "failed"])],
            good: [("steps a.b", ["type": "terminal", "outcome": "failed"])]),
    ]

    static let head: [LintCase] = [
        LintCase(
            .version, at: "manifestVersion", bad: [("manifestVersion", "1.10")], good: [("manifestVersion", "1.2")]),
        LintCase(
            .laterVersion, at: "notAfter",
            bad: LintEdit(base: TestManifest.manifest11, manifest: [("notAfter", "2026-12-31T00:00:00Z")]),
            good: LintEdit(base: TestManifest.manifest11, manifest: [("locales", ["ar"])])),
        LintCase(
            .notUnderstood, at: "mustUnderstand[1]", bad: [("mustUnderstand", ["limits", "teleport"])],
            good: [("mustUnderstand", ["limits", "fallback"])]),
        LintCase(
            .invalidAddress, at: "steps.form.url", bad: [("steps form url", "https://bank.example\\@evil.test/")],
            good: [("steps form url", "https://bank.example/@evil.test/")]),
        LintCase(
            .foreignOrigin, at: "steps.form.url", bad: [("steps form url", "https://bank.example:8443/form")],
            good: [("steps form url", "https://bank.example:443/form")]),
        LintCase(
            .invalidOrigin, at: "security.allowedOrigins[1]",
            bad: [("security allowedOrigins", ["https://bank.example", "https://pages.bank.example/x"])],
            good: [("security allowedOrigins", ["https://bank.example", "https://pages.bank.example"])]),
        LintCase(
            .httpOrigin, at: "security.allowedOrigins[0]", bad: [("security allowedOrigins 0", "http://bank.example")],
            good: [("security allowedOrigins 0", "https://bank.example")]),
        LintCase(
            .wildcardOrigin, at: "security.allowedOrigins[0]",
            bad: [("security allowedOrigins 0", "https://*.example")],
            good: [("security allowedOrigins", ["https://bank.example", "https://pages.bank.example"])]),
        LintCase(
            .invalidHeader, at: "headers.X-A", bad: [("headers X-A", "a\r\nb: c")], good: [("headers X-A", "a b: c")]),
        LintCase(
            .forbiddenHeader, at: "headers.hOST", bad: [("headers hOST", "x")], good: [("headers X-Host", "x")]),
        LintCase(
            .doubleHeader, at: "headers.x-channel", bad: [("headers x-channel", "b")],
            good: [("headers x-channels", "b")]),
        LintCase(
            .invalidTemplate, at: "headerTemplates.X-T", bad: [("headerTemplates", ["X-T": "{session.local}"])],
            good: [("headerTemplates", ["X-T": "{session.locale}"])]),
        LintCase(
            .ignoredHeader, .warning, at: "headers.accept-language", bad: [("headers accept-language", "fr")],
            good: [("headers X-Accept-Language", "fr")]),
        LintCase(
            .ignoredHeader, .warning, at: "steps.pay.bindings[0].headerTemplates.X-Partner-Id",
            bad: [("steps pay bindings 0 headerTemplates", ["X-Partner-Id": "{config.partnerId}"])],
            good: [("steps pay bindings 0 headerTemplates", ["X-Partner": "{config.partnerId}"])]),
        LintCase(
            .invalidLocale, at: "locales[1]", bad: [("locales", ["en-GB", "en_US"])],
            good: [("locales", ["en-GB", "en-US"])]),
        LintCase(
            .emptyValidity, at: "notAfter", bad: [("notAfter", "2026-01-01T00:00:00Z")],
            good: [("notAfter", "2026-12-31T00:00:01Z")]),
        LintCase(
            .resumePath, at: "resumePolicy.keep[0]",
            bad: [("resumePolicy", ["snapshotOn": ["submit"], "keep": ["steps.form.amount"]])],
            good: [("resumePolicy", ["snapshotOn": ["submit"], "keep": ["steps.form.to"]])]),
        LintCase(
            .policyCode, at: "errorPolicy[0].on[0]",
            bad: [("errorPolicy", [["on": ["NET_TIMEOUTS"], "to": "failed"]])],
            good: [("errorPolicy", [["on": ["NET_TIMEOUT"], "to": "failed"]])]),
        LintCase(
            .policyAction, at: "errorPolicy[0].end",
            bad: [("errorPolicy", [["on": ["NET_TIMEOUT"], "to": "failed", "end": ["outcome": "failed"]]])],
            good: [("errorPolicy", [["on": ["NET_TIMEOUT"], "end": ["outcome": "failed"]]])]),
    ]
}
