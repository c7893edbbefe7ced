package import JourneyBase
public import JourneyCrypto

/// The private half of a key that is made for one meeting (ISO/IEC 18013-5, section 9.1.1.4), on any of the curves that
/// agree here.
public enum EphemeralKey: Sendable {
    case p256(P256AgreementKey)
    case p384(P384AgreementKey)
    case p521(P521AgreementKey)

    /// A new key. Throws `CryptoError.unavailable`.
    public init(on curve: EllipticCurve = .p256) throws(CryptoError) {
        self =
            switch curve {
            case .p256: .p256(try P256AgreementKey())
            case .p384: .p384(try P384AgreementKey())
            case .p521: .p521(try P521AgreementKey())
            }
    }

    /// A new key that can agree with `peer`. Throws `CryptoError.keyInvalid` when that agrees with none.
    public init(matching peer: PublicKey) throws(CryptoError) {
        guard let curve = peer.agreementCurve else { throw .keyInvalid }
        try self.init(on: curve)
    }

    /// The half that the other side gets.
    public var publicKey: PublicKey {
        switch self {
        case .p256(let key): .p256(key.publicKey)
        case .p384(let key): .p384(key.publicKey)
        case .p521(let key): .p521(key.publicKey)
        }
    }

    /// The x-coordinate of the shared point. Throws `CryptoError.keyInvalid` when `peer` is on another curve.
    package func sharedSecret(with peer: PublicKey) throws(CryptoError) -> Secret {
        switch (self, peer) {
        case (.p256(let key), .p256(let peer)): try key.sharedSecret(with: peer)
        case (.p384(let key), .p384(let peer)): try key.sharedSecret(with: peer)
        case (.p521(let key), .p521(let peer)): try key.sharedSecret(with: peer)
        default: throw .keyInvalid
        }
    }
}
