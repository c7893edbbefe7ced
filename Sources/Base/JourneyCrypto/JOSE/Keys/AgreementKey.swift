package import JourneyBase

/// A private key for Diffie-Hellman exchanges, on any of the curves.
public enum AgreementKey: Sendable {
    case p256(P256AgreementKey)
    case p384(P384AgreementKey)
    case p521(P521AgreementKey)

    /// Generates a key on `curve` with the system's random generator. Throws `CryptoError.unavailable`.
    package static func generate(_ curve: EllipticCurve) throws(CryptoError) -> AgreementKey {
        switch curve {
        case .p256: .p256(try P256AgreementKey())
        case .p384: .p384(try P384AgreementKey())
        case .p521: .p521(try P521AgreementKey())
        }
    }

    /// Creates the key on `curve` with the private scalar `scalar`, as long as a coordinate. Throws `CryptoError.keyInvalid`.
    package init(scalar: Secret, on curve: EllipticCurve) throws(CryptoError) {
        self =
            switch curve {
            case .p256: .p256(try P256AgreementKey(scalar: scalar))
            case .p384: .p384(try P384AgreementKey(scalar: scalar))
            case .p521: .p521(try P521AgreementKey(scalar: scalar))
            }
    }

    /// The public half for the peer.
    package var publicKey: PublicKey {
        switch self {
        case .p256(let key): .p256(key.publicKey)
        case .p384(let key): .p384(key.publicKey)
        case .p521(let key): .p521(key.publicKey)
        }
    }

    /// The curve of the key.
    var curve: EllipticCurve {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        }
    }

    /// Returns the x-coordinate of the shared point. Use it as input of a key derivation, not as a key. Throws
    /// `CryptoError.keyInvalid` when `peer` is on another curve or cannot agree.
    package func sharedSecret(with peer: PublicKey) throws(CryptoError) -> Secret {
        switch (self, peer) {
        case (.p256(let own), .p256(let peer)): try own.sharedSecret(with: peer)
        case (.p384(let own), .p384(let peer)): try own.sharedSecret(with: peer)
        case (.p521(let own), .p521(let peer)): try own.sharedSecret(with: peer)
        default: throw .keyInvalid
        }
    }
}
