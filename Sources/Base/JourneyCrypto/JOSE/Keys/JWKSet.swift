public import JourneyBase

/// The verification keys of an issuer, by key id (RFC 7517, section 5).
///
/// A set can hold several keys during a rotation. A signature names its key's id, and an unknown id verifies nothing.
public struct JWKSet: Hashable, Sendable {
    private let keys: [String: VerificationKey]

    /// A reason for rejecting a set.
    public enum Fault: Error, Hashable, Sendable {
        /// Not `{"keys": […]}`, more than 64 keys, or a member of the wrong type.
        case malformed
        /// A symmetric or private key. A source that publishes one cannot be trusted.
        case secretKey
        /// A supported verification key without an id, or one whose id, numbers or members are invalid.
        case keyInvalid
        /// Two keys with the same id.
        case duplicateKeyID
    }

    /// The maximum number of keys in a set.
    public static let limit = 64

    /// Creates an empty set, which verifies nothing.
    public init() { keys = [:] }

    /// Creates a set of keys by id.
    ///
    /// - Parameter keys: The keys by id.
    /// - Throws: `Fault.keyInvalid` for an invalid id (see `isKeyID`) or for more than 64 keys.
    public init(_ keys: [String: VerificationKey]) throws(Fault) {
        guard keys.count <= JWKSet.limit, keys.keys.allSatisfy(JWKSet.isKeyID) else { throw .keyInvalid }
        self.keys = keys
    }

    /// Creates a set of P-256 keys by id, each for ES256.
    ///
    /// - Parameter keys: The keys by id.
    /// - Throws: `Fault.keyInvalid` for an invalid id (see `isKeyID`) or for more than 64 keys.
    public init(_ keys: [String: P256PublicKey]) throws(Fault) {
        try self.init(keys.mapValues { VerificationKey($0) })
    }

    /// Parses a JWK Set.
    ///
    /// Public keys of unsupported types, curves and algorithms, RSA keys without `alg`, and encryption keys are ignored (RFC
    /// 7517, section 5). One invalid supported key, one secret key or one duplicate id invalidates the set.
    ///
    /// - Parameter json: The JWK Set.
    /// - Throws: `Fault`.
    public init(_ json: JSONValue) throws(Fault) {
        guard let list = json["keys"]?.array, list.count <= JWKSet.limit else { throw .malformed }
        var keys: [String: VerificationKey] = [:]
        var seen: Set<String> = []
        for entry in list {
            if let kid = entry["kid"] {
                guard let kid = kid.string else { throw .malformed }
                guard seen.insert(kid).inserted else { throw .duplicateKeyID }
            }
            guard let (kid, key) = try JWKSet.verificationKey(entry) else { continue }
            keys[kid] = key
        }
        self.keys = keys
    }

    /// Returns the key of one entry with its id; `nil` when the entry is ignored.
    private static func verificationKey(_ entry: JSONValue) throws(Fault) -> (String, VerificationKey)? {
        do throws(JWKError) {
            // Only RSA leaves the algorithm open: a key without `alg` is ignored.
            if entry["kty"] == "RSA", entry["alg"] == nil,
                JWK.secretMembers.isDisjoint(with: (entry.object ?? [:]).keys)
            {
                return nil
            }
            let jwk = try JWK(entry)
            if jwk.members.isForEncryption { return nil }
            let key = try VerificationKey(jwk)
            guard let kid = jwk.kid else { throw .keyInvalid }
            return (kid, key)
        } catch {
            switch error {
            case .unsupported: return nil
            case .malformed: throw .malformed
            case .secretKey: throw .secretKey
            case .keyInvalid, .purpose: throw .keyInvalid
            }
        }
    }

    /// Returns the key whose id is exactly `kid`, or `nil`.
    public func key(_ kid: String) -> VerificationKey? { keys[kid] }

    /// The key ids, sorted.
    package var keyIDs: [String] { keys.keys.sorted() }

    /// The set as JSON, with `use` and `alg`, sorted by id.
    public var json: JSONValue {
        let list = keys.sorted { $0.key < $1.key }.map { kid, key -> JSONValue in
            let metadata = JWKMembers(kid: kid, use: .signature, algorithm: key.algorithm.rawValue)
            return .object((key.key.jwk.object ?? [:]).merging(metadata.json) { own, _ in own })
        }
        return ["keys": .array(list)]
    }

    /// Returns `true` if `text` is a valid key id: 1 to 128 printable ASCII characters without space, quote or backslash.
    package static func isKeyID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
