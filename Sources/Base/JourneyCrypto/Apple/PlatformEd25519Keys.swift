import CryptoKit
import Foundation
import JourneyBase

/// An Ed25519 public key in CryptoKit.
final class PlatformEd25519PublicKey: Sendable {
    private let key: Curve25519.Signing.PublicKey

    init(_ bytes: [UInt8]) throws(CryptoError) {
        do { key = try Curve25519.Signing.PublicKey(rawRepresentation: bytes) } catch { throw .keyInvalid }
    }

    func verifies(_ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer) -> Bool {
        key.isValidSignature(signature, for: message)
    }
}

/// An Ed25519 key pair in CryptoKit.
final class PlatformEd25519PrivateKey: Sendable {
    private let key: Curve25519.Signing.PrivateKey

    private init(_ key: Curve25519.Signing.PrivateKey) { self.key = key }

    static func generate() throws(CryptoError) -> PlatformEd25519PrivateKey {
        PlatformEd25519PrivateKey(Curve25519.Signing.PrivateKey())
    }

    convenience init(seed: Secret) throws(CryptoError) {
        do { self.init(try seed.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }) } catch {
            throw .keyInvalid
        }
    }

    func publicBytes() throws(CryptoError) -> [UInt8] { Array(key.publicKey.rawRepresentation) }

    func seed() throws(CryptoError) -> Secret {
        var raw = key.rawRepresentation
        defer { raw.wipe() }
        guard raw.count == 32 else { throw .unavailable }
        return Secret.copy(of: raw)
    }

    /// Writes the signature of `message` over all of `out`, 64 bytes.
    func sign(_ message: [UInt8], into out: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        do {
            let signature = try key.signature(for: message)
            guard signature.count == out.count else { throw CryptoError.unavailable }
            out.copyBytes(from: signature)
        } catch { throw .unavailable }
    }
}
