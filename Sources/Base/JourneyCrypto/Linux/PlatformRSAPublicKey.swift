import COpenSSL
import JourneyBase

/// An RSA public key in OpenSSL, with prepared contexts for verification and encryption.
final class PlatformRSAPublicKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    private let key: ThreadSafe<OpaquePointer>
    var raw: OpaquePointer { key.value }
    private let contexts = RSAContexts()

    init(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) {
        guard let key = copenssl_rsa_import(modulus, modulus.count, exponent, exponent.count) else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        self.key = ThreadSafe(key)
    }

    deinit { EVP_PKEY_free(raw) }

    func verifies(
        _ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer, padding: RSASignaturePadding,
        hash: HashAlgorithm
    ) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { digest in
            Primitives.hash(hash, message, into: digest)
            let isValid = contexts.pool(padding, hash).with {
                OpenSSL.signatureContext(raw, EVP_PKEY_verify_init, padding: padding, hash: hash)
            } use: { context in
                EVP_PKEY_verify(context, signature.address, signature.count, digest.address, hash.count) == 1
            }
            if isValid == true { return true }
            OpenSSL.forgetErrors()
            return false
        }
    }

    func encryptOAEP(_ secret: Secret, hash: HashAlgorithm, label: [UInt8]) throws(CryptoError) -> [UInt8] {
        try OpenSSL.withOAEP(contexts, raw, EVP_PKEY_encrypt_init, hash: hash, label: label) {
            context throws(CryptoError) in
            try OpenSSL.encrypt(secret, context, count: Int(EVP_PKEY_get_size(raw)))
        }
    }
}
