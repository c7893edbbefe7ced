package import JourneyBase

/// In-place encryption and decryption of long messages, without copies.
extension AESGCM {
    /// Seals all of `memory` except its last `tagCount` bytes in place, and writes the tag into those. A nonce must never be
    /// reused with the same key. Throws `CryptoError`; `lengthInvalid` when there is no room for a tag.
    package static func seal(
        inPlace memory: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) {
        try check(key, nonce)
        guard memory.count >= tagCount else { throw .lengthInvalid }
        let plaintext = UnsafeRawBufferPointer(rebasing: memory[..<(memory.count - tagCount)])
        try Primitives.seal(plaintext, into: memory, key: key, nonce: nonce, aad: aad)
    }

    /// Opens `memory`, which holds ciphertext ‖ tag, in place and returns the plaintext's length. Throws
    /// `CryptoError.authenticationFailed` when anything was changed; the memory then holds zeros and the tag.
    package static func open(
        inPlace memory: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> Int {
        try check(key, nonce)
        let length = memory.count - tagCount
        guard length >= 0 else { throw .authenticationFailed }
        try Primitives.open(
            UnsafeRawBufferPointer(memory), into: UnsafeMutableRawBufferPointer(rebasing: memory[..<length]), key: key,
            nonce: nonce, aad: aad)
        return length
    }
}
