package import JourneyBase

/// A public key as a JSON Web Key (RFC 7517; RFC 7518, section 6; RFC 8037): P-256, P-384, P-521, Ed25519 or RSA.
///
/// Parsing validates the key: its numbers must be canonical, `use`, `key_ops` and `alg` must agree with each other and with the
/// key, and no private member may be present. Certificates and URLs (`x5c`, `x5u`, `x5t`) are ignored: trust comes from the
/// source of the JWK, never from what it contains.
package struct JWK: Hashable, Sendable {
    /// The key itself.
    package let key: PublicKey
    let members: JWKMembers

    /// The key id.
    package var kid: String? { members.kid }

    /// The members that only private and symmetric keys have.
    static let secretMembers: Set<String> = ["d", "k", "p", "q", "dp", "dq", "qi", "oth"]

    /// Parses the key in `json`. Throws `JWKError`.
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

    /// Creates a JWK of `key` for ECDH-ES. Throws `JWKError.unsupported` when the key cannot agree and `.keyInvalid` when `kid`
    /// is not a valid key id.
    package init(agreement key: PublicKey, kid: String?) throws(JWKError) {
        guard key.curve != nil else { throw .unsupported }
        guard kid.map(JWKSet.isKeyID) ?? true else { throw .keyInvalid }
        self.key = key
        members = JWKMembers(kid: kid, use: .encryption, algorithm: nil)
    }

    /// The key as JSON, with all its members.
    package var json: JSONValue {
        .object((key.jwk.object ?? [:]).merging(members.json) { own, _ in own })
    }

    /// The SHA-256 of the required key members (RFC 7638).
    package var thumbprint: String { key.thumbprint }

    /// Returns `true` if an algorithm can be used with a key at all, whether or not this package supports it.
    static func fits(_ algorithm: String, _ key: PublicKey) -> Bool {
        if let signature = SignatureAlgorithm(rawValue: algorithm) { return key.algorithms.contains(signature) }
        return switch key {
        case .p256, .p384, .p521: algorithm.hasPrefix("ECDH-ES")
        case .ed25519: false
        case .rsa: algorithm.hasPrefix("RSA")
        }
    }
}
