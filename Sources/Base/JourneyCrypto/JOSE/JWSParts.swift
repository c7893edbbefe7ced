import JourneyBase

/// The three parts of a compact JWS (RFC 7515, section 7.1), and the bytes that its signature covers.
struct JWSParts {
    let encodedHeader: Substring
    let encodedPayload: Substring
    let header: JWSHeader
    let signature: [UInt8]

    /// Splits `text`, at most `limit` bytes long.
    init(_ text: String, limit: Int) throws(JWSError) {
        guard text.utf8.count <= limit else { throw .malformed }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]),
            signature.count == EllipticCurve.p256.signatureCount
        else { throw .malformed }
        encodedHeader = parts[0]
        encodedPayload = parts[1]
        header = try JWSHeader(encoded: parts[0])
        self.signature = signature
    }

    /// Header, dot, payload: what is signed (RFC 7515, section 5.1).
    static func signingInput(header: some StringProtocol, payload: some StringProtocol) -> [UInt8] {
        var input: [UInt8] = []
        input.reserveCapacity(header.utf8.count + 1 + payload.utf8.count)
        input += header.utf8
        input.append(UInt8(ascii: "."))
        input += payload.utf8
        return input
    }

    /// The signature of header and payload by `key`.
    static func sign(
        header: String, payload: String, with key: any SigningKey
    ) async throws(JWSError) -> String {
        do {
            let signature = try await key.sign(signingInput(header: header, payload: payload))
            guard signature.count == EllipticCurve.p256.signatureCount else { throw JWSError.signing }
            return Base64URL.encode(signature)
        } catch { throw .signing }
    }
}
