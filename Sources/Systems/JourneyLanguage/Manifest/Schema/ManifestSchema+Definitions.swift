internal import JourneyBase

/// The `$defs` of the schemas.
extension ManifestSchema {
    static func definitions(_ version: Journey.Version) -> [String: JSONValue] {
        var all = forms.merging(steps(version)) { $1 }
        all["security"] = closed(
            [
                "allowedOrigins": list(
                    ref("origin"), least: 1, most: 32, "The origins that pages, calls and the OpenAPI document may use."
                ),
                "pinning": flag("true if the host must have pins for the origins. false disables no check."),
                "requireHandshake": flag(
                    "true if a page without a bridge handshake counts as lost. Without a handshake, a page never has a bridge."
                ),
                "signIn": flag("true if the user must sign in at the bank before the first step."),
                "attestation": map(
                    nil, flag("true if the attestation is required; false omits an additional one."),
                    "The attestations required before the first step: device, session."),
            ], required: ["allowedOrigins", "pinning", "requireHandshake"],
            "The journey's additional security requirements.")
        var policy = ["snapshotOn": list(ref("name"), "The events after which the run is saved.")]
        if version >= .v12 {
            policy["keep"] = list(
                form("declared output such as steps.STEP.OUTPUT", "^steps\\."), most: 32,
                "Declared outputs that a snapshot stores, as steps.STEP.OUTPUT.")
            policy["maxAgeMs"] = whole(
                60_000, 2_592_000_000, "The time after saving during which a run can be resumed, in milliseconds.")
            all.merge(only12) { $1 }
            if version >= .v13 {
                all.merge(only13) { $1 }
                all["headers"] = nil
                all["headerTemplates"] = nil
            }
        }
        all["resumePolicy"] = closed(policy, "The rules for saving a run so that it can be resumed.")
        return all
    }

