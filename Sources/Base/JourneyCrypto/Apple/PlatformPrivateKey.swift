import CryptoKit
import Foundation
import JourneyBase

/// A P-256 key pair in CryptoKit.
final class PlatformPrivateKey: Sendable {
    private let signing: P256.Signing.PrivateKey
    private let agreeing: P256.KeyAgreement.PrivateKey

    static func generate() throws(CryptoError) -> PlatformPrivateKey {
        let scalar = try PlatformPrivateKey.scalar(of: P256.Signing.PrivateKey())
        return try PlatformPrivateKey(scalar: scalar)
    }

    /// The pair of a private scalar: CryptoKit calculates its point, so the two cannot disagree.
    init(scalar: Secret) throws(CryptoError) {
        do {
            signing = try scalar.withBytes { try P256.Signing.PrivateKey(rawRepresentation: $0) }
            agreeing = try scalar.withBytes { try P256.KeyAgreement.PrivateKey(rawRepresentation: $0) }
        } catch { throw .keyInvalid }
    }

    /// The uncompressed point.
    func point() throws(CryptoError) -> [UInt8] { Array(signing.publicKey.x963Representation) }

    func scalar() throws(CryptoError) -> Secret { try PlatformPrivateKey.scalar(of: signing) }

    private static func scalar(of key: P256.Signing.PrivateKey) throws(CryptoError) -> Secret {
        var raw = key.rawRepresentation
        defer { raw.wipe() }
        guard raw.count == 32 else { throw .unavailable }
        return Secret.copy(of: raw)
    }

    /// The DER signature over `digest`.
    func sign(digest: [UInt8]) throws(CryptoError) -> [UInt8] {
        do { return Array(try signing.signature(for: MadeDigest(bytes: digest)).derRepresentation) } catch {
            throw .unavailable
        }
    }

    func agree(with peer: PlatformPublicKey) throws(CryptoError) -> Secret {
        do {
            return Secret.copy(of: try agreeing.sharedSecretFromKeyAgreement(with: peer.agreeing))
        } catch { throw .unavailable }
    }
}
