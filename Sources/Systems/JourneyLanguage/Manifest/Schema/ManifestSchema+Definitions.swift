internal import JourneyBase

/// What the schemas' `$defs` hold.
extension ManifestSchema {
    static func definitions(_ version: Journey.Version) -> [String: JSONValue] {
        var all = forms.merging(steps(version)) { $1 }
        all["security"] = closed(
            [
                "allowedOrigins": list(
                    ref("origin"), least: 1, most: 32, "Where pages, calls and the OpenAPI document may be."),
                "pinning": flag("Whether the host must have pins for the origins. false turns nothing off."),
                "requireHandshake": flag(
                    "Whether a page is lost that does not shake hands. Without a handshake it has no bridge either way."
                ),
                "signIn": flag("Whether the person has to sign in at the bank before the first step."),
                "attestation": map(
                    nil, flag("Whether it is asked for; false leaves out what is additional."),
                    "What is attested before the first step: device, session."),
            ], required: ["allowedOrigins", "pinning", "requireHandshake"],
            "What the journey asks for beyond what always holds.")
        var policy = ["snapshotOn": list(ref("name"), "The events after which the run is saved.")]
        if version >= .v12 {
            policy["keep"] = list(
                form("declared output such as steps.STEP.OUTPUT", "^steps\\."), most: 32,
                "Declared outputs that a snapshot holds, as steps.STEP.OUTPUT.")
            policy["maxAgeMs"] = whole(60_000, 2_592_000_000, "How long after it was saved a run can be resumed.")
            all.merge(only12) { $1 }
        }
        all["resumePolicy"] = closed(policy, "When a run is saved, so that it can be resumed.")
        return all
    }

    private static let forms: [String: JSONValue] = [
        "address": [
            "title": "absolute https address in plain spelling", "type": "string", "format": "uri",
            "pattern": "^https://[^\\s\\\\]+$",
        ],
        "origin": form("origin such as https://bank.example", "^https://[^\\s\\\\@*/?#]+/?$"),
        "version": form("version such as 1.0.0", "^[0-9]{1,9}(\\.[0-9]{1,9}){0,3}$"),
        "moment": [
            "title": "moment such as 2026-01-01T00:00:00Z", "type": "string", "format": "date-time",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$",
        ],
        "journeyName": form("journey's name: up to 64 letters, digits and -_.", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"),
        "stepName": form("step's name: up to 64 letters, digits and -_.", "^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$"),
        "name": form("name: names are up to 64 letters, digits and _-.:", "^[A-Za-z0-9_.:-]{1,64}$"),
        "headerName": form("header's name", "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$"),
        "headers": map(
            ref("headerName"),
            form("safe header", "^$|^[!-~\\x80-\\u{10FFFF}]([\\t -~\\x80-\\u{10FFFF}]*[!-~\\x80-\\u{10FFFF}])?$"),
            most: 32, "Headers that a manifest may set; those that the SDK owns are refused."),
    ]

    private static var only12: [String: JSONValue] {
        let tries = whole(1, 10, "Tries after the first.")
        let cap = whole(1, 60_000, "The longest wait before a try, in milliseconds; 8,000 unless told.")
        let jitter = flag("Whether waits are drawn at random up to their length; true unless told.")
        return [
            "valueType": oneOf("type", ValueType.allCases.map(\.rawValue)),
            "retryCode": oneOf(
                "code after which a call may be tried again", ManifestGrammar.retryCodes.map(\.rawValue).sorted()),
            // A pattern, so that the reader of error policies can name the nearest code.
            "policyCode": [
                "title": "code that a step can meet", "type": "string", "pattern": "^[A-Z][A-Z_]{0,63}$",
                "examples": .array(ManifestGrammar.policyCodes.map(\.rawValue).sorted().map { .string($0) }),
            ],
            "retry": closed(
                [
                    "on": list(ref("retryCode"), "The errors that the rule is for."), "max": tries, "capMs": cap,
                    "jitter": jitter,
                ], required: ["on", "max"], "When a call is tried again."),
            "policyRetry": closed(
                ["max": tries, "capMs": cap, "jitter": jitter], required: ["max"],
                "Joins the retry table of each call that may be repeated."),
            "ending": closed(
                [
                    "outcome": oneOf("outcome of an error", ["cancelled", "failed", "pending"]),
                    "recoverable": flag("Whether the host may start again; only with failed."),
                ], required: ["outcome"], "Ends the journey."),
            "headerTemplates": map(
                ref("headerName"),
                form(
                    "template of 1 to 1024 printable ASCII characters", "^[ -~]{1,1024}$",
                    "Text in which a name in braces stands for a value, as {session.correlationId}."), most: 16,
                "Headers whose text is known at the call."),
            "declared": map(nil, ref("valueType"), most: 64, "Names and types."),
        ]
    }
}
