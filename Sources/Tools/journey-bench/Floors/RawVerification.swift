import COpenSSL
import JourneyCrypto

/// One ECDSA verification by OpenSSL and nothing else: no hashing, no parsing, the context made once.
final class RawVerification {
    private let key: OpaquePointer
    private let context: OpaquePointer
    private let digest: [UInt8]
    private var signature = [UInt8](repeating: 0, count: 72)

    init() throws {
        guard let key = copenssl_ec_generate("prime256v1"), let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil)
        else {
            throw BenchFailure(what: "OpenSSL makes no key.")
        }
        self.key = key
        self.context = context
        digest = SHA256.hash([1, 2, 3])
        var length = signature.count
        guard EVP_PKEY_sign_init(context) == 1,
            EVP_PKEY_sign(context, &signature, &length, digest, digest.count) == 1,
            EVP_PKEY_verify_init(context) == 1
        else { throw BenchFailure(what: "OpenSSL does not sign.") }
        signature = Array(signature.prefix(length))
        try verify()
    }

    deinit {
        EVP_PKEY_CTX_free(context)
        EVP_PKEY_free(key)
    }

    func verify() throws {
        guard EVP_PKEY_verify(context, signature, signature.count, digest, digest.count) == 1 else {
            throw BenchFailure(what: "OpenSSL does not verify.")
        }
    }
}
