import JourneyBase

/// The protected header of a JWS or a JWE, bounded and read strictly.
struct JOSEHeader {
    /// Bytes of base64url that a header may have.
    static let limit = 2_048

    /// What whoever already has the keys must not follow, and what changes the meaning of the rest. `crit` names extensions
    /// that must be understood, and none is: so a header that has it is refused, whatever it names (RFC 7515,
    /// section 4.1.11). `b64` is such an extension (RFC 7797).
    private static let forbidden: Set<String> = ["crit", "b64", "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "zip"]

    /// Why a header is not accepted.
    enum Fault: Error, Hashable {
        case malformed
        case forbidden
    }

    let members: [String: JSONValue]

    /// Reads a header in base64url; `more` names further members that must not be there.
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

    /// A text; `nil` when it is absent.
    func text(_ name: String) throws(Fault) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .malformed }
        return text
    }

    /// The key's id; `nil` when there is none.
    func kid() throws(Fault) -> String? {
        guard let kid = try text("kid") else { return nil }
        guard JWKSet.isKeyID(kid) else { throw .malformed }
        return kid
    }
}
