/// A public key with the one algorithm that it verifies by.
///
/// The algorithm belongs to the key. What a signature's header names is compared with it and chooses nothing, so that no
/// header can turn a public key into a MAC's key or one padding into another (RFC 8725, section 3.1).
public struct VerificationKey: Hashable, Sendable {
    /// The key.
    package let key: PublicKey
    /// Its algorithm: one of `JWS.verified`.
    package let algorithm: SignatureAlgorithm

    /// A key whose type fixes its algorithm: ES256, ES384, ES512 or EdDSA. Throws `JWKError.unsupported` for RSA, whose
    /// algorithm has to be named.
    package init(_ key: PublicKey) throws(JWKError) {
        guard key.algorithms.count == 1, let algorithm = key.algorithms.first else { throw .unsupported }
        try self.init(key, by: algorithm)
    }

    /// `key`, by `algorithm`. Throws `JWKError.keyInvalid` when that does not fit the key and `.unsupported` when it is none
    /// of `JWS.verified`.
    package init(_ key: PublicKey, by algorithm: SignatureAlgorithm) throws(JWKError) {
        guard key.algorithms.contains(algorithm) else { throw .keyInvalid }
        guard JWS.verified.contains(algorithm) else { throw .unsupported }
        self.key = key
        self.algorithm = algorithm
    }

    /// A P-256 key, by ES256.
    package init(_ key: P256PublicKey) {
        self.key = .p256(key)
        algorithm = .es256
    }

    /// The key of a JWK that is one for signatures. RSA's must name its `alg`. Throws `JWKError.purpose` when the JWK is for
    /// something else, and what the other initialisers throw.
    package init(_ jwk: JWK) throws(JWKError) {
        guard jwk.members.allow("verify", .signature) else { throw .purpose }
        guard let name = jwk.members.algorithm else {
            try self.init(jwk.key)
            return
        }
        guard let algorithm = SignatureAlgorithm(rawValue: name) else { throw .purpose }
        try self.init(jwk.key, by: algorithm)
    }

    /// Whether `signature` is this key's over `message`.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.verifies(signature, of: message, with: algorithm)
    }

    /// Bytes of a signature.
    var signatureCount: Int {
        switch key {
        case .p256, .p384, .p521: key.curve?.signatureCount ?? 0
        case .ed25519: 64
        case .rsa(let key): key.byteCount
        }
    }
}

extension PublicKey {
    /// The curve of a key that can agree; `nil` for the others.
    var curve: EllipticCurve? {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .ed25519, .rsa: nil
        }
    }
}
