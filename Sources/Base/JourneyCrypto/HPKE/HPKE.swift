/// Hybrid public key encryption in base mode (RFC 9180): DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-GCM.
///
/// Whoever has the recipient's public key can seal; base mode does not tell the recipient who did. `info` binds what both
/// sides know of the exchange; `aad` what belongs to one message. One message is sealed and opened here; for several, take
/// `HPKESender` and `HPKERecipient`.
package enum HPKE {
    /// The cipher of a suite (RFC 9180, section 7.3).
    package enum Cipher: UInt16, Sendable, CaseIterable {
        case aes128GCM = 1
        case aes256GCM = 2

        var keyCount: Int { self == .aes128GCM ? 16 : 32 }
    }

    /// Bytes of an encapsulated key: an uncompressed point.
    package static let encapsulatedCount = 65

    /// `plaintext`, sealed for the holder of `key`. Throws `CryptoError.unavailable`.
    package static func seal(
        _ plaintext: [UInt8], to key: P256PublicKey, info: [UInt8], aad: [UInt8], cipher: Cipher = .aes256GCM
    ) throws(CryptoError) -> (encapsulated: [UInt8], ciphertext: [UInt8]) {
        var sender = try HPKESender(to: key, info: info, cipher: cipher)
        return (sender.encapsulated, try sender.seal(plaintext, aad: aad))
    }

    /// What `seal` sealed. Throws `CryptoError.keyInvalid` when `encapsulated` is no point of the curve and
    /// `.authenticationFailed` when anything else is not what was sealed with.
    package static func open(
        _ ciphertext: [UInt8], encapsulated: [UInt8], with key: P256AgreementKey, info: [UInt8], aad: [UInt8],
        cipher: Cipher = .aes256GCM
    ) throws(CryptoError) -> [UInt8] {
        var recipient = try HPKERecipient(encapsulated: encapsulated, key: key, info: info, cipher: cipher)
        return try recipient.open(ciphertext, aad: aad)
    }
}
