/// A hash function as a type, as a parameter of generic constructions: `HMAC<SHA256>`, `HKDF<SHA384>`.
public protocol HashFunction: Sendable {
    /// The algorithm that the type stands for.
    static var algorithm: HashAlgorithm { get }
}

extension HashFunction {
    /// Returns the digest of `bytes`.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] { algorithm.hash(bytes) }

    /// Writes the digest of `bytes` into `digest`, which must have room for it.
    package static func hash(_ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer) {
        algorithm.hash(bytes, into: digest)
    }
}

/// SHA-256 (FIPS 180-4): digests of 32 bytes.
public enum SHA256: HashFunction {
    public static var algorithm: HashAlgorithm { .sha256 }
}

/// SHA-384 (FIPS 180-4): digests of 48 bytes.
package enum SHA384: HashFunction {
    package static var algorithm: HashAlgorithm { .sha384 }
}

/// SHA-512 (FIPS 180-4): digests of 64 bytes.
package enum SHA512: HashFunction {
    package static var algorithm: HashAlgorithm { .sha512 }
}
