import JourneyBase
import Security

extension PlatformRSAPublicKey {
    func encryptPKCS1(_ secret: Secret) throws(CryptoError) -> [UInt8] { try encrypt(secret, .rsaEncryptionPKCS1) }
}

extension PlatformRSAPrivateKey {
    /// Performs the raw RSA decryption of `ciphertext`; the result is as long as the modulus.
    func decryptRaw(_ ciphertext: [UInt8]) throws(CryptoError) -> Secret {
        let number = try decrypt(ciphertext, .rsaEncryptionRaw)
        let zeros = ciphertext.count - number.count
        guard zeros >= 0 else { throw .unavailable }
        return Secret(count: ciphertext.count) { memory in
            number.withBytes { UnsafeMutableRawBufferPointer(rebasing: memory[zeros...]).copyMemory(from: $0) }
        }
    }
}
