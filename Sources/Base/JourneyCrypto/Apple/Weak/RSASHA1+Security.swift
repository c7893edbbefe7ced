import Foundation
import Security

extension PlatformRSAPublicKey {
    /// Whether `signature` is this key's over the SHA-1 of `message`, with PKCS #1 v1.5.
    func verifiesSHA1(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        SecKeyVerifySignature(
            key, .rsaSignatureDigestPKCS1v15SHA1, Data(WeakPrimitives.sha1(message)) as CFData,
            Data(signature) as CFData, nil)
    }
}
