package import JourneyBase

/// Sealing and opening where the bytes stand, for long messages: nothing is copied.
extension AESGCM {
    /// Seals all of `memory` but its last `tagCount` bytes where they stand, and writes the tag into those. A nonce must never
    /// be used twice with one key. Throws `CryptoError`; `lengthInvalid` when there is no room for a tag.
    package static func seal(
        inPlace memory: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) {
        try check(key, nonce)
        guard memory.count >= tagCount else { throw .lengthInvalid }
        let plaintext = UnsafeRawBufferPointer(rebasing: memory[..<(memory.count - tagCount)])
        try Primitives.seal(plaintext, into: memory, key: key, nonce: nonce, aad: aad)
    }

    /// Opens `memory`, which holds ciphertext ‖ tag, where it stands, and gives the length of the plaintext. Throws
    /// `CryptoError.authenticationFailed` when anything was changed; the memory holds zeros and the tag then.
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
