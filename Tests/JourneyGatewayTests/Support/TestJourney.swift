import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import Testing

/// A minimal valid journey, and its issuer.
enum TestJourney {
    static let issuer = "test-bank"

    /// Returns an unsigned manifest of version 1.2 with `changes` to its members; `nil` removes one.
    static func manifest(
        _ journey: String, sequence: Int64, openAPI: [UInt8], changes: [String: JSONValue?] = [:]
    ) -> JSONValue {
        var members: [String: JSONValue] = [
            "manifestVersion": "1.2", "minSdk": "99.0.0", "journeyId": .string(journey), "issuer": .string(issuer),
            "sequence": .number(JSONNumber(sequence)), "notBefore": "2026-01-01T00:00:00Z",
            "notAfter": "2036-01-01T00:00:00Z",
            "oapiBundle": .string("https://gateway.localhost/journeys/\(journey)/openapi.json"),
            "oapiSha256": .string(Hex.encode(SHA256.hash(openAPI))), "headers": [:],
            "security": [
                "allowedOrigins": ["https://gateway.localhost"], "pinning": false, "requireHandshake": false,
            ],
            "startStep": "done", "steps": ["done": ["type": "terminal", "outcome": "completed"]],
        ]
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }

    /// The changes that make it a manifest of version 1.1.
    static let earlier: [String: JSONValue?] = [
        "manifestVersion": "1.1", "issuer": nil, "sequence": nil, "notBefore": nil,
        "notAfter": nil, "oapiSha256": nil, "steps": ["done": ["type": "terminal"]],
    ]

    static func signed(_ manifest: JSONValue, by key: P256PrivateKey, kid: String) async throws -> [UInt8] {
        var members = manifest.object ?? [:]
        let payload = try #require(manifest.canonicalBytes)
        members["signature"] = .string(try await DetachedJWS.sign(payload, with: key, kid: kid))
        return JSONValue.object(members).compactBytes
    }

    /// Returns a key set of `keys` signed by `root`, valid for an hour around `now`.
    static func keySet(_ keys: JWKSet, root: P256PrivateKey, now: Date = Date()) throws -> ManifestKeySet {
        let document = ManifestKeySet.document(
            keys, version: 1, issuer: issuer, environment: "sandbox", notBefore: now.addingTimeInterval(-1_800),
            notAfter: now.addingTimeInterval(1_800))
        let bytes = try ManifestKeySet.sign(document, key: root, kid: "root-1")
        return try ManifestKeySet.open(
            bytes,
            anchor: ManifestAnchor(
                issuer: issuer, environment: "sandbox", keys: try JWKSet(["root-1": root.publicKey])))
    }
}
