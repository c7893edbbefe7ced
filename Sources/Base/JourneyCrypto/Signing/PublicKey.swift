/// A public key of any of the types that sign here.
public enum PublicKey: Hashable, Sendable {
    case p256(P256PublicKey)
    case p384(P384PublicKey)
    case p521(P521PublicKey)
    case ed25519(Ed25519PublicKey)
    case rsa(RSAPublicKey)

    /// The key of a DER SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7), in the one form that `spki` gives. Throws
    /// `CryptoError.keyInvalid` for everything else, other types of key and compressed points too.
    public init(spki: [UInt8]) throws(CryptoError) {
        if spki.starts(with: EllipticCurve.p256.spkiPrefix) {
            self = try .p256(P256PublicKey(spki: spki))
        } else if spki.starts(with: EllipticCurve.p384.spkiPrefix) {
            self = try .p384(P384PublicKey(spki: spki))
        } else if spki.starts(with: EllipticCurve.p521.spkiPrefix) {
            self = try .p521(P521PublicKey(spki: spki))
        } else if spki.starts(with: Ed25519PublicKey.spkiPrefix) {
            self = try .ed25519(Ed25519PublicKey(spki: spki))
        } else {
            self = try .rsa(RSAPublicKey(spki: spki))
        }
    }

    /// The DER SubjectPublicKeyInfo.
    public var spki: [UInt8] {
        switch self {
        case .p256(let key): key.spki
        case .p384(let key): key.spki
        case .p521(let key): key.spki
        case .ed25519(let key): key.spki
        case .rsa(let key): key.spki
        }
    }

    /// The algorithms that fit the key: the key fixes them, never what came with a signature. RSA alone has a choice.
    public var algorithms: [SignatureAlgorithm] {
        switch self {
        case .p256: [.es256]
        case .p384: [.es384]
        case .p521: [.es512]
        case .ed25519: [.edDSA]
        case .rsa: [.ps256, .ps384, .ps512, .rs256, .rs384, .rs512]
        }
    }

    /// Whether `signature` is this key's over `message` by `algorithm`, in JOSE's form (r ‖ s for ECDSA). An algorithm that
    /// does not fit the key verifies nothing.
    public func verifies(
        _ signature: [UInt8], of message: [UInt8], with algorithm: SignatureAlgorithm
    ) -> Bool {
        guard algorithms.contains(algorithm) else { return false }
        return switch self {
        case .p256(let key): key.verifies(signature, of: message)
        case .p384(let key): key.verifies(signature, of: message)
        case .p521(let key): key.verifies(signature, of: message)
        case .ed25519(let key): key.verifies(signature, of: message)
        case .rsa(let key): key.verifies(signature, of: message, with: algorithm)
        }
    }

    /// Whether `signature`, DER for ECDSA as X.509 and CMS carry it (RFC 3279, section 2.2.3), is this key's over the hash
    /// `hash` of `message`: there, an EC key may be used with any hash. No other type of key verifies by this.
    func verifies(der signature: [UInt8], of message: [UInt8], hash: HashAlgorithm) -> Bool {
        switch self {
        case .p256(let key): key.verifies(der: signature, of: message, hash: hash)
        case .p384(let key): key.verifies(der: signature, of: message, hash: hash)
        case .p521(let key): key.verifies(der: signature, of: message, hash: hash)
        case .ed25519, .rsa: false
        }
    }
}
