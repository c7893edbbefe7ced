package import JourneyBase

extension RSAPublicKey {
    /// Returns the longest message for OAEP with `hash`, in bytes (RFC 8017, section 7.1.1).
    package func largestMessage(_ hash: HashAlgorithm) -> Int { byteCount - 2 * hash.count - 2 }

    /// Encrypts `secret` by RSAES-OAEP with `hash`, MGF1 with the same hash, and `label` (RFC 8017, section 7.1). The result is
    /// as long as the modulus. Throws `CryptoError.lengthInvalid` when the secret is longer than `largestMessage`.
    package func encryptOAEP(
        _ secret: Secret, hash: HashAlgorithm = .sha256, label: [UInt8] = []
    ) throws(CryptoError) -> [UInt8] {
        guard secret.count <= largestMessage(hash) else { throw .lengthInvalid }
        return try platform.encryptOAEP(secret, hash: hash, label: label)
    }
}