    private static let forms: [String: JSONValue] = [
        "address": [
            "title": "absolute https URL in normalized form", "type": "string", "format": "uri",
            "pattern": "^https://[^\\s\\\\]+$",
        ],
        "origin": form("origin such as https://bank.example", "^https://[^\\s\\\\@*/?#]+/?$"),
        "version": form("version such as 1.0.0", "^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$"),
        "moment": [
            "title": "UTC time such as 2026-01-01T00:00:00Z", "type": "string", "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
        ],
        "journeyName": form("journey name: up to 64 letters, digits and -_.", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"),
        "stepName": form("step name: up to 64 letters, digits and -_.", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"),
        "name": form("name: names are up to 64 letters, digits and _-.:", "^[A-Za-z0-9_.:-]{1,64}$"),
        "headerName": form("header name", "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"),
        "headers": map(
            ref("headerName"),
            form("header value", "^$|^[!-~\\x80-\\u{10FFFF}]([\\t -~\\x80-\\u{10FFFF}]*[!-~\\x80-\\u{10FFFF}])?$"),
            most: 32, "Headers of the manifest; headers that the SDK sets itself are refused."),
    ]

    private static var only13: [String: JSONValue] {
        let expression: JSONValue = [
            "title": "expression", "type": "string", "minLength": 1,
            "maxLength": .number(JSONNumber(ExpressionLimits.standard.bytes)),
            "description": "An expression (CEL).",
        ]
        let poll: [String: JSONValue] = [
            "everyMs": whole(100, 3_600_000, "The wait between two reads, in milliseconds."),
            "maxMs": whole(
                100, 86_400_000,
                "The time after which the outcome counts as unknown, in milliseconds; at least everyMs."),
            "until": ref("expression", "The condition that ends the poll, over result, status and headers."),
        ]
        let status: [String: JSONValue] = [
            "operationId": text("A GET of the OpenAPI document."),
            "in": ref("expressions", "Each argument, with the expression of its value."),
            "done": ref("expression", "The condition under which the call was executed, once the poll is over."),
            "out": map(
                nil, ref("output"), most: 64, "The call's outputs, with expressions over the query's response."),
        ]
        return [
            "poll": closed(
                poll, required: ["everyMs", "maxMs", "until"], "Repeats a read until a condition is true."),
            "status": closed(
                status.merging(poll) { $1 }, required: ["operationId", "everyMs", "maxMs", "until", "done"],
                "The read that decides a call whose answer was lost."),
            "expression": expression,
            "headerExpressions": map(
                ref("headerName"), ref("expression"), most: 32,
                "Headers of the manifest, with the expressions of their values; headers that the SDK sets itself are refused."
            ),
            "pageAddress": [
                "title": "address or expression", "type": "string", "minLength": 1,
                "maxLength": .number(JSONNumber(ExpressionLimits.standard.bytes)),
                "description": "An absolute https URL in normalized form, or an expression of one.",
            ],
            "expressions": map(nil, ref("expression"), most: 64, "Names, with the expressions of their values."),
            "output": [
                "description": "An expression over the response, or one with a type.",
                "oneOf": [
                    ref("expression"),
                    closed(
                        ["type": ref("valueType"), "value": ref("expression", "The expression of the value.")],
                        required: ["type", "value"], "An expression with the type of its value."),
                ],
            ],
            "gatewayCredential": oneOf(
                "credential that the gateway adds", GatewayCredential.allCases.map(\.rawValue)),
            "brand": brand,
            "sca": approval,
            "effect": oneOf("effect of a call", CallEffect.allCases.map(\.rawValue)),
            "key": closed(
                [
                    "header": ref("headerName", "The header that carries the key."),
                    "body": form(
                        "JSON pointer such as /requestId", "^/", "The member of the body that carries the key."),
                    "form": oneOf("form of a key", KeyPlacement.Form.allCases.map(\.rawValue)),
                    "maxLength": whole(1, 1_024, "The greatest length of the value, in bytes; 255 by default."),
                    "windowMs": whole(
                        1, 31_536_000_000, "The time for which the bank remembers a key, in milliseconds."),
                ], required: ["windowMs"], "The place and form of the idempotency key of a call whose effect is keyed."),
        ]
    }

    private static var approval: JSONValue {
        let label = text("The label in one language.")
        return closed(
            [
                "step": ref("name", "The native step, with the plugin transaction_approval, that shows the values."),
                "shownAs": map(
                    nil, list(text("A parameter of that step."), least: 1, most: 8, "The parameters."), most: 64,
                    "Arguments that parameters of that step stand for, as a quote's identifier for its amount and payee."
                ),
                "labels": map(
                    nil,
                    closed(
                        ["en": label, "bn": label, "ar": label], required: ["en", "bn", "ar"],
                        "The label in the languages of the screens."),
                    most: 24, "Labels of values, by their names on the screen. Without one, the name itself is shown."),
            ], required: ["step"],
            "The approval that the call needs: the values that a page can influence are shown there.")
    }

    private static var only12: [String: JSONValue] {
        let tries = whole(1, 10, "The maximum number of retries.")
        let cap = whole(1, 60_000, "The longest wait before a retry, in milliseconds; 8,000 by default.")
        let jitter = flag("true if waits are random up to their full length; true by default.")
        return [
            "valueType": oneOf("type", ValueType.allCases.map(\.rawValue)),
            "retryCode": oneOf(
                "error code that can be retried", ManifestGrammar.retryCodes.map(\.rawValue).sorted()),
            // A pattern, so that the reader of error policies can name the nearest code.
            "policyCode": [
                "title": "error code of a step", "type": "string", "pattern": "^[A-Z][A-Z_]{0,63}$",
                "examples": .array(ManifestGrammar.policyCodes.map(\.rawValue).sorted().map { .string($0) }),
            ],
            "retry": closed(
                [
                    "on": list(ref("retryCode"), "The error codes that the rule applies to."), "max": tries,
                    "capMs": cap,
                    "jitter": jitter,
                ], required: ["on", "max"], "A rule for retrying a call."),
            "policyRetry": closed(
                ["max": tries, "capMs": cap, "jitter": jitter], required: ["max"],
                "Added to the retry rules of each call that may be repeated."),
            "ending": closed(
                [
                    "outcome": oneOf("outcome of an error", ["cancelled", "failed", "pending"]),
                    "recoverable": flag("true if the host may start again; only with failed."),
                ], required: ["outcome"], "Ends the journey."),
            "headerTemplates": map(
                ref("headerName"),
                form(
                    "template of 1 to 1024 printable ASCII characters", "^[ -~]{1,1024}$",
                    "Text with placeholders in braces, such as {session.correlationId}."), most: 16,
                "Header templates, filled in at each call."),
            "declared": map(nil, ref("valueType"), most: 64, "Names and types."),
        ]
    }
}
