import JourneyBase

/// The protected header of a JWS or a JWE, with limits and strict parsing.
struct JOSEHeader {
    /// The longest accepted header, in bytes of base64url.
    static let limit = 2_048

    /// Refused header members: keys that come with the message, and members that change the meaning of the rest. `crit` names
    /// extensions that must be understood. None is supported, so a header with `crit` is refused (RFC 7515, section 4.1.11).
    /// `b64` is such an extension (RFC 7797).
    private static let forbidden: Set<String> = ["crit", "b64", "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "zip"]

    /// A reason for rejecting a header.
    enum Fault: Error, Hashable {
        case malformed
        case forbidden
    }

    let members: [String: JSONValue]

    /// Parses a header in base64url; `more` names additional refused members.
    init(encoded: Substring, forbidding more: Set<String> = []) throws(Fault) {
        guard (1...JOSEHeader.limit).contains(encoded.utf8.count), let bytes = Base64URL.decode(encoded),
            let value = try? JSONReader.read(
                bytes, limits: JSONLimits(bytes: JOSEHeader.limit, depth: 4, values: 32)),
            let members = value.object
        else { throw .malformed }
        guard JOSEHeader.forbidden.isDisjoint(with: members.keys), more.isDisjoint(with: members.keys) else {
            throw .forbidden
        }
        self.members = members
    }

    /// Returns the string member `name`; `nil` when it is absent.
    func text(_ name: String) throws(Fault) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }

    /// Returns the key id; `nil` when there is none.
    func kid() throws(Fault) -> String? {
        guard let kid = try text("kid") else { return nil }
        guard JWKSet.isKeyID(kid) else { throw .malformed }
        return kid
    }
}
