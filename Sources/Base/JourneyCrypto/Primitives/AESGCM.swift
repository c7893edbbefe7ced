package import JourneyBase

/// AES-256-GCM with a 12-byte nonce and a 16-byte tag (NIST SP 800-38D); other lengths are refused.
package enum AESGCM {
    /// Bytes of a key.
    package static let keyCount = 32
    /// Bytes of a nonce.
    package static let nonceCount = 12
    /// Bytes of a tag.
    package static let tagCount = 16

    /// Ciphertext ‖ tag. A nonce must never be used twice with one key. Throws `CryptoError`.
    package static func seal(
        _ plaintext: [UInt8], key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try check(key, nonce)
        return try plaintext.withUnsafeBufferPointer { bytes throws(CryptoError) in
            try Primitives.seal(UnsafeRawBufferPointer(bytes), key: key, nonce: nonce, aad: aad)
        }
    }

    /// The plaintext of `sealed`, which is ciphertext ‖ tag. Throws `CryptoError.authenticationFailed` when anything was
    /// changed; nothing of the plaintext is given then.
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
    /// Ciphertext ‖ tag.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: plaintext.count + AESGCM.tagCount) { out throws(CryptoError) in
            try seal(plaintext, into: out, key: key, nonce: nonce, aad: aad)
        }
    }

    /// Opens `sealed` into `out`, which has its length without the tag. What is refused leaves zeros there.
    static func open(
        _ sealed: [UInt8], into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) {
        try sealed.withUnsafeBufferPointer { bytes throws(CryptoError) in
            try open(UnsafeRawBufferPointer(bytes), into: out, key: key, nonce: nonce, aad: aad)
        }
    }
}
