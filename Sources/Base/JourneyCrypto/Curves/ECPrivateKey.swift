package import JourneyBase

/// A signing key on the curve `Curve`, held by this process.
public final class ECPrivateKey<Curve: NamedCurve>: MessageSigner {
    /// The half that verifiers get.
    public let publicKey: ECPublicKey<Curve>
    let platform: PlatformECPrivateKey

    /// A new key from the system's generator. Throws `CryptoError.unavailable`.
    public static func generate() throws(CryptoError) -> ECPrivateKey<Curve> {
        try ECPrivateKey(platform: PlatformECPrivateKey.generate(Curve.curve))
    }

    /// The key whose private scalar is `scalar`, big-endian, as long as a coordinate, 1 to n − 1. Throws
    /// `CryptoError.keyInvalid`.
    package convenience init(scalar: Secret) throws(CryptoError) {
        try self.init(platform: PlatformECPrivateKey(scalar: scalar, curve: Curve.curve))
    }

    init(platform: PlatformECPrivateKey) throws(CryptoError) {
        self.platform = platform
        publicKey = try ECPublicKey(x963: platform.point())
    }

    /// The private scalar, big-endian, as long as a coordinate, for a store that seals it.
    package func scalar() throws(CryptoError) -> Secret { try platform.scalar() }

    public var signatureAlgorithm: SignatureAlgorithm { Curve.curve.algorithm }

    /// The signature of `message` as r ‖ s, over the curve's own hash. Throws `CryptoError.unavailable`.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try sign(message, hash: Curve.curve.hash)
    }

    /// The signature of `message` as r ‖ s, over `hash`. Throws `CryptoError.unavailable`.
    package func sign(_ message: [UInt8], hash: HashAlgorithm) throws(CryptoError) -> [UInt8] {
        try [UInt8](capacity: Curve.curve.signatureCount) { out throws(CryptoError) in
            try platform.sign(message, hash: hash, into: out)
        }
    }

    /// Writes the signature of `message`, as `sign` gives it, over all of `signature`. Throws `CryptoError`; `lengthInvalid`
    /// when that is not as long as the curve's signatures.
    package func sign(_ message: [UInt8], into signature: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        guard signature.count == Curve.curve.signatureCount else { throw .lengthInvalid }
        try platform.sign(message, hash: Curve.curve.hash, into: signature)
    }
}

extension ECPrivateKey: SigningKey where Curve == P256 {}

public typealias P256PrivateKey = ECPrivateKey<P256>
public typealias P384PrivateKey = ECPrivateKey<P384>
package typealias P521PrivateKey = ECPrivateKey<P521>
