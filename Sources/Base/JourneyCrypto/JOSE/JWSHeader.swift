import JourneyBase

/// The protected header of an ES256 signature (RFC 7515, section 4).
struct JWSHeader {
    let kid: String
    let typ: String?

    /// Bytes of base64url that a header may have.
    static let limit = 2_048

    /// What a verifier that already has its keys must not follow, and what changes the meaning of the rest.
    private static let forbidden: Set<String> = [
        "crit", "b64", "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "zip", "enc",
    ]

    init(kid: String, typ: String? = nil) {
        self.kid = kid
        self.typ = typ
    }

    /// Reads a header in base64url; refuses every algorithm but ES256.
    init(encoded: Substring) throws(JWSError) {
        guard (1...JWSHeader.limit).contains(encoded.utf8.count), let bytes = Base64URL.decode(encoded),
            let value = try? JSONReader.read(bytes, limits: JSONLimits(bytes: JWSHeader.limit, depth: 4, values: 32)),
            let members = value.object
        else { throw .malformed }
        guard JWSHeader.forbidden.isDisjoint(with: members.keys) else { throw .forbiddenHeader }
        guard members["alg"] == "ES256" else { throw .algorithm }
        guard let kid = members["kid"]?.string, JWKSet.isKeyID(kid) else { throw .malformed }
        if let typ = members["typ"], typ.string == nil { throw .malformed }
        self.kid = kid
        typ = members["typ"]?.string
    }

    /// The header in base64url.
    var encoded: String {
        var members: [String: JSONValue] = ["alg": "ES256", "kid": .string(kid)]
        if let typ { members["typ"] = .string(typ) }
        return Base64URL.encode(JSONValue.object(members).compactBytes)
    }
}
