import JourneyBase

@testable import JourneyLanguage

extension LintCase {
    /// A journey of version 1.3 that leads from its form to another party's pages, and then asks the bank.
    static var authorizing: JSONValue {
        let ways: JSONValue = ["to": "asked"]
        let changes: [LintEdit.Change] = [
            ("steps form on away", ["to": "auth"]),
            (
                "steps auth",
                [
                    "type": "authorize", "url": "'https://auth.example/sca/' + steps.form.to",
                    "hosts": ["https://auth.example"], "return": ["https": "https://return.example/done"],
                    "expect": ["state": "session.idempotencyKey", "iss": "'https://auth.example'"],
                    "out": ["code": "string"], "timeoutMs": 600_000,
                    "on": ["success": ways, "cancelled": ways, "timeout": ways, "error": ways],
                ]
            ),
            ("steps asked", logging("transferStatus", ["id": "'1'"])),
            ("resumePolicy", ["snapshotOn": [], "keep": ["steps.form.to"]]),
        ]
        return changes.reduce(approving) { $0.setting($1.path, to: $1.value) }
    }

    private static func authorize(
        _ rule: LintRule, at place: String, bad: [LintEdit.Change], good: [LintEdit.Change]
    ) -> LintCase {
        LintCase(
            rule, at: place, bad: LintEdit(base: authorizing, manifest: bad),
            good: LintEdit(base: authorizing, manifest: good))
    }

