package import JourneyBase

/// A private or symmetric key as a JSON Web Key, held in locked memory only: P-256, P-384, P-521, Ed25519 or `oct`.
///
/// RSA keys are exchanged as PKCS#8 (`RSAPrivateKey`).
package struct PrivateJWK: Sendable {
    enum Material: Sendable {
        case curve(EllipticCurve, scalar: Secret, PublicKey)
        case ed25519(seed: Secret, PublicKey)
        case symmetric(Secret)
    }

    let material: Material
    let members: JWKMembers

    /// The key id.
    var kid: String? { members.kid }

    /// The public half; `nil` for a symmetric key.
    package var publicKey: PublicKey? {
        switch material {
        case .curve(_, _, let key), .ed25519(_, let key): key
        case .symmetric: nil
        }
    }

    /// Returns a signer with the algorithm of the key's type. Throws `JWKError.purpose` when the key is not for signatures.
    package func signer() throws(JWKError) -> any MessageSigner {
        guard members.allow("sign", .signature), algorithm(fits: publicKey?.algorithms.first?.rawValue) else {
            throw .purpose
        }
        do throws(CryptoError) {
            switch material {
            case .curve(.p256, let scalar, _): return try P256PrivateKey(scalar: scalar)
            case .curve(.p384, let scalar, _): return try P384PrivateKey(scalar: scalar)
            case .curve(.p521, let scalar, _): return try P521PrivateKey(scalar: scalar)
            case .ed25519(let seed, _): return try Ed25519PrivateKey(seed: seed)
            case .symmetric: throw .keyInvalid
            }
        } catch { throw error == .keyInvalid ? .purpose : .keyInvalid }
    }

    /// Returns a recipient for JWEs encrypted to this key. Its `alg`, if present, is the only one accepted. Throws
    /// `JWKError.purpose` when the key is not for encryption.
    package func recipient(encryptions: Set<JWE.ContentEncryption> = [.a256GCM]) throws(JWKError) -> JWE.Recipient {
        do throws(CryptoError) {
            switch material {
            case .curve(let curve, let scalar, _):
                guard members.allow("deriveKey", .encryption) || members.allow("deriveBits", .encryption) else {
                    throw .keyInvalid
                }
                let accepted = [JWE.KeyManagement.ecdhES, .ecdhESA256KW].filter { algorithm(fits: $0.rawValue) }
                guard !accepted.isEmpty else { throw .keyInvalid }
                return JWE.Recipient(
                    try AgreementKey(scalar: scalar, on: curve), kid: kid, accepting: Set(accepted),
                    encryptions: encryptions)
            case .symmetric(let key):
                let encryption = JWE.ContentEncryption(keyCount: key.count)
                guard members.allow("decrypt", .encryption),
                    algorithm(fits: "dir") || algorithm(fits: encryption?.rawValue)
                else { throw .keyInvalid }
                return try JWE.Recipient(direct: key, kid: kid)
            case .ed25519: throw .keyInvalid
            }
        } catch { throw .purpose }
    }

    /// Returns the key for key agreement in protocols other than JOSE. Throws `JWKError.purpose` when the key is not for
    /// agreement or its curve does not support it.
    package func agreementKey() throws(JWKError) -> AgreementKey {
        guard case .curve(let curve, let scalar, _) = material,
            members.allow("deriveKey", .encryption) || members.allow("deriveBits", .encryption)
        else { throw .purpose }
        do throws(CryptoError) { return try AgreementKey(scalar: scalar, on: curve) } catch { throw .keyInvalid }
    }

    /// The bytes of a symmetric key; `nil` for other types.
    var symmetricKey: Secret? { if case .symmetric(let key) = material { key } else { nil } }

    private func algorithm(fits name: String?) -> Bool { members.algorithm.map { $0 == name } ?? true }

    /// Returns the SHA-256 of the key's required members (RFC 7638). These are public except for a symmetric key, whose
    /// thumbprint lets an attacker confirm a guess of the key.
    package func thumbprint() throws(CryptoError) -> String {
        guard case .symmetric(let key) = material else { return publicKey?.thumbprint ?? "" }
        let text = Secret(count: Base64URL.encodedCount(key.count)) { out in
            key.withBytes { Base64URL.encode($0, into: out) }
        }
        let digest = try Primitives.sha256(Array(#"{"k":""#.utf8), text, Array(#"","kty":"oct"}"#.utf8), count: 32)
        return digest.withBytes { Base64URL.encode($0) }
    }
}

extension PrivateJWK {
    /// Creates a JWK of `key` for signatures. Throws `JWKError.keyInvalid` when `kid` is not a valid key id.
    package init<Curve: NamedCurve>(_ key: ECPrivateKey<Curve>, kid: String?) throws(JWKError) {
        let members = try JWKMembers(made: kid, .signature, Curve.curve.algorithm.rawValue)
        try self.init(members) { () throws(CryptoError) in
            .curve(Curve.curve, scalar: try key.scalar(), try PublicKey(spki: key.publicKey.spki))
        }
    }

    /// Creates a JWK of `key` for key agreement. Throws `JWKError.keyInvalid` when `kid` is not a valid key id.
    package init<Curve: NamedCurve>(_ key: ECAgreementKey<Curve>, kid: String?) throws(JWKError) {
        try self.init(JWKMembers(made: kid, .encryption, nil)) { () throws(CryptoError) in
            .curve(Curve.curve, scalar: try key.scalar(), try PublicKey(spki: key.publicKey.spki))
        }
    }

    /// Creates a JWK of `key` for signatures. Throws `JWKError.keyInvalid` when `kid` is not a valid key id.
    init(_ key: Ed25519PrivateKey, kid: String?) throws(JWKError) {
        try self.init(JWKMembers(made: kid, .signature, SignatureAlgorithm.edDSA.rawValue)) {
            () throws(CryptoError) in .ed25519(seed: try key.seed(), .ed25519(key.publicKey))
        }
    }

    /// Creates a JWK of a symmetric key, for direct encryption. Throws `JWKError.keyInvalid` when `kid` is not a valid key id.
    package init(_ key: Secret, kid: String?) throws(JWKError) {
        material = .symmetric(key)
        members = try JWKMembers(made: kid, .encryption, JWE.KeyManagement.direct.rawValue)
    }

    private init(_ members: JWKMembers, _ material: () throws(CryptoError) -> Material) throws(JWKError) {
        do { self.material = try material() } catch { throw .keyInvalid }
        self.members = members
    }
}

extension JWKMembers {
    /// Creates the members of a new key. Throws `JWKError.keyInvalid` when `kid` is not a valid key id.
    fileprivate init(made kid: String?, _ use: Use, _ algorithm: String?) throws(JWKError) {
        guard kid.map(JWKSet.isKeyID) ?? true else { throw .keyInvalid }
        self.init(kid: kid, use: use, algorithm: algorithm)
    }
}
