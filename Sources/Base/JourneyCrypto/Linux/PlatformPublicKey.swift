import COpenSSL

/// A P-256 public key in OpenSSL, with a context that is ready to verify.
final class PlatformPublicKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    nonisolated(unsafe) let raw: OpaquePointer
    // Only ever copied, which reads it: making one anew for each signature costs a tenth of a verification.
    private nonisolated(unsafe) let verifying: OpaquePointer

    init(x963: [UInt8]) throws(CryptoError) {
        guard let key = copenssl_p256_import(x963, x963.count, nil) else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
            EVP_PKEY_free(key)
            throw .unavailable
        }
        guard EVP_PKEY_verify_init(context) == 1 else {
            EVP_PKEY_CTX_free(context)
            EVP_PKEY_free(key)
            throw .unavailable
        }
        raw = key
        verifying = context
    }

    deinit {
        EVP_PKEY_CTX_free(verifying)
        EVP_PKEY_free(raw)
    }

    func verifies(der: [UInt8], digest: [UInt8]) -> Bool {
        guard let context = EVP_PKEY_CTX_dup(verifying) else { return false }
        defer { EVP_PKEY_CTX_free(context) }
        if EVP_PKEY_verify(context, der, der.count, digest, digest.count) == 1 { return true }
        OpenSSL.forgetErrors()
        return false
    }
}
