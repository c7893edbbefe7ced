import COpenSSL
import JourneyBase

/// An Ed25519 public key in OpenSSL.
final class PlatformEd25519PublicKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    private let key: ThreadSafe<OpaquePointer>
    private var raw: OpaquePointer { key.value }
    private let contexts = ContextPool(free: EVP_MD_CTX_free)

    init(_ bytes: [UInt8]) throws(CryptoError) {
        guard let key = EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, bytes, bytes.count) else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        self.key = ThreadSafe(key)
    }

    deinit { EVP_PKEY_free(raw) }

    func verifies(_ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer) -> Bool {
        let isValid = contexts.with {
            OpenSSL.messageContext(raw, EVP_DigestVerifyInit)
        } use: { context in
            EVP_DigestVerify(context, signature.address, signature.count, message.address, message.count) == 1
        }
        if isValid == true { return true }
        OpenSSL.forgetErrors()
        return false
    }
}

/// An Ed25519 key pair in OpenSSL.
final class PlatformEd25519PrivateKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    private let key: ThreadSafe<OpaquePointer>
    var raw: OpaquePointer { key.value }
    private let contexts = ContextPool(free: EVP_MD_CTX_free)

    /// Takes ownership of the caller's reference to an Ed25519 key.
    init(owning key: OpaquePointer) { self.key = ThreadSafe(key) }

    deinit { EVP_PKEY_free(raw) }

    static func generate() throws(CryptoError) -> PlatformEd25519PrivateKey {
        _ = OpenSSL.hasLockedHeap
        guard let key = copenssl_ed25519_generate() else { throw .unavailable }
        return PlatformEd25519PrivateKey(owning: key)
    }

    convenience init(seed: Secret) throws(CryptoError) {
        _ = OpenSSL.hasLockedHeap
        let key = seed.withBytes { EVP_PKEY_new_raw_private_key_ex(nil, "ED25519", nil, $0.address, $0.count) }
        guard let key else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        self.init(owning: key)
    }

    func publicBytes() throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: 32) { out throws(CryptoError) in
            var count = out.count
            guard EVP_PKEY_get_raw_public_key(raw, out.address, &count) == 1, count == 32 else { throw .keyInvalid }
        }
    }

    func seed() throws(CryptoError) -> Secret {
        try Secret(count: 32) { memory throws(CryptoError) in
            var count = memory.count
            guard EVP_PKEY_get_raw_private_key(raw, memory.address, &count) == 1, count == 32 else {
                throw .unavailable
            }
        }
    }

    /// Writes the signature of `message` over all of `out`, 64 bytes.
    func sign(_ message: [UInt8], into out: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        var count = out.count
        let isDone = contexts.with {
            OpenSSL.messageContext(raw, EVP_DigestSignInit)
        } use: { context in
            EVP_DigestSign(context, out.address, &count, message, message.count) == 1
        }
        guard isDone == true, count == 64 else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
    }
}
