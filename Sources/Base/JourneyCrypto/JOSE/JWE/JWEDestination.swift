package import JourneyBase

extension JWE {
    /// Where a JWE goes: the recipient's key, and how it is used.
    package struct Destination: Sendable {
        enum Key: Sendable {
            case agreement(PublicKey, EllipticCurve)
            case direct(Secret)
        }

        let key: Key
        /// How the content key gets there.
        let keyManagement: KeyManagement
        /// How the content is encrypted.
        let encryption: ContentEncryption
        /// The key's id, which the header names.
        package let kid: String?

        /// A recipient with a public key on one of the curves. Throws `JWKError.unsupported` for other keys and for `direct`,
        /// and `.keyInvalid` when `kid` is none.
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

        /// A recipient's JWK, which must be for agreement. Its `alg`, if it has one, decides; otherwise it is
        /// ECDH-ES+A256KW. Throws `JWKError.purpose` when it is for something else.
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

        /// A recipient who shares the content key: 32 bytes for A256GCM, 16 for A128GCM. Not more than 2³² texts may be made
        /// with one such key, because their nonces are random (NIST SP 800-38D, section 8.3). Throws
        /// `JWKError.keyInvalid` for other lengths and when `kid` is none.
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
