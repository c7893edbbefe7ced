import JourneyBase

@testable import JourneyLanguage

/// A manifest of version 1.3 with every member that there is, but `fallback` and `argsFrom`.
enum ManifestWithAllMembers {
    static var openAPI: JSONValue {
        TestManifest.openAPI.setting("paths /audit post requestBody", to: body)
            .setting("paths /audit post security", to: [["key": []]])
            .setting("components securitySchemes", to: ["key": ["type": "apiKey", "in": "header", "name": "X-Key"]])
            .setting(
                "paths /transfers/{id} get responses",
                to: ["200": ["content": ["application/json": ["schema": ["type": "object"]]]]]
            )
            .setting("paths /transfers/{id} put", to: ["operationId": "change", "requestBody": body])
    }

    private static let body: JSONValue = [
        "required": true, "content": ["application/json": ["schema": ["type": "object"]]],
    ]

    /// A picture of one pixel.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    static var manifest: JSONValue {
        let all = changes.reduce(TestManifest.manifest) { $0.setting($1.path, to: $1.value) }
        let bindings = (all.value(at: "steps form bindings")?.array ?? []) + [audit]
        return all.setting("steps form bindings", to: .array(bindings)).setting(
            "oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
    }

    /// A call with its key in the body.
    private static let audit: JSONValue = [
        "onEvent": "audit",
        "call": [
            "operationId": "audit", "effect": "keyed", "movesMoney": false, "gatewayCredentials": ["apiKey"],
            "key": ["body": "/requestId", "form": "bare", "maxLength": 200, "windowMs": 1_000],
        ],
        "in": ["body": "{'a': 'b'}"],
        "retry": [["on": ["RATE_LIMITED"], "max": 3, "capMs": 8_000, "jitter": true]],
    ]

    private static let changes: [(path: String, value: JSONValue)] = [
        ("manifestVersion", "1.3"), ("signature", "a..b"), ("locales", ["en"]), ("mustUnderstand", ["limits"]),
        ("security signIn", true), ("security attestation", ["device": true]), ("headers", ["X-Channel": "'partner'"]),
        ("limits", ["totalSteps": 1, "visitsPerStep": 1, "emitChain": 1, "journeyTimeoutMs": 1]),
        ("resumePolicy", ["snapshotOn": ["submit"], "keep": ["steps.form.to"], "maxAgeMs": 60_000]),
        (
            "errorPolicy",
            [
                ["on": ["NET_TIMEOUT"], "retry": ["max": 1, "capMs": 1, "jitter": true], "to": "failed"],
                ["on": ["SERVER_ERROR"], "end": ["outcome": "failed", "recoverable": true]],
            ]
        ),
        (
            "brand",
            [
                "accent": "#102030", "darkAccent": "#ddeeff", "cornerRadius": 4, "font": "Noto Sans",
                "contrast": "correct", "logo": ["name": "Bank", "png": .string(png)],
                "components": [
                    "card": ["accent": "#102030", "darkAccent": "#ddeeff", "cornerRadius": 4],
                    "button": ["cornerRadius": 4], "field": ["cornerRadius": 4], "pass": ["cornerRadius": 4],
                ],
            ]
        ),
        ("steps form bindings 0 in", ["id": "payload.id"]),
        (
            "steps form bindings 0 out",
            [
                "amount": ["type": "number", "value": "result.amount"], "to": ["type": "string", "value": "result.to"],
            ]
        ),
        ("steps form bindings 0 outOnError", ["code": ["type": "string", "value": "result.code"]]),
        ("steps form bindings 0 call headers", ["X-Screen": "'form'"]),
        ("steps form bindings 0 call answerHeaders", ["X-State"]),
        ("steps form bindings 0 poll", ["everyMs": 100, "maxMs": 100, "until": "status == 200"]),
        ("steps form bridgeEncrypt", ["submit": "dir"]), ("steps form idempotencyKey", "a"),
        ("steps form on submit 0 guard", "payload.amount > 0"), ("steps form on submit 0 emit", "shown"),
        ("steps confirm plugin", "transaction_approval"), ("steps confirm in", ["amount": "steps.form.amount"]),
        ("steps confirm out", ["proof": "string"]), ("steps confirm bindings", []),
        ("steps confirm idempotencyKey", "a"), ("steps pay idempotencyKey", "a"),
        ("steps pay bindings 0 call effect", "keyed"), ("steps pay bindings 0 call movesMoney", true),
        (
            "steps pay bindings 0 call key",
            ["header": "X-Idempotency-Key", "form": "quoted", "maxLength": 200, "windowMs": 1_000]
        ),
        (
            "steps pay bindings 0 call sca",
            [
                "step": "confirm", "shownAs": ["amount": ["amount"]],
                "labels": ["to": ["en": "To", "bn": "প্রাপক", "ar": "إلى"]],
            ]
        ),
        ("steps pay bindings 0 out", ["reference": "result.reference", "status": "result.status"]),
        ("steps pay bindings 0 retry 0 jitter", true),
        (
            "steps pay bindings 0 status",
            [
                "operationId": "transferStatus", "in": ["id": "'i'"], "everyMs": 100, "maxMs": 100,
                "until": "status == 200", "done": "result.state == 'DONE'",
                "out": [
                    "reference": ["type": "string", "value": "result.reference"],
                    "status": ["type": "string", "value": "result.state"],
                ],
            ]
        ),
        ("steps held result", ["reference": "steps.pay.reference"]),
        ("steps done result", ["reference": "steps.pay.reference"]),
        ("steps done on", [:]), ("steps done bindings", []),
        ("steps visit", authorize(return: ["https": "https://return.example/done"], parameters: "query")),
        ("steps other", authorize(return: ["app": "/done"], parameters: "fragment")),
    ]

    private static func authorize(return address: JSONValue, parameters: JSONValue) -> JSONValue {
        [
            "type": "authorize", "url": "https://auth.example/sca", "hosts": ["https://auth.example"],
            "return": address, "parameters": parameters, "expect": ["state": "session.idempotencyKey"],
            "out": ["ticket": "string"], "appToApp": false, "timeoutMs": 1,
            "on": [
                "success": ["to": "pay"], "cancelled": ["to": "pay"], "timeout": ["to": "pay"],
                "error": ["to": "pay"],
            ],
        ]
    }
}
