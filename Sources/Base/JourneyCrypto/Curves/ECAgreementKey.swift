package import JourneyBase

/// A key on the curve `Curve` for Diffie-Hellman exchanges (SP 800-56A, section 5.7.1.2).
public final class ECAgreementKey<Curve: NamedCurve>: Sendable {
    /// The public half for the peer.
    package let publicKey: ECPublicKey<Curve>
    private let platform: PlatformECPrivateKey

    /// Creates a key from the system's random generator. Throws `CryptoError.unavailable`.
    package convenience init() throws(CryptoError) {
        try self.init(platform: PlatformECPrivateKey.generate(Curve.curve))
    }

    /// Creates the key with the private scalar `scalar`, big-endian, as long as a coordinate. Throws `CryptoError.keyInvalid`.
    package convenience init(scalar: Secret) throws(CryptoError) {
        try self.init(platform: PlatformECPrivateKey(scalar: scalar, curve: Curve.curve))
    }

    private init(platform: PlatformECPrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try ECPublicKey(x963: platform.point())
    }

    /// Returns the private scalar, big-endian, as long as a coordinate, for a store that encrypts it.
    package func scalar() throws(CryptoError) -> Secret { try platform.scalar() }

    /// Returns the x-coordinate of the shared point, as long as a coordinate. Use it as input of a key derivation, not as a key.
    /// Throws `CryptoError`.
    package func sharedSecret(with peer: ECPublicKey<Curve>) throws(CryptoError) -> Secret {
        try platform.agree(with: peer.platform)
    }
}

public typealias P256AgreementKey = ECAgreementKey<P256>
public typealias P384AgreementKey = ECAgreementKey<P384>
public typealias P521AgreementKey = ECAgreementKey<P521>
