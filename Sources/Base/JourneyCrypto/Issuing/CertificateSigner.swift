/// A key that signs certificates and revocation lists, with its X.509 algorithm identifier.
public struct CertificateSigner: Sendable {
    /// The SubjectPublicKeyInfo of the key.
    public let spki: [UInt8]
    /// The AlgorithmIdentifier of its signatures, DER.
    let algorithm: [UInt8]
    let sign: @Sendable ([UInt8]) throws(CryptoError) -> [UInt8]

    init(
        spki: [UInt8], algorithm: [UInt8], sign: @escaping @Sendable ([UInt8]) throws(CryptoError) -> [UInt8]
    ) {
        self.spki = spki
        self.algorithm = algorithm
        self.sign = sign
    }

    init(
        spki: [UInt8], algorithm: OID, hasNull: Bool = false,
        sign: @escaping @Sendable ([UInt8]) throws(CryptoError) -> [UInt8]
    ) {
        let identifier = DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.objectIdentifier(algorithm)
                if hasNull { writer.null() }
            }
        }
        self.init(spki: spki, algorithm: identifier, sign: sign)
    }

    /// Creates a signer for ECDSA with the curve's own hash.
    public init<Curve>(_ key: ECPrivateKey<Curve>) {
        let curve = Curve.curve
        let algorithm: OID =
            switch curve.hash {
            case .sha256: .ecdsaSHA256
            case .sha384: .ecdsaSHA384
            case .sha512: .ecdsaSHA512
            }
        self.init(spki: key.publicKey.spki, algorithm: algorithm) { message throws(CryptoError) in
            guard let der = ECDSASignature.der(raw: try key.sign(message), curve: curve) else { throw .unavailable }
            return der
        }
    }

    /// Creates a signer for Ed25519.
    public init(_ key: Ed25519PrivateKey) {
        self.init(spki: key.publicKey.spki, algorithm: .ed25519) { message throws(CryptoError) in
            try key.sign(message)
        }
    }

    /// Creates a signer for RSA with PKCS #1 v1.5 and SHA-256, which all certificate verifiers support.
    public init(_ key: RSAPrivateKey) {
        self.init(spki: key.publicKey.spki, algorithm: .rsaSHA256, hasNull: true) { message throws(CryptoError) in
            try key.sign(message, with: .rs256)
        }
    }
}
