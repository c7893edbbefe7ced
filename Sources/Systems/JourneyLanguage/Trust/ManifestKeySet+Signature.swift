package import Foundation
public import JourneyBase
package import JourneyCrypto

extension ManifestKeySet {
    /// Verifies a key set: a detached JWS by one of the anchor's roots over the RFC 8785 form without the `signature` member, as
    /// with manifests. No content is used before the signature is verified.
    ///
    /// Throws `KEYS_INVALID` for a set that is too long, unsigned, signed by another key, or malformed. Throws `KEYS_MISMATCH`
    /// for another issuer or environment, and `KEYS_NOT_YET_VALID` or `KEYS_EXPIRED` outside its validity period.
    package static func verify(
        _ bytes: [UInt8], anchor: ManifestAnchor, now: Date
    ) throws(JourneyError) -> ManifestKeySet {
        let set = try open(bytes, anchor: anchor)
        try reporting { () throws(Refusal) in try set.check(at: now) }
        return set
    }

    /// Verifies a key set as `verify` does, regardless of its validity period. For publishers.
    ///
    /// - Parameters:
    ///   - bytes: The signed key set, byte for byte.
    ///   - anchor: The issuer, the environment and the root keys.
    /// - Returns: The verified key set.
    /// - Throws: `KEYS_INVALID` for a set that is too long, unsigned, signed by another key, or malformed, or that lists a root
    ///   key or a revoked key under another id; `KEYS_MISMATCH` for another issuer or environment.
    public static func open(_ bytes: [UInt8], anchor: ManifestAnchor) throws(JourneyError) -> ManifestKeySet {
        try reporting { () throws(Refusal) in
            let document: JSONValue
            do { document = try JSONReader.read(bytes, limits: JSONLimits(bytes: byteLimit, depth: 8)) } catch {
                throw Refusal(.keysInvalid, at: "", "The key set is not valid JSON: \(error).")
            }
            let reading = Reading(document, code: .keysInvalid)
            let signature = try reading.required("signature").text()
            let canonical = try reading.canonicalForm()
            guard (try? DetachedJWS.verify(signature, payload: canonical, keys: anchor.keys)) != nil else {
                throw Refusal(
                    .keysInvalid, at: "signature", "signature is not a valid signature of a root key over this key set."
                )
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
                "environment is \(Refusal.quote(set.environment)), but the anchor is for \(Refusal.quote(anchor.environment))."
            )
        }
        // A signing key must not be able to sign the next key set, so roots must not be listed. Keys are compared by thumbprint:
        // another ID or algorithm does not make another key.
        let roots = thumbprints(anchor.keys, anchor.keys.keyIDs)
        guard thumbprints(set.listed, set.listed.keyIDs).isDisjoint(with: roots) else {
            throw Refusal(.keysInvalid, at: "keys", "keys contains a root key; root keys must sign key sets only.")
        }
        let (gone, good) = (set.listed.keyIDs.filter(set.revoked.contains), set.keys.keyIDs)
        guard thumbprints(set.listed, gone).isDisjoint(with: thumbprints(set.listed, good)) else {
            throw Refusal(.keysInvalid, at: "keys", "keys contains a revoked key under another ID.")
        }
    }

    /// Returns thumbprints (RFC 7638).
    private static func thumbprints(_ keys: JWKSet, _ ids: some Sequence<String>) -> Set<String> {
        Set(ids.compactMap { keys.key($0)?.key.thumbprint })
    }

    /// Returns an unsigned key set whose keys have no validity periods of their own.
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

    /// Signs `document` with a root key, for publication by a gateway, and validates it as strictly as a device does.
    ///
    /// Throws `KEYS_INVALID` with the path of the fault, also if `key` or `kid` cannot sign.
    package static func sign(
        _ document: JSONValue, key: P256PrivateKey, kid: String
    ) throws(JourneyError) -> [UInt8] {
        guard var members = document.object else {
            throw JourneyError(.keysInvalid, "The key set is not a JSON object.")
        }
        members["signature"] = nil
        let payload = try reporting { () throws(Refusal) in
            let reading = Reading(.object(members), code: .keysInvalid)
            _ = try KeySetReader.read(reading, bytes: [], digest: [])
            return try reading.canonicalForm()
        }
        do { members["signature"] = .string(try DetachedJWS.sign(payload, withHeld: key, kid: kid)) } catch {
            throw JourneyError(.keysInvalid, "The key set could not be signed with the key ID \(kid): \(error).")
        }
        let bytes = JSONValue.object(members).compactBytes
        // The signed set must open with its root, which fails if the root is among its keys.
        let roots: JWKSet
        do { roots = try JWKSet([kid: key.publicKey]) } catch {
            throw JourneyError(.keysInvalid, "The key set could not be signed with the key ID \(kid): \(error).")
        }
        let issuer = document["issuer"]?.string ?? ""
        let environment = document["environment"]?.string ?? ""
        _ = try open(bytes, anchor: ManifestAnchor(issuer: issuer, environment: environment, keys: roots))
        return bytes
    }
}
