import COpenSSL
import JourneyBase

extension Primitives {
    /// The SHA-256 of `before`, `secret` and `after`, one after the other, cut to `count` bytes.
    static func sha256(
        _ before: [UInt8], _ secret: Secret, _ after: [UInt8], count: Int
    ) throws(CryptoError) -> Secret {
        guard let context = EVP_MD_CTX_new() else { throw .unavailable }
        defer { EVP_MD_CTX_free(context) }
        return try Secret(count: 32) { (digest) throws(CryptoError) in
            let isDone =
                EVP_DigestInit_ex2(context, HashAlgorithm.sha256.digest, nil) == 1
                && EVP_DigestUpdate(context, before, before.count) == 1
                && secret.withBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 }
                && EVP_DigestUpdate(context, after, after.count) == 1
                && EVP_DigestFinal_ex(context, digest.address, nil) == 1
            guard isDone else { throw .unavailable }
        }.prefix(count)
    }

    /// HKDF-Extract: 32 bytes.
    static func hkdfExtract(_ secret: Secret, salt: Secret) -> Secret {
        salt.withBytes { salt in
            hkdf(EVP_KDF_HKDF_MODE_EXTRACT_ONLY, secret, salt.address, salt.count, count: 32)
        }
    }

    /// HKDF-Expand: at most 8,160 bytes.
    static func hkdfExpand(_ key: Secret, info: [UInt8], count: Int) -> Secret {
        hkdf(EVP_KDF_HKDF_MODE_EXPAND_ONLY, key, info, info.count, count: count)
    }

    private static func hkdf(
        _ mode: Int32, _ secret: Secret, _ more: UnsafePointer<UInt8>?, _ moreCount: Int, count: Int
    ) -> Secret {
        Secret(count: count) { out in
            secret.withBytes { key in
                OpenSSL.require(
                    copenssl_hkdf_sha256_half(
                        OpenSSL.hkdf, mode, key.address, key.count, more, moreCount, out.address, out.count))
            }
        }
    }
}
