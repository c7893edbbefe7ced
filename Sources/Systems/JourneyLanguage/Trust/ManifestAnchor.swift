public import JourneyBase
public import JourneyCrypto

/// Whom a host believes about manifest keys: one issuer's root keys, for one environment.
///
/// It is all that an app carries. The keys that sign manifests come in a key set that a root has signed (`ManifestKeySet`), so
/// that they can be rotated and revoked without a new app.
public struct ManifestAnchor: Hashable, Sendable {
    /// Whose manifests they are: `issuer` of the key set, and of each manifest from 1.2 on.
    public let issuer: String
    /// `sandbox` or `production`: a key of the one counts for nothing in the other.
    public let environment: String
    /// The root keys. Several while they are rotated; with an empty set, nothing is believed.
    public let keys: JWKSet

    public init(issuer: String, environment: String, keys: JWKSet) {
        (self.issuer, self.environment, self.keys) = (issuer, environment, keys)
    }

    /// The anchor that `json` spells: `{issuer, environment, keys}`, and nothing else. Throws `KEYS_INVALID`.
    public init(_ json: JSONValue) throws(JourneyError) {
        self = try reporting { () throws(Refusal) in try ManifestAnchor(reading: Reading(json, code: .keysInvalid)) }
    }

    /// The anchor that `document` spells: `{issuer, environment, keys}`, and nothing else.
    package init(reading document: Reading) throws(Refusal) {
        try document.onlyMembers(["issuer", "environment", "keys"])
        issuer = try KeySetReader.issuer(document)
        environment = try KeySetReader.environment(document)
        keys = try KeySetReader.keys(document.required("keys"))
    }

    /// The anchor as JSON, as `init` reads it.
    public var json: JSONValue {
        .object(
            ["issuer": .string(issuer), "environment": .string(environment)].merging(keys.json.object ?? [:]) { $1 })
    }
}
