public import JourneyBase

/// HMAC (RFC 2104, FIPS 198-1) with the hash function `H`.
public enum HMAC<H: HashFunction> {
    /// Computes the authentication tag of a message.
    ///
    /// - Parameters:
    ///   - message: The bytes to authenticate.
    ///   - key: The key, of any length (RFC 2104, section 3).
    /// - Returns: The tag, as long as a digest of `H`.
    public static func tag(_ message: [UInt8], key: Secret) -> [UInt8] {
        let count = H.algorithm.count
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            message.withUnsafeBytes { tag($0, key: key, into: UnsafeMutableRawBufferPointer(out)) }
            written = count
        }
    }

    /// Writes the authentication tag of `message` into `tag`.
    ///
    /// - Parameters:
    ///   - message: The bytes to authenticate.
    ///   - key: The key, of any length (RFC 2104, section 3).
    ///   - tag: The destination, which must have room for a digest of `H`.
    public static func tag(
        _ message: UnsafeRawBufferPointer, key: Secret, into tag: UnsafeMutableRawBufferPointer
    ) {
        precondition(tag.count >= H.algorithm.count, "the buffer is too small for the tag")
        Primitives.hmac(H.algorithm, message, key: key, into: tag)
    }

    /// Returns `true` if `tag` is the complete tag of `message`, in time independent of where they differ.
    package static func isValid(_ tag: [UInt8], for message: [UInt8], key: Secret) -> Bool {
        Primitives.areEqual(tag, self.tag(message, key: key))
    }
}

/// HMAC with SHA-256: tags of 32 bytes.
package typealias HMACSHA256 = HMAC<SHA256>
/// HMAC with SHA-384: tags of 48 bytes.
package typealias HMACSHA384 = HMAC<SHA384>
/// HMAC with SHA-512: tags of 64 bytes.
package typealias HMACSHA512 = HMAC<SHA512>
