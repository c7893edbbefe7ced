package import Foundation
package import JourneyBase
package import JourneyCrypto

/// The keys that sign one issuer's manifests in one environment, signed by one of the issuer's root keys. It has several keys
/// during rotation, each with its own validity period, and the IDs of revoked keys.
///
/// Every manifest is verified with a key set; development keys are no exception. `docs/reference/manifest.md` describes the document.
package struct ManifestKeySet: Hashable, Sendable {
    /// Increases with each set of the issuer; a lower one is a rollback.
    package let version: Int64
    package let issuer: String
    /// The environment, `sandbox` or `production`.
    package let environment: String
    /// The start of the validity period; it ends at `notAfter`.
    package let notBefore: Date
    package let notAfter: Date
    /// The IDs of keys whose signatures are no longer accepted, including earlier ones.
    package let revoked: Set<String>
    /// The document as received, with its signature.
    package let document: [UInt8]
    /// The SHA-256 hash of the signed bytes: two sets of one version must have the same.
    package let digest: [UInt8]
    let listed: JWKSet
    private let times: [String: KeyTime]

    /// The validity period of a key: from `begin`, and before `end`.
    struct KeyTime: Hashable, Sendable {
        let begin: Date?
        let end: Date?
    }

    /// The maximum number of revoked IDs in a set, and (`byteLimit`) the maximum length of a set in bytes.
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

    /// The keys that are not revoked, by ID.
    package var keys: JWKSet {
        var keys: [String: VerificationKey] = [:]
        for id in listed.keyIDs where !revoked.contains(id) { keys[id] = listed.key(id) }
        return (try? JWKSet(keys)) ?? JWKSet()
    }

    /// Checks the validity period. Throws `KEYS_NOT_YET_VALID` and `KEYS_EXPIRED`.
    func check(at now: Date) throws(Refusal) {
        guard now >= notBefore else {
            throw Refusal(
                .keysNotYetValid, at: "notBefore", "The key set's notBefore is in the future; check the device's clock."
            )
        }
        guard now < notAfter else {
            throw Refusal(
                .keysExpired, at: "notAfter", "The key set's notAfter has passed; the bank must publish a new key set.")
        }
    }

    /// Verifies that `signature` over `bytes` is by a key of this set that is valid at `now`, and returns the key's ID.
    func check(_ signature: String, over bytes: [UInt8], at now: Date) throws(Refusal) -> String {
        try check(at: now)
        let id: String
        do { id = try DetachedJWS.verify(signature, payload: bytes, keys: listed) } catch .keyUnknown {
            // A revoked key need not be listed. The key ID is unverified here and can only cause a refusal.
            if let id = DetachedJWS.keyID(of: signature), revoked.contains(id) { throw ManifestKeySet.isRevoked }
            throw Refusal(.manifestKeyUnknown, at: "signature", "signature is by an unknown key.")
        } catch {
            throw Refusal(
                .manifestSignature, at: "signature",
                "signature is not a valid signature of a trusted key over this manifest.")
        }
        guard !revoked.contains(id) else { throw ManifestKeySet.isRevoked }
        if let begin = times[id]?.begin, now < begin {
            throw Refusal(.manifestKeyExpired, at: "signature", "signature is by a key that is not valid yet.")
        }
        if let end = times[id]?.end, now >= end {
            throw Refusal(.manifestKeyExpired, at: "signature", "signature is by a key that has expired.")
        }
        return id
    }

    private static var isRevoked: Refusal {
        Refusal(.manifestKeyRevoked, at: "signature", "signature is by a revoked key.")
    }
}
