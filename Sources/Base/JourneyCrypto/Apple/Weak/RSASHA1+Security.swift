import Foundation
import Security

extension PlatformRSAPublicKey {
    /// Returns `true` if `signature` is this key's PKCS #1 v1.5 signature over the SHA-1 of `message`.
    func verifiesSHA1(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        SecKeyVerifySignature(
            key, .rsaSignatureDigestPKCS1v15SHA1, Data(WeakPrimitives.sha1(message)) as CFData,
            Data(signature) as CFData, nil)
    }
}
