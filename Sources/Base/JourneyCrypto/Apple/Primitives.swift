import CryptoKit
import Darwin
import Foundation
import JourneyBase

/// The primitives over CryptoKit. Secrets go into its keys from locked memory and come out of them into it.
enum Primitives {
    static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(CryptoKit.SHA256.hash(data: bytes)) }

    static func hmac(_ message: [UInt8], key: Secret) -> [UInt8] {
        Array(HMAC<CryptoKit.SHA256>.authenticationCode(for: message, using: key.symmetricKey))
    }

    static func areEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        a.count == b.count && timingsafe_bcmp(a, b, a.count) == 0
    }

    static func hkdf(_ secret: Secret, salt: [UInt8], info: [UInt8], count: Int) -> Secret {
        let key = HKDF<CryptoKit.SHA256>.deriveKey(
            inputKeyMaterial: secret.symmetricKey, salt: salt, info: info, outputByteCount: count)
        return Secret.copy(of: key)
    }
}
