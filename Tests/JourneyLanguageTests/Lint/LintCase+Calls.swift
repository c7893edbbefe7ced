import JourneyBase

@testable import JourneyLanguage

extension LintCase {
    private static let pay = "steps pay bindings 0"
    private static let call = "steps.pay.bindings[0]"

    static let calls: [LintCase] = [
        LintCase(
            .unknownOperation, at: "\(call).call.operationId", bad: [("\(pay) call operationId", "createTransfr")],
            good: [("\(pay) call operationId", "createTransfer")]),
        LintCase(
            .unknownArgument, at: "\(call).in.amont", bad: [("\(pay) in amont", "steps.form.amount")],
            good: [("\(pay) in note", "steps.form.to")]),
        LintCase(
            .missingArgument, at: "\(call).in", bad: [("\(pay) in amount", nil)], good: [("\(pay) in note", nil)]),
        LintCase(
            .invalidArgument, at: "\(call).in.to", bad: [("\(pay) in to", "steps.form.amount")],
            good: [("\(pay) in to", "session.locale")]),
        LintCase(
            .argumentType, at: "steps.confirm.bindings[0].in.amount",
            bad: [("steps confirm bindings", approved(["amount": "event.biometric", "to": "steps.form.to"]))],
            good: [("steps confirm bindings", approved(["amount": "steps.form.amount", "to": "event.biometric"]))]),
        LintCase(
            .doubleArguments, at: "\(call).call.argsFrom", bad: [("\(pay) call argsFrom", "form")],
            good: [("\(pay) call headers", [:])]),
        LintCase(
            .unknownOutput, at: "\(call).out.currency", bad: [("\(pay) out currency", "string")],
            good: [("\(pay) out status", "string")]),
        LintCase(
            .unknownOutput, at: "steps.confirm.out.proof", bad: [("steps confirm out", ["proof": "string"])],
            good: [("steps confirm out", ["biometric": "string"])]),
        LintCase(
            .outputType, at: "steps.confirm.out.biometric", bad: [("steps confirm out", ["biometric": "boolean"])],
            good: [("steps confirm out", ["biometric": "string"])]),
        LintCase(
            .outputType, at: "\(call).out.reference", bad: [("\(pay) out reference", "integer")],
            good: [("\(pay) out reference", "string")]),
        LintCase(
            .notShown, at: "\(call).in.note",
            bad: LintEdit(base: approving, manifest: [("\(pay) in note", "steps.form.to + string(session.now)")]),
            good: LintEdit(base: approving, manifest: [("\(pay) in note", "steps.form.to")])),
        LintCase(
            .retryCode, at: "errorPolicy[0].retry",
            bad: [("errorPolicy", [["on": ["VALIDATION_FAIL"], "retry": ["max": 1]]])],
            good: [("errorPolicy", [["on": ["SERVER_ERROR"], "retry": ["max": 1]]])]),
        LintCase(
            .unsafeRetry, at: "\(call).retry", bad: LintEdit(bundle: [("paths /transfers post parameters 0", nil)]),
            good: LintEdit(manifest: [("\(pay) retry", nil)], bundle: [("paths /transfers post parameters 0", nil)])),
        LintCase(
            .unhandledCall, .warning, at: call, bad: [("steps pay on refused", nil)],
            good: [("steps pay on refused", ["to": "expired"])]),
        LintCase(
            .unsentKey, at: "steps.log.idempotencyKey",
            bad: [("steps form on log", ["to": "log"]), ("steps log", logging("audit", [:], key: "transfer"))],
            good: [
                ("steps form on log", ["to": "log"]),
                ("steps log", logging("transferStatus", ["id": "steps.form.to"], key: "transfer")),
            ]),
        LintCase(
            .undeclaredKey, .warning, at: "\(call).call.key",
            bad: LintEdit(
                base: approving, manifest: [("\(pay) call key header", "Request-Id")],
                bundle: [("\(post) parameters 0 required", false)]),
            good: LintEdit(
                base: approving, manifest: [("\(pay) call key header", "Request-Id")],
                bundle: [("\(post) parameters 0 name", "request-id")])),
        LintCase(
            .pageResource, .warning, at: "steps.form.bindings[0].in.id",
            bad: [("startStep", "first"), ("steps first", first)],
            good: [
                ("startStep", "first"), ("steps first", first), ("steps form bindings 0 in id", "steps.first.id"),
            ]),
        // Near miss: a run may come to the form without the first step.
        LintCase(
            .pageResource, .warning, at: "steps.form.bindings[0].in.id",
            bad: [("startStep", "choose"), ("steps choose", choose), ("steps first", first)],
            good: [
                ("startStep", "choose"), ("steps choose", choose.setting("on skip", to: ["to": "form"])),
                ("steps first", first),
            ]),
        LintCase(
            .unkeyedCall, .warning, at: "steps.log.bindings[0].call",
            bad: [("steps form on log", ["to": "log"]), ("steps log", logging("audit", [:]))],
            good: [
                ("steps form on log", ["to": "log"]), ("steps log", logging("transferStatus", ["id": "steps.form.to"])),
            ]),
    ]

    /// A page before the form, with an identifier of the bank's.
    private static let first: JSONValue = [
        "type": "web", "url": "https://bank.example/pages/first", "timeoutMs": 60_000,
        "bindings": [
            [
                "onEvent": "enter", "call": ["operationId": "transferStatus"], "in": ["id": "session.locale"],
                "out": ["id": "string"], "onSuccessEmit": "known", "onErrorEmit": "unknown",
            ]
        ],
        "on": ["known": ["to": "form"], "timeout": ["to": "expired"]],
    ]

    private static let choose: JSONValue = [
        "type": "web", "url": "https://bank.example/pages/choose", "timeoutMs": 60_000,
        "on": ["go": ["to": "first"], "timeout": ["to": "expired"]],
    ]

