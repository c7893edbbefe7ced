import JourneyBase
import JourneyCrypto
import JourneyWire

/// Whether what an app sent comes from the development attestor, which vouches for itself: for machines without App Attest.
///
/// Both forms are compact JWS (ES256) by a key of the app's own. Attestation: `typ` `journey-development-attestation+jwt`,
/// payload `{jwk, appId, clientDataHash}`. Assertion: `typ` `journey-development-assertion+jwt`, payload
/// `{counter, appId, clientDataHash}`. The key's id is made as App Attest makes it.
struct DevelopmentAttestationCheck: Sendable {
    let appIDs: Set<String>

    func attestation(
        _ object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8]
    ) throws(AttestationRefusal) -> AppAttestCheck.Finding {
        let (text, claims): (String, DevelopmentAttestation.Key) = try claims(object)
        guard let parsed = try? JWK(claims.jwk.json).key, case .p256(let key) = parsed else {
            throw AttestationRefusal(.malformed, "The attestation has no key.")
        }
        guard (try? CompactJWS.verify(text, typ: DevelopmentAttestation.attestationType, key: key)) != nil else {
            throw AttestationRefusal(.signature, "The key has not signed its attestation.")
        }
        try check(claims.clientDataHash, clientDataHash)
        guard SHA256.hash(key.x963) == keyID else {
            throw AttestationRefusal(.key, "The attestation is of another key.")
        }
        return AppAttestCheck.Finding(key: key, keyID: keyID, appID: try known(claims.appId), kind: .development)
    }

    func assertion(
        _ object: [UInt8], key: P256PublicKey, appID: String, clientDataHash: [UInt8]
    ) throws(AttestationRefusal) -> Int64 {
        let (text, claims): (String, DevelopmentAttestation.Use) = try claims(object)
        guard (try? CompactJWS.verify(text, typ: DevelopmentAttestation.assertionType, key: key)) != nil else {
            throw AttestationRefusal(.signature, "The attested key has not made this assertion.")
        }
        guard (1...Int64(UInt32.max)).contains(claims.counter) else {
            throw AttestationRefusal(.malformed, "The assertion has no counter.")
        }
        try check(claims.clientDataHash, clientDataHash)
        guard try known(claims.appId) == appID else {
            throw AttestationRefusal(.app, "The assertion is of another app than the key.")
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
        else { throw AttestationRefusal(.malformed, "This is nothing of the development attestor.") }
        return (text, claims)
    }

    private func check(_ claimed: WireBytes, _ clientDataHash: [UInt8]) throws(AttestationRefusal) {
        guard claimed.bytes == clientDataHash else {
            throw AttestationRefusal(.nonce, "The attestation is not of this request.")
        }
    }

    private func known(_ appID: String) throws(AttestationRefusal) -> String {
        guard appIDs.contains(appID) else {
            throw AttestationRefusal(.app, "The app is none of those that are known.")
        }
        return appID
    }
}
