import CryptoKit
import Foundation
import JourneyBase

/// A key pair on a NIST curve in CryptoKit.
final class PlatformECPrivateKey: Sendable {
    private enum Signing {
        case p256(CryptoKit.P256.Signing.PrivateKey)
        case p384(CryptoKit.P384.Signing.PrivateKey)
        case p521(CryptoKit.P521.Signing.PrivateKey)
    }

    private let signing: Signing
    private let curve: EllipticCurve

    private init(_ signing: Signing, curve: EllipticCurve) {
        self.signing = signing
        self.curve = curve
    }

    static func generate(_ curve: EllipticCurve) throws(CryptoError) -> PlatformECPrivateKey {
        let signing: Signing =
            switch curve {
            case .p256: .p256(CryptoKit.P256.Signing.PrivateKey())
            case .p384: .p384(CryptoKit.P384.Signing.PrivateKey())
            case .p521: .p521(CryptoKit.P521.Signing.PrivateKey())
            }
        return PlatformECPrivateKey(signing, curve: curve)
    }

    /// Creates the key pair of a private scalar. CryptoKit computes the point, so that the two always match.
    convenience init(scalar: Secret, curve: EllipticCurve) throws(CryptoError) {
        do {
            let signing: Signing = try scalar.withBytes { bytes in
                switch curve {
                case .p256: .p256(try CryptoKit.P256.Signing.PrivateKey(rawRepresentation: bytes))
                case .p384: .p384(try CryptoKit.P384.Signing.PrivateKey(rawRepresentation: bytes))
                case .p521: .p521(try CryptoKit.P521.Signing.PrivateKey(rawRepresentation: bytes))
                }
            }
            self.init(signing, curve: curve)
        } catch { throw .keyInvalid }
    }

    /// Returns the uncompressed point.
    func point() throws(CryptoError) -> [UInt8] {
        switch signing {
        case .p256(let key): Array(key.publicKey.x963Representation)
        case .p384(let key): Array(key.publicKey.x963Representation)
        case .p521(let key): Array(key.publicKey.x963Representation)
        }
    }

    func scalar() throws(CryptoError) -> Secret {
        var raw =
            switch signing {
            case .p256(let key): key.rawRepresentation
            case .p384(let key): key.rawRepresentation
            case .p521(let key): key.rawRepresentation
            }
        defer { raw.wipe() }
        guard raw.count == curve.fieldCount else { throw .unavailable }
        return Secret.copy(of: raw)
    }

    /// Writes the signature of `message` over all of `out`, as r ‖ s.
    func sign(
        _ message: [UInt8], hash: HashAlgorithm, into out: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        do {
            let signature =
                switch hash {
                case .sha256: try sign(CryptoKit.SHA256.hash(data: message))
                case .sha384: try sign(CryptoKit.SHA384.hash(data: message))
                case .sha512: try sign(CryptoKit.SHA512.hash(data: message))
                }
            guard signature.count == out.count else { throw CryptoError.unavailable }
            out.copyBytes(from: signature)
        } catch { throw .unavailable }
    }

    private func sign(_ digest: some Digest) throws -> Data {
        switch signing {
        case .p256(let key): try key.signature(for: digest).rawRepresentation
        case .p384(let key): try key.signature(for: digest).rawRepresentation
        case .p521(let key): try key.signature(for: digest).rawRepresentation
        }
    }

    func agree(with peer: PlatformECPublicKey) throws(CryptoError) -> Secret {
        let own = try scalar()
        do {
            let shared = try own.withBytes { own in
                switch curve {
                case .p256:
                    try CryptoKit.P256.KeyAgreement.PrivateKey(rawRepresentation: own).sharedSecretFromKeyAgreement(
                        with: CryptoKit.P256.KeyAgreement.PublicKey(x963Representation: peer.x963))
                case .p384:
                    try CryptoKit.P384.KeyAgreement.PrivateKey(rawRepresentation: own).sharedSecretFromKeyAgreement(
                        with: CryptoKit.P384.KeyAgreement.PublicKey(x963Representation: peer.x963))
                case .p521:
                    try CryptoKit.P521.KeyAgreement.PrivateKey(rawRepresentation: own).sharedSecretFromKeyAgreement(
                        with: CryptoKit.P521.KeyAgreement.PublicKey(x963Representation: peer.x963))
                }
            }
            return Secret.copy(of: shared)
        } catch { throw .unavailable }
    }
}
