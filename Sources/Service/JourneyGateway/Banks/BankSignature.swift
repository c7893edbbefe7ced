import JourneyBase
import JourneyCrypto

/// The signature of a request's body in the header `x-jws-signature`: a detached JWS (RFC 7515, appendix F) with the header of UK
/// Open Banking's Read/Write Data API Profile 4.0, section "Message Signing".
struct BankSignature: Sendable {
    static let header = "x-jws-signature"
    private static let namespace = "http://openbanking.org.uk/"

    let signer: any MessageSigner
    let keyID: String
    /// The signer's name: for a third party `{organisation}/{software}`.
    let issuer: String
    /// The domain of the trust anchor, such as `openbanking.org.uk`.
    let trustAnchor: String

    /// Returns the header's value for the bytes of a body, which must be sent as they are.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - now: The time of the signature, in seconds since 1970.
    /// - Throws: `JWSError.signing` if the key fails.
    func value(over body: [UInt8], now: Int64) async throws(JWSError) -> String {
        let names = ["iat", "iss", "tan"].map { BankSignature.namespace + $0 }
        let header: JSONValue = [
            "alg": .string(signer.signatureAlgorithm.rawValue), "kid": .string(keyID), "typ": "JOSE",
            "cty": "application/json", "crit": .array(names.map { .string($0) }), names[0]: .number(JSONNumber(now)),
            names[1]: .string(issuer), names[2]: .string(trustAnchor),
        ]
        let encoded = Base64URL.encode(header.compactBytes)
        do {
            let signature = try await signer.sign(Array("\(encoded).\(Base64URL.encode(body))".utf8))
            return "\(encoded)..\(Base64URL.encode(signature))"
        } catch { throw .signing }
    }
}
