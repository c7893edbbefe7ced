/// A public key of any supported signature type.
public enum PublicKey: Hashable, Sendable {
    case p256(P256PublicKey)
    case p384(P384PublicKey)
    case p521(P521PublicKey)
    case ed25519(Ed25519PublicKey)
    case rsa(RSAPublicKey)

    /// Creates the key from a DER SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
    ///
    /// - Parameter spki: The key, in exactly the form that the property `spki` has.
    /// - Throws: `CryptoError.keyInvalid` for everything else, including other key types and compressed points.
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

    /// The algorithms that fit the key. The key determines them, never data that came with a signature; only RSA offers a choice.
    public var algorithms: [SignatureAlgorithm] {
        switch self {
        case .p256: [.es256]
        case .p384: [.es384]
        case .p521: [.es512]
        case .ed25519: [.edDSA]
        case .rsa: [.ps256, .ps384, .ps512, .rs256, .rs384, .rs512]
        }
    }

    /// Verifies a signature in JOSE's form.
    ///
    /// - Parameters:
    ///   - signature: The signature; r ‖ s for ECDSA.
    ///   - message: The signed bytes.
    ///   - algorithm: The algorithm. One that does not fit the key verifies nothing.
    /// - Returns: `true` if the signature is this key's over `message`.
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

    /// Returns `true` if `signature`, DER for ECDSA as in X.509 and CMS (RFC 3279, section 2.2.3), is this key's signature over
    /// the hash `hash` of `message`. X.509 and CMS allow any hash with an EC key. Other key types verify nothing here.
    func verifies(der signature: [UInt8], of message: [UInt8], hash: HashAlgorithm) -> Bool {
        switch self {
        case .p256(let key): key.verifies(der: signature, of: message, hash: hash)
        case .p384(let key): key.verifies(der: signature, of: message, hash: hash)
        case .p521(let key): key.verifies(der: signature, of: message, hash: hash)
        case .ed25519, .rsa: false
        }
    }
}
