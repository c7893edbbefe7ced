import CryptoKit
import Foundation
import JourneyBase

extension Primitives {
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(
                plaintext, using: key.symmetricKey, nonce: AES.GCM.Nonce(data: nonce), authenticating: aad)
            return Array(box.ciphertext + box.tag)
        } catch { throw .unavailable }
    }

    /// Opens `sealed` into `out`, which has its length without the tag. What is refused leaves zeros there.
    static func open(
        _ sealed: [UInt8], into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8], aad: [UInt8]
    ) throws(CryptoError) {
        let length = sealed.count - AESGCM.tagCount
        guard length == out.count else { throw .unavailable }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed[..<length], tag: sealed[length...])
            var plaintext = try AES.GCM.open(box, using: key.symmetricKey, authenticating: aad)
            defer { plaintext.wipe() }
            plaintext.copyBytes(to: out)
        } catch { throw .authenticationFailed }
    }
}
