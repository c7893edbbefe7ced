import COpenSSL
import JourneyBase

/// The primitives over OpenSSL.
///
/// **The seam.** Each platform's folder has the same internal names with the same signatures, and nothing portable knows more:
/// `Primitives` (hash, HMAC, HKDF, AES-GCM, comparison), `PlatformHash`, `PlatformHMACKey`, `PlatformECPublicKey` and `PlatformECPrivateKey` (one for all three
/// curves), `PlatformEd25519PublicKey` and `PlatformEd25519PrivateKey`, `PlatformRSAPublicKey` and `PlatformRSAPrivateKey`,
/// and for the folder `Weak/` `WeakPrimitives`, `encryptPKCS1` and `decryptRaw`. Lengths and forms are checked before they are
/// called; they decide nothing. They take messages, not digests, for CryptoKit hashes by itself; ECDSA signatures are r ‖ s;
/// what is secret goes in and out as `Secret`. PEM files and certificates are Linux's alone.
enum Primitives {
    /// Writes the digest; `digest` has room for it.
    static func hash(
        _ algorithm: HashAlgorithm, _ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer
    ) {
        OpenSSL.require(EVP_Digest(bytes.baseAddress, bytes.count, digest.address, nil, algorithm.digest, nil))
    }

    /// Writes the tag; `tag` has room for it.
    static func hmac(
        _ algorithm: HashAlgorithm, _ message: UnsafeRawBufferPointer, key: Secret,
        into tag: UnsafeMutableRawBufferPointer
    ) {
        let context = macContext(algorithm, key: key)
        defer { EVP_MAC_CTX_free(context) }
        OpenSSL.require(EVP_MAC_update(context, message.address, message.count))
        var count = 0
        OpenSSL.require(EVP_MAC_final(context, tag.address, &count, tag.count))
    }

    /// A context that has taken `key` in.
    static func macContext(_ algorithm: HashAlgorithm, key: Secret) -> OpaquePointer {
        let context = OpenSSL.required(EVP_MAC_CTX_dup(algorithm.mac))
        // A secret of no bytes has an address too; without one, the copied context would keep its own key.
        key.withBytes { OpenSSL.require(EVP_MAC_init(context, $0.address, $0.count, nil)) }
        return context
    }

    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }

    static func hkdf(
        _ algorithm: HashAlgorithm, _ secret: Secret, salt: [UInt8], info: [UInt8], count: Int
    ) -> Secret {
        Secret(count: count) { out in
            secret.withBytes { key in
                OpenSSL.require(
                    copenssl_hkdf(
                        OpenSSL.hkdf, algorithm.libraryName, key.address, key.count, salt, salt.count, info, info.count,
                        out.address, out.count))
            }
        }
    }
}
