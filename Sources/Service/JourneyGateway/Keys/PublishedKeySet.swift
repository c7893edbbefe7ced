public import JourneyBase
public import JourneyCrypto
public import JourneyLanguage

/// A JWK set with a version and revoked ids: the keys that the gateway trusts and publishes.
///
/// ```json
/// { "version": 4, "keys": [ {"kty": "EC", "crv": "P-256", "x": "…", "y": "…", "kid": "2026-10", "alg": "ES256"} ],
///   "revoked": ["2026-04"] }
/// ```
///
/// A revoked key verifies nothing, whether or not it is still listed.
public struct PublishedKeySet: Hashable, Sendable {
    /// The version, which grows with each change.
    let version: Int64
    /// The keys that aren't revoked.
    package let keys: JWKSet
    /// Revoked ids, sorted.
    let revoked: [String]
    /// All listed keys, including revoked ones.
    let listed: [Listed]
    /// The bytes signed by a root; `nil` for a set without a signature.
    private let signed: [UInt8]?

    /// A key id with the key's thumbprint (RFC 7638).
    struct Listed: Hashable {
        let id: String
        let thumbprint: String
    }

    /// Creates a set without revocations.
    ///
    /// - Parameters:
    ///   - keys: The keys.
    ///   - version: The version of the set, from 1.
    public init(_ keys: JWKSet, version: Int64 = 1) {
        (self.keys, self.version, revoked, signed) = (keys, version, [], nil)
        listed = PublishedKeySet.list(keys)
    }

    /// Creates the set of manifest keys, published exactly as signed by a root.
    ///
    /// - Throws: `KEYS_INVALID` for a set without valid keys.
    public init(_ set: ManifestKeySet) throws(JourneyError) {
        (keys, version, revoked, signed) = (set.keys, set.version, set.revoked.sorted(), set.document)
        listed = PublishedKeySet.list((try? JWKSet(set.json)) ?? set.keys)
        guard !keys.keyIDs.isEmpty else { throw PublishedKeySet.fault("has no key that is not revoked") }
    }

    /// Parses a set.
    ///
    /// - Throws: `KEYS_INVALID` with a reason, also for a set without valid keys.
    public init(_ json: JSONValue) throws(JourneyError) {
        guard let members = json.object, Set(members.keys).isSubset(of: ["version", "keys", "revoked"]) else {
            throw PublishedKeySet.fault("has other members than version, keys and revoked")
        }
        guard let version = json["version"]?.int64, version >= 1 else {
            throw PublishedKeySet.fault("needs a version: a whole number from 1")
        }
        let list = json["revoked"]?.array ?? []
        let revoked = Set(list.compactMap(\.string).filter(JWKSet.isKeyID))
        guard revoked.count == list.count, list.count <= 1_000, json["revoked"].map({ $0.array != nil }) ?? true else {
            throw PublishedKeySet.fault("needs revoked to be a list of at most 1,000 different key ids")
        }
        let again: Bool
        do {
            // The whole set is parsed first: an invalid key is an error even if it is revoked.
            listed = PublishedKeySet.list(try JWKSet(json))
            let good = (json["keys"]?.array ?? []).filter { entry in
                entry["kid"]?.string.map { !revoked.contains($0) } ?? true
            }
            keys = try JWKSet(["keys": .array(good)])
            let bad = (json["keys"]?.array ?? []).filter { !good.contains($0) }
            let gone = PublishedKeySet.thumbprints(of: try JWKSet(["keys": .array(bad)]))
            again = !gone.isDisjoint(with: PublishedKeySet.thumbprints(of: keys))
        } catch {
            throw PublishedKeySet.fault("is not a JWK set: \(error)")
        }
        guard !again else { throw PublishedKeySet.fault("has a revoked key under another id") }
        guard !keys.keyIDs.isEmpty else { throw PublishedKeySet.fault("has no key that is not revoked") }
        self.version = version
        self.revoked = revoked.sorted()
        signed = nil
    }

    /// The thumbprints of the valid keys (RFC 7638), independent of their ids.
    var thumbprints: Set<String> { PublishedKeySet.thumbprints(of: keys) }

    private static func thumbprints(of keys: JWKSet) -> Set<String> { Set(list(keys).map(\.thumbprint)) }

    private static func list(_ keys: JWKSet) -> [Listed] {
        keys.keyIDs.compactMap { id in keys.key(id).map { Listed(id: id, thumbprint: $0.key.thumbprint) } }
    }

    /// The published form of the set.
    var published: [UInt8] {
        if let signed { return signed }
        var members = keys.json.object ?? [:]
        members["version"] = .number(JSONNumber(version))
        members["revoked"] = .array(revoked.map { .string($0) })
        return JSONValue.object(members).compactBytes
    }

    /// The facts that the gateway stores about a served set.
    var record: KeySetRecord {
        KeySetRecord(version: version, digest: SHA256.hash(published), revoked: revoked)
    }

    private static func fault(_ what: String) -> JourneyError { JourneyError(.keysInvalid, "The key set \(what).") }
}
