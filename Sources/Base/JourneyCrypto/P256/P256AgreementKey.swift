public import JourneyBase

/// An ephemeral P-256 key for one Diffie-Hellman exchange (SP 800-56A, section 5.7.1.2).
public final class P256AgreementKey: Sendable {
    /// The half that the other side gets.
    public let publicKey: P256PublicKey
    private let platform: PlatformPrivateKey

    /// A new key from the system's generator. Throws `CryptoError.unavailable`.
    public convenience init() throws(CryptoError) { try self.init(platform: PlatformPrivateKey.generate()) }

    /// The key whose private scalar is `scalar`, 32 bytes big-endian. Throws `CryptoError.keyInvalid`.
    public convenience init(scalar: Secret) throws(CryptoError) {
        guard scalar.count == 32 else { throw .keyInvalid }
        try self.init(platform: PlatformPrivateKey(scalar: scalar))
    }

    private init(platform: PlatformPrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try P256PublicKey(x963: platform.point())
    }

    /// The x-coordinate of the shared point, 32 bytes: input for a key derivation, not a key. Throws `CryptoError`.
    public func sharedSecret(with peer: P256PublicKey) throws(CryptoError) -> Secret {
        try platform.agree(with: peer.platform)
    }
}
