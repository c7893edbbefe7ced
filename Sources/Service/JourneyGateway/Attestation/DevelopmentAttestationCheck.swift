import JourneyBase
import JourneyCrypto
import JourneyWire

/// Verifies evidence of the development attestor, which vouches for itself on machines without App Attest.
///
/// Both forms are compact JWS (ES256) by the app's own key. Attestation: `typ` `journey-development-attestation+jwt`, payload
/// `{jwk, appId, clientDataHash}`. Assertion: `typ` `journey-development-assertion+jwt`, payload `{counter, appId,
/// clientDataHash}`. The key's identifier is derived as in App Attest.
struct DevelopmentAttestationCheck: Sendable {
    let appIDs: Set<String>

    func attestation(
        _ object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8]
    ) throws(AttestationRefusal) -> AppAttestCheck.Finding {
        let (text, claims): (String, DevelopmentAttestation.Key) = try claims(object)
        guard let parsed = try? JWK(claims.jwk.json).key, case .p256(let key) = parsed else {
            throw AttestationRefusal(.malformed, "The attestation has no P-256 key.")
        }
        guard (try? CompactJWS.verify(text, typ: DevelopmentAttestation.attestationType, key: key)) != nil else {
            throw AttestationRefusal(.signature, "The attestation's signature does not match its key.")
        }
        try check(claims.clientDataHash, clientDataHash)
        guard SHA256.hash(key.x963) == keyID else {
            throw AttestationRefusal(.key, "The attestation belongs to another key.")
        }
        return AppAttestCheck.Finding(key: key, keyID: keyID, appID: try known(claims.appId), kind: .development)
    }

    func assertion(
        _ object: [UInt8], key: P256PublicKey, appID: String, clientDataHash: [UInt8]
    ) throws(AttestationRefusal) -> Int64 {
        let (text, claims): (String, DevelopmentAttestation.Use) = try claims(object)
        guard (try? CompactJWS.verify(text, typ: DevelopmentAttestation.assertionType, key: key)) != nil else {
            throw AttestationRefusal(.signature, "The assertion's signature does not match the attested key.")
        }
        guard (1...Int64(UInt32.max)).contains(claims.counter) else {
            throw AttestationRefusal(.malformed, "The assertion has no counter between 1 and 4294967295.")
        }
        try check(claims.clientDataHash, clientDataHash)
        guard try known(claims.appId) == appID else {
            throw AttestationRefusal(.app, "The assertion and the key belong to different apps.")
        }
        return claims.counter
    }

    private func claims<Claims: WireMessage>(
        _ object: [UInt8]
    ) throws(AttestationRefusal) -> (text: String, claims: Claims) {
        guard let text = String(validating: object, as: UTF8.self), text.utf8.count <= CompactJWS.limit,
            let body = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first,
            let payload = Base64URL.decode(body),
            let claims = try? Claims(payload, limits: JSONLimits(bytes: 4_096, depth: 3), unknownMembers: .refused)
        else { throw AttestationRefusal(.malformed, "The evidence is not a JWS of the development attestor.") }
        return (text, claims)
    }

    private func check(_ claimed: WireBytes, _ clientDataHash: [UInt8]) throws(AttestationRefusal) {
        guard claimed.bytes == clientDataHash else {
            throw AttestationRefusal(.nonce, "The evidence's clientDataHash does not match this request.")
        }
    }

    private func known(_ appID: String) throws(AttestationRefusal) -> String {
        guard appIDs.contains(appID) else {
            throw AttestationRefusal(.app, "The app is not one of the partner's configured apps.")
        }
        return appID
    }
}
