package import JourneyBase

/// AES key wrap with keys of 128 or 256 bits (RFC 3394; KW of NIST SP 800-38F).
///
/// Deterministic and authenticated: the same key wraps to the same bytes, and what was changed does not unwrap.
package enum AESKeyWrap {
    /// Bytes that a wrapped key is longer than the key.
    static let overhead = 8
    /// The longest key that is wrapped, in bytes.
    static let largestCount = 4_096

    /// `key`, 16 to 4,096 bytes in steps of 8, wrapped under `wrapping`, 16 or 32 bytes. Throws `CryptoError.keyInvalid`
    /// for other lengths.
    package static func wrap(_ key: Secret, with wrapping: Secret) throws(CryptoError) -> [UInt8] {
        guard isKey(wrapping), isWrappable(key.count) else { throw .keyInvalid }
        return try Primitives.wrap(key, with: wrapping)
    }

    /// The key in `wrapped`, in locked memory. Throws `CryptoError.keyInvalid` when `wrapping` is not 16 or 32 bytes, and
    /// `.authenticationFailed` for everything that `wrap` did not make under it, of whatever length.
    package static func unwrap(_ wrapped: [UInt8], with wrapping: Secret) throws(CryptoError) -> Secret {
        guard isKey(wrapping) else { throw .keyInvalid }
        guard isWrappable(wrapped.count - overhead) else { throw .authenticationFailed }
        return try Primitives.unwrap(wrapped, with: wrapping)
    }

    private static func isKey(_ key: Secret) -> Bool { key.count == 16 || key.count == 32 }

    /// SP 800-38F wants two blocks of 8 bytes at least.
    private static func isWrappable(_ count: Int) -> Bool {
        (16...largestCount).contains(count) && count.isMultiple(of: 8)
    }
}
