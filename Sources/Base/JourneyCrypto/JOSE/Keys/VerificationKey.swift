/// A public key with the single algorithm that it verifies.
///
/// The algorithm belongs to the key. A signature's header is only compared with it, so that no header can switch a public key to
/// a MAC or one padding to another (RFC 8725, section 3.1).
public struct VerificationKey: Hashable, Sendable {
    /// The public key.
    package let key: PublicKey
    /// The key's algorithm, one of `JWS.verified`.
    package let algorithm: SignatureAlgorithm

    /// Creates a key whose type fixes its algorithm: ES256, ES384, ES512 or EdDSA. Throws `JWKError.unsupported` for RSA, whose
    /// algorithm must be named.
    package init(_ key: PublicKey) throws(JWKError) {
        guard key.algorithms.count == 1, let algorithm = key.algorithms.first else { throw .unsupported }
        try self.init(key, by: algorithm)
    }

    /// Creates a key that verifies `algorithm`. Throws `JWKError.keyInvalid` when the algorithm does not fit the key and
    /// `.unsupported` when it is not in `JWS.verified`.
    package init(_ key: PublicKey, by algorithm: SignatureAlgorithm) throws(JWKError) {
        guard key.algorithms.contains(algorithm) else { throw .keyInvalid }
        guard JWS.verified.contains(algorithm) else { throw .unsupported }
        self.key = key
        self.algorithm = algorithm
    }

    /// Creates a P-256 key for ES256.
    package init(_ key: P256PublicKey) {
        self.key = .p256(key)
        algorithm = .es256
    }

    /// Creates the key of a JWK for signatures. An RSA key must have `alg`. Throws `JWKError.purpose` when the JWK has another
    /// purpose, and the errors of the other initialisers.
    package init(_ jwk: JWK) throws(JWKError) {
        guard jwk.members.allow("verify", .signature) else { throw .purpose }
        guard let name = jwk.members.algorithm else {
            try self.init(jwk.key)
            return
        }
        guard let algorithm = SignatureAlgorithm(rawValue: name) else { throw .purpose }
        try self.init(jwk.key, by: algorithm)
    }

    /// Returns `true` if `signature` is this key's signature over `message`.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        key.verifies(signature, of: message, with: algorithm)
    }

    /// Length in bytes of a signature.
    var signatureCount: Int {
        switch key {
        case .p256, .p384, .p521: key.curve?.signatureCount ?? 0
        case .ed25519: 64
        case .rsa(let key): key.byteCount
        }
    }
}

extension PublicKey {
    /// The curve of a key that supports key agreement; `nil` for others.
    var curve: EllipticCurve? {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .ed25519, .rsa: nil
        }
    }
}
