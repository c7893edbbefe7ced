package import JourneyBase

/// Encryption of secrets without copies in ordinary memory.
extension AESGCM {
    /// Seals a secret and returns ciphertext ‖ tag. A nonce must never be reused with the same key. Throws `CryptoError`.
    package static func seal(
        _ secret: Secret, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(key, nonce)
        return try secret.withBytes { bytes throws(CryptoError) in
            try Primitives.seal(bytes, key: key, nonce: nonce, aad: aad)
        }
    }

    /// Opens `sealed`, which is ciphertext ‖ tag, into locked memory. Throws `CryptoError.authenticationFailed` when anything was
    /// changed or the plaintext is not 1 to 4,096 bytes long.
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
