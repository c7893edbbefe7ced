public import JourneyBase
public import JourneyCrypto

/// The trust anchor for manifest keys: one issuer's root keys, for one environment.
///
/// An app contains only this anchor. The keys that sign manifests come in a key set that a root key has signed
/// (`ManifestKeySet`), so they can be rotated and revoked without a new app.
public struct ManifestAnchor: Hashable, Sendable {
    /// The issuer of the manifests: `issuer` of the key set, and of each manifest from version 1.2 on.
    public let issuer: String
    /// The environment, `sandbox` or `production`. A key of one is not accepted in the other.
    public let environment: String
    /// The root keys; more than one during rotation. With an empty set, no manifest is trusted.
    public let keys: JWKSet

    public init(issuer: String, environment: String, keys: JWKSet) {
        (self.issuer, self.environment, self.keys) = (issuer, environment, keys)
    }

    /// Reads an anchor from JSON: `{issuer, environment, keys}` without other members.
    ///
    /// - Parameter json: The anchor as JSON.
    /// - Throws: `JourneyError` with `KEYS_INVALID`.
    public init(_ json: JSONValue) throws(JourneyError) {
        self = try reporting { () throws(Refusal) in try ManifestAnchor(reading: Reading(json, code: .keysInvalid)) }
    }

    /// Reads an anchor from a document: `{issuer, environment, keys}` without other members.
    package init(reading document: Reading) throws(Refusal) {
        try document.onlyMembers(["issuer", "environment", "keys"])
        issuer = try KeySetReader.issuer(document)
        environment = try KeySetReader.environment(document)
        keys = try KeySetReader.keys(document.required("keys"))
    }

    /// The anchor as JSON, in the form that `init(_:)` reads.
    public var json: JSONValue {
        .object(
            ["issuer": .string(issuer), "environment": .string(environment)].merging(keys.json.object ?? [:]) { $1 })
    }
}
