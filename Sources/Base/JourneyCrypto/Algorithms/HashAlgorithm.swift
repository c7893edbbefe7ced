/// A hash function of the SHA-2 family (FIPS 180-4).
public enum HashAlgorithm: Hashable, Sendable, CaseIterable {
    case sha256, sha384, sha512

    /// Length in bytes of a digest.
    package var count: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}
