import COpenSSL
import JourneyBase

/// The primitives over OpenSSL.
///
/// **Platform interface.** Each platform's folder declares the same internal names with the same signatures, and portable code
/// uses nothing else: `Primitives` (hash, HMAC, HKDF, AES-GCM, comparison), `PlatformHMACKey`, `PlatformECPublicKey` and
/// `PlatformECPrivateKey` (for all three curves), `PlatformEd25519PublicKey` and `PlatformEd25519PrivateKey`,
/// `PlatformRSAPublicKey` and `PlatformRSAPrivateKey`. The folder `Weak/` uses `WeakPrimitives`, `encryptPKCS1` and `decryptRaw`.
///
/// Portable code checks lengths and forms before it calls them. They take messages, not digests, because CryptoKit hashes on its
/// own. ECDSA signatures are r ‖ s; secrets are passed as `Secret`. PEM files and certificates exist on Linux only.
enum Primitives {
    /// Writes the digest into `digest`, which must have room for it.
    static func hash(
        _ algorithm: HashAlgorithm, _ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer
    ) {
        withDigest(algorithm) { context in
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
                && EVP_DigestFinal_ex(context, digest.address, nil) == 1
        }
    }

    /// Writes the tag into `tag`, which must have room for it.
    static func hmac(
        _ algorithm: HashAlgorithm, _ message: UnsafeRawBufferPointer, key: Secret,
        into tag: UnsafeMutableRawBufferPointer
    ) {
        key.withBytes { key in
            withMAC(algorithm, key: key) { context in
                var count = 0
                return EVP_MAC_update(context, message.address, message.count) == 1
                    && EVP_MAC_final(context, tag.address, &count, tag.count) == 1
            }
        }
    }

    /// Runs `use` with an unused digest context. `use` finishes the digest and returns `false` on failure.
    @inline(__always)
    static func withDigest(_ algorithm: HashAlgorithm, _ use: (OpaquePointer) -> Bool) {
        let isDone: Bool? = algorithm.digests.with {
            OpenSSL.digestContext(algorithm)
        } use: { context in
            // Initialising again wipes the remaining state of the message.
            use(context) && EVP_DigestInit_ex2(context, nil, nil) == 1
        }
        OpenSSL.require(isDone == true ? 1 : 0)
    }

    /// Runs `use` with an HMAC context that has processed `key`; `use` returns `false` on failure. The key is removed afterwards.
    static func withMAC(_ algorithm: HashAlgorithm, key: UnsafeRawBufferPointer, _ use: (OpaquePointer) -> Bool) {
        let isDone: Bool? = algorithm.macs.with {
            EVP_MAC_CTX_dup(algorithm.mac)
        } use: { context in
            copenssl_hmac_take(context, key.address, key.count) == 1 && use(context)
                && copenssl_hmac_take(context, nil, 0) == 1
        }
        OpenSSL.require(isDone == true ? 1 : 0)
    }

    /// Returns an HMAC context that has processed `key`.
    static func macContext(_ algorithm: HashAlgorithm, key: Secret) -> OpaquePointer {
        let context = OpenSSL.required(EVP_MAC_CTX_dup(algorithm.mac))
        key.withBytes { OpenSSL.require(copenssl_hmac_take(context, $0.address, $0.count)) }
        return context
    }

    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }
}
