package import JourneyBase

/// Sealing what must not pass through ordinary memory.
extension AESGCM {
    /// Ciphertext ‖ tag of a secret. A nonce must never be used twice with one key. Throws `CryptoError`.
    package static func seal(
        _ secret: Secret, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(key, nonce)
        return try secret.withBytes { bytes throws(CryptoError) in
            try Primitives.seal(bytes, key: key, nonce: nonce, aad: aad)
        }
    }

    /// The secret in `sealed`, which is ciphertext ‖ tag, opened in locked memory. Throws
    /// `CryptoError.authenticationFailed` when anything was changed, or when it is not 1 to 4,096 bytes long.
    package static func openSecret(
        _ sealed: [UInt8], key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> Secret {
        try check(key, nonce)
        let length = sealed.count - tagCount
        guard (1...4_096).contains(length) else { throw .authenticationFailed }
        return try Secret(count: length) { memory throws(CryptoError) in
            try Primitives.open(sealed, into: memory, key: key, nonce: nonce, aad: aad)
        }
    }
}