    static let authorizations = [
        authorize(
            .uncheckedReturn, at: "steps.auth.on.success", bad: [("steps auth on success", ["to": "done"])],
            good: [("steps auth on success", ["to": "asked"])]),
        authorize(
            .uncheckedReturn, at: "steps.auth.on.error", bad: [("steps auth on error", ["to": "form"])], good: []),
        authorize(
            .uncheckedReturn, at: "steps.auth.on.cancelled",
            bad: [
                ("steps auth on cancelled", ["to": "other"]),
                ("steps other", logging("transferStatus", ["id": "'1'"]).setting("on enter", to: ["to": "failed"])),
            ], good: []),
        authorize(
            .uncheckedReturn, at: "steps.auth.on.enter", bad: [("steps auth on enter", ["to": "done"])],
            good: [("steps auth on journeyTimeout", ["to": "failed"])]),
        authorize(
            .uncheckedReturn, at: "steps.auth.on.success",
            bad: [
                ("steps exchange", logging("transferStatus", ["id": "steps.auth.code"])),
                ("steps auth on success", ["to": "exchange"]),
            ],
            good: [
                (
                    "steps exchange",
                    logging("transferStatus", ["id": "steps.auth.code"])
                        .setting(
                            "on",
                            to: ["logged": ["to": "asked"], "unlogged": ["to": "asked"], "timeout": ["to": "asked"]])
                ), ("steps auth on success", ["to": "exchange"]),
            ]),
        authorize(
            .unboundReturn, at: "steps.auth.expect", bad: [("steps auth expect state", "config.clientId")],
            good: []),
        authorize(
            .unboundReturn, at: "steps.auth.out",
            bad: [("steps auth expect state", "'fixed'"), ("steps auth expect id", "session.idempotencyKey")],
            good: []),
        authorize(
            .unboundReturn, at: "steps.auth.expect",
            bad: [("steps auth expect state", "'fixed'")],
            good: [("steps auth expect state", "steps.form.to")]),
        authorize(
            .unboundReturn, at: "steps.auth.expect.state", bad: [("steps auth expect state", "session.correlationId")],
            good: [("steps auth expect state", "session.idempotencyKey")]),
        authorize(
            .unboundReturn, at: "steps.auth.expect.state", bad: [("steps auth expect state", "payload.state")],
            good: []),
        authorize(
            .unboundReturn, at: "steps.auth.expect", bad: [("steps auth expect state", "string(session.now)")],
            good: []),
        authorize(
            .unboundReturn, at: "steps.auth.expect.state",
            bad: [("resumePolicy keep", []), ("steps auth expect state", "steps.form.to")],
            good: [("steps auth expect state", "steps.form.to")]),
        authorize(
            .unboundReturn, at: "steps.auth.out", bad: [("steps auth expect iss", nil)],
            good: [("steps auth expect iss", nil), ("steps auth out id_token", "string")]),
        authorize(
            .unboundReturn, at: "steps.auth.out",
            bad: [("steps auth expect state", nil), ("steps auth expect id", "session.idempotencyKey")],
            good: [
                ("steps auth expect state", nil), ("steps auth expect id", "session.idempotencyKey"),
                ("steps auth out code", nil),
            ]),
        authorize(
            .invalidReturn, at: "steps.auth.return.https",
            bad: [("steps auth return https", "https://auth.example/done")],
            good: [("steps auth return https", "https://other.example/done")]),
        authorize(
            .invalidReturn, at: "steps.auth.return.https",
            bad: [("steps auth return https", "https://bank.example/done")], good: []),
        authorize(
            .invalidReturn, at: "steps.auth.return.https",
            bad: [("steps auth return https", "https://return.example/done?a=b")], good: []),
        authorize(
            .invalidReturn, at: "steps.auth.return.https",
            bad: [("steps auth return https", "https://return.example:8443/done")], good: []),
        authorize(
            .invalidReturn, at: "steps.auth.return.app", bad: [("steps auth return", ["app": "done"])],
            good: [("steps auth return", ["app": "/done"])]),
        authorize(
            .invalidReturn, at: "steps.auth.return",
            bad: [("steps auth return", ["app": "/done", "https": "https://return.example/done"])], good: []),
        authorize(
            .foreignOrigin, at: "steps.auth.url", bad: [("steps auth url", "https://bank.example/sca")],
            good: [("steps auth url", "https://auth.example/sca")]),
        authorize(
            .invalidAddress, at: "steps.auth.url", bad: [("steps auth url", "'http://auth.example/' + steps.form.to")],
            good: []),
        authorize(
            .invalidAddress, at: "steps.auth.url", bad: [("steps auth url", "'javascript:alert(1)'")], good: []),
        authorize(
            .invalidAddress, at: "steps.auth.url",
            bad: [("steps auth url", "'https://u:p@auth.example/' + steps.form.to")], good: []),
        authorize(
            .invalidAddress, at: "steps.auth.url", bad: [("steps auth url", "payload.url")],
            good: [("steps auth url", "steps.form.to")]),
        authorize(
            .invalidAddress, at: "steps.auth.url", bad: [("steps auth url", "steps.auth.code")], good: []),
        authorize(
            .resumePath, at: "resumePolicy.keep", bad: [("resumePolicy keep", ["steps.auth.code"])],
            good: [("resumePolicy keep", ["steps.form.to"])]),
        authorize(.missingMember, at: "steps.auth", bad: [("resumePolicy", nil)], good: []),
        authorize(.wrongType, at: "steps.auth.out.code", bad: [("steps auth out code", "integer")], good: []),
        authorize(
            .doubleArguments, at: "steps.auth.out.iss", bad: [("steps auth out iss", "string")],
            good: [("steps auth out ref", "string")]),
        authorize(
            .invalidName, at: "steps.auth.out.error", bad: [("steps auth out error", "string")],
            good: [("steps auth out errors", "string")]),
        authorize(
            .unknownMember, at: "steps.auth.bindings",
            bad: [
                ("steps auth bindings", logging("transferStatus", ["id": "'1'"])["bindings"])
            ], good: []),
        authorize(
            .invalidValue, at: "steps.auth.parameters", bad: [("steps auth parameters", "body")],
            good: [("steps auth parameters", "fragment")]),
        authorize(
            .invalidOrigin, at: "steps.auth.hosts[0]", bad: [("steps auth hosts", ["https://*.auth.example"])],
            good: []),
    ]
}
