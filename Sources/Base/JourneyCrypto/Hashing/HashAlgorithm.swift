/// A hash function of the SHA-2 family (FIPS 180-4).
public enum HashAlgorithm: Hashable, Sendable, CaseIterable {
    case sha256, sha384, sha512

    /// Bytes of a digest.
    public var count: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The digest of `bytes`.
    public func hash(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { out, written in
            bytes.withUnsafeBytes { hash($0, into: UnsafeMutableRawBufferPointer(out)) }
            written = count
        }
    }

    /// Writes the digest of `bytes` into the first `count` bytes of `digest`, which must have room for them.
    public func hash(_ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        precondition(digest.count >= count, "no room for the digest")
        Primitives.hash(self, bytes, into: digest)
    }
}
