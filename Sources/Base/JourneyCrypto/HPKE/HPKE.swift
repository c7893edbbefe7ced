/// Hybrid public key encryption in base mode (RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-GCM.
///
/// Anyone with the recipient's public key can seal; base mode does not authenticate the sender. `info` binds the context of the
/// exchange, `aad` the context of one message. These functions handle a single message; for several, use `HPKESender` and
/// `HPKERecipient`.
package enum HPKE {
    /// The cipher of a suite (RFC 9180, section 7.3).
    package enum Cipher: UInt16, Sendable, CaseIterable {
        case aes128GCM = 1
        case aes256GCM = 2

        var keyCount: Int { self == .aes128GCM ? 16 : 32 }
    }

    /// Length in bytes of an encapsulated key, which is an uncompressed point.
    package static let encapsulatedCount = 65

    /// Seals `plaintext` for the holder of `key`. Throws `CryptoError.unavailable`.
    package static func seal(
        _ plaintext: [UInt8], to key: P256PublicKey, info: [UInt8], aad: [UInt8], cipher: Cipher = .aes256GCM
    ) throws(CryptoError) -> (encapsulated: [UInt8], ciphertext: [UInt8]) {
        var sender = try HPKESender(to: key, info: info, cipher: cipher)
        return (sender.encapsulated, try sender.seal(plaintext, aad: aad))
    }

    /// Opens a message that `seal` sealed. Throws `CryptoError.keyInvalid` when `encapsulated` is not a point of the curve, and
    /// `.authenticationFailed` when any other input differs.
    package static func open(
        _ ciphertext: [UInt8], encapsulated: [UInt8], with key: P256AgreementKey, info: [UInt8], aad: [UInt8],
        cipher: Cipher = .aes256GCM
    ) throws(CryptoError) -> [UInt8] {
        var recipient = try HPKERecipient(encapsulated: encapsulated, key: key, info: info, cipher: cipher)
        return try recipient.open(ciphertext, aad: aad)
    }
}
