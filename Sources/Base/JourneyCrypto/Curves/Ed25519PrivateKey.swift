package import JourneyBase

/// An Ed25519 signing key in this process's memory.
public final class Ed25519PrivateKey: MessageSigner {
    /// The public half for verifiers.
    package let publicKey: Ed25519PublicKey
    let platform: PlatformEd25519PrivateKey

    /// Generates a key with the system's random generator. Throws `CryptoError.unavailable`.
    package static func generate() throws(CryptoError) -> Ed25519PrivateKey {
        try Ed25519PrivateKey(platform: PlatformEd25519PrivateKey.generate())
    }

    /// Creates the key of a seed of 32 bytes (RFC 8032, section 5.1.5). Throws `CryptoError.keyInvalid`.
    convenience init(seed: Secret) throws(CryptoError) {
        guard seed.count == 32 else { throw .keyInvalid }
        try self.init(platform: PlatformEd25519PrivateKey(seed: seed))
    }

    init(platform: PlatformEd25519PrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try Ed25519PublicKey(platform.publicBytes())
    }

    /// Returns the seed, 32 bytes, for a store that encrypts it.
    package func seed() throws(CryptoError) -> Secret { try platform.seed() }

    public var signatureAlgorithm: SignatureAlgorithm { .edDSA }

    /// Signs `message`.
    ///
    /// - Returns: The signature, 64 bytes.
    /// - Throws: `CryptoError.unavailable`.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: 64) { out throws(CryptoError) in try platform.sign(message, into: out) }
    }

    /// Writes the signature of `message` over all of `signature`. Throws `CryptoError`; `lengthInvalid` when `signature` is not
    /// 64 bytes long.
    package func sign(_ message: [UInt8], into signature: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        guard signature.count == 64 else { throw .lengthInvalid }
        try platform.sign(message, into: signature)
    }
}
