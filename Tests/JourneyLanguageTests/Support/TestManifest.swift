import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyLanguage

/// A small journey with every kind of step, as JSON that tests change, and its signing key.
enum TestManifest {
    static let moment = Date(timeIntervalSince1970: 1_780_000_000)  // 2026-05-28
    static let keyID = "test-1"

    /// Returns a fixed key, so that tests are deterministic.
    static func key() throws -> P256PrivateKey {
        try P256PrivateKey(scalar: Secret(copying: [UInt8](repeating: 7, count: 32)))
    }

    static var openAPI: JSONValue {
        [
            "openapi": "3.1.0", "servers": [["url": "https://bank.example/api"]],
            "paths": [
                "/transfers": [
                    "post": [
                        "operationId": "createTransfer",
                        "parameters": [
                            [
                                "name": "X-Idempotency-Key", "in": "header", "required": true,
                                "schema": ["type": "string"],
                            ]
                        ],
                        "requestBody": [
                            "required": true,
                            "content": [
                                "application/json": ["schema": ["$ref": "#/components/schemas/Transfer"]]
                            ],
                        ],
                        "responses": [
                            "201": [
                                "content": [
                                    "application/json": ["schema": ["$ref": "#/components/schemas/Receipt"]]
                                ]
                            ]
                        ],
                    ]
                ],
                "/transfers/{id}": [
                    "parameters": [["name": "id", "in": "path", "required": true, "schema": ["type": "string"]]],
                    "get": [
                        "operationId": "transferStatus",
                        "parameters": [
                            ["name": "detail", "in": "query", "schema": ["type": "boolean"]],
                            ["name": "limit", "in": "query", "schema": ["type": "integer"]],
                        ],
                    ],
                ],
                "/audit": ["post": ["operationId": "audit"]],
            ],
            "components": [
                "schemas": [
                    "Transfer": [
                        "type": "object", "required": ["amount", "to"],
                        "properties": [
                            "amount": ["type": "number"], "to": ["type": "string"],
                            "note": ["type": ["string", "null"]],
                        ],
                    ],
                    "Receipt": [
                        "type": "object",
                        "properties": ["reference": ["type": "string"], "status": ["type": "string"]],
                    ],
                ]
            ],
        ]
    }

    /// Returns the hash in the form of `oapiSha256`.
    static func hash(of openAPI: JSONValue) -> String { Hex.encode(SHA256.hash(openAPI.compactBytes)) }

    /// A manifest of version 1.2.
    static var manifest: JSONValue {
        [
            "manifestVersion": "1.2", "minSdk": "1.0.0", "journeyId": "transfer", "issuer": "Test Bank", "sequence": 41,
            "notBefore": "2026-01-01T00:00:00Z", "notAfter": "2026-12-31T00:00:00Z",
            "oapiBundle": "https://bank.example/openapi.json",
            "oapiSha256": .string(hash(of: openAPI)), "startStep": "form",
            "headers": ["X-Channel": "partner"],
            "security": [
                "allowedOrigins": ["https://bank.example"], "pinning": false, "attestation": [:],
                "requireHandshake": true,
            ],
            "steps": [
                "form": [
                    "type": "web", "url": "https://bank.example/pages/form", "bridgeAllow": ["performBiometric"],
                    "timeoutMs": 60000,
                    "bindings": [
                        [
                            "onEvent": "price", "call": ["operationId": "transferStatus"],
                            "in": ["id": "payload.id"], "out": ["amount": "number", "to": "string"],
                            "onSuccessEmit": "priced", "onErrorEmit": "notPriced",
                        ]
                    ],
                    "on": [
                        "submit": [
                            ["guardExpr": "payload.amount > 0", "to": "confirm"], ["emit": "form.invalid"],
                        ],
                        "timeout": ["to": "expired"],
                    ],
                ],
                "confirm": [
                    "type": "native", "plugin": "biometric_auth", "params": ["reason": "Approve the transfer"],
                    "timeoutMs": 60000,
                    "on": [
                        "timeout": ["to": "expired"], "success": ["to": "pay"], "cancelled": ["to": "cancelled"],
                        "error": ["to": "failed"],
                    ],
                ],
                "pay": [
                    "type": "server", "timeoutMs": 30000,
                    "bindings": [
                        [
                            "onEvent": "enter", "call": ["operationId": "createTransfer"],
                            "in": ["amount": "steps.form.amount", "to": "steps.form.to"],
                            "out": ["reference": "string", "status": "string"], "onSuccessEmit": "paid",
                            "onErrorEmit": "refused",
                            "retry": [["on": ["RATE_LIMITED", "NET_TIMEOUT"], "max": 3, "capMs": 8000]],
                        ]
                    ],
                    "on": [
                        "paid": [["guardExpr": "result.status == \"HELD\"", "to": "held"], ["to": "done"]],
                        "refused": ["to": "failed"], "timeout": ["to": "expired"],
                    ],
                ],
                "held": ["type": "terminal", "outcome": "pending", "result": ["reference": "string"]],
                "done": ["type": "terminal", "outcome": "completed", "result": ["reference": "string"]],
                "failed": ["type": "terminal", "outcome": "failed"],
                "expired": ["type": "terminal", "outcome": "failed"],
                "cancelled": ["type": "terminal", "outcome": "cancelled"],
            ],
        ]
    }

