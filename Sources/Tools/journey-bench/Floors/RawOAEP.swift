import COpenSSL

/// RSA-2048 OAEP with SHA-256 of 32 bytes, with reused contexts.
final class RawOAEP {
    private let key, encrypting, decrypting: OpaquePointer
    private let bytes = [UInt8](repeating: 1, count: 32)
    private let ciphertext = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    private let out = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)

    init() throws {
        key = try RawKey.made(copenssl_rsa_generate(2_048))
        encrypting = try RawKey.context(key, EVP_PKEY_encrypt_init)
        decrypting = try RawKey.context(key, EVP_PKEY_decrypt_init)
        for context in [encrypting, decrypting] {
            try require(EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING))
            try require(EVP_PKEY_CTX_set_rsa_oaep_md(context, EVP_sha256()))
            try require(EVP_PKEY_CTX_set_rsa_mgf1_md(context, EVP_sha256()))
        }
        try encrypt()
    }

    deinit {
        EVP_PKEY_CTX_free(encrypting)
        EVP_PKEY_CTX_free(decrypting)
        EVP_PKEY_free(key)
        ciphertext.deallocate()
        out.deallocate()
    }

    func encrypt() throws {
        var count = 256
        try require(EVP_PKEY_encrypt(encrypting, ciphertext, &count, bytes, 32))
    }

    func decrypt() throws {
        var count = 256
        try require(EVP_PKEY_decrypt(decrypting, out, &count, ciphertext, 256))
    }
}
