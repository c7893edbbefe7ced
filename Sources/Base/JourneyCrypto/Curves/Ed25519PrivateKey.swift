package import JourneyBase

/// An Ed25519 signing key, held by this process.
public final class Ed25519PrivateKey: MessageSigner {
    /// The half that verifiers get.
    package let publicKey: Ed25519PublicKey
    let platform: PlatformEd25519PrivateKey

    /// A new key from the system's generator. Throws `CryptoError.unavailable`.
    package static func generate() throws(CryptoError) -> Ed25519PrivateKey {
        try Ed25519PrivateKey(platform: PlatformEd25519PrivateKey.generate())
    }

    /// The key of a seed, 32 bytes (RFC 8032, section 5.1.5). Throws `CryptoError.keyInvalid`.
    convenience init(seed: Secret) throws(CryptoError) {
        guard seed.count == 32 else { throw .keyInvalid }
        try self.init(platform: PlatformEd25519PrivateKey(seed: seed))
    }

    init(platform: PlatformEd25519PrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try Ed25519PublicKey(platform.publicBytes())
    }

    /// The seed, 32 bytes, for a store that seals it.
    package func seed() throws(CryptoError) -> Secret { try platform.seed() }

    public var signatureAlgorithm: SignatureAlgorithm { .edDSA }

    /// The signature of `message`, 64 bytes. Throws `CryptoError.unavailable`.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: 64) { out throws(CryptoError) in try platform.sign(message, into: out) }
    }

    /// Writes the signature of `message` over all of `signature`. Throws `CryptoError`; `lengthInvalid` when that is not 64
    /// bytes.
    package func sign(_ message: [UInt8], into signature: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        guard signature.count == 64 else { throw .lengthInvalid }
        try platform.sign(message, into: signature)
    }
}
