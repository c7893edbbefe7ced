import JourneyBase

/// A JWS that stands beside the bytes it signs: header, two dots, signature (RFC 7515, appendix F). ES256 only.
public enum DetachedJWS {
    /// Bytes that a text may have.
    private static let limit = JWSHeader.limit + 128

    /// Signs `payload`; `kid` tells the verifier which key. Throws `JWSError.signing` when the key fails and
    /// `.malformed` when `kid` is none (see `JWKSet.isKeyID`).
    public static func sign(
        _ payload: [UInt8], with key: any SigningKey, kid: String
    ) async throws(JWSError) -> String {
        guard JWKSet.isKeyID(kid) else { throw .malformed }
        let header = JWSHeader(kid: kid).encoded
        return try await header + ".." + JWSParts.sign(header: header, payload: Base64URL.encode(payload), with: key)
    }

    /// Checks `text` over `payload` and gives the id of the key that signed it. Throws `JWSError`.
    @discardableResult
    public static func verify(_ text: String, payload: [UInt8], keys: JWKSet) throws(JWSError) -> String {
        let parts = try JWSParts(text, limit: limit)
        guard parts.encodedPayload.isEmpty else { throw .malformed }
        guard let key = keys.key(parts.header.kid) else { throw .keyUnknown }
        let input = JWSParts.signingInput(header: parts.encodedHeader, payload: Base64URL.encode(payload))
        guard key.verifies(parts.signature, of: input) else { throw .signature }
        return parts.header.kid
    }
}
