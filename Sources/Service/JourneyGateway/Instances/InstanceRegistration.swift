import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// An instance's key in a compact JWS signed with that key: `typ` `journey-instance+jwt`, payload `{jwk, iat}`.
enum InstanceRegistration {
    /// The tolerated difference between the registration's time and the gateway's, in seconds.
    static let leeway: Int64 = 300

    /// Verifies the registration `text` and returns its key. Throws a problem with an `INSTANCE_…` code.
    static func key(of text: String?, now: Int64) throws(Problem) -> P256PublicKey {
        guard let text else { throw malformed }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
            let claims = try? InstanceClaims(payload, limits: JSONLimits(bytes: 8_192, depth: 4)),
            let key = try? JWK(claims.jwk.json).key, case .p256(let point) = key
        else { throw malformed }
        // Proof of possession: the payload counts only with a signature by its own key.
        guard (try? CompactJWS.verify(text, typ: ProofContract.registrationType, key: point)) != nil else {
            throw malformed
        }
        guard (now - leeway...now + leeway).contains(claims.iat.seconds) else {
            throw Problem(
                .instanceExpired, "The registration's time differs from the gateway's by more than five minutes.")
        }
        return point
    }

    static let malformed = Problem(.instanceMalformed, "The body is not a valid instance registration.")
}
