package import JourneyCrypto

/// The supported COSE algorithms by number (RFC 9053, RFC 9864). Each requires one type of key.
///
/// RFC 9864 gives the same signatures a second, fully specified number. It deprecates the first ones, which nearly all
/// documents still use. ML-DSA (−48, −49, −50) is not supported; drafts gave these numbers other meanings.
package enum COSEAlgorithm: Int64, Hashable, Sendable, CaseIterable {
    /// ECDSA with P-256 and SHA-256.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// ECDSA with P-384 and SHA-384.
    case es384 = -35
    /// ECDSA with P-521 and SHA-512.
    case es512 = -36
    /// ECDSA with P-256 and SHA-256 (RFC 9864).
    case esp256 = -9
    /// Ed25519 (RFC 9864).
    case ed25519 = -19
    /// ECDSA with P-384 and SHA-384 (RFC 9864).
    case esp384 = -51
    /// ECDSA with P-521 and SHA-512 (RFC 9864).
    case esp512 = -52
    /// HMAC with SHA-256 and the full tag.
    case hmac256 = 5

    /// Finds the COSE algorithm for a signature algorithm. Returns `nil` for those of RSA, which aren't supported in COSE here.
    package init?(_ algorithm: SignatureAlgorithm, numbers: COSENumbers = .rfc9053) {
        switch (algorithm, numbers) {
        case (.es256, .rfc9053): self = .es256
        case (.es384, .rfc9053): self = .es384
        case (.es512, .rfc9053): self = .es512
        case (.edDSA, .rfc9053): self = .edDSA
        case (.es256, .rfc9864): self = .esp256
        case (.es384, .rfc9864): self = .esp384
        case (.es512, .rfc9864): self = .esp512
        case (.edDSA, .rfc9864): self = .ed25519
        case (.ps256, _), (.ps384, _), (.ps512, _), (.rs256, _), (.rs384, _), (.rs512, _): return nil
        }
    }

    /// The signature algorithm; `nil` for a MAC.
    var signature: SignatureAlgorithm? {
        switch self {
        case .es256, .esp256: .es256
        case .es384, .esp384: .es384
        case .es512, .esp512: .es512
        case .edDSA, .ed25519: .edDSA
        case .hmac256: nil
        }
    }
}

/// The algorithm numbers that new signatures name. Verification accepts both.
public enum COSENumbers: Hashable, Sendable, CaseIterable {
    /// −7, −35, −36 and −8, which every verifier knows.
    case rfc9053
    /// The fully specified −9, −51, −52 and −19.
    case rfc9864
}
