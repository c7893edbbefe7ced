import JourneyBase

/// A JWS that carries its payload (RFC 7515, section 7.1). The verifier names the `typ` it expects, so that a token made for
/// one purpose is no good for another (RFC 8725, section 3.11); `nil` means that the header has none.
///
/// `docs/reference/jose.md` lists what is accepted and what is refused.
package enum CompactJWS {
    /// Bytes that a text may have.
    package static let limit = 16_384

    /// Signs `payload` by the key's algorithm. Throws `JWSError.signing` when the key fails, `.algorithm` when its algorithm
    /// is none of `JWS.signed`, and `.malformed` when `kid` is none (see `JWKSet.isKeyID`).
    package static func sign(
        _ payload: [UInt8], typ: String?, kid: String?, key: any MessageSigner
    ) async throws(JWSError) -> String {
        let body = Base64URL.encode(payload)
        let (header, signature) = try await JWSParts.sign(body, typ: typ, kid: kid, with: key)
        return header + "." + body + "." + signature
    }

    /// The payload of `text`, signed by `key`. A `kid` of the header is not looked at: there is one key. Throws `JWSError`.
    package static func verify(
        _ text: String, typ: String?, key: VerificationKey
    ) throws(JWSError) -> [UInt8] {
        let parts = try JWSParts(text, limit: limit)
        return try payload(of: parts, typ: typ, key: key)
    }

    /// The payload of `text`, signed by `key` with ES256. Throws `JWSError`.
    package static func verify(_ text: String, typ: String?, key: P256PublicKey) throws(JWSError) -> [UInt8] {
        try verify(text, typ: typ, key: VerificationKey(key))
    }

    /// The payload of `text`, signed by the key of `keys` that it names, and that key's id. Throws `JWSError`.
    package static func verify(
        _ text: String, typ: String?, keys: JWKSet
    ) throws(JWSError) -> (payload: [UInt8], kid: String) {
        let parts = try JWSParts(text, limit: limit)
        guard let kid = parts.header.kid else { throw .malformed }
        guard let key = keys.key(kid) else { throw .keyUnknown }
        return (try payload(of: parts, typ: typ, key: key), kid)
    }

    private static func payload(
        of parts: JWSParts, typ: String?, key: VerificationKey
    ) throws(JWSError) -> [UInt8] {
        guard let payload = Base64URL.decode(parts.encodedPayload) else { throw .malformed }
        guard parts.header.typ == typ else { throw .type }
        try parts.check(parts.encodedPayload, by: key)
        return payload
    }
}
