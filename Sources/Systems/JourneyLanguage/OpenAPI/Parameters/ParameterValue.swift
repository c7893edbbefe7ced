internal import JourneyBase

/// A value that a parameter can carry: one plain value, a list of them, or an object of them.
enum ParameterValue {
    case plain(String)
    case list([String])
    /// The members sorted by name, because JSON objects are unordered.
    case members([(name: String, value: String)])

    /// Reads the value of `json`, or returns `nil` for `null` and deeper nesting.
    init?(_ json: JSONValue) {
        switch json {
        case .array(let elements):
            let texts = elements.compactMap(ParameterValue.text)
            guard texts.count == elements.count else { return nil }
            self = .list(texts)
        case .object(let members):
            var pairs: [(name: String, value: String)] = []
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                guard let text = ParameterValue.text(value) else { return nil }
                pairs.append((name, text))
            }
            self = .members(pairs)
        default:
            guard let text = ParameterValue.text(json) else { return nil }
            self = .plain(text)
        }
    }

    /// Returns a plain value as text; numbers keep their spelling.
    static func text(_ json: JSONValue) -> String? {
        switch json {
        case .string(let text): text
        case .number(let number): number.lexeme
        case .bool(let truth): truth ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// `true` if there is nothing to write: URI templates treat such a value as undefined (RFC 6570, section 2.3).
    var isVoid: Bool {
        switch self {
        case .plain: false
        case .list(let texts): texts.isEmpty
        case .members(let pairs): pairs.isEmpty
        }
    }

    /// All texts in the value.
    var texts: [String] {
        switch self {
        case .plain(let text): [text]
        case .list(let texts): texts
        case .members(let pairs): pairs.flatMap { [$0.name, $0.value] }
        }
    }
}
