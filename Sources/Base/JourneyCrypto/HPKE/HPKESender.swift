import JourneyBase

/// The sending side of an exchange, which seals messages in order for one recipient (RFC 9180, section 5.2).
///
/// Not copyable, so that no two messages can have the same nonce.
package struct HPKESender: ~Copyable {
    /// The encapsulated key that the recipient needs with the messages: the point of a key made for this exchange, 65 bytes.
    package let encapsulated: [UInt8]
    private var schedule: HPKEKeySchedule

    /// Creates a new exchange with the holder of `key`. Throws `CryptoError.unavailable`.
    package init(to key: P256PublicKey, info: [UInt8], cipher: HPKE.Cipher = .aes256GCM) throws(CryptoError) {
        try self.init(to: key, info: info, cipher: cipher, ephemeral: P256AgreementKey())
    }

    /// Creates the exchange with a given key and first sequence number, for known-answer tests.
    init(
        to key: P256PublicKey, info: [UInt8], cipher: HPKE.Cipher, ephemeral: P256AgreementKey, sequence: UInt64 = 0
    ) throws(CryptoError) {
        encapsulated = ephemeral.publicKey.x963
        let shared = try HPKEEncapsulation.shared(ephemeral, key, encapsulated: encapsulated, recipient: key.x963)
        schedule = HPKEKeySchedule(shared: shared, info: info, cipher: cipher, sequence: sequence)
    }

    /// Seals the next message and returns ciphertext ‖ tag. Throws `CryptoError.messageLimit` after 2⁶⁴ − 1 messages.
    mutating func seal(_ plaintext: [UInt8], aad: [UInt8]) throws(CryptoError) -> [UInt8] {
        try plaintext.withUnsafeBufferPointer { bytes throws(CryptoError) in
            try seal(UnsafeRawBufferPointer(bytes), aad)
        }
    }

    /// Seals a secret as the next message.
    mutating func seal(_ secret: Secret, aad: [UInt8]) throws(CryptoError) -> [UInt8] {
        try secret.withBytes { bytes throws(CryptoError) in try seal(bytes, aad) }
    }

    private mutating func seal(_ bytes: UnsafeRawBufferPointer, _ aad: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = try schedule.nonce()
        // The nonce counts as used even when sealing fails.
        schedule.advance()
        return try Primitives.seal(bytes, key: schedule.key, nonce: nonce, aad: aad)
    }

    /// Seals the next message in place: all of `memory` except its last 16 bytes, which receive the tag. Throws `CryptoError`;
    /// `lengthInvalid` when there is no room for a tag.
    package mutating func seal(
        inPlace memory: UnsafeMutableRawBufferPointer, aad: [UInt8]
    ) throws(CryptoError) {
        guard memory.count >= AESGCM.tagCount else { throw .lengthInvalid }
        let nonce = try schedule.nonce()
        // The nonce counts as used even when sealing fails.
        schedule.advance()
        let plaintext = UnsafeRawBufferPointer(rebasing: memory[..<(memory.count - AESGCM.tagCount)])
        try Primitives.seal(plaintext, into: memory, key: schedule.key, nonce: nonce, aad: aad)
    }

    /// Exports a secret of `count` bytes that the recipient can derive too, for the purpose that `context` names (section 5.3).
    ///
    /// A `count` outside 1 to 8,160 is a programming error and ends the process.
    func export(_ context: [UInt8], count: Int) -> Secret { schedule.export(context, count: count) }
}
