import JourneyBase

@testable import JourneyLanguage

extension LintCase {
    static let steps: [LintCase] = [
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
            .invalidGuard, .warning, at: "steps.pay.on.paid[0].guardExpr",
            bad: [("steps pay on paid 0 guardExpr", "payload.status == 1")],
            good: [("steps pay on paid 0 guardExpr", "payload.other == 1")]),
        LintCase(
            .textOrder, at: "steps.form.on.submit[0].guardExpr",
            bad: [("steps form on submit 0 guardExpr", "payload.amount > \"9.00\"")],
            good: [("steps form on submit 0 guardExpr", "payload.amount > 9.00")]),
        LintCase(
            .textOrder, at: "steps.form.on.submit[0].guardExpr",
            bad: [("steps form on submit 0 guardExpr", "\"12.50\" <= \"9.00\"")],
            good: [("steps form on submit 0 guardExpr", "payload.day >= \"2026-01-31\"")]),
        LintCase(
            .textOrder, .warning, at: "steps.pay.on.paid[0].guardExpr",
            bad: [("steps pay on paid 0 guardExpr", "result.reference < steps.form.to")],
            good: [("steps pay on paid 0 guardExpr", "result.reference != steps.form.to")]),
        LintCase(
            .terminalWithEdges, at: "steps.done.on", bad: [("steps done on", ["x": ["to": "form"]])],
            good: [("steps done on", [:])]),
        LintCase(
            .missingOutcome, .warning, at: "steps.done", bad: [("steps done outcome", nil)],
            good: [("steps done outcome", "pending")]),
        LintCase(
            .missingReference, at: "steps.done.result", bad: [("steps done result reference", "integer")],
            good: [("steps done result other", "integer")]),
        LintCase(
            .unprovidedResult, .warning, at: "steps.done.result.fee", bad: [("steps done result fee", "number")],
            good: [("steps done result amount", "number")]),
        LintCase(
            .unprovidedResult, .warning, at: "steps.done.result.amount", bad: [("steps done result amount", "string")],
            good: [("steps done result amount", "integer")]),
        LintCase(
            .unprovidedResult, at: "steps.done.result.reference",
            bad: LintEdit(
                manifest: [
                    ("steps pay bindings 0 out reference", nil),
                    ("steps held", ["type": "terminal", "outcome": "failed"]),
                ],
                bundle: [("components schemas Receipt properties reference", nil)]),
            good: LintEdit(manifest: [("steps pay bindings 0 out reference", nil)])),
        LintCase(
            .missingTimeout, .warning, at: "steps.form", bad: [("steps form timeoutMs", nil)],
            good: [("steps form timeoutMs", 1)]),
        LintCase(
            .unhandledTimeout, .warning, at: "steps.form.timeoutMs", bad: [("steps form on timeout", nil)],
            good: [("steps form on timeout", ["to": "failed"])]),
        LintCase(
            .unhandledError, .warning, at: "steps.confirm", bad: [("steps confirm on error", nil)],
            good: [
                ("steps confirm on error", nil), ("errorPolicy", [["on": ["UNKNOWN"], "to": "failed"]]),
            ]),
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
            .emptyPayload, .warning, at: "steps.pay.bindings[0].in.to",
            bad: [("steps pay bindings 0 in to", "payload.to")],
            good: [("steps pay bindings 0 in to", "session.locale")]),
        LintCase(
            .emitLoop, .warning, at: "steps.form.on.a",
            bad: [("steps form on a", ["emit": "b"]), ("steps form on b", ["emit": "a"])],
            good: [("steps form on a", ["emit": "b"]), ("steps form on b", ["emit": "c"])]),
        LintCase(
            .unknownMethod, at: "steps.confirm.params.method",
            bad: [("steps confirm params method", "performBiometrics")],
            good: [("steps confirm params method", "performBiometric")]),
        LintCase(
            .unknownArgument, at: "steps.confirm.params.reasn", bad: [("steps confirm params reasn", "Approve")],
            good: [("steps confirm params reason", "Approve")]),
        LintCase(
            .missingArgument, at: "steps.confirm", bad: [("steps confirm params", [:])],
            good: [("steps confirm params", ["reason": "Approve"])]),
        LintCase(
            .argumentType, at: "steps.confirm.params.reason", bad: [("steps confirm params reason", "")],
            good: [("steps confirm params reason", "A")]),
        LintCase(
            .unknownPlugin, .warning, at: "steps.confirm.plugin", bad: [("steps confirm plugin", "document_captur")],
            good: [("steps confirm plugin", "document_capture")]),
        LintCase(
            .unknownMethod, .warning, at: "steps.form.bridgeAllow[0]",
            bad: [("steps form bridgeAllow 0", "performBiometrics")], good: [("steps form bridgeAllow", [])]),
        LintCase(
            .unusedMethod, .warning, at: "steps.form.bridgeAllow[0]", bad: [], good: [("steps form bridgeAllow", [])],
            pages: ["<p>nothing</p>"]),
        LintCase(
            .unknownEncryptedName, at: "steps.form.bridgeEncrypt.submi",
            bad: [("steps form bridgeEncrypt", ["submi": "dir"])],
            good: [("steps form bridgeEncrypt", ["submit": "dir"])]),
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
            .unknownStepType, at: "steps.extra.type",
            bad: [("steps extra", ["type": "teleport"]), ("steps form on extra", ["to": "extra"])],
            good: [
                ("steps extra", ["type": "teleport"]), ("steps form on extra", ["to": "extra"]), ("fallback", "failed"),
            ]),
        LintCase(
            .unreachableTransition, at: "steps.form.on.submit[0]", bad: [("steps form on submit 0 guardExpr", nil)],
            good: [("steps form on submit 0 guardExpr", "true")]),
        LintCase(
            .guardAlias, at: "steps.form.on.submit[0].guard", bad: [("steps form on submit 0 guard", "true")],
            good: [("steps form on submit 0 guard", "payload.amount > 0")]),
        LintCase(
            .timeLeadsOn, at: "steps.form.on.journeyTimeout",
            bad: [("steps form on journeyTimeout", ["to": "confirm"])],
            good: [("steps form on journeyTimeout", ["to": "expired"])]),
    ]
}
