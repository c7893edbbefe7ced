import COpenSSL
import JourneyBase

/// A P-256 key pair in OpenSSL, with a context that is ready to sign.
final class PlatformPrivateKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    nonisolated(unsafe) let raw: OpaquePointer
    // Only ever copied, which reads it.
    private nonisolated(unsafe) let signing: OpaquePointer

    /// Takes over the caller's reference.
    init(owning key: OpaquePointer) throws(CryptoError) {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
            EVP_PKEY_free(key)
            throw .unavailable
        }
        guard EVP_PKEY_sign_init(context) == 1 else {
            EVP_PKEY_CTX_free(context)
            EVP_PKEY_free(key)
            OpenSSL.forgetErrors()
            throw .unavailable
        }
        raw = key
        signing = context
    }

    deinit {
        EVP_PKEY_CTX_free(signing)
        EVP_PKEY_free(raw)
    }

    static func generate() throws(CryptoError) -> PlatformPrivateKey {
        _ = OpenSSL.hasLockedHeap
        guard let key = copenssl_p256_generate() else { throw .unavailable }
        return try PlatformPrivateKey(owning: key)
    }

    /// The pair of a private scalar: its point is calculated here, so the two cannot disagree.
    convenience init(scalar: Secret) throws(CryptoError) {
        guard let key = PlatformPrivateKey.pair(of: scalar) else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        try self.init(owning: key)
    }

    private static func pair(of scalar: Secret) -> OpaquePointer? {
        _ = OpenSSL.hasLockedHeap
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1) else { return nil }
        defer { EC_GROUP_free(group) }
        let number = scalar.withBytes { bytes in
            BN_bin2bn(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(bytes.count), BN_secure_new())
        }
        guard let number, let point = EC_POINT_new(group) else {
            BN_clear_free(number)
            return nil
        }
        defer {
            EC_POINT_free(point)
            BN_clear_free(number)
        }
        BN_set_flags(number, BN_FLG_CONSTTIME)
        guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(group)) < 0,
            EC_POINT_mul(group, point, number, nil, nil, nil) == 1
        else { return nil }
        var x963 = [UInt8](repeating: 0, count: 65)
        let count = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, &x963, x963.count, nil)
        return count == 65 ? copenssl_p256_import(x963, x963.count, number) : nil
    }

    /// The uncompressed point.
    func point() throws(CryptoError) -> [UInt8] {
        var x963 = [UInt8](repeating: 0, count: 65)
        guard copenssl_public_point(raw, &x963, x963.count) == 65 else { throw .keyInvalid }
        return x963
    }

    func scalar() throws(CryptoError) -> Secret {
        try Secret(count: 32) { memory throws(CryptoError) in
            let start = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard copenssl_private_scalar(raw, start, memory.count) == 1 else { throw .unavailable }
        }
    }

    /// The DER signature over `digest`.
    func sign(digest: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_PKEY_CTX_dup(signing) else { throw .unavailable }
        defer { EVP_PKEY_CTX_free(context) }
        var isDone = false
        let signature = [UInt8](unsafeUninitializedCapacity: 72) { out, count in
            var length = out.count
            isDone = EVP_PKEY_sign(context, out.baseAddress, &length, digest, digest.count) == 1
            count = isDone ? length : 0
        }
        guard isDone else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
        return signature
    }

    func agree(with peer: PlatformPublicKey) throws(CryptoError) -> Secret {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, raw, nil) else { throw .unavailable }
        defer { EVP_PKEY_CTX_free(context) }
        // The peer's point was checked when it was imported; checking it again would double the cost.
        guard EVP_PKEY_derive_init(context) == 1, EVP_PKEY_derive_set_peer_ex(context, peer.raw, 0) == 1 else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
        return try Secret(count: 32) { memory throws(CryptoError) in
            var length = memory.count
            let start = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard EVP_PKEY_derive(context, start, &length) == 1, length == 32 else { throw .unavailable }
        }
    }
}
