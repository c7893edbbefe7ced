internal import JourneyBase

/// Hides secrets in the trace of a development run: by schema, by name, and wherever a hidden value occurs again.
struct SecretMask: Sendable {
    private static let most = 256
    private static let shortest = 4
    /// The longest text that a trace shows whole, in characters. Pictures in base64 are longer.
    private static let longest = 2_000

    /// The texts that were hidden, longest first, because one may contain another.
    private var secrets: [String] = []

    /// Returns `value` without the secrets that its schema or its names tell, which are hidden from now on.
    mutating func masked(_ value: JSONValue, by schema: JSONSchema? = nil) -> JSONValue {
        var walk = SecretWalk(isSecretName: SecretMask.isSecret)
        let masked = walk.masked(value, by: schema)
        add(walk.found)
        return masked
    }

    /// Hides `texts` from now on.
    mutating func add(_ texts: [String]) {
        for text in texts where text.count >= SecretMask.shortest && !secrets.contains(text) { secrets.append(text) }
        if secrets.count > SecretMask.most { secrets.removeFirst(secrets.count - SecretMask.most) }
    }

    /// The names of members and parameters that hold a secret: those that no journey may carry, and tokens.
    static func isSecret(_ name: String) -> Bool {
        SensitiveNames.match(name) || tokens.contains(name.lowercased().filter { $0 != "_" && $0 != "-" })
    }

    private static let tokens: Set<String> = [
        "accesstoken", "refreshtoken", "idtoken", "token", "secret", "clientsecret", "authorization", "codeverifier",
        "resumetoken", "contexttoken", "ticket", "assertion", "attestation",
    ]

    /// Returns `text` without the hidden values, cut where it is too long.
    func covered(_ text: String) -> String {
        // By bytes: a character that combines with the next one must not hide a secret.
        var bytes = Array(text.utf8)
        for secret in secrets.sorted(by: { $0.count > $1.count }) where bytes.count >= secret.utf8.count {
            bytes = bytes.replacing(Array(secret.utf8), with: Array(SecretWalk.mark.utf8))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.count > SecretMask.longest else { return text }
        return "\(text.prefix(SecretMask.longest / 10))… (\(text.count) characters)"
    }

    /// Returns `value` without the hidden values, wherever they occur.
    func covered(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): .string(covered(text))
        case .array(let elements): .array(elements.map(covered))
        case .object(let members): .object(members.mapValues(covered))
        case .number(let number): secrets.contains(number.lexeme) ? .string(SecretWalk.mark) : value
        case .null, .bool: value
        }
    }
}
