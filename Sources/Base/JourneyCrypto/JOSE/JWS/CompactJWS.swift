import JourneyBase

/// A JWS that contains its payload (RFC 7515, section 7.1). The verifier names the required `typ`, so that a token for one
/// purpose is not accepted for another (RFC 8725, section 3.11). `nil` requires a header without `typ`.
///
/// `docs/reference/jose.md` lists what is accepted and what is refused.
package enum CompactJWS {
    /// The longest text accepted, in bytes.
    package static let limit = 16_384

    /// Signs `payload` with the key's algorithm. Throws `JWSError.signing` when the key fails, `.algorithm` when its algorithm is
    /// not in `JWS.signed`, and `.malformed` when `kid` is not a valid key id (see `JWKSet.isKeyID`).
    package static func sign(
        _ payload: [UInt8], typ: String?, kid: String?, key: any MessageSigner
    ) async throws(JWSError) -> String {
        let body = Base64URL.encode(payload)
        let (header, signature) = try await JWSParts.sign(body, typ: typ, kid: kid, with: key)
        return header + "." + body + "." + signature
    }

    /// Verifies `text` with `key` and returns the payload. A `kid` in the header is ignored, because there is only one key.
    /// Throws `JWSError`.
    package static func verify(
        _ text: String, typ: String?, key: VerificationKey
    ) throws(JWSError) -> [UInt8] {
        let parts = try JWSParts(text, limit: limit)
        return try payload(of: parts, typ: typ, key: key)
    }

    /// Verifies `text` with `key` and ES256 and returns the payload. Throws `JWSError`.
    package static func verify(_ text: String, typ: String?, key: P256PublicKey) throws(JWSError) -> [UInt8] {
        try verify(text, typ: typ, key: VerificationKey(key))
    }

    /// Verifies `text` with the key of `keys` that it names, and returns the payload and that key's id. Throws `JWSError`.
    package static func verify(
        _ text: String, typ: String?, keys: JWKSet
    ) throws(JWSError) -> (payload: [UInt8], kid: String) {
        let parts = try JWSParts(text, limit: limit)
        guard let kid = parts.header.kid else { throw .malformed }
        guard let key = keys.key(kid) else { throw .keyUnknown }
        return (try payload(of: parts, typ: typ, key: key), kid)
    }

    /// Returns the id of the key that `text` names, or `nil` when it is malformed or names none. The signature is not verified: use
    /// the result only to look for keys.
    package static func keyID(of text: String) -> String? { (try? JWSParts(text, limit: limit))?.header.kid }

    private static func payload(
        of parts: JWSParts, typ: String?, key: VerificationKey
    ) throws(JWSError) -> [UInt8] {
        guard let payload = Base64URL.decode(parts.encodedPayload) else { throw .malformed }
        guard parts.header.typ == typ else { throw .type }
        try parts.check(parts.encodedPayload, by: key)
        return payload
    }
}
