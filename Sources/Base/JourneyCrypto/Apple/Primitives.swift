import CryptoKit
import Darwin
import Foundation
import JourneyBase

/// The primitives over CryptoKit. Secrets are copied between locked memory and CryptoKit's keys. The Linux counterpart documents
/// this platform interface.
enum Primitives {
    /// Writes the digest into `digest`, which must have room for it.
    static func hash(
        _ algorithm: HashAlgorithm, _ bytes: UnsafeRawBufferPointer, into digest: UnsafeMutableRawBufferPointer
    ) {
        switch algorithm {
        case .sha256: digest.copy(CryptoKit.SHA256.hash(data: bytes))
        case .sha384: digest.copy(CryptoKit.SHA384.hash(data: bytes))
        case .sha512: digest.copy(CryptoKit.SHA512.hash(data: bytes))
        }
    }

    /// Writes the tag into `tag`, which must have room for it.
    static func hmac(
        _ algorithm: HashAlgorithm, _ message: UnsafeRawBufferPointer, key: Secret,
        into tag: UnsafeMutableRawBufferPointer
    ) {
        let key = key.symmetricKey
        switch algorithm {
        case .sha256: tag.copy(CryptoKit.HMAC<CryptoKit.SHA256>.authenticationCode(for: message, using: key))
        case .sha384: tag.copy(CryptoKit.HMAC<CryptoKit.SHA384>.authenticationCode(for: message, using: key))
        case .sha512: tag.copy(CryptoKit.HMAC<CryptoKit.SHA512>.authenticationCode(for: message, using: key))
        }
    }

    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && timingsafe_bcmp(a, b, a.count) == 0
    }

    static func hkdf(
        _ algorithm: HashAlgorithm, _ secret: Secret, salt: [UInt8], info: [UInt8], count: Int
    ) -> Secret {
        switch algorithm {
        case .sha256: hkdf(CryptoKit.SHA256.self, secret, salt: salt, info: info, count: count)
        case .sha384: hkdf(CryptoKit.SHA384.self, secret, salt: salt, info: info, count: count)
        case .sha512: hkdf(CryptoKit.SHA512.self, secret, salt: salt, info: info, count: count)
        }
    }

    private static func hkdf<H: CryptoKit.HashFunction>(
        _: H.Type, _ secret: Secret, salt: [UInt8], info: [UInt8], count: Int
    ) -> Secret {
        Secret.copy(
            of: CryptoKit.HKDF<H>.deriveKey(
                inputKeyMaterial: secret.symmetricKey, salt: salt, info: info, outputByteCount: count))
    }
}
