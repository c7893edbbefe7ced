package import JourneyBase

/// A public key as a JSON Web Key (RFC 7517; RFC 7518, section 6; RFC 8037): P-256, P-384, P-521, Ed25519 or RSA.
///
/// What is read is checked: the numbers are a key in their one spelling, `use`, `key_ops` and `alg` contradict neither each
/// other nor the key, and no private member stands among them. Certificates and addresses (`x5c`, `x5u`, `x5t`) are passed
/// over: a key is trusted for where the JWK came from, never for what it brings along.
package struct JWK: Hashable, Sendable {
    /// The key itself.
    package let key: PublicKey
    let members: JWKMembers

    /// Names the key among others.
    package var kid: String? { members.kid }

    /// The members that only a private or symmetric key has.
    static let secretMembers: Set<String> = ["d", "k", "p", "q", "dp", "dq", "qi", "oth"]

    /// The key that `json` spells. Throws `JWKError`.
    package init(_ json: JSONValue) throws(JWKError) {
        guard let object = json.object, let type = object["kty"]?.string else { throw .malformed }
        guard type != "oct", JWK.secretMembers.isDisjoint(with: object.keys) else { throw .secretKey }
        let members = try JWKMembers(object)
        key = try PublicKey(jwk: object)
        self.members = members
        guard members.algorithm.map({ JWK.fits($0, key) }) ?? true, !members.namesPrivateOperation else {
            throw .keyInvalid
        }
    }

    /// `key`, for the agreement of ECDH-ES. Throws `JWKError.unsupported` when it cannot agree and `.keyInvalid` when `kid` is
    /// none.
    package init(agreement key: PublicKey, kid: String?) throws(JWKError) {
        guard key.curve != nil else { throw .unsupported }
        guard kid.map(JWKSet.isKeyID) ?? true else { throw .keyInvalid }
        self.key = key
        members = JWKMembers(kid: kid, use: .encryption, algorithm: nil)
    }

    /// The key with all that is said of it.
    package var json: JSONValue {
        .object((key.jwk.object ?? [:]).merging(members.json) { own, _ in own })
    }

    /// The SHA-256 of the key's own members (RFC 7638).
    package var thumbprint: String { key.thumbprint }

    /// Whether an algorithm can be used with a key at all; it need not be one of ours.
    static func fits(_ algorithm: String, _ key: PublicKey) -> Bool {
        if let signature = SignatureAlgorithm(rawValue: algorithm) { return key.algorithms.contains(signature) }
        return switch key {
        case .p256, .p384, .p521: algorithm.hasPrefix("ECDH-ES")
        case .ed25519: false
        case .rsa: algorithm.hasPrefix("RSA")
        }
    }
}
