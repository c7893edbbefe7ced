import JourneyBase

/// A JWS without its payload: header, two dots, signature (RFC 7515, appendix F).
///
/// `docs/reference/jose.md` lists what is accepted and what is refused.
package enum DetachedJWS {
    /// The longest text accepted, in bytes.
    private static let limit = JOSEHeader.limit + 2 + JWS.signatureLimit

    /// Signs `payload` with the key's algorithm; `kid` identifies the key to the verifier. Throws `JWSError.signing` when the key
    /// fails, `.algorithm` when its algorithm is not in `JWS.signed`, and `.malformed` when `kid` is not a valid key id (see
    /// `JWKSet.isKeyID`).
    package static func sign(
        _ payload: [UInt8], with key: any MessageSigner, kid: String
    ) async throws(JWSError) -> String {
        let (header, signature) = try await JWSParts.sign(Base64URL.encode(payload), typ: nil, kid: kid, with: key)
        return header + ".." + signature
    }

    /// Signs synchronously with a key in this process's memory. Throws `JWSError` as the other `sign`.
    package static func sign(
        _ payload: [UInt8], withHeld key: P256PrivateKey, kid: String
    ) throws(JWSError) -> String {
        let (header, input) = try JWSParts.unsigned(
            Base64URL.encode(payload), typ: nil, kid: kid, algorithm: key.signatureAlgorithm)
        do { return header + ".." + Base64URL.encode(try key.sign(input)) } catch { throw .signing }
    }

    /// Returns the id of the key that `text` names, or `nil` when it is malformed. The signature is not verified: use the result
    /// only to refuse, never to accept.
    package static func keyID(of text: String) -> String? { (try? JWSParts(text, limit: limit))?.header.kid }

    /// Verifies `text` over `payload` and returns the id of the key that signed it. Throws `JWSError`.
    @discardableResult
    package static func verify(_ text: String, payload: [UInt8], keys: JWKSet) throws(JWSError) -> String {
        let parts = try JWSParts(text, limit: limit)
        guard parts.encodedPayload.isEmpty, let kid = parts.header.kid else { throw .malformed }
        guard let key = keys.key(kid) else { throw .keyUnknown }
        try parts.check(Base64URL.encode(payload), by: key)
        return kid
    }
}
