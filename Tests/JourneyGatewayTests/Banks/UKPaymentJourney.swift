import JourneyBase
import JourneyCrypto

@testable import JourneyGateway

/// The journey: consent, pushed request, the bank's pages, code, the consent's status, payment.
enum UKPaymentJourney {
    static let openAPI: JSONValue = [
        "openapi": "3.1.0", "info": ["title": "UK payment", "version": "1"],
        "servers": [["url": "https://gateway.localhost/banks/uk/open-banking/v3.1/pisp"]],
        "paths": [
            "/domestic-payment-consents": [
                "post": operation("createConsent", ["Data", "Risk"], status: "201", ["ConsentId", "Status"])
            ],
            "/domestic-payment-consents/{ConsentId}": [
                "get": operation(
                    "getConsent", [], status: "200", ["Status"],
                    parameters: [["name": "ConsentId", "in": "path", "required": true, "schema": ["type": "string"]]])
            ],
            "/domestic-payments": [
                "post": operation(
                    "pay", ["Data", "Risk"], status: "201", ["DomesticPaymentId", "Status"],
                    parameters: [header("x-idempotency-key", isRequired: true)])
            ],
            // The gateway's own operations, at its own address.
            "/bank-authorizations/uk": own(
                "authorize", ["consentId"], status: "201",
                ["requestUri": "string", "clientId": "string", "state": "string", "expiresIn": "integer"]),
            "/bank-authorizations/uk/codes": own(
                "exchange", ["state", "code", "iss"], status: "200", ["authorized": "boolean", "expiresIn": "integer"]),
        ],
        "components": [
            "securitySchemes": [
                "oauth": [
                    "type": "oauth2",
                    "flows": ["clientCredentials": ["tokenUrl": "https://bank.example/token", "scopes": [:]]],
                ]
            ]
        ],
    ]

    private static func header(_ name: String, isRequired: Bool = false) -> JSONValue {
        ["name": .string(name), "in": "header", "required": .bool(isRequired), "schema": ["type": "string"]]
    }

    private static func body(_ members: [String], _ type: String) -> JSONValue {
        [
            "required": true,
            "content": [
                "application/json": [
                    "schema": [
                        "type": "object", "required": .array(members.map { .string($0) }),
                        "properties": .object(
                            Dictionary(members.map { ($0, JSONValue.object(["type": .string(type)])) }) { $1 }),
                    ]
                ]
            ],
        ]
    }

    private static func answer(_ schema: JSONValue) -> JSONValue {
        ["description": "done", "content": ["application/json": ["schema": schema]]]
    }

