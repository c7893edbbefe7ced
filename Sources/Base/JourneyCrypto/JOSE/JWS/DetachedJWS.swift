import JourneyBase

/// A JWS that stands beside the bytes it signs: header, two dots, signature (RFC 7515, appendix F).
///
/// `docs/reference/jose.md` lists what is accepted and what is refused.
package enum DetachedJWS {
    /// Bytes that a text may have.
    private static let limit = JOSEHeader.limit + 2 + JWS.signatureLimit

    /// Signs `payload` by the key's algorithm; `kid` tells the verifier which key. Throws `JWSError.signing` when the key
    /// fails, `.algorithm` when its algorithm is none of `JWS.signed`, and `.malformed` when `kid` is none (see
    /// `JWKSet.isKeyID`).
    package static func sign(
        _ payload: [UInt8], with key: any MessageSigner, kid: String
    ) async throws(JWSError) -> String {
        let (header, signature) = try await JWSParts.sign(Base64URL.encode(payload), typ: nil, kid: kid, with: key)
        return header + ".." + signature
    }

    /// As `sign`, by a key that this process holds, without waiting. Throws `JWSError`.
    package static func sign(
        _ payload: [UInt8], withHeld key: P256PrivateKey, kid: String
    ) throws(JWSError) -> String {
        let (header, input) = try JWSParts.unsigned(
            Base64URL.encode(payload), typ: nil, kid: kid, algorithm: key.signatureAlgorithm)
        do { return header + ".." + Base64URL.encode(try key.sign(input)) } catch { throw .signing }
    }

    /// The id of the key that `text` names, or `nil` when it is malformed. Nothing is checked: it may refuse, never admit.
    package static func keyID(of text: String) -> String? { (try? JWSParts(text, limit: limit))?.header.kid }

    /// Checks `text` over `payload` and gives the id of the key that signed it. Throws `JWSError`.
    @discardableResult
    package static func verify(_ text: String, payload: [UInt8], keys: JWKSet) throws(JWSError) -> String {
        let parts = try JWSParts(text, limit: limit)
        guard parts.encodedPayload.isEmpty, let kid = parts.header.kid else { throw .malformed }
        guard let key = keys.key(kid) else { throw .keyUnknown }
        try parts.check(Base64URL.encode(payload), by: key)
        return kid
    }
}
