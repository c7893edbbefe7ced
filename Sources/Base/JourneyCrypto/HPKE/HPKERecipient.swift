import JourneyBase

/// The receiving side of an exchange, which opens messages in the order of sealing (RFC 9180, section 5.2).
package struct HPKERecipient: ~Copyable {
    private var schedule: HPKEKeySchedule

    /// Creates the recipient's side of the exchange that `encapsulated` starts. Throws `CryptoError.keyInvalid` when
    /// `encapsulated` is not a point of the curve.
    package init(
        encapsulated: [UInt8], key: P256AgreementKey, info: [UInt8], cipher: HPKE.Cipher = .aes256GCM
    ) throws(CryptoError) {
        try self.init(encapsulated: encapsulated, key: key, info: info, cipher: cipher, sequence: 0)
    }

    /// Creates the exchange with a given first sequence number, for known-answer tests.
    init(
        encapsulated: [UInt8], key: P256AgreementKey, info: [UInt8], cipher: HPKE.Cipher, sequence: UInt64
    ) throws(CryptoError) {
        let sender = try P256PublicKey(x963: encapsulated)
        let shared = try HPKEEncapsulation.shared(
            key, sender, encapsulated: encapsulated, recipient: key.publicKey.x963)
        schedule = HPKEKeySchedule(shared: shared, info: info, cipher: cipher, sequence: sequence)
    }

    /// Opens the next message and returns the plaintext. Throws `CryptoError.authenticationFailed` when it is not the next
    /// message as sealed; the sequence number then stays the same.
    mutating func open(_ ciphertext: [UInt8], aad: [UInt8]) throws(CryptoError) -> [UInt8] {
        let nonce = try schedule.nonce()
        guard ciphertext.count >= AESGCM.tagCount else { throw .authenticationFailed }
        let plaintext = try [UInt8](capacity: ciphertext.count - AESGCM.tagCount) { out throws(CryptoError) in
            try Primitives.open(ciphertext, into: out, key: schedule.key, nonce: nonce, aad: aad)
        }
        schedule.advance()
        return plaintext
    }

    /// Opens the next message, which fills `memory`, in place and returns the plaintext's length. Throws as `open`; the memory
    /// then holds zeros and the tag.
    package mutating func open(
        inPlace memory: UnsafeMutableRawBufferPointer, aad: [UInt8]
    ) throws(CryptoError) -> Int {
        let nonce = try schedule.nonce()
        let length = memory.count - AESGCM.tagCount
        guard length >= 0 else { throw .authenticationFailed }
        try Primitives.open(
            UnsafeRawBufferPointer(memory), into: UnsafeMutableRawBufferPointer(rebasing: memory[..<length]),
            key: schedule.key, nonce: nonce, aad: aad)
        schedule.advance()
        return length
    }

    /// Opens the next message into locked memory, a secret of 1 to 4,096 bytes. Throws as `open`.
    mutating func openSecret(_ ciphertext: [UInt8], aad: [UInt8]) throws(CryptoError) -> Secret {
        let nonce = try schedule.nonce()
        guard (1...4_096).contains(ciphertext.count - AESGCM.tagCount) else { throw .authenticationFailed }
        let secret = try Secret(count: ciphertext.count - AESGCM.tagCount) { out throws(CryptoError) in
            try Primitives.open(ciphertext, into: out, key: schedule.key, nonce: nonce, aad: aad)
        }
        schedule.advance()
        return secret
    }

    /// Returns the secret that `HPKESender.export` returns for the same context and length.
    func export(_ context: [UInt8], count: Int) -> Secret { schedule.export(context, count: count) }
}
