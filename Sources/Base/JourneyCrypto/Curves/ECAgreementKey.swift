package import JourneyBase

/// A key on the curve `Curve` for Diffie-Hellman exchanges (SP 800-56A, section 5.7.1.2).
public final class ECAgreementKey<Curve: NamedCurve>: Sendable {
    /// The half that the other side gets.
    package let publicKey: ECPublicKey<Curve>
    private let platform: PlatformECPrivateKey

    /// A new key from the system's generator. Throws `CryptoError.unavailable`.
    package convenience init() throws(CryptoError) {
        try self.init(platform: PlatformECPrivateKey.generate(Curve.curve))
    }

    /// The key whose private scalar is `scalar`, big-endian, as long as a coordinate. Throws `CryptoError.keyInvalid`.
    package convenience init(scalar: Secret) throws(CryptoError) {
        try self.init(platform: PlatformECPrivateKey(scalar: scalar, curve: Curve.curve))
    }

    private init(platform: PlatformECPrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try ECPublicKey(x963: platform.point())
    }

    /// The private scalar, big-endian, as long as a coordinate, for a store that seals it.
    package func scalar() throws(CryptoError) -> Secret { try platform.scalar() }

    /// The x-coordinate of the shared point, as long as a coordinate: input for a key derivation, not a key. Throws
    /// `CryptoError`.
    package func sharedSecret(with peer: ECPublicKey<Curve>) throws(CryptoError) -> Secret {
        try platform.agree(with: peer.platform)
    }
}

public typealias P256AgreementKey = ECAgreementKey<P256>
public typealias P384AgreementKey = ECAgreementKey<P384>
public typealias P521AgreementKey = ECAgreementKey<P521>
