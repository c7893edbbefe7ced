import JourneyBase

@testable import JourneyLanguage

/// A small journey of version 1.3: a form, a payment with a key of its bank's, and the end.
enum TestManifest13 {
    static var openAPI: JSONValue {
        let payment: JSONValue = [
            "type": "object", "required": ["amount", "creditor"], "additionalProperties": false,
            "properties": [
                "requestId": ["type": "string"],
                "amount": [
                    "type": "object", "required": ["value", "currency"], "additionalProperties": false,
                    "properties": ["value": ["type": "string"], "currency": ["type": "string"]],
                ],
                "creditor": ["type": "object", "required": ["iban"], "properties": ["iban": ["type": "string"]]],
                "notes": ["type": "array", "items": ["type": "string"]], "urgent": ["type": "boolean"],
                "priority": ["type": ["integer", "null"]],
            ],
        ]
        let receipt: JSONValue = [
            "type": "object", "required": ["Data"],
            "properties": [
                "Data": [
                    "type": "object", "required": ["PaymentId", "Status"],
                    "properties": [
                        "PaymentId": ["type": "string"], "Status": ["type": "string"], "Fee": ["type": "number"],
                        "Tries": ["type": "integer"], "Extra": [:],
                    ],
                ]
            ],
        ]
        return [
            "openapi": "3.1.0", "servers": [["url": "https://bank.example/api"]],
            "paths": [
                "/payments/{scheme}": [
                    "post": [
                        "operationId": "pay",
                        "parameters": [
                            ["name": "scheme", "in": "path", "required": true, "schema": ["type": "string"]],
                            [
                                "name": "PayPal-Request-Id", "in": "header", "required": true,
                                "schema": ["type": "string", "maxLength": 108],
                            ],
                        ],
                        "requestBody": [
                            "required": true, "content": ["application/json": ["schema": payment]],
                        ],
                        "responses": ["201": ["content": ["application/json": ["schema": receipt]]]],
                    ]
                ],
                "/payments": ["get": ["operationId": "list"]],
            ],
        ]
    }

    static let body = """
        {'amount': {'value': decimal(payload.amount).toFixed(2), 'currency': 'EUR'}, 'creditor': {'iban': payload.iban}, \
        'notes': [payload.note].filter(n, n != ''), 'urgent': has(payload.urgent) && payload.urgent}
        """

    static var manifest: JSONValue {
        TestManifest.manifest.setting("manifestVersion", to: "1.3").setting(
            "steps",
            to: [
                "form": [
                    "type": "web", "url": "https://bank.example/pages/form",
                    "bindings": [
                        [
                            "onEvent": "submit",
                            "call": [
                                "operationId": "pay", "effect": "keyed", "movesMoney": true,
                                "key": ["header": "PayPal-Request-Id", "maxLength": 108, "windowMs": 21_600_000],
                            ],
                            "in": ["scheme": "'sepa'", "body": .string(body)],
                            "out": [
                                "reference": "result.Data.PaymentId",
                                "isDone": "result.Data.Status in ['DONE', 'BOOKED']",
                                "extra": ["type": "object", "value": "result.Data.Extra"],
                            ],
                            "onSuccessEmit": "paid", "onErrorEmit": "refused",
                        ]
                    ],
                    "on": [
                        "paid": [
                            ["guard": "result.isDone && result.reference.startsWith('P-')", "to": "done"],
                            ["to": "failed"],
                        ],
                        "refused": ["to": "failed"],
                    ],
                ],
                "done": [
                    "type": "terminal", "outcome": "completed",
                    "result": ["reference": "steps.form.reference", "note": "'Paid ' + steps.form.reference"],
                ],
                "failed": ["type": "terminal", "outcome": "failed"],
            ]
        ).setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI))).setting("startStep", to: "form").setting(
            "resumePolicy", to: nil
        ).setting("fallback", to: nil)
            .setting("errorPolicy", to: nil).setting("headerTemplates", to: nil)
            .setting("headers", to: ["X-Channel": "'partner'"])
    }
}
