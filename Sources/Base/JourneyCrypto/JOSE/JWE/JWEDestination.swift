package import JourneyBase

extension JWE {
    /// The recipient of a JWE to be made: its key and the algorithms to use.
    package struct Destination: Sendable {
        enum Key: Sendable {
            case agreement(PublicKey, EllipticCurve)
            case direct(Secret)
        }

        let key: Key
        /// The key management algorithm.
        let keyManagement: KeyManagement
        /// The content encryption algorithm.
        let encryption: ContentEncryption
        /// The key id for the header.
        package let kid: String?

        /// Creates a destination with a public key on one of the curves. Throws `JWKError.unsupported` for other keys and for
        /// `direct`, and `.keyInvalid` when `kid` is not a valid key id.
        package init(
            _ key: PublicKey, kid: String? = nil, by keyManagement: KeyManagement = .ecdhESA256KW,
            encryption: ContentEncryption = .a256GCM
        ) throws(JWKError) {
            guard let curve = key.curve, keyManagement != .direct else { throw .unsupported }
            guard kid.map(JWKSet.isKeyID) ?? true else { throw .keyInvalid }
            self.key = .agreement(key, curve)
            self.keyManagement = keyManagement
            self.encryption = encryption
            self.kid = kid
        }

        /// Creates a destination from a JWK for key agreement. Its `alg`, if present, decides the key management; otherwise that
        /// is ECDH-ES+A256KW. Throws `JWKError.purpose` for a JWK with another purpose.
        package init(_ jwk: JWK, encryption: ContentEncryption = .a256GCM) throws(JWKError) {
            let members = jwk.members
            guard members.allow("deriveKey", .encryption) || members.allow("deriveBits", .encryption) else {
                throw .purpose
            }
            let named = try members.algorithm.map { name throws(JWKError) in
                guard let algorithm = KeyManagement(rawValue: name) else { throw .purpose }
                return algorithm
            }
            try self.init(jwk.key, kid: jwk.kid, by: named ?? .ecdhESA256KW, encryption: encryption)
        }

        /// Creates a destination that shares the content key: 32 bytes for A256GCM, 16 for A128GCM. One such key may encrypt at
        /// most 2³² messages, because nonces are random (NIST SP 800-38D, section 8.3). Throws `JWKError.keyInvalid` for other
        /// lengths and when `kid` is not a valid key id.
        package init(direct key: Secret, kid: String? = nil) throws(JWKError) {
            guard let encryption = ContentEncryption(keyCount: key.count), kid.map(JWKSet.isKeyID) ?? true else {
                throw .keyInvalid
            }
            self.key = .direct(key)
            keyManagement = .direct
            self.encryption = encryption
            self.kid = kid
        }
    }
}
