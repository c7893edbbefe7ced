/// A signature algorithm, by its JOSE name (RFC 7518, section 3.1; RFC 8037, section 3.1).
public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// ECDSA with P-256 and SHA-256; signatures are r ‖ s.
    case es256 = "ES256"
    /// ECDSA with P-384 and SHA-384.
    case es384 = "ES384"
    /// ECDSA with P-521 and SHA-512.
    case es512 = "ES512"
    /// Ed25519 (RFC 8032).
    case edDSA = "EdDSA"
    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256, and a salt as long as a digest.
    case ps256 = "PS256"
    /// RSASSA-PSS with SHA-384.
    case ps384 = "PS384"
    /// RSASSA-PSS with SHA-512.
    case ps512 = "PS512"
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    case rs384 = "RS384"
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    case rs512 = "RS512"

    /// The hash function applied to the message; `nil` for EdDSA, which signs the message itself.
    var hash: HashAlgorithm? {
        switch self {
        case .es256, .ps256, .rs256: .sha256
        case .es384, .ps384, .rs384: .sha384
        case .es512, .ps512, .rs512: .sha512
        case .edDSA: nil
        }
    }

    /// The padding of the RSA algorithms; `nil` for the others.
    var padding: RSASignaturePadding? {
        switch self {
        case .ps256, .ps384, .ps512: .pss
        case .rs256, .rs384, .rs512: .pkcs1
        case .es256, .es384, .es512, .edDSA: nil
        }
    }
}
