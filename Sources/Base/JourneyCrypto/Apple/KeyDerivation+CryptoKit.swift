import CryptoKit
import Foundation
import JourneyBase

extension Primitives {
    /// Returns the SHA-256 of the concatenation of `before`, `secret` and `after`, truncated to `count` bytes.
    static func sha256(
        _ before: [UInt8], _ secret: Secret, _ after: [UInt8], count: Int
    ) throws(CryptoError) -> Secret {
        var hash = CryptoKit.SHA256()
        hash.update(data: before)
        secret.withBytes { hash.update(bufferPointer: $0) }
        hash.update(data: after)
        return Secret.copy(of: hash.finalize()).prefix(count)
    }

    /// Performs HKDF-Extract; the result is 32 bytes.
    static func hkdfExtract(_ secret: Secret, salt: Secret) -> Secret {
        salt.withBytes { salt in
            Secret.copy(
                of: CryptoKit.HKDF<CryptoKit.SHA256>.extract(inputKeyMaterial: secret.symmetricKey, salt: salt))
        }
    }

    /// Performs HKDF-Expand to `count` bytes, at most 8,160.
    static func hkdfExpand(_ key: Secret, info: [UInt8], count: Int) -> Secret {
        key.withBytes { key in
            Secret.copy(
                of: CryptoKit.HKDF<CryptoKit.SHA256>.expand(pseudoRandomKey: key, info: info, outputByteCount: count))
        }
    }
}
