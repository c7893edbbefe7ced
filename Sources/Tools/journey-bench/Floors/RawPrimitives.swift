import COpenSSL
import JourneyCrypto

/// What `openssl speed` does not measure, by plain calls of the library in this process.
final class RawPrimitives {
    private let kdf: OpaquePointer
    private let rsa: OpaquePointer
    private let digest: OpaquePointer
    private let bytes = [UInt8](repeating: 1, count: 32)
    private var out = [UInt8](repeating: 0, count: 256)
    private var ciphertext = [UInt8](repeating: 0, count: 256)

    init() throws {
        guard let kdf = EVP_KDF_fetch(nil, "HKDF", nil), let rsa = copenssl_rsa_generate(2_048),
            let digest = EVP_MD_fetch(nil, "SHA256", nil)
        else { throw BenchFailure(what: "OpenSSL lacks HKDF or makes no key.") }
        (self.kdf, self.rsa, self.digest) = (kdf, rsa, digest)
        try encrypt()
    }

    deinit {
        EVP_KDF_free(kdf)
        EVP_PKEY_free(rsa)
        EVP_MD_free(digest)
    }

    func derive() throws {
        guard copenssl_hkdf(kdf, "SHA256", bytes, 32, bytes, 32, bytes, 16, &out, 32) == 1 else {
            throw BenchFailure(what: "OpenSSL derives no key.")
        }
    }

    func encrypt() throws {
        try oaep(EVP_PKEY_encrypt_init) { context in
            var length = ciphertext.count
            return EVP_PKEY_encrypt(context, &ciphertext, &length, bytes, bytes.count)
        }
    }

    func decrypt() throws {
        try oaep(EVP_PKEY_decrypt_init) { context in
            var length = out.count
            return EVP_PKEY_decrypt(context, &out, &length, ciphertext, ciphertext.count)
        }
    }

    private func oaep(_ start: (OpaquePointer) -> Int32, _ use: (OpaquePointer) -> Int32) throws {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, rsa, nil) else {
            throw BenchFailure(what: "OpenSSL has no memory.")
        }
        defer { EVP_PKEY_CTX_free(context) }
        guard start(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) == 1,
            EVP_PKEY_CTX_set_rsa_oaep_md(context, digest) == 1, EVP_PKEY_CTX_set_rsa_mgf1_md(context, digest) == 1,
            use(context) == 1
        else { throw BenchFailure(what: "OpenSSL does not do OAEP.") }
    }
}
