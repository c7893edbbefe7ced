import JourneyBase

/// The metadata members of a JSON Web Key (RFC 7517, section 4), parsed strictly.
struct JWKMembers: Hashable, Sendable {
    /// The purpose of the key (`use`).
    enum Use: String, Sendable {
        case signature = "sig"
        case encryption = "enc"
    }

    let kid: String?
    let use: Use?
    /// The `key_ops` member; empty differs from absent.
    let operations: Set<String>?
    let algorithm: String?

    /// The operations of each use (RFC 7517, section 4.3).
    private static let signing: Set<String> = ["sign", "verify"]
    private static let encrypting: Set<String> = [
        "encrypt", "decrypt", "wrapKey", "unwrapKey", "deriveKey", "deriveBits",
    ]

    /// Creates the members of a new key.
    init(kid: String?, use: Use?, algorithm: String?) {
        self.kid = kid
        self.use = use
        operations = nil
        self.algorithm = algorithm
    }

    init(_ members: [String: JSONValue]) throws(JWKError) {
        kid = try JWKMembers.text("kid", of: members)
        if let kid, !JWKSet.isKeyID(kid) { throw .keyInvalid }
        let use = try JWKMembers.text("use", of: members)
        self.use = use.flatMap(Use.init(rawValue:))
        if use != nil, self.use == nil { throw .unsupported }
        operations = try JWKMembers.operations(members["key_ops"])
        algorithm = try JWKMembers.text("alg", of: members)
        // Members that are present must agree (section 4.3).
        if let operations, let use = self.use {
            let fitting = use == .signature ? JWKMembers.signing : JWKMembers.encrypting
            guard operations.isSubset(of: fitting) else { throw .keyInvalid }
        }
        if self.use == .encryption, let algorithm, SignatureAlgorithm(rawValue: algorithm) != nil { throw .keyInvalid }
    }

    /// Returns `true` if the key may be used for `operation`, which belongs to `use`. The algorithm is not considered.
    func allow(_ operation: String, _ use: Use) -> Bool {
        (self.use ?? use) == use && (operations?.contains(operation) ?? true)
    }

    /// `true` if one of the operations needs the private half, which a public key does not have.
    var namesPrivateOperation: Bool { !(operations ?? []).isDisjoint(with: ["sign", "decrypt", "unwrapKey"]) }

    /// `true` if the key states that it is not for signatures.
    var isForEncryption: Bool {
        use == .encryption || operations.map { !$0.isEmpty && $0.isSubset(of: JWKMembers.encrypting) } ?? false
    }

    /// The members as JSON, sorted where their order is free.
    var json: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if let kid { members["kid"] = .string(kid) }
        if let use { members["use"] = .string(use.rawValue) }
        if let operations { members["key_ops"] = .array(operations.sorted().map { .string($0) }) }
        if let algorithm { members["alg"] = .string(algorithm) }
        return members
    }

    private static func text(_ name: String, of members: [String: JSONValue]) throws(JWKError) -> String? {
        guard let value = members[name] else { return nil }
        guard let text = value.string else { throw .keyInvalid }
        return text
    }

    private static func operations(_ value: JSONValue?) throws(JWKError) -> Set<String>? {
        guard let value else { return nil }
        guard let list = value.array, list.count <= 16 else { throw .keyInvalid }
        var operations: Set<String> = []
        for entry in list {
            // Duplicate names are refused (section 4.3).
            guard let name = entry.string, operations.insert(name).inserted else { throw .keyInvalid }
        }
        return operations
    }
}
