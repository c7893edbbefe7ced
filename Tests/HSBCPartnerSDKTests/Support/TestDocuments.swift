import HSBCPartnerTesting
import JourneyBase
import JourneyCrypto

/// The manifest and the OpenAPI bundle of the tests, which are also the start of hosts' tests.
enum TestDocuments {
    /// A manifest of version 1.2, with the digest of the bundle.
    static func manifest(openAPI: [UInt8]) -> JSONValue {
        [
            "manifestVersion": "1.2", "minSdk": "1.0.0", "journeyId": "money-transfer", "issuer": "test-bank",
            "sequence": 7, "notBefore": "2027-01-01T00:00:00Z", "notAfter": "2027-02-01T00:00:00Z",
            "oapiBundle": "https://gateway.example/journeys/money-transfer/openapi.json",
            "oapiSha256": .string(Hex.encode(SHA256.hash(openAPI))), "headers": ["X-Channel": "partner"],
            "security": [
                "allowedOrigins": ["https://gateway.example", "https://bank.example"], "pinning": false,
                "requireHandshake": false,
            ],
            "startStep": "form", "steps": steps,
        ]
    }

    /// The steps of the manifest.
    static let steps: JSONValue = [
        "form": [
            "type": "web", "url": "https://bank.example/pages/form", "bridgeAllow": ["performBiometric"],
            "bindings": [
                [
                    "onEvent": "submit", "call": ["operationId": "createQuote"], "in": ["amount": "event.amount"],
                    "out": ["quoteId": "string"], "onSuccessEmit": "quoted", "onErrorEmit": "quoteRejected",
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
                    "onEvent": "enter", "call": ["operationId": "createTransfer"],
                    "in": ["quoteId": "steps.form.quoteId"], "out": ["reference": "string", "status": "string"],
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
                "transferred": [["guardExpr": "result.status == \"HELD\"", "to": "held"], ["to": "done"]],
                "transferFailed": ["to": "failed"],
            ],
        ],
        "done": ["type": "terminal", "outcome": "completed", "result": ["reference": "string"]],
        "held": ["type": "terminal", "outcome": "pending", "result": ["reference": "string"]],
        "cancelled": ["type": "terminal", "outcome": "cancelled"],
        "failed": ["type": "terminal", "outcome": "failed"],
    ]

    static let openAPI = SampleJourney.openAPI
}
