import COpenSSL
import JourneyBase

extension PlatformRSAPublicKey {
    func encryptPKCS1(_ secret: Secret) throws(CryptoError) -> [UInt8] {
        guard let context = OpenSSL.context(raw, EVP_PKEY_encrypt_init) else { throw .unavailable }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1 else { throw .unavailable }
        return try OpenSSL.encrypt(secret, context, count: Int(EVP_PKEY_get_size(raw)))
    }
}

extension PlatformRSAPrivateKey {
    /// Performs the raw RSA decryption of `ciphertext`; the result is as long as the modulus. OpenSSL's own padding removal
    /// reports wrong padding before version 3.2.
    func decryptRaw(_ ciphertext: [UInt8]) throws(CryptoError) -> Secret {
        guard let context = OpenSSL.context(raw, EVP_PKEY_decrypt_init) else { throw .unavailable }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_CTX_set_rsa_padding(context, RSA_NO_PADDING) == 1 else { throw .unavailable }
        return try OpenSSL.decrypt(ciphertext, context)
    }
}
