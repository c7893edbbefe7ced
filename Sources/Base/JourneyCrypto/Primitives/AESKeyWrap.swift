package import JourneyBase

/// AES key wrap with keys of 128 or 256 bits (RFC 3394; KW of NIST SP 800-38F).
///
/// Deterministic and authenticated: the same key wraps to the same bytes, and changed bytes do not unwrap.
package enum AESKeyWrap {
    /// The difference in length between a wrapped key and the key, in bytes.
    static let overhead = 8
    /// The longest key that can be wrapped, in bytes.
    static let largestCount = 4_096

    /// Wraps `key`, 16 to 4,096 bytes in steps of 8, under `wrapping`, 16 or 32 bytes. Throws `CryptoError.keyInvalid` for other
    /// lengths.
    package static func wrap(_ key: Secret, with wrapping: Secret) throws(CryptoError) -> [UInt8] {
        guard isKey(wrapping), isWrappable(key.count) else { throw .keyInvalid }
        return try Primitives.wrap(key, with: wrapping)
    }

    /// Unwraps `wrapped` into locked memory. Throws `CryptoError.keyInvalid` when `wrapping` is not 16 or 32 bytes long, and
    /// `.authenticationFailed` for everything that `wrap` did not produce under it, of any length.
    package static func unwrap(_ wrapped: [UInt8], with wrapping: Secret) throws(CryptoError) -> Secret {
        guard isKey(wrapping) else { throw .keyInvalid }
        guard isWrappable(wrapped.count - overhead) else { throw .authenticationFailed }
        return try Primitives.unwrap(wrapped, with: wrapping)
    }

    private static func isKey(_ key: Secret) -> Bool { key.count == 16 || key.count == 32 }

    /// Returns `true` for at least two blocks of 8 bytes, as SP 800-38F requires.
    private static func isWrappable(_ count: Int) -> Bool {
        (16...largestCount).contains(count) && count.isMultiple(of: 8)
    }
}
