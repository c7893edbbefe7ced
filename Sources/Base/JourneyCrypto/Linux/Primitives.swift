import COpenSSL
import JourneyBase

/// The primitives over OpenSSL.
///
/// **The seam.** Each platform's folder has the same internal names with the same signatures, and nothing portable knows more:
/// `Primitives` (hash, HMAC, HKDF, AES-GCM, comparison), `PlatformHMACKey`, `PlatformECPublicKey` and `PlatformECPrivateKey`
/// (one for all three curves), `PlatformEd25519PublicKey` and `PlatformEd25519PrivateKey`, `PlatformRSAPublicKey` and `PlatformRSAPrivateKey`,
/// and for the folder `Weak/` `WeakPrimitives`, `encryptPKCS1` and `decryptRaw`. Lengths and forms are checked before they are
/// called; they decide nothing. They take messages, not digests, for CryptoKit hashes by itself; ECDSA signatures are r ‖ s;
/// what is secret goes in and out as `Secret`. PEM files and certificates are Linux's alone.
enum Primitives {
    /// Writes the digest; `digest` has room for it.
    static func hash(
        _ algorithm: HashAlgorithm, _ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer
    ) {
        withDigest(algorithm) { context in
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1
                && EVP_DigestFinal_ex(context, digest.address, nil) == 1
        }
    }

    /// Writes the tag; `tag` has room for it.
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

    /// Lends a context that has taken nothing in to `use`, which takes the digest out of it and tells whether all went well.
    @inline(__always)
    static func withDigest(_ algorithm: HashAlgorithm, _ use: (OpaquePointer) -> Bool) {
        let isDone: Bool? = algorithm.digests.with {
            OpenSSL.digestContext(algorithm)
        } use: { context in
            // Starting afresh wipes what is left of the message.
            use(context) && EVP_DigestInit_ex2(context, nil, nil) == 1
        }
        OpenSSL.require(isDone == true ? 1 : 0)
    }

    /// Lends a context that has taken `key` in to `use`, which tells whether all went well. Nothing of the key stays in it.
    static func withMAC(_ algorithm: HashAlgorithm, key: UnsafeRawBufferPointer, _ use: (OpaquePointer) -> Bool) {
        let isDone: Bool? = algorithm.macs.with {
            EVP_MAC_CTX_dup(algorithm.mac)
        } use: { context in
            copenssl_hmac_take(context, key.address, key.count) == 1 && use(context)
                && copenssl_hmac_take(context, nil, 0) == 1
        }
        OpenSSL.require(isDone == true ? 1 : 0)
    }

    /// A context that has taken `key` in.
    static func macContext(_ algorithm: HashAlgorithm, key: Secret) -> OpaquePointer {
        let context = OpenSSL.required(EVP_MAC_CTX_dup(algorithm.mac))
        key.withBytes { OpenSSL.require(copenssl_hmac_take(context, $0.address, $0.count)) }
        return context
    }

    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && CRYPTO_memcmp(a, b, a.count) == 0
    }
}
