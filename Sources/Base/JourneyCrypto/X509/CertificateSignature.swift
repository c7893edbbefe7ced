/// The signature algorithms accepted in certificates, revocation lists and messages. SHA-1, DSA and RSA keys below 2,048 bits are
/// not supported and verify nothing.
enum CertificateSignature: Hashable, Sendable {
    /// ECDSA on P-256, P-384 or P-521: the key fixes the curve, the algorithm the hash (RFC 5758, section 3.2).
    case ecdsa(HashAlgorithm)
    /// Ed25519 (RFC 8410).
    case ed25519
    /// RSA with PKCS #1 v1.5 or PSS (RFC 8017; RFC 4055), as its JOSE algorithm.
    case rsa(SignatureAlgorithm)

    /// Creates the algorithm of an identifier with exactly the parameters of its standard, or `nil`.
    init?(_ identifier: AlgorithmIdentifier) {
        switch identifier.algorithm {
        case .ecdsaSHA256: self = .ecdsa(.sha256)
        case .ecdsaSHA384: self = .ecdsa(.sha384)
        case .ecdsaSHA512: self = .ecdsa(.sha512)
        case .ed25519: self = .ed25519
        case .rsaSHA256: self = .rsa(.rs256)
        case .rsaSHA384: self = .rsa(.rs384)
        case .rsaSHA512: self = .rsa(.rs512)
        case .rsaPSS:
            guard let parameters = identifier.parameters, let name = try? CertificateSignature.pss(parameters) else {
                return nil
            }
            self = .rsa(name)
            return
        default: return nil
        }
        if case .rsa = self {
            guard identifier.hasNull else { return nil }
        } else {
            guard identifier.hasNoParameters() else { return nil }
        }
    }

    /// The hash function applied to the message; `nil` when the algorithm has none.
    var hash: HashAlgorithm? {
        switch self {
        case .ecdsa(let hash): hash
        case .ed25519: nil
        case .rsa(let name): name.hash
        }
    }

    /// Returns `true` if `signature` is `key`'s signature over `message`. A key of another type verifies nothing.
    func verifies(_ signature: ArraySlice<UInt8>, of message: ArraySlice<UInt8>, key: PublicKey) -> Bool {
        switch self {
        case .ecdsa(let hash): key.verifies(der: Array(signature), of: Array(message), hash: hash)
        case .ed25519: key.verifies(Array(signature), of: Array(message), with: .edDSA)
        case .rsa(let name): key.verifies(Array(signature), of: Array(message), with: name)
        }
    }

    /// Returns the RSASSA-PSS algorithm (RFC 4055, section 3.1) with the same SHA-2 hash in both places and a salt as long as its
    /// digest.
    private static func pss(_ parameters: DERElement) throws(DERError) -> SignatureAlgorithm? {
        guard parameters.tag == .sequence else { return nil }
        var reader = try parameters.reader()
        var outer = try reader.enter(.context(0, isConstructed: true))
        let hashIdentifier = try AlgorithmIdentifier(try outer.next(.sequence))
        try outer.end()
        var mask = try reader.enter(.context(1, isConstructed: true))
        let maskIdentifier = try AlgorithmIdentifier(try mask.next(.sequence))
        try mask.end()
        var salt = try reader.enter(.context(2, isConstructed: true))
        let saltCount = try salt.next(.integer).integer(in: 0...255)
        try salt.end()
        try reader.end()
        guard maskIdentifier.algorithm == .mgf1, let inner = maskIdentifier.parameters, inner.tag == .sequence,
            let hash = HashAlgorithm(hashIdentifier), HashAlgorithm(try AlgorithmIdentifier(inner)) == hash,
            saltCount == hash.count
        else { return nil }
        return switch hash {
        case .sha256: .ps256
        case .sha384: .ps384
        case .sha512: .ps512
        }
    }
}

extension HashAlgorithm {
    /// Creates the hash function of an identifier whose parameters are absent or NULL (RFC 5754, section 2), or `nil`.
    init?(_ identifier: AlgorithmIdentifier) {
        guard identifier.hasNoParameters(orNull: true) else { return nil }
        switch identifier.algorithm {
        case .sha256: self = .sha256
        case .sha384: self = .sha384
        case .sha512: self = .sha512
        default: return nil
        }
    }
}
