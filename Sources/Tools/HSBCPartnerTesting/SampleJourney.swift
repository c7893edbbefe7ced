package import JourneyBase
import JourneyCrypto

/// A small, complete manifest with its OpenAPI bundle: form → biometric → pay → done.
package enum SampleJourney {
    /// Creates the unsigned manifest, with the digest of the bundle.
    package static func manifest(openAPI: [UInt8]) -> JSONValue {
        [
            "manifestVersion": "1.3", "minSdk": "1.0.0", "journeyId": "money-transfer", "issuer": "test-bank",
            "sequence": 7, "notBefore": "2027-01-01T00:00:00Z", "notAfter": "2027-02-01T00:00:00Z",
            "oapiBundle": "https://gateway.example/journeys/money-transfer/openapi.json",
            "oapiSha256": .string(Hex.encode(SHA256.hash(openAPI))), "headers": ["X-Channel": "'partner'"],
            "security": [
                "allowedOrigins": ["https://gateway.example", "https://bank.example"], "pinning": false,
                "requireHandshake": false,
            ],
            "startStep": "form", "steps": steps,
        ]
    }

    /// The steps of the manifest.
    package static let steps: JSONValue = [
        "form": [
            "type": "web", "url": "https://bank.example/pages/form", "bridgeAllow": ["performBiometric"],
            "bindings": [
                [
                    "onEvent": "submit",
                    "call": ["operationId": "createQuote", "effect": "once", "movesMoney": false],
                    "in": ["amount": "payload.amount"], "out": ["quoteId": "result.quoteId"], "onSuccessEmit": "quoted",
                    "onErrorEmit": "quoteRejected",
                ]
            ],
            "on": ["quoted": ["to": "biometric"], "cancel": ["to": "cancelled"]],
        ],
        "biometric": [
            "type": "native", "plugin": "biometric_auth", "params": ["reason": "Confirm"],
            "on": ["success": ["to": "pay"], "cancelled": ["to": "form"], "error": ["to": "failed"]],
        ],
        "pay": [
            "type": "server",
            "bindings": [
                [
                    "onEvent": "enter",
                    "call": [
                        "operationId": "createTransfer", "effect": "keyed", "movesMoney": true,
                        "key": ["header": "X-Idempotency-Key", "windowMs": 86_400_000],
                    ],
                    "in": ["quoteId": "steps.form.quoteId"],
                    "out": ["reference": "result.reference", "status": "result.status"],
                    "onSuccessEmit": "transferred", "onErrorEmit": "transferFailed",
                    "retry": [
                        [
                            "on": ["NET_TIMEOUT", "NET_UNREACHABLE", "RATE_LIMITED", "SERVER_ERROR"], "max": 2,
                            "capMs": 4000, "jitter": false,
                        ]
                    ],
                ]
            ],
            "on": [
                "transferred": [["guard": "result.status == 'HELD'", "to": "held"], ["to": "done"]],
                "transferFailed": ["to": "failed"],
            ],
        ],
        "done": ["type": "terminal", "outcome": "completed", "result": ["reference": "steps.pay.reference"]],
        "held": ["type": "terminal", "outcome": "pending", "result": ["reference": "steps.pay.reference"]],
        "cancelled": ["type": "terminal", "outcome": "cancelled"],
        "failed": ["type": "terminal", "outcome": "failed"],
    ]

    /// The OpenAPI bundle.
    package static let openAPI: JSONValue = [
        "openapi": "3.1.0", "info": ["title": "Bank", "version": "1"],
        "servers": [["url": "https://bank.example/api"]],
        "paths": [
            "/account": ["get": ["operationId": "getAccount", "responses": ["200": answer([:])]]],
            "/quotes": [
                "post": [
                    "operationId": "createQuote",
                    "requestBody": body(["amount": ["type": "integer"]], required: ["amount"]),
                    "responses": ["201": answer(["quoteId": ["type": "string"]])],
                ]
            ],
            "/transfers": [
                "post": [
                    "operationId": "createTransfer",
                    "parameters": [
                        ["name": "X-Idempotency-Key", "in": "header", "required": true, "schema": ["type": "string"]]
                    ],
                    "requestBody": body(["quoteId": ["type": "string"]], required: ["quoteId"]),
                    "responses": ["201": answer(["reference": ["type": "string"], "status": ["type": "string"]])],
                ]
            ],
        ],
    ]

    private static func body(_ properties: JSONValue, required: JSONValue) -> JSONValue {
        [
            "required": true,
            "content": [
                "application/json": ["schema": ["type": "object", "properties": properties, "required": required]]
            ],
        ]
    }

    private static func answer(_ properties: JSONValue) -> JSONValue {
        [
            "description": "OK",
            "content": ["application/json": ["schema": ["type": "object", "properties": properties]]],
        ]
    }
}
