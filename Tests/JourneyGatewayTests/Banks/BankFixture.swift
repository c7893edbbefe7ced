import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyTesting
import Synchronization

@testable import JourneyGateway

/// A journey that calls a bank through the gateway.
enum BankJourney {
    static let server = "https://gateway.localhost/banks/uk/open-banking/v3.1/pisp"

    /// An API in the style of banks: a payment with a key and a signature, a read, and an operation that no journey calls.
    static let openAPI: JSONValue = [
        "openapi": "3.0.0", "info": ["title": "Bank", "version": "1"], "servers": [["url": .string(server)]],
        "paths": [
            "/payments": [
                "post": [
                    "operationId": "pay", "security": [["oauth": []]],
                    "parameters": [
                        header("x-idempotency-key", isRequired: true), header("x-jws-signature", isRequired: true),
                        header("x-fapi-customer-ip-address"),
                    ],
                    "requestBody": [
                        "required": true,
                        "content": [
                            "application/json": [
                                "schema": [
                                    "type": "object", "required": ["Amount"],
                                    "properties": ["Amount": ["type": "string"]],
                                ]
                            ]
                        ],
                    ],
                    "responses": ["201": answer],
                ],
                "delete": ["operationId": "forget", "responses": ["200": answer]],
            ],
            "/payments/{PaymentId}": [
                "get": [
                    "operationId": "read", "security": [["oauth": []]],
                    "parameters": [
                        ["name": "PaymentId", "in": "path", "required": true, "schema": ["type": "string"]]
                    ], "responses": ["200": answer],
                ]
            ],
        ],
        "components": [
            "securitySchemes": [
                "oauth": [
                    "type": "oauth2",
                    "flows": ["clientCredentials": ["tokenUrl": "https://authserver.example/token", "scopes": [:]]],
                ]
            ]
        ],
    ]

    private static func header(_ name: String, isRequired: Bool = false) -> JSONValue {
        ["name": .string(name), "in": "header", "required": .bool(isRequired), "schema": ["type": "string"]]
    }

    private static let answer: JSONValue = [
        "description": "done",
        "content": [
            "application/json": ["schema": ["type": "object", "properties": ["PaymentId": ["type": "string"]]]]
        ],
    ]

    /// The members of its manifest, with the credentials that the gateway adds.
    static func changes(
        credentials: [String] = ["clientCertificate", "clientSecret", "detachedSignature"]
    ) -> [String: JSONValue?] {
        let added = JSONValue.array(credentials.map { .string($0) })
        return [
            "manifestVersion": "1.3", "startStep": "ask",
            "steps": [
                "ask": [
                    "type": "web", "url": "https://gateway.localhost/pages/form",
                    "bindings": [
                        [
                            "onEvent": "submit",
                            "call": [
                                "operationId": "pay", "effect": "keyed", "movesMoney": true,
                                "key": ["header": "x-idempotency-key", "windowMs": 86_400_000, "maxLength": 40],
                                "answerHeaders": ["x-bank-hint"], "gatewayCredentials": added,
                            ],
                            "in": ["Amount": "'1.00'"], "out": ["reference": "result.PaymentId"],
                            "onSuccessEmit": "paid", "onErrorEmit": "failed",
                            "status": [
                                "operationId": "read", "in": ["PaymentId": "'p1'"], "everyMs": 1_000,
                                "maxMs": 10_000, "until": "status == 200", "done": "true",
                                "out": ["reference": "result.PaymentId"],
                            ],
                        ]
                    ],
                    "on": ["paid": ["to": "done"], "failed": ["to": "failed"]],
                ],
                "done": [
                    "type": "terminal", "outcome": "completed", "result": ["reference": "steps.ask.reference"],
                ],
                "failed": ["type": "terminal", "outcome": "failed"],
            ],
        ]
    }

    /// Compiles the journey as the gateway does.
    static func compiled(credentials: [String]? = nil, id: String = "pay") async throws -> Journey {
        let (key, root) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let bytes = openAPI.compactBytes
        let manifest = TestJourney.manifest(
            id, sequence: 1, openAPI: bytes, changes: credentials.map { changes(credentials: $0) } ?? changes())
        let signed = try await TestJourney.signed(manifest, by: key, kid: "m1")
        let keys = try TestJourney.keySet(try JWKSet(["m1": key.publicKey]), root: root)
        guard let id = JourneyID(id) else { throw CancellationError() }
        let published = try PublishedJourney(
            id: id, manifest: signed, openAPI: bytes, keys: keys, leastVersion: .v12, now: Date())
        return try published.compiled(keys: keys, leastVersion: .v12, now: Date())
    }
}

/// A bank in the process that keeps what it gets, and answers as the test says.
final class BankStandIn: HTTPTransport {
    struct State {
        var requests: [HTTPRequest] = []
        var tokens = 0
        var respond: @Sendable (HTTPRequest) throws -> HTTPResponse = { _ in .json(["PaymentId": "p1"], status: 201) }
    }

    let state = Mutex(State())

    var requests: [HTTPRequest] { state.withLock { $0.requests.filter { $0.url.path != "/token" } } }
    var tokenRequests: [HTTPRequest] { state.withLock { $0.requests.filter { $0.url.path == "/token" } } }

    func answer(_ respond: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) {
        state.withLock { $0.respond = respond }
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        let (respond, number) = state.withLock { state in
            state.requests.append(request)
            if request.url.path == "/token" { state.tokens += 1 }
            return (state.respond, state.tokens)
        }
        guard request.url.path == "/token" else { return try respond(request) }
        return .json(["access_token": .string("token-\(number)"), "token_type": "Bearer", "expires_in": 300])
    }
}
