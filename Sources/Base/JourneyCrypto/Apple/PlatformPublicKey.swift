import CryptoKit
import Foundation

/// A P-256 public key in CryptoKit, which checks the point.
final class PlatformPublicKey: Sendable {
    private let verifying: P256.Signing.PublicKey
    let agreeing: P256.KeyAgreement.PublicKey

    init(x963: [UInt8]) throws(CryptoError) {
        do {
            verifying = try P256.Signing.PublicKey(x963Representation: x963)
            agreeing = try P256.KeyAgreement.PublicKey(x963Representation: x963)
        } catch { throw .keyInvalid }
    }

    func verifies(der: [UInt8], digest: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: der) else { return false }
        return verifying.isValidSignature(signature, for: MadeDigest(bytes: digest))
    }
}

/// A digest that was calculated before.
struct MadeDigest: Digest {
    static var byteCount: Int { 32 }
    let bytes: [UInt8]

    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
