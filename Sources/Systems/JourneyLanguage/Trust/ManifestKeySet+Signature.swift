package import Foundation
public import JourneyBase
package import JourneyCrypto

extension ManifestKeySet {
    /// The set that `bytes` are: a detached JWS, by one of the anchor's roots, over the RFC 8785 form without the `signature`
    /// member, as with manifests. Nothing in it counts before its signature.
    ///
    /// Throws `KEYS_INVALID` for what is too long, unsigned, of another key, or no such document, `KEYS_MISMATCH` for a set of
    /// another issuer or environment, and `KEYS_NOT_YET_VALID` or `KEYS_EXPIRED` for one whose time is not now.
    package static func verify(
        _ bytes: [UInt8], anchor: ManifestAnchor, now: Date
    ) throws(JourneyError) -> ManifestKeySet {
        let set = try open(bytes, anchor: anchor)
        try reporting { () throws(Refusal) in try set.check(at: now) }
        return set
    }

    /// As `verify`, whenever the set is valid; for those who publish it.
    public static func open(_ bytes: [UInt8], anchor: ManifestAnchor) throws(JourneyError) -> ManifestKeySet {
        try reporting { () throws(Refusal) in
            let document: JSONValue
            do { document = try JSONReader.read(bytes, limits: JSONLimits(bytes: byteLimit, depth: 8)) } catch {
                throw Refusal(.keysInvalid, at: "", "The key set is no strict JSON: \(error).")
            }
            let reading = Reading(document, code: .keysInvalid)
            let signature = try reading.required("signature").text()
            let canonical = try reading.canonicalForm()
            guard (try? DetachedJWS.verify(signature, payload: canonical, keys: anchor.keys)) != nil else {
                throw Refusal(.keysInvalid, at: "signature", "signature is not a root key's over this key set.")
            }
            let set = try KeySetReader.read(reading, bytes: bytes, digest: SHA256.hash(canonical))
            try check(set, anchor)
            return set
        }
    }

    private static func check(_ set: ManifestKeySet, _ anchor: ManifestAnchor) throws(Refusal) {
        guard set.issuer == anchor.issuer else {
            throw Refusal(.keysMismatch, at: "issuer", "issuer is not \(Refusal.quote(anchor.issuer)).")
        }
        guard set.environment == anchor.environment else {
            throw Refusal(
                .keysMismatch, at: "environment",
                "environment is \(Refusal.quote(set.environment)), but this is \(Refusal.quote(anchor.environment)).")
        }
        // Whoever holds a key of the day must not be able to sign the next set with it.
        // Keys are compared by themselves: neither another id nor another algorithm makes another key.
        let roots = thumbprints(anchor.keys, anchor.keys.keyIDs)
        guard thumbprints(set.listed, set.listed.keyIDs).isDisjoint(with: roots) else {
            throw Refusal(.keysInvalid, at: "keys", "keys holds a root key; roots sign key sets, and nothing else.")
        }
        let (gone, good) = (set.listed.keyIDs.filter(set.revoked.contains), set.keys.keyIDs)
        guard thumbprints(set.listed, gone).isDisjoint(with: thumbprints(set.listed, good)) else {
            throw Refusal(.keysInvalid, at: "keys", "keys holds a revoked key under another id.")
        }
    }

    /// RFC 7638.
    private static func thumbprints(_ keys: JWKSet, _ ids: some Sequence<String>) -> Set<String> {
        Set(ids.compactMap { keys.key($0)?.key.thumbprint })
    }

    /// A key set that is not signed yet, of keys that have no time of their own.
    package static func document(
        _ keys: JWKSet, version: Int64, issuer: String, environment: String, notBefore: Date, notAfter: Date,
        revoked: [String] = []
    ) -> JSONValue {
        [
            "version": .number(JSONNumber(version)), "issuer": .string(issuer), "environment": .string(environment),
            "notBefore": .string(notBefore.formatted(.iso8601)), "notAfter": .string(notAfter.formatted(.iso8601)),
            "keys": keys.json["keys"] ?? [], "revoked": .array(revoked.map { .string($0) }),
        ]
    }

    /// `document`, signed by a root key, as a gateway publishes it; it is looked at as strictly as a device does.
    ///
    /// Throws `KEYS_INVALID` with the place of the fault, also when `key` or `kid` cannot sign.
    package static func sign(
        _ document: JSONValue, key: P256PrivateKey, kid: String
    ) throws(JourneyError) -> [UInt8] {
        guard var members = document.object else { throw JourneyError(.keysInvalid, "The key set is no JSON object.") }
        members["signature"] = nil
        let payload = try reporting { () throws(Refusal) in
            let reading = Reading(.object(members), code: .keysInvalid)
            _ = try KeySetReader.read(reading, bytes: [], digest: [])
            return try reading.canonicalForm()
        }
        do { members["signature"] = .string(try DetachedJWS.sign(payload, withHeld: key, kid: kid)) } catch {
            throw JourneyError(.keysInvalid, "The key set could not be signed with this key and key id.")
        }
        let bytes = JSONValue.object(members).compactBytes
        // With the roots that signed it, it has to open: a root among its own keys would not.
        let roots: JWKSet
        do { roots = try JWKSet([kid: key.publicKey]) } catch {
            throw JourneyError(.keysInvalid, "The key set could not be signed with this key and key id.")
        }
        let issuer = document["issuer"]?.string ?? ""
        let environment = document["environment"]?.string ?? ""
        _ = try open(bytes, anchor: ManifestAnchor(issuer: issuer, environment: environment, keys: roots))
        return bytes
    }
}
