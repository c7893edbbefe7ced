package import JourneyCrypto

/// The supported COSE algorithms by number (RFC 9053). Each requires one type of key.
package enum COSEAlgorithm: Int64, Hashable, Sendable, CaseIterable {
    /// ECDSA with P-256 and SHA-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// ECDSA with P-384 and SHA-384.
    case es384 = -35
    /// ECDSA with P-521 and SHA-512.
    case es512 = -36
    /// HMAC with SHA-256 and the full tag.
    case hmac256 = 5

    /// Finds the COSE algorithm for a signature algorithm. Returns `nil` for those of RSA, which aren't supported in COSE here.
    package init?(_ algorithm: SignatureAlgorithm) {
        guard let same = COSEAlgorithm.allCases.first(where: { $0.signature == algorithm }) else { return nil }
        self = same
    }

    /// The signature algorithm; `nil` for a MAC.
    var signature: SignatureAlgorithm? {
        switch self {
        case .es256: .es256
        case .es384: .es384
        case .es512: .es512
        case .edDSA: .edDSA
        case .hmac256: nil
        }
    }
}