    /// A manifest of version 1.1, with the seed's grammar.
    static var manifest11: JSONValue {
        [
            "manifestVersion": "1.1", "minSdk": "1.0.0", "journeyId": "transfer", "locales": ["en-GB"],
            "oapiBundle": "https://bank.example/openapi.json", "startStep": "form", "headers": [:],
            "security": [
                "allowedOrigins": ["https://bank.example"], "pinning": true, "attestation": ["device": true],
                "requireHandshake": false,
            ],
            "resumePolicy": ["snapshotOn": ["submit"]],
            "steps": [
                "form": [
                    "type": "web", "url": "https://bank.example/pages/form", "timeoutMs": 60000,
                    "idempotencyKey": "transfer-1",
                    "bindings": [
                        [
                            "onEvent": "submit",
                            "call": [
                                "operationId": "createTransfer", "argsFrom": "form.values",
                                "headers": ["X-Screen": "form"],
                            ],
                            "onSuccessEmit": "paid", "onErrorEmit": "refused",
                        ]
                    ],
                    "on": [
                        "paid": ["to": "done", "guard": "payload.status == 'DONE'"],
                        "refused": [
                            "emit": "show.error", "guardExpr": "payload.code != 'X'", "guard": "payload.code != 'X'",
                        ],
                        "timeout": ["to": "done"],
                    ],
                ],
                "done": ["type": "terminal", "result": ["demo": true, "none": nil]],
            ],
        ]
    }

    /// Returns a key set of the test bank, signed by its own root.
    static func keySet(
        _ keys: JWKSet, issuer: String = "Test Bank", revoked: [String] = [], times: [String: JSONValue] = [:]
    ) throws -> ManifestKeySet {
        let root = try P256PrivateKey.generate()
        var document = ManifestKeySet.document(
            keys, version: 1, issuer: issuer, environment: "sandbox",
            notBefore: Date(timeIntervalSince1970: 0),
            notAfter: Date(timeIntervalSince1970: 4_000_000_000), revoked: revoked)
        for (name, value) in times { document = document.setting("keys 0 \(name)", to: value) }
        return try ManifestKeySet.verify(
            ManifestKeySet.sign(document, key: root, kid: "root"),
            anchor: ManifestAnchor(
                issuer: issuer, environment: "sandbox", keys: try JWKSet(["root": root.publicKey])), now: moment)
    }

    static func trust(least: Journey.Version = .v11) throws -> ManifestTrust {
        ManifestTrust(
            keys: try keySet(JWKSet([keyID: try key().publicKey])), leastVersion: least, now: moment,
            sdkVersion: "1.4.0",
            journey: try #require(JourneyID("transfer")))
    }

    static func signed(_ manifest: JSONValue) async throws -> [UInt8] {
        try await ManifestSigner.sign(manifest, key: key(), kid: keyID).compactBytes
    }

    /// Signs, verifies and compiles a manifest.
    static func journey(
        _ manifest: JSONValue = manifest, openAPI: JSONValue = openAPI, trust: ManifestTrust? = nil
    ) async throws -> Journey {
        let bytes = try await signed(manifest)
        let verified = try JourneyLoader.verify(bytes, trust: try trust ?? TestManifest.trust())
        return try JourneyLoader.compile(verified, openAPI: openAPI.compactBytes)
    }

    /// Returns the error of loading, or `nil`.
    static func refusal(
        _ manifest: JSONValue = manifest, openAPI: JSONValue = openAPI, trust: ManifestTrust? = nil
    ) async throws -> JourneyError? {
        do {
            _ = try await journey(manifest, openAPI: openAPI, trust: trust)
            return nil
        } catch let error as JourneyError {
            return error
        }
    }
}

extension JSONValue {
    /// Returns this value with the value at `path` replaced, or removed if `value` is `nil`. Names and indices of the path are
    /// separated by spaces, because names of events and paths contain dots and slashes: `steps form bindings 0 call`.
    func setting(_ path: String, to value: JSONValue?) -> JSONValue {
        setting(path.split(separator: " ").map(String.init)[...], to: value)
    }

    private func setting(_ parts: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
        guard let first = parts.first else { return value ?? .null }
        let rest = parts.dropFirst()
        if var list = array, let index = Int(first), list.indices.contains(index) {
            if rest.isEmpty, value == nil {
                list.remove(at: index)
            } else {
                list[index] = list[index].setting(rest, to: value)
            }
            return .array(list)
        }
        var members = object ?? [:]
        if rest.isEmpty, value == nil {
            members.removeValue(forKey: first)
        } else {
            members[first] = (members[first] ?? [:]).setting(rest, to: value)
        }
        return .object(members)
    }
}
