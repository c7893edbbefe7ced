import COpenSSL
import JourneyBase

/// A key pair on a NIST curve in OpenSSL, with prepared contexts for signing and key agreement.
final class PlatformECPrivateKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    private let key: ThreadSafe<OpaquePointer>
    var raw: OpaquePointer { key.value }
    private let curve: EllipticCurve
    private let signing = ContextPool(free: EVP_PKEY_CTX_free)
    private let agreeing = ContextPool(free: EVP_PKEY_CTX_free)

    /// Takes ownership of the caller's reference to a key on `curve`.
    init(owning key: OpaquePointer, curve: EllipticCurve) {
        self.key = ThreadSafe(key)
        self.curve = curve
    }

    deinit { EVP_PKEY_free(raw) }

    static func generate(_ curve: EllipticCurve) throws(CryptoError) -> PlatformECPrivateKey {
        _ = OpenSSL.hasLockedHeap
        guard let key = copenssl_ec_generate(curve.groupName) else { throw .unavailable }
        return PlatformECPrivateKey(owning: key, curve: curve)
    }

    /// Creates the key pair of a private scalar. The point is computed from it, so that the two always match.
    convenience init(scalar: Secret, curve: EllipticCurve) throws(CryptoError) {
        guard scalar.count == curve.fieldCount, let key = PlatformECPrivateKey.pair(of: scalar, on: curve) else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        self.init(owning: key, curve: curve)
    }

    private static func pair(of scalar: Secret, on curve: EllipticCurve) -> OpaquePointer? {
        _ = OpenSSL.hasLockedHeap
        let number = scalar.withBytes { BN_bin2bn($0.address, Int32($0.count), BN_secure_new()) }
        guard let number, let point = EC_POINT_new(curve.group) else {
            BN_clear_free(number)
            return nil
        }
        defer {
            EC_POINT_free(point)
            BN_clear_free(number)
        }
        BN_set_flags(number, BN_FLG_CONSTTIME)
        guard BN_is_zero(number) == 0, BN_cmp(number, EC_GROUP_get0_order(curve.group)) < 0,
            EC_POINT_mul(curve.group, point, number, nil, nil, nil) == 1
        else { return nil }
        var x963 = [UInt8](repeating: 0, count: curve.pointCount)
        let count = EC_POINT_point2oct(curve.group, point, POINT_CONVERSION_UNCOMPRESSED, &x963, x963.count, nil)
        return count == x963.count ? copenssl_ec_import(curve.groupName, x963, x963.count, number) : nil
    }

    /// Returns the uncompressed point.
    func point() throws(CryptoError) -> [UInt8] {
        var x963 = [UInt8](repeating: 0, count: curve.pointCount)
        guard copenssl_public_point(raw, &x963, x963.count) == x963.count else { throw .keyInvalid }
        return x963
    }

    func scalar() throws(CryptoError) -> Secret {
        try Secret(count: curve.fieldCount) { memory throws(CryptoError) in
            guard copenssl_private_scalar(raw, memory.address, memory.count) == 1 else { throw .unavailable }
        }
    }

    /// Writes the signature of `message` over all of `out`, as r ‖ s.
    func sign(
        _ message: [UInt8], hash: HashAlgorithm, into out: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let isDone = withUnsafeTemporaryAllocation(byteCount: ECDSASignature.longestDER + 64, alignment: 8) { memory in
            let digest = UnsafeMutableRawBufferPointer(rebasing: memory[ECDSASignature.longestDER...])
            message.withUnsafeBytes { Primitives.hash(hash, $0, into: digest) }
            var length = ECDSASignature.longestDER
            let isSigned = signing.with {
                OpenSSL.context(raw, EVP_PKEY_sign_init)
            } use: { context in
                EVP_PKEY_sign(context, memory.address, &length, digest.address, hash.count) == 1
            }
            return isSigned == true
                && ECDSASignature.writeRaw(der: UnsafeRawBufferPointer(rebasing: memory[..<length]), into: out)
        }
        guard isDone else {
            OpenSSL.forgetErrors()
            throw .unavailable
        }
    }

    func agree(with peer: PlatformECPublicKey) throws(CryptoError) -> Secret {
        try Secret(count: curve.fieldCount) { memory throws(CryptoError) in
            var length = memory.count
            let isDone = agreeing.with {
                OpenSSL.context(raw, EVP_PKEY_derive_init)
            } use: { context in
                // The peer's point was checked when it was imported; checking it again would double the cost.
                EVP_PKEY_derive_set_peer_ex(context, peer.raw, 0) == 1
                    && EVP_PKEY_derive(context, memory.address, &length) == 1
            }
            guard isDone == true, length == memory.count else {
                OpenSSL.forgetErrors()
                throw .unavailable
            }
        }
    }
}
