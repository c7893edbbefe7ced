package import JourneyBase

/// AES-256-GCM with a 12-byte nonce and a 16-byte tag (NIST SP 800-38D); other lengths are refused.
package enum AESGCM {
    /// Length in bytes of a key.
    package static let keyCount = 32
    /// Length in bytes of a nonce.
    package static let nonceCount = 12
    /// Length in bytes of a tag.
    package static let tagCount = 16

    /// Seals a plaintext and returns ciphertext ‖ tag. A nonce must never be reused with the same key. Throws `CryptoError`.
    package static func seal(
        _ plaintext: [UInt8], key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(key, nonce)
        return try plaintext.withUnsafeBufferPointer { bytes throws(CryptoError) in
            try Primitives.seal(UnsafeRawBufferPointer(bytes), key: key, nonce: nonce, aad: aad)
        }
    }

    /// Opens `sealed`, which is ciphertext ‖ tag, and returns the plaintext. Throws `CryptoError.authenticationFailed` when
    /// anything was changed, and then returns none of the plaintext.
    package static func open(
        _ sealed: [UInt8], key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(key, nonce)
        guard sealed.count >= tagCount else { throw .authenticationFailed }
        return try [UInt8](capacity: sealed.count - tagCount) { out throws(CryptoError) in
            try Primitives.open(sealed, into: out, key: key, nonce: nonce, aad: aad)
        }
    }

    static func check(_ key: Secret, _ nonce: [UInt8]) throws(CryptoError) {
        guard key.count == keyCount else { throw .keyInvalid }
        guard nonce.count == nonceCount else { throw .nonceInvalid }
    }
}

extension Primitives {
    /// Seals a plaintext and returns ciphertext ‖ tag.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: plaintext.count + AESGCM.tagCount) { out throws(CryptoError) in
            try seal(plaintext, into: out, key: key, nonce: nonce, aad: aad)
        }
    }

    /// Opens `sealed` into `out`, which is shorter by the tag. On failure, `out` holds zeros.
    static func open(
        _ sealed: [UInt8], into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) {
        try sealed.withUnsafeBufferPointer { bytes throws(CryptoError) in
            try open(UnsafeRawBufferPointer(bytes), into: out, key: key, nonce: nonce, aad: aad)
        }
    }
}
