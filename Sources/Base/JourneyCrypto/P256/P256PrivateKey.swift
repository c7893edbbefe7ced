public import JourneyBase

/// A P-256 signing key held by this process.
public final class P256PrivateKey: SigningKey {
    /// The half that verifiers get.
    public let publicKey: P256PublicKey
    let platform: PlatformPrivateKey

    /// A new key from the system's generator. Throws `CryptoError.unavailable`.
    public static func generate() throws(CryptoError) -> P256PrivateKey {
        try P256PrivateKey(platform: PlatformPrivateKey.generate())
    }

    /// The key whose private scalar is `scalar`, 32 bytes big-endian, 1 to n − 1. Throws `CryptoError.keyInvalid`.
    public convenience init(scalar: Secret) throws(CryptoError) {
        guard scalar.count == 32 else { throw .keyInvalid }
        try self.init(platform: PlatformPrivateKey(scalar: scalar))
    }

    init(platform: PlatformPrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try P256PublicKey(x963: platform.point())
    }

    /// The private scalar, 32 bytes big-endian, for a store that seals it.
    public func scalar() throws(CryptoError) -> Secret { try platform.scalar() }

    /// The signature of `message` as r ‖ s, 64 bytes. Throws `CryptoError.unavailable`.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        let der = try platform.sign(digest: SHA256.hash(message))
        guard let raw = ECDSASignature.raw(der: der) else { throw .unavailable }
        return raw
    }
}
