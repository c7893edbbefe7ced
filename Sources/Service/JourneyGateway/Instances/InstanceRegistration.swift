import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// An instance's key in a compact JWS that it has signed itself: `typ` `journey-instance+jwt`, payload `{jwk, iat}`.
enum InstanceRegistration {
    /// Seconds by which the registration's time may differ from ours.
    static let leeway: Int64 = 300

    /// The key of `text`. Throws a problem with an `INSTANCE_…` code.
    static func key(of text: String?, now: Int64) throws(Problem) -> P256PublicKey {
        guard let text else { throw malformed }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
            let claims = try? InstanceClaims(payload, limits: JSONLimits(bytes: 8_192, depth: 4)),
            let key = try? JWK(claims.jwk.json).key, case .p256(let point) = key
        else { throw malformed }
        // What is registered is what could sign: the payload counts once its own key has vouched for it.
        guard (try? CompactJWS.verify(text, typ: ProofContract.registrationType, key: point)) != nil else {
            throw malformed
        }
        guard (now - leeway...now + leeway).contains(claims.iat.seconds) else {
            throw Problem(.instanceExpired, "The registration is not of this moment.")
        }
        return point
    }

    static let malformed = Problem(.instanceMalformed, "This is no registration of an instance.")
}
