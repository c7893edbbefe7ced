import COpenSSL
import JourneyBase

/// An RSA key pair in OpenSSL, with prepared contexts for signing and decryption.
final class PlatformRSAPrivateKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    private let key: ThreadSafe<OpaquePointer>
    var raw: OpaquePointer { key.value }
    private let contexts = RSAContexts()

    /// Takes ownership of the caller's reference to an RSA key.
    init(owning key: OpaquePointer) { self.key = ThreadSafe(key) }

    deinit { EVP_PKEY_free(raw) }

    static func generate(bits: Int) throws(CryptoError) -> PlatformRSAPrivateKey {
        _ = OpenSSL.hasLockedHeap
        guard let key = copenssl_rsa_generate(UInt32(bits)) else { throw .unavailable }
        return PlatformRSAPrivateKey(owning: key)
    }

    convenience init(pkcs8: Secret) throws(CryptoError) {
        _ = OpenSSL.hasLockedHeap
        guard let key = OpenSSL.rsaKey(pkcs8) else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        guard OpenSSL.isConsistent(key) else {
            EVP_PKEY_free(key)
            throw .keyInvalid
        }
        self.init(owning: key)
    }

    func publicNumbers() throws(CryptoError) -> (modulus: [UInt8], exponent: [UInt8]) {
        let most = RSAKeyInfo.mostBits / 8
        func number(_ isModulus: Int32) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: most) { out, count in
                count = copenssl_rsa_number(raw, isModulus, out.baseAddress, most)
            }
        }
        return (number(1), number(0))
    }

    func pkcs8() throws(CryptoError) -> Secret { try OpenSSL.pkcs8(of: raw) }

    /// Writes the signature of `message` over all of `out`.
    func sign(
        _ message: [UInt8], padding: RSASignaturePadding, hash: HashAlgorithm,
        into out: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        var length = out.count
        let isDone = withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { digest in
            message.withUnsafeBytes { Primitives.hash(hash, $0, into: digest) }
            return contexts.pool(padding, hash).with {
                OpenSSL.signatureContext(raw, EVP_PKEY_sign_init, padding: padding, hash: hash)
            } use: { context in
                EVP_PKEY_sign(context, out.address, &length, digest.address, hash.count) == 1
            }
        }
        guard isDone == true, length == out.count else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
    }

    func decryptOAEP(_ ciphertext: [UInt8], hash: HashAlgorithm, label: [UInt8]) throws(CryptoError) -> Secret {
        try OpenSSL.withOAEP(contexts, raw, EVP_PKEY_decrypt_init, hash: hash, label: label) {
            context throws(CryptoError) in
            try OpenSSL.decrypt(ciphertext, context)
        }
    }
}
