public import JourneyBase
public import JourneyCrypto
public import JourneyLanguage

/// A JWK set with a version and the ids that were withdrawn: what the gateway trusts and publishes.
///
/// ```json
/// { "version": 4, "keys": [ {"kty": "EC", "crv": "P-256", "x": "…", "y": "…", "kid": "2026-10", "alg": "ES256"} ],
///   "revoked": ["2026-04"] }
/// ```
///
/// A key whose id is revoked verifies nothing, whether it still stands among the keys or not.
public struct PublishedKeySet: Hashable, Sendable {
    /// Grows with each change.
    let version: Int64
    /// The keys that verify.
    package let keys: JWKSet
    /// Ids that were withdrawn, sorted.
    let revoked: [String]
    /// All that it lists, those that were withdrawn as well.
    let listed: [Listed]
    /// The bytes that a root has signed; `nil` for a set that its readers have from elsewhere.
    private let signed: [UInt8]?

    /// A key under its id: the key itself is known by its thumbprint (RFC 7638).
    struct Listed: Hashable {
        let id: String
        let thumbprint: String
    }

    /// A set of which nothing was ever withdrawn.
    public init(_ keys: JWKSet, version: Int64 = 1) {
        (self.keys, self.version, revoked, signed) = (keys, version, [], nil)
        listed = PublishedKeySet.list(keys)
    }

    /// The keys of manifests, published exactly as a root has signed them. Throws `KEYS_INVALID` for a set that verifies nothing.
    public init(_ set: ManifestKeySet) throws(JourneyError) {
        (keys, version, revoked, signed) = (set.keys, set.version, set.revoked.sorted(), set.document)
        listed = PublishedKeySet.list((try? JWKSet(set.json)) ?? set.keys)
        guard !keys.keyIDs.isEmpty else { throw PublishedKeySet.fault("has no key that verifies anything") }
    }

    /// The set that `json` spells. Throws `KEYS_INVALID` with one sentence: also for one that verifies nothing.
    public init(_ json: JSONValue) throws(JourneyError) {
        guard let members = json.object, Set(members.keys).isSubset(of: ["version", "keys", "revoked"]) else {
            throw PublishedKeySet.fault("has other members than version, keys and revoked")
        }
        guard let version = json["version"]?.int64, version >= 1 else {
            throw PublishedKeySet.fault("has no version: a whole number from 1 on")
        }
        let list = json["revoked"]?.array ?? []
        let revoked = Set(list.compactMap(\.string).filter(JWKSet.isKeyID))
        guard revoked.count == list.count, list.count <= 1_000, json["revoked"].map({ $0.array != nil }) ?? true else {
            throw PublishedKeySet.fault("has revoked ids that are none, or twice the same")
        }
        let again: Bool
        do {
            // The whole set is judged first: a bad key is a slip, also when it is revoked.
            listed = PublishedKeySet.list(try JWKSet(json))
            let good = (json["keys"]?.array ?? []).filter { entry in
                entry["kid"]?.string.map { !revoked.contains($0) } ?? true
            }
            keys = try JWKSet(["keys": .array(good)])
            let bad = (json["keys"]?.array ?? []).filter { !good.contains($0) }
            let gone = PublishedKeySet.thumbprints(of: try JWKSet(["keys": .array(bad)]))
            again = !gone.isDisjoint(with: PublishedKeySet.thumbprints(of: keys))
        } catch {
            throw PublishedKeySet.fault("is no JWK set: \(error)")
        }
        guard !again else { throw PublishedKeySet.fault("has a revoked key under another id") }
        guard !keys.keyIDs.isEmpty else { throw PublishedKeySet.fault("has no key that verifies anything") }
        self.version = version
        self.revoked = revoked.sorted()
        signed = nil
    }

    /// The keys themselves (RFC 7638), whatever their ids.
    var thumbprints: Set<String> { PublishedKeySet.thumbprints(of: keys) }

    private static func thumbprints(of keys: JWKSet) -> Set<String> { Set(list(keys).map(\.thumbprint)) }

    private static func list(_ keys: JWKSet) -> [Listed] {
        keys.keyIDs.compactMap { id in keys.key(id).map { Listed(id: id, thumbprint: $0.key.thumbprint) } }
    }

    /// The set as it is published.
    var published: [UInt8] {
        if let signed { return signed }
        var members = keys.json.object ?? [:]
        members["version"] = .number(JSONNumber(version))
        members["revoked"] = .array(revoked.map { .string($0) })
        return JSONValue.object(members).compactBytes
    }

    /// What is remembered of a set that was served.
    var record: KeySetRecord {
        KeySetRecord(version: version, digest: SHA256.hash(published), revoked: revoked)
    }

    private static func fault(_ what: String) -> JourneyError { JourneyError(.keysInvalid, "The key set \(what).") }
}
