import JourneyBase

/// The three parts of a compact JWS (RFC 7515, section 7.1), and the bytes that its signature covers.
struct JWSParts {
    let encodedHeader: Substring
    let encodedPayload: Substring
    let header: JWSHeader
    private let signature: [UInt8]

    /// Splits `text`, at most `limit` bytes long.
    init(_ text: String, limit: Int) throws(JWSError) {
        guard text.utf8.count <= limit else { throw .malformed }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].utf8.count <= JWS.signatureLimit, let signature = Base64URL.decode(parts[2])
        else { throw .malformed }
        encodedHeader = parts[0]
        encodedPayload = parts[1]
        header = try JWSHeader(encoded: parts[0])
        self.signature = signature
    }

    /// Verifies `key`'s signature, by its algorithm, over the header and `payload` in base64url.
    func check(_ payload: some StringProtocol, by key: VerificationKey) throws(JWSError) {
        guard header.algorithm == key.algorithm else { throw .algorithm }
        guard signature.count == key.signatureCount else { throw .malformed }
        let input = JWSParts.signingInput(header: encodedHeader, payload: payload)
        guard key.verifies(signature, of: input) else { throw .signature }
    }

    /// Returns the signing input: header, dot, payload (RFC 7515, section 5.1).
    private static func signingInput(header: some StringProtocol, payload: some StringProtocol) -> [UInt8] {
        var input: [UInt8] = []
        input.reserveCapacity(header.utf8.count + 1 + payload.utf8.count)
        input += header.utf8
        input.append(UInt8(ascii: "."))
        input += payload.utf8
        return input
    }

    /// Returns the header in base64url and the signature by `key` over it and `payload`. The header names the key's algorithm.
    static func sign(
        _ payload: String, typ: String?, kid: String?, with key: any MessageSigner
    ) async throws(JWSError) -> (header: String, signature: String) {
        let (header, input) = try unsigned(payload, typ: typ, kid: kid, algorithm: key.signatureAlgorithm)
        do {
            let signature = try await key.sign(input)
            guard key.signatureAlgorithm.signatureCounts.contains(signature.count) else { throw JWSError.signing }
            return (header, Base64URL.encode(signature))
        } catch { throw .signing }
    }

    /// Returns the header in base64url and the signing input.
    static func unsigned(
        _ payload: String, typ: String?, kid: String?, algorithm: SignatureAlgorithm
    ) throws(JWSError) -> (header: String, input: [UInt8]) {
        guard kid.map(JWKSet.isKeyID) ?? true else { throw .malformed }
        guard JWS.signed.contains(algorithm) else { throw .algorithm }
        let header = JWSHeader(algorithm: algorithm, kid: kid, typ: typ).encoded
        guard header.utf8.count <= JOSEHeader.limit else { throw .malformed }
        return (header, signingInput(header: header, payload: payload))
    }
}

extension SignatureAlgorithm {
    /// The possible lengths of a signature in bytes.
    fileprivate var signatureCounts: ClosedRange<Int> {
        switch self {
        case .es256, .edDSA: 64...64
        case .es384: 96...96
        case .es512: 132...132
        case .ps256, .ps384, .ps512, .rs256, .rs384, .rs512:
            RSAPublicKey.bits.lowerBound / 8...RSAPublicKey.bits.upperBound / 8
        }
    }
}
