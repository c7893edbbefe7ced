package import JourneyBase

/// RSA encryption with PKCS#1 v1.5 padding (RFC 8017, section 7.2). Weak: who can tell good padding from bad, by an answer or
/// by its time, decrypts without the key (Bleichenbacher).
///
/// Here because one wallet's service takes each PIN in this form and no other. New protocols use `encryptOAEP`. For nothing
/// else: `HouseTests` refuses the name everywhere but in the files of `docs/reference/crypto.md`.
extension RSAPublicKey {
    /// The longest message, in bytes: the modulus without three bytes of frame and eight of padding.
    var largestPKCS1Message: Int { byteCount - 11 }

    /// `secret` encrypted with PKCS#1 v1.5 padding: as long as the modulus, another each time. Throws
    /// `CryptoError.lengthInvalid` when the secret is longer than `largestPKCS1Message`.
    package func encryptPKCS1(_ secret: Secret) throws(CryptoError) -> [UInt8] {
        guard secret.count <= largestPKCS1Message else { throw .lengthInvalid }
        return try platform.encryptPKCS1(secret)
    }
}
