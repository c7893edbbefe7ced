import COpenSSL
import JourneyBase

/// A public key on a NIST curve in OpenSSL, with prepared contexts for verification.
final class PlatformECPublicKey: Sendable {
    // Reference-counted under OpenSSL's own lock and never changed after it is made.
    private let key: ThreadSafe<OpaquePointer>
    var raw: OpaquePointer { key.value }
    private let contexts = ContextPool(free: EVP_PKEY_CTX_free)

    init(x963: [UInt8], curve: EllipticCurve) throws(CryptoError) {
        guard let key = copenssl_ec_point(curve.keyTemplate, x963, x963.count) else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        self.key = ThreadSafe(key)
    }

    deinit { EVP_PKEY_free(raw) }

    /// Returns the uncompressed form of a compressed point.
    static func uncompressed(_ point: [UInt8], curve: EllipticCurve) throws(CryptoError) -> [UInt8] {
        guard let place = EC_POINT_new(curve.group) else { throw .unavailable }
        defer { EC_POINT_free(place) }
        var x963 = [UInt8](repeating: 0, count: curve.pointCount)
        guard EC_POINT_oct2point(curve.group, place, point, point.count, nil) == 1,
            EC_POINT_point2oct(curve.group, place, POINT_CONVERSION_UNCOMPRESSED, &x963, x963.count, nil)
                == x963.count
        else {
            OpenSSL.forgetErrors()
            throw .keyInvalid
        }
        return x963
    }

    /// Returns `true` if `signature`, r ‖ s, is this key's signature over the hash of `message`.
    func verifies(_ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer, hash: HashAlgorithm) -> Bool
    {
        withUnsafeTemporaryAllocation(byteCount: ECDSASignature.longestDER + 64, alignment: 8) { memory in
            let digest = UnsafeMutableRawBufferPointer(rebasing: memory[ECDSASignature.longestDER...])
            let count = ECDSASignature.writeDER(raw: signature, into: memory)
            Primitives.hash(hash, message, into: digest)
            let isValid = contexts.with {
                OpenSSL.context(raw, EVP_PKEY_verify_init)
            } use: { context in
                EVP_PKEY_verify(context, memory.address, count, digest.address, hash.count) == 1
            }
            if isValid == true { return true }
            OpenSSL.forgetErrors()
            return false
        }
    }
}
