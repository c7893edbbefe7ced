package import JourneyBase

extension JWE {
    /// A recipient's key and the algorithms it accepts. A header with anything else is refused before the key is used.
    package struct Recipient: Sendable {
        private enum Key: Sendable {
            case agreement(AgreementKey, Set<KeyManagement>)
            case direct(Secret)
        }

        private let key: Key
        private let kid: String?
        private let encryptions: Set<ContentEncryption>

        /// Creates a recipient by key agreement. When `kid` is given, a header with a key id must name it.
        package init(
            _ key: AgreementKey, kid: String? = nil, accepting: Set<KeyManagement> = [.ecdhES, .ecdhESA256KW],
            encryptions: Set<ContentEncryption> = [.a256GCM]
        ) {
            self.key = .agreement(key, accepting.subtracting([.direct]))
            self.kid = kid
            self.encryptions = encryptions
        }

        /// Creates a recipient that shares the content key with the sender: 32 bytes for A256GCM, 16 for A128GCM. Throws
        /// `CryptoError.keyInvalid` for other lengths.
        package init(direct key: Secret, kid: String? = nil) throws(CryptoError) {
            guard let encryption = ContentEncryption(keyCount: key.count) else { throw .keyInvalid }
            self.key = .direct(key)
            self.kid = kid
            encryptions = [encryption]
        }

        /// Returns the content key of `parts`. Throws `JWEError`.
        func contentKey(_ parts: JWEParts) throws(JWEError) -> Secret {
            let header = parts.header
            guard encryptions.contains(header.encryption) else { throw .algorithm }
            if let kid, let named = header.kid, named != kid { throw .keyUnknown }
            switch key {
            case .direct(let key):
                guard header.keyManagement == .direct else { throw .algorithm }
                return key
            case .agreement(let own, let accepted):
                guard accepted.contains(header.keyManagement) else { throw .algorithm }
                guard let peer = header.ephemeralKey, let agreed = try? header.agreedKey(own, peer) else {
                    throw .decryption
                }
                return header.keyManagement == .ecdhES ? agreed : Recipient.unwrap(parts, with: agreed)
            }
        }

        /// Returns the unwrapped key. When unwrapping fails or gives a wrong length, returns a key that decrypts nothing, so that
        /// the same work follows in both cases (RFC 7516, section 11.5).
        private static func unwrap(_ parts: JWEParts, with agreed: Secret) -> Secret {
            let count = parts.header.encryption.keyCount
            let substitute = Secret.random(count: count)
            guard let key = try? AESKeyWrap.unwrap(parts.encryptedKey, with: agreed), key.count == count else {
                return substitute
            }
            return key
        }
    }
}
