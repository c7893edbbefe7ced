public import JourneyBase

/// The P-256 verification keys of an issuer, by key id (RFC 7517).
public struct JWKSet: Hashable, Sendable {
    private let keys: [String: P256PublicKey]

    /// Why a set is not accepted.
    public enum Fault: Error, Hashable, Sendable {
        /// Not `{"keys": […]}`, more than 64 keys, or a member of the wrong type.
        case malformed
        /// A symmetric or private key: who publishes one has no keys to trust.
        case secretKey
        /// A P-256 key without an id, or one whose id, coordinates or purpose are not acceptable.
        case keyInvalid
        /// Two keys with one id.
        case duplicateKeyID
    }

    /// The most keys of a set.
    public static let limit = 64

    /// No keys: verifies nothing.
    public init() { keys = [:] }

    /// The set of keys by id; ids that are none (see `isKeyID`) are refused with `Fault.keyInvalid`.
    public init(_ keys: [String: P256PublicKey]) throws(Fault) {
        guard keys.count <= JWKSet.limit, keys.keys.allSatisfy(JWKSet.isKeyID) else { throw .keyInvalid }
        self.keys = keys
    }

    /// The set that `json` spells. Public keys of other types are passed over (RFC 7517, section 5); one bad P-256 key
    /// voids the set.
    public init(_ json: JSONValue) throws(Fault) {
        guard let list = json["keys"]?.array, list.count <= JWKSet.limit else { throw .malformed }
        var keys: [String: P256PublicKey] = [:]
        var seen: Set<String> = []
        for entry in list {
            guard let members = entry.object, let type = members["kty"]?.string else { throw .malformed }
            guard members["d"] == nil, members["k"] == nil, type != "oct" else { throw .secretKey }
            if let kid = members["kid"] {
                guard let kid = kid.string else { throw .malformed }
                guard seen.insert(kid).inserted else { throw .duplicateKeyID }
            }
            guard type == "EC", members["crv"] == "P-256" else { continue }
            guard let kid = members["kid"]?.string, JWKSet.isKeyID(kid) else { throw .keyInvalid }
            keys[kid] = try JWKSet.verificationKey(members)
        }
        self.keys = keys
    }

    private static func verificationKey(_ members: [String: JSONValue]) throws(Fault) -> P256PublicKey {
        let operations = members["key_ops"].map { $0 == ["verify"] } ?? true
        guard operations, members["use"] ?? "sig" == "sig", members["alg"] ?? "ES256" == "ES256",
            let x = coordinate(members["x"]), let y = coordinate(members["y"]),
            let key = try? P256PublicKey(x963: [4] + x + y)
        else { throw .keyInvalid }
        return key
    }

    /// Always 32 bytes, with leading zeros (RFC 7518, section 6.2.1.2).
    private static func coordinate(_ value: JSONValue?) -> [UInt8]? {
        guard let text = value?.string, text.utf8.count == 43 else { return nil }
        return Base64URL.decode(text)
    }

    /// The key whose id is exactly `kid`.
    public func key(_ kid: String) -> P256PublicKey? { keys[kid] }

    /// The ids, sorted.
    public var keyIDs: [String] { keys.keys.sorted() }

    /// The set as JSON, with `use` and `alg`, sorted by id.
    public var json: JSONValue {
        let list = keys.sorted { $0.key < $1.key }.map { kid, key -> JSONValue in
            var members = key.jwk.object ?? [:]
            members["kid"] = .string(kid)
            members["use"] = "sig"
            members["alg"] = "ES256"
            return .object(members)
        }
        return ["keys": .array(list)]
    }

    /// Whether `text` can be a key id here: 1 to 128 printable ASCII characters without space, quote or backslash.
    public static func isKeyID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
