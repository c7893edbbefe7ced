// Re-exported, so that the members of the key are visible to clients that import this module alone.
@_exported public import JourneyCrypto

/// The private half of an ephemeral session key (ISO/IEC 18013-5, section 9.1.1.4), on any supported curve for key
/// agreement.
public typealias EphemeralKey = AgreementKey

extension AgreementKey {
    /// Generates a key.
    ///
    /// - Parameter curve: The curve.
    /// - Throws: `CryptoError.unavailable`.
    public init(on curve: EllipticCurve = .p256) throws(CryptoError) { self = try .generate(curve) }

    /// Generates a key on the curve of `peer`.
    ///
    /// - Parameter peer: The peer's public key.
    /// - Throws: `CryptoError.keyInvalid` for a peer's key without key agreement.
    public init(matching peer: PublicKey) throws(CryptoError) {
        guard let curve = peer.agreementCurve else { throw .keyInvalid }
        try self.init(on: curve)
    }
}
