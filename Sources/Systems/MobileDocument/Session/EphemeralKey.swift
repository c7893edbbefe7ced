// Exported again, so that the members of the key are visible to those who import this module alone.
@_exported public import JourneyCrypto

/// The private half of a key that is made for one meeting (ISO/IEC 18013-5, section 9.1.1.4), on any of the curves that
/// agree here.
public typealias EphemeralKey = AgreementKey

extension AgreementKey {
    /// A new key. Throws `CryptoError.unavailable`.
    public init(on curve: EllipticCurve = .p256) throws(CryptoError) { self = try .generate(curve) }

    /// A new key that can agree with `peer`. Throws `CryptoError.keyInvalid` when that agrees with none.
    public init(matching peer: PublicKey) throws(CryptoError) {
        guard let curve = peer.agreementCurve else { throw .keyInvalid }
        try self.init(on: curve)
    }
}
