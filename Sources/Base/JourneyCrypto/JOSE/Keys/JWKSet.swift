public import JourneyBase

/// The verification keys of an issuer, by key id (RFC 7517, section 5).
///
/// A set can hold several keys while they are rotated: a signature names its key's id, and an id that is not in the set
/// verifies nothing.
public struct JWKSet: Hashable, Sendable {
    private let keys: [String: VerificationKey]

    /// Why a set is not accepted.
    public enum Fault: Error, Hashable, Sendable {
        /// Not `{"keys": […]}`, more than 64 keys, or a member of the wrong type.
        case malformed
        /// A symmetric or private key: who publishes one has no keys to trust.
        case secretKey
        /// A verification key of ours without an id, or one whose id, numbers or members are not acceptable.
        case keyInvalid
        /// Two keys with one id.
        case duplicateKeyID
    }

    /// The most keys of a set.
    public static let limit = 64

    /// No keys: verifies nothing.
    public init() { keys = [:] }

    /// The set of keys by id; ids that are none (see `isKeyID`) are refused with `Fault.keyInvalid`.
    public init(_ keys: [String: VerificationKey]) throws(Fault) {
        guard keys.count <= JWKSet.limit, keys.keys.allSatisfy(JWKSet.isKeyID) else { throw .keyInvalid }
        self.keys = keys
    }

    /// The set of P-256 keys by id, each for ES256.
    public init(_ keys: [String: P256PublicKey]) throws(Fault) {
        try self.init(keys.mapValues { VerificationKey($0) })
    }

    /// The set that `json` spells.
    ///
    /// Passed over, because they verify nothing for us, are public keys of types, curves and algorithms that are not ours,
    /// RSA keys that do not name their algorithm, and keys for encryption (RFC 7517, section 5). One bad key of ours, one
    /// secret one or one id that comes twice voids the set.
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

    /// The key of one entry with its id; `nil` when it is none of ours.
    private static func verificationKey(_ entry: JSONValue) throws(Fault) -> (String, VerificationKey)? {
        do throws(JWKError) {
            // RSA alone leaves the algorithm open: without its name, the key is not ours to judge.
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

    /// The key whose id is exactly `kid`.
    public func key(_ kid: String) -> VerificationKey? { keys[kid] }

    /// The ids, sorted.
    package var keyIDs: [String] { keys.keys.sorted() }

    /// The set as JSON, with `use` and `alg`, sorted by id.
    public var json: JSONValue {
        let list = keys.sorted { $0.key < $1.key }.map { kid, key -> JSONValue in
            let said = JWKMembers(kid: kid, use: .signature, algorithm: key.algorithm.rawValue)
            return .object((key.key.jwk.object ?? [:]).merging(said.json) { own, _ in own })
        }
        return ["keys": .array(list)]
    }

    /// Whether `text` can be a key id here: 1 to 128 printable ASCII characters without space, quote or backslash.
    package static func isKeyID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
