import JourneyBase

/// A JWS that carries its payload (RFC 7515, section 7.1). ES256 only; the verifier names the `typ` it expects, so that
/// a token made for one purpose is no good for another (RFC 8725, section 3.11).
public enum CompactJWS {
    /// Bytes that a text may have.
    private static let limit = 16_384

    /// Signs `payload`. Throws `JWSError.signing` when the key fails and `.malformed` when `kid` is none.
    public static func sign(
        _ payload: [UInt8], typ: String, kid: String, key: any SigningKey
    ) async throws(JWSError) -> String {
        guard JWKSet.isKeyID(kid) else { throw .malformed }
        let header = JWSHeader(kid: kid, typ: typ).encoded
        let body = Base64URL.encode(payload)
        return try await header + "." + body + "." + JWSParts.sign(header: header, payload: body, with: key)
    }

    /// The payload of `text`, signed by `key`. Throws `JWSError`.
    public static func verify(_ text: String, typ: String, key: P256PublicKey) throws(JWSError) -> [UInt8] {
        try verify(text, typ: typ) { _ in key }.payload
    }

    /// The payload of `text`, signed by a key of `keys`, and that key's id. Throws `JWSError`.
    public static func verify(
        _ text: String, typ: String, keys: JWKSet
    ) throws(JWSError) -> (payload: [UInt8], kid: String) {
        try verify(text, typ: typ) { kid in keys.key(kid) }
    }

    private static func verify(
        _ text: String, typ: String, keyOf: (String) -> P256PublicKey?
    ) throws(JWSError) -> (payload: [UInt8], kid: String) {
        let parts = try JWSParts(text, limit: limit)
        guard let payload = Base64URL.decode(parts.encodedPayload) else { throw .malformed }
        guard parts.header.typ == typ else { throw .type }
        guard let key = keyOf(parts.header.kid) else { throw .keyUnknown }
        let input = JWSParts.signingInput(header: parts.encodedHeader, payload: parts.encodedPayload)
        guard key.verifies(parts.signature, of: input) else { throw .signature }
        return (payload, parts.header.kid)
    }
}
