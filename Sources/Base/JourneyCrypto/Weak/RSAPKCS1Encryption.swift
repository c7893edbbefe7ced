package import JourneyBase

/// RSA encryption with PKCS#1 v1.5 padding (RFC 8017, section 7.2). Weak: a padding oracle, by an answer or its timing, decrypts
/// without the key (Bleichenbacher).
///
/// Needed for one wallet's service, which accepts PINs in this form only. New protocols use `encryptOAEP`. Not for anything else:
/// `HouseTests` refuses the name outside the files listed in `docs/reference/crypto.md`.
extension RSAPublicKey {
    /// The longest message, in bytes: the modulus without three bytes of frame and eight of padding.
    var largestPKCS1Message: Int { byteCount - 11 }

    /// Encrypts `secret` with PKCS#1 v1.5 padding. The result is as long as the modulus and different each time. Throws
    /// `CryptoError.lengthInvalid` when the secret is longer than `largestPKCS1Message`.
    package func encryptPKCS1(_ secret: Secret) throws(CryptoError) -> [UInt8] {
        guard secret.count <= largestPKCS1Message else { throw .lengthInvalid }
        return try platform.encryptPKCS1(secret)
    }
}