    /// The good manifest as 1.3, with a payment whose values the step before it shows.
    static var approving: JSONValue {
        let changes: [LintEdit.Change] = [
            ("manifestVersion", "1.3"), ("headers", ["X-Channel": "'partner'"]),
            (
                "steps form bindings 0 out",
                [
                    "amount": ["type": "number", "value": "result.amount"],
                    "to": ["type": "string", "value": "result.to"],
                ]
            ),
            ("steps confirm plugin", "transaction_approval"),
            (
                "steps confirm params",
                [
                    "reason": "Approve the transfer", "challenge": "AAAAAAAAAAAAAAAAAAAAAA", "currency": "GBP",
                    "payeeAccount": "12-34-56 12345678",
                ]
            ),
            ("steps confirm in", ["amount": "steps.form.amount", "payeeName": "steps.form.to"]),
            ("\(pay) call effect", "keyed"), ("\(pay) call movesMoney", true),
            ("\(pay) call key", ["header": "X-Idempotency-Key", "windowMs": 1_000]),
            ("\(pay) call sca", ["step": "confirm"]),
            ("\(pay) out", ["reference": "result.reference", "status": "result.status"]),
            ("steps held result", ["reference": "steps.pay.reference"]),
            ("steps done result", ["reference": "steps.pay.reference"]),
        ]
        return changes.reduce(TestManifest.manifest) { $0.setting($1.path, to: $1.value) }
    }

    /// A call that is started by the native step's success.
    private static func approved(_ arguments: JSONValue) -> JSONValue {
        [["onEvent": "success", "call": ["operationId": "createTransfer"], "in": arguments, "onErrorEmit": "error2"]]
    }

    static func logging(
        _ operation: JSONValue, _ arguments: JSONValue, key: String? = nil
    ) -> JSONValue {
        var step: [String: JSONValue] = [
            "type": "server", "timeoutMs": 5,
            "bindings": [
                [
                    "onEvent": "enter", "call": ["operationId": operation], "in": arguments, "onSuccessEmit": "logged",
                    "onErrorEmit": "unlogged",
                ]
            ],
            "on": ["logged": ["to": "cancelled"], "unlogged": ["to": "failed"], "timeout": ["to": "expired"]],
        ]
        step["idempotencyKey"] = key.map { .string($0) }
        return .object(step)
    }

    private static let post = "paths /transfers post"
    private static let pointer = "#/paths/~1transfers/post"

    static let bundles: [LintCase] = [
        LintCase(
            .oapiHash, at: "oapiSha256",
            bad: [("oapiSha256", .string(String(repeating: "0", count: 64)))], good: []),
        LintCase(
            .oapiInvalid, inBundle: "#/openapi", bad: [("openapi", "3.3.0")], good: [("openapi", "3.1.1")]),
        LintCase(
            .oapiReference, inBundle: "\(pointer)/requestBody/$ref",
            bad: [("\(post) requestBody", ["$ref": "#/components/requestBodies/Transfer"])],
            good: [
                ("\(post) requestBody", ["$ref": "#/components/requestBodies/Transfer"]),
                ("components requestBodies", ["Transfer": TestManifest.requestBody]),
            ]),
        LintCase(
            .oapiOperation, inBundle: "#/paths/~1transfers~1{id}/get",
            bad: [("paths /transfers/{id} get operationId", "createTransfer")],
            good: [("paths /audit post operationId", "auditing")]),
        LintCase(
            .oapiPath, inBundle: "#/paths/~1transfers~1{id}/get",
            bad: [("paths /transfers/{id} parameters 0 name", "ids")],
            good: [("paths /transfers/{id} get summary", "ids")]),
        LintCase(
            .oapiServer, inBundle: "#/servers", bad: [("servers 0 url", "https://api.bank.example")],
            good: [("servers 0 url", "https://bank.example/v2")]),
        LintCase(
            .oapiParameter, inBundle: "#/paths/~1transfers~1{id}/get/parameters/0/style",
            bad: [("paths /transfers/{id} get parameters 0 style", "matrix")],
            good: [("paths /transfers/{id} get parameters 0 style", "form")]),
        LintCase(
            .oapiBody, inBundle: "\(pointer)/requestBody/content",
            bad: [("\(post) requestBody content", ["application/xml": [:]])],
            good: [("\(post) requestBody content application/xml", [:])]),
        LintCase(
            .oapiAnswer, inBundle: "\(pointer)/responses/2OO", bad: [("\(post) responses 2OO", [:])],
            good: [("\(post) responses 2XX", [:])]),
        LintCase(
            .oapiSchema, inBundle: "#/components/schemas/Transfer/properties/to/maxLength",
            bad: [("components schemas Transfer properties to maxLength", "9")],
            good: [("components schemas Transfer properties to maxLength", 9)]),
        LintCase(
            .oapiPattern, .warning, inBundle: "#/components/schemas/Transfer/properties/to/pattern",
            bad: [("components schemas Transfer properties to pattern", #"(a)\1"#)],
            good: [("components schemas Transfer properties to pattern", "a+")]),
        LintCase(
            .oapiSecurity, inBundle: "\(pointer)/security",
            bad: [("\(post) security", [["k": []]]), ("components securitySchemes", ["k": ["type": "mutualTLS"]])],
            good: [
                ("\(post) security", [["k": []], ["t": []]]),
                (
                    "components securitySchemes",
                    ["k": ["type": "mutualTLS"], "t": ["type": "http", "scheme": "bearer"]]
                ),
            ]),
    ]
}

extension TestManifest {
    static var requestBody: JSONValue { openAPI["paths"]?["/transfers"]?["post"]?["requestBody"] ?? .null }
}
