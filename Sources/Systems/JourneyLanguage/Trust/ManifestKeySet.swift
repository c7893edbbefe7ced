package import Foundation
package import JourneyBase
package import JourneyCrypto

/// The keys that sign one issuer's manifests in one environment, as one of the issuer's roots has signed them: several while
/// they are rotated, each with its own time, and the ids of those that were revoked.
///
/// There is no other way to trust a manifest: a development key set is a key set like any other. `docs/manifest.md` has the
/// document's form.
public struct ManifestKeySet: Hashable, Sendable {
    /// Grows with each set of the issuer; a lower one is a rollback.
    package let version: Int64
    package let issuer: String
    /// `sandbox` or `production`.
    package let environment: String
    /// When the set begins to count, and when it has ended.
    package let notBefore: Date
    package let notAfter: Date
    /// The ids of keys that sign nothing any more, whatever they signed before.
    package let revoked: Set<String>
    /// As it was received, with its signature.
    package let document: [UInt8]
    /// SHA-256 of what was signed: two sets of one version must have the same.
    package let digest: [UInt8]
    let listed: JWKSet
    private let times: [String: KeyTime]

    /// When a key counts: from `begin`, and before `end`.
    struct KeyTime: Hashable, Sendable {
        let begin: Date?
        let end: Date?
    }

    /// The most ids that a set can revoke, and the most bytes that it can have.
    static let revokedLimit = 1_000
    package static let byteLimit = 256 * 1_024

    init(
        version: Int64, issuer: String, environment: String, notBefore: Date, notAfter: Date, keys: JWKSet,
        times: [String: KeyTime], revoked: Set<String>, document: [UInt8], digest: [UInt8]
    ) {
        self.version = version
        self.issuer = issuer
        self.environment = environment
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.listed = keys
        self.times = times
        self.revoked = revoked
        self.document = document
        self.digest = digest
    }

    /// The set as JSON, with its signature.
    package var json: JSONValue { (try? JSONReader.read(document)) ?? .null }

    /// The keys that are not revoked, by id.
    package var keys: JWKSet {
        var keys: [String: VerificationKey] = [:]
        for id in listed.keyIDs where !revoked.contains(id) { keys[id] = listed.key(id) }
        return (try? JWKSet(keys)) ?? JWKSet()
    }

    /// Throws `KEYS_NOT_YET_VALID` and `KEYS_EXPIRED`.
    func check(at now: Date) throws(Refusal) {
        guard now >= notBefore else {
            throw Refusal(.keysNotYetValid, at: "notBefore", "The key set's notBefore lies in the future.")
        }
        guard now < notAfter else {
            throw Refusal(.keysExpired, at: "notAfter", "The key set's notAfter has passed.")
        }
    }

    /// Checks that `signature` is over `bytes` by a key of this set that counts at `now`, and gives the key's id.
    func check(_ signature: String, over bytes: [UInt8], at now: Date) throws(Refusal) -> String {
        try check(at: now)
        let id: String
        do { id = try DetachedJWS.verify(signature, payload: bytes, keys: listed) } catch .keyUnknown {
            // A revoked key need not be listed any more. Nothing was verified here: the name can only refuse.
            if let id = DetachedJWS.keyID(of: signature), revoked.contains(id) { throw ManifestKeySet.isRevoked }
            throw Refusal(.manifestKeyUnknown, at: "signature", "signature is by a key that is not trusted.")
        } catch {
            throw Refusal(.manifestSignature, at: "signature", "signature is not a trusted key's over this manifest.")
        }
        guard !revoked.contains(id) else { throw ManifestKeySet.isRevoked }
        if let begin = times[id]?.begin, now < begin {
            throw Refusal(.manifestKeyExpired, at: "signature", "signature is by a key that does not count yet.")
        }
        if let end = times[id]?.end, now >= end {
            throw Refusal(.manifestKeyExpired, at: "signature", "signature is by a key whose time is over.")
        }
        return id
    }

    private static var isRevoked: Refusal {
        Refusal(.manifestKeyRevoked, at: "signature", "signature is by a key that was revoked.")
    }
}
