import JourneyBase

/// The keys that both sides of an exchange derive, and the next message's sequence number (RFC 9180, section 5).
///
/// Not copyable: two copies would use the same nonce.
struct HPKEKeySchedule: ~Copyable {
    let cipher: HPKE.Cipher
    let key: Secret
    private let baseNonce: Secret
    private let exporter: Secret
    private var sequence: UInt64

    /// Creates the schedule of a shared secret (`KeySchedule` in base mode). `sequence` is the number of the first message.
    init(shared: Secret, info: [UInt8], cipher: HPKE.Cipher, sequence: UInt64 = 0) {
        let labels = HPKELabels.schedule(cipher)
        // Mode 0 has no pre-shared key, so its id is empty. The hashes are not secret.
        let context =
            [0] + labels.extract("psk_id_hash", .empty).withBytes { Array($0) }
            + labels.extract("info_hash", Secret(copying: info)).withBytes { Array($0) }
        let secret = labels.extract("secret", .empty, salt: shared)
        self.cipher = cipher
        key = labels.expand(secret, "key", context, count: cipher.keyCount)
        baseNonce = labels.expand(secret, "base_nonce", context, count: AESGCM.nonceCount)
        exporter = labels.expand(secret, "exp", context, count: 32)
        self.sequence = sequence
    }

    /// Returns the nonce of the next message. Throws `CryptoError.messageLimit` after 2⁶⁴ − 1 messages.
    func nonce() throws(CryptoError) -> [UInt8] {
        guard sequence < .max else { throw .messageLimit }
        return withUnsafeBytes(of: sequence.bigEndian) { number in
            baseNonce.withBytes { base in
                // The sequence number is in the last 8 of 12 bytes.
                base.indices.map { $0 < 4 ? base[$0] : base[$0] ^ number[$0 - 4] }
            }
        }
    }

    /// Advances to the next message.
    mutating func advance() { sequence += 1 }

    /// Exports a secret; see `HPKESender.export`.
    func export(_ context: [UInt8], count: Int) -> Secret {
        precondition((1...HKDFSHA256.largestCount).contains(count), "an exported secret must have 1 to 8,160 bytes")
        return HPKELabels.schedule(cipher).expand(exporter, "sec", context, count: count)
    }
}
