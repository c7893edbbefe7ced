import CryptoKit
import Foundation
import JourneyBase

extension Primitives {
    /// Writes ciphertext ‖ tag over all of `out`, which may start where `plaintext` does and is longer by the tag.
    static func seal(
        _ plaintext: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8],
        aad: [UInt8]
    ) throws(CryptoError) {
        guard plaintext.count + AESGCM.tagCount == out.count else { throw .unavailable }
        do {
            let box = try AES.GCM.seal(
                plaintext, using: key.symmetricKey, nonce: AES.GCM.Nonce(data: nonce), authenticating: aad)
            out.copyBytes(from: box.ciphertext)
            UnsafeMutableRawBufferPointer(rebasing: out[plaintext.count...]).copyBytes(from: box.tag)
        } catch { throw .unavailable }
    }

    /// Opens `sealed` into `out`, which is shorter by the tag and may start at the same address. On failure, `out` holds zeros.
    static func open(
        _ sealed: UnsafeRawBufferPointer, into out: UnsafeMutableRawBufferPointer, key: Secret, nonce: [UInt8],
        aad: [UInt8]
    ) throws(CryptoError) {
        let length = sealed.count - AESGCM.tagCount
        guard length == out.count else { throw .unavailable }
        do {
            let box = try AES.GCM.SealedBox(
                nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed[..<length], tag: sealed[length...])
            var plaintext = try AES.GCM.open(box, using: key.symmetricKey, authenticating: aad)
            defer { plaintext.wipe() }
            plaintext.copyBytes(to: out)
        } catch {
            for index in out.indices { out[index] = 0 }
            throw .authenticationFailed
        }
    }
}
