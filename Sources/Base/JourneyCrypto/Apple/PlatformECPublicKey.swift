import CryptoKit
import Foundation

/// A public key on a NIST curve in CryptoKit, which checks the point.
final class PlatformECPublicKey: Sendable {
    private enum Verifying {
        case p256(CryptoKit.P256.Signing.PublicKey)
        case p384(CryptoKit.P384.Signing.PublicKey)
        case p521(CryptoKit.P521.Signing.PublicKey)
    }

    private let verifying: Verifying
    /// The uncompressed point.
    let x963: [UInt8]

    init(x963: [UInt8], curve: EllipticCurve) throws(CryptoError) {
        self.x963 = x963
        do {
            verifying =
                switch curve {
                case .p256: .p256(try CryptoKit.P256.Signing.PublicKey(x963Representation: x963))
                case .p384: .p384(try CryptoKit.P384.Signing.PublicKey(x963Representation: x963))
                case .p521: .p521(try CryptoKit.P521.Signing.PublicKey(x963Representation: x963))
                }
        } catch { throw .keyInvalid }
    }

    /// Returns the uncompressed form of a compressed point.
    static func uncompressed(_ point: [UInt8], curve: EllipticCurve) throws(CryptoError) -> [UInt8] {
        do {
            return switch curve {
            case .p256: Array(try CryptoKit.P256.Signing.PublicKey(compressedRepresentation: point).x963Representation)
            case .p384: Array(try CryptoKit.P384.Signing.PublicKey(compressedRepresentation: point).x963Representation)
            case .p521: Array(try CryptoKit.P521.Signing.PublicKey(compressedRepresentation: point).x963Representation)
            }
        } catch { throw .keyInvalid }
    }

    /// Returns `true` if `signature`, r ‖ s, is this key's signature over the hash of `message`.
    func verifies(_ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer, hash: HashAlgorithm) -> Bool
    {
        let signature = Data(signature)
        return switch hash {
        case .sha256: verifies(signature, CryptoKit.SHA256.hash(data: message))
        case .sha384: verifies(signature, CryptoKit.SHA384.hash(data: message))
        case .sha512: verifies(signature, CryptoKit.SHA512.hash(data: message))
        }
    }

    private func verifies(_ signature: Data, _ digest: some Digest) -> Bool {
        do {
            return switch verifying {
            case .p256(let key):
                key.isValidSignature(
                    try CryptoKit.P256.Signing.ECDSASignature(rawRepresentation: signature), for: digest)
            case .p384(let key):
                key.isValidSignature(
                    try CryptoKit.P384.Signing.ECDSASignature(rawRepresentation: signature), for: digest)
            case .p521(let key):
                key.isValidSignature(
                    try CryptoKit.P521.Signing.ECDSASignature(rawRepresentation: signature), for: digest)
            }
        } catch { return false }
    }
}