    private static func operation(
        _ id: String, _ members: [String], status: String, _ data: [String], parameters: [JSONValue] = []
    ) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(id), "security": [["oauth": []]], "parameters": .array(parameters),
            "responses": [
                status: answer([
                    "type": "object", "required": ["Data"],
                    "properties": [
                        "Data": [
                            "type": "object", "required": .array(data.map { .string($0) }),
                            "properties": .object(Dictionary(data.map { ($0, ["type": "string"]) }) { $1 }),
                        ]
                    ],
                ])
            ],
        ]
        if !members.isEmpty { operation["requestBody"] = body(members, "object") }
        return .object(operation)
    }

    private static func own(
        _ id: String, _ members: [String], status: String, _ answers: [String: String]
    ) -> JSONValue {
        [
            "servers": [["url": "https://gateway.localhost"]],
            "post": [
                "operationId": .string(id), "requestBody": body(members, "string"),
                "responses": [
                    status: answer([
                        "type": "object", "required": .array(answers.keys.sorted().map { .string($0) }),
                        "properties": .object(answers.mapValues { ["type": .string($0)] }),
                    ])
                ],
            ],
        ]
    }

    private static func calling(
        _ operation: String, _ more: [String: JSONValue], in arguments: [String: JSONValue],
        out: [String: JSONValue], then: JSONValue, or: JSONValue
    ) -> JSONValue {
        [
            "type": "server",
            "bindings": [
                [
                    "onEvent": "enter", "call": .object(more.merging(["operationId": .string(operation)]) { $1 }),
                    "in": .object(arguments), "out": .object(out), "onSuccessEmit": "answered",
                    "onErrorEmit": "unanswered",
                ]
            ],
            "on": ["answered": then, "unanswered": or],
        ]
    }

    static func changes(issuer: String) -> [String: JSONValue?] {
        let initiation =
            "{'InstructionIdentification': 'I-1', 'InstructedAmount': {'Amount': '12.50', 'Currency': 'GBP'}}"
        let asked: JSONValue = ["to": "status"]
        let text = { (value: String) -> JSONValue in .string(value) }
        let own: JSONValue = ["clientSecret"]
        let steps: [String: JSONValue] = [
            "consent": calling(
                "createConsent",
                ["effect": "once", "movesMoney": false, "gatewayCredentials": ["clientSecret", "detachedSignature"]],
                in: ["Data": text("{'Initiation': \(initiation)}"), "Risk": "{}"],
                out: ["consentId": "result.Data.ConsentId"], then: ["to": "push"], or: ["to": "failed"]),
            "push": calling(
                "authorize", ["effect": "idempotent", "movesMoney": false],
                in: ["consentId": "steps.consent.consentId"],
                out: ["requestUri": "result.requestUri", "clientId": "result.clientId", "state": "result.state"],
                then: ["to": "auth"], or: ["to": "failed"]),
            "auth": [
                "type": "authorize",
                "url": text(
                    "'\(issuer)/auth?client_id=' + steps.push.clientId + '&request_uri=' + steps.push.requestUri"),
                "hosts": [text(issuer.replacing("/api/oidc", with: ""))],
                "return": ["https": text(PaymentFixture.redirect)],
                "expect": ["state": "steps.push.state", "iss": text("'\(issuer)'")],
                "out": ["code": "string"], "timeoutMs": 600_000,
                "on": ["success": ["to": "exchange"], "cancelled": asked, "timeout": asked, "error": asked],
            ],
            "exchange": calling(
                "exchange", ["effect": "idempotent", "movesMoney": false],
                in: ["state": "steps.push.state", "code": "steps.auth.code", "iss": text("'\(issuer)'")],
                out: [:], then: asked, or: asked),
            "status": calling(
                "getConsent", ["gatewayCredentials": own], in: ["ConsentId": "steps.consent.consentId"],
                out: ["status": "result.Data.Status"],
                then: [["guard": "result.status == 'Authorised'", "to": "pay"], ["to": "failed"]],
                or: ["to": "open"]),
            "pay": calling(
                "pay",
                [
                    "effect": "keyed", "movesMoney": true,
                    "key": ["header": "x-idempotency-key", "windowMs": 86_400_000, "maxLength": 40],
                    "headers": ["X-Bank-Consent": "steps.consent.consentId"],
                    "gatewayCredentials": ["userToken", "detachedSignature"],
                ],
                in: [
                    "Data": text("{'ConsentId': steps.consent.consentId, 'Initiation': \(initiation)}"), "Risk": "{}",
                ], out: ["reference": "result.Data.DomesticPaymentId"], then: ["to": "done"], or: ["to": "failed"]),
            "done": ["type": "terminal", "outcome": "completed", "result": ["reference": "steps.pay.reference"]],
            "open": ["type": "terminal", "outcome": "pending", "result": ["reference": "steps.consent.consentId"]],
            "failed": ["type": "terminal", "outcome": "failed"],
        ]
        return [
            "manifestVersion": "1.3", "minSdk": "1.0.0", "startStep": "consent", "steps": .object(steps),
            "resumePolicy": ["snapshotOn": [], "keep": ["steps.consent.consentId", "steps.push.state"]],
            "security": [
                "allowedOrigins": ["https://gateway.localhost", text(issuer.replacing("/api/oidc", with: ""))],
                "pinning": false, "requireHandshake": false,
            ],
        ]
    }
}
