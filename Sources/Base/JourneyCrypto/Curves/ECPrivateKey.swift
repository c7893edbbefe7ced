package import JourneyBase

/// A signing key on the curve `Curve` in this process's memory.
public final class ECPrivateKey<Curve: NamedCurve>: MessageSigner {
    /// The public half for verifiers.
    public let publicKey: ECPublicKey<Curve>
    let platform: PlatformECPrivateKey

    /// Generates a key with the system's random generator.
    ///
    /// - Throws: `CryptoError.unavailable`.
    public static func generate() throws(CryptoError) -> ECPrivateKey<Curve> {
        try ECPrivateKey(platform: PlatformECPrivateKey.generate(Curve.curve))
    }

    /// Creates the key with the private scalar `scalar`, 1 to n − 1, big-endian, as long as a coordinate. Throws
    /// `CryptoError.keyInvalid`.
    package convenience init(scalar: Secret) throws(CryptoError) {
        try self.init(platform: PlatformECPrivateKey(scalar: scalar, curve: Curve.curve))
    }

    init(platform: PlatformECPrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try ECPublicKey(x963: platform.point())
    }

    /// Returns the private scalar, big-endian, as long as a coordinate, for a store that encrypts it.
    package func scalar() throws(CryptoError) -> Secret { try platform.scalar() }

    public var signatureAlgorithm: SignatureAlgorithm { Curve.curve.algorithm }

    /// Signs `message` with the curve's own hash function.
    ///
    /// - Returns: The signature as r ‖ s.
    /// - Throws: `CryptoError.unavailable`.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try sign(message, hash: Curve.curve.hash)
    }

    /// Signs `message` with the hash function `hash` and returns r ‖ s. Throws `CryptoError.unavailable`.
    package func sign(_ message: [UInt8], hash: HashAlgorithm) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: Curve.curve.signatureCount) { out throws(CryptoError) in
            try platform.sign(message, hash: hash, into: out)
        }
    }

    /// Writes the signature of `message`, as `sign` returns it, over all of `signature`. Throws `CryptoError`; `lengthInvalid`
    /// when `signature` is not as long as the curve's signatures.
    package func sign(_ message: [UInt8], into signature: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        guard signature.count == Curve.curve.signatureCount else { throw .lengthInvalid }
        try platform.sign(message, hash: Curve.curve.hash, into: signature)
    }
}

extension ECPrivateKey: SigningKey where Curve == P256 {}

public typealias P256PrivateKey = ECPrivateKey<P256>
public typealias P384PrivateKey = ECPrivateKey<P384>
package typealias P521PrivateKey = ECPrivateKey<P521>
