import COpenSSL
import JourneyBase

@testable import JourneyCrypto

/// The keys that all chains share, because generating new ones would dominate the test's time.
enum TestKeys {
    static let p256 = Result { try (0..<8).map { _ in CertificateSigner(try P256PrivateKey.generate()) } }
    static let others = Result {
        [
            CertificateSigner(try P384PrivateKey.generate()), CertificateSigner(try P521PrivateKey.generate()),
            CertificateSigner(try Ed25519PrivateKey.generate()), CertificateSigner(try RSAPrivateKey.generate()),
            pss(try RSAPrivateKey.generate()),
        ]
    }

    /// Returns the P-256 key with that number.
    static func p256(_ index: Int) throws -> CertificateSigner {
        let keys = try p256.get()
        return keys[index % keys.count]
    }

    /// Returns a signer for RSA-PSS with SHA-256, encoded as in RFC 4055.
    static func pss(_ key: RSAPrivateKey) -> CertificateSigner {
        let sha256 = DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.objectIdentifier(.sha256)
                writer.null()
            }
        }
        let algorithm = DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.objectIdentifier(.rsaPSS)
                writer.sequence { writer in
                    writer.element(.context(0, isConstructed: true), sha256)
                    writer.element(.context(1, isConstructed: true)) { writer in
                        writer.sequence { writer in
                            writer.objectIdentifier(.mgf1)
                            writer.raw(sha256)
                        }
                    }
                    writer.element(.context(2, isConstructed: true)) { $0.integer(32) }
                }
            }
        }
        return CertificateSigner(spki: key.publicKey.spki, algorithm: algorithm) { message throws(CryptoError) in
            try key.sign(message, with: .ps256)
        }
    }

    /// Returns a signer for an unsupported algorithm: ECDSA with SHA-1.
    static func sha1(_ key: P256PrivateKey) -> CertificateSigner {
        CertificateSigner(spki: key.publicKey.spki, algorithm: OID(1, 2, 840, 10_045, 4, 1)) {
            message throws(CryptoError) in
            try sign(message, key.platform.raw, digest: EVP_sha1())
        }
    }

    /// An RSA key of 1,024 bits, which is not supported.
    static let weakRSA = Result { () throws(CryptoError) -> CertificateSigner in
        guard let raw = copenssl_rsa_generate(1_024) else { throw .unavailable }
        let count = i2d_PUBKEY(raw, nil)
        var spki = [UInt8](repeating: 0, count: Int(count))
        spki.withUnsafeMutableBufferPointer { buffer in
            var next = buffer.baseAddress
            i2d_PUBKEY(raw, &next)
        }
        // Retained for the lifetime of the process.
        nonisolated(unsafe) let key = raw
        return CertificateSigner(spki: spki, algorithm: .rsaSHA256, hasNull: true) { message throws(CryptoError) in
            try sign(message, key, digest: EVP_sha256())
        }
    }

    private static func sign(
        _ message: [UInt8], _ key: OpaquePointer, digest: OpaquePointer?
    ) throws(CryptoError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw .unavailable }
        defer { EVP_MD_CTX_free(context) }
        var signature = [UInt8](repeating: 0, count: 512)
        var count = signature.count
        guard EVP_DigestSignInit(context, nil, digest, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        else { throw .unavailable }
        return Array(signature.prefix(count))
    }
}
