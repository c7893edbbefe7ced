import JourneyBase

/// The source of an argument's value in a draft, from which its expression is written.
indirect enum DraftValue: Sendable {
    /// A value that the person enters, at this path of the page's event.
    case field(String)
    /// An expression over what is known at the call.
    case known(String)
    case constant(JSONValue)
    case object([Member])
    case list([DraftValue])
    /// Texts that are joined.
    case text([DraftValue])

    struct Member: Sendable {
        let name: String
        let value: DraftValue
        let isRequired: Bool
    }

    /// The expression of the value.
    var expression: String {
        switch self {
        case .field(let path): "payload.\(path)"
        case .known(let text): text
        case .constant(let value): DraftValue.literal(value)
        case .list(let elements): "[\(elements.map(\.expression).joined(separator: ", "))]"
        case .text(let parts):
            parts.map { part in
                if case .constant(.string(let text)) = part {
                    DraftValue.quoted(text)
                } else {
                    "string(\(part.expression))"
                }
            }.joined(separator: " + ")
        case .object(let members): DraftValue.object(members)
        }
    }

    /// The paths of all fields in the value.
    var fields: [String] {
        switch self {
        case .field(let path): [path]
        case .known, .constant: []
        case .list(let elements), .text(let elements): elements.flatMap(\.fields)
        case .object(let members): members.flatMap(\.value.fields)
        }
    }

    /// The expression of an optional value: `null` where the person has entered nothing.
    var optionalExpression: String {
        guard let first = fields.first else { return expression }
        // An object is given if any of its fields is: all of them are below one path.
        var shared = first.split(separator: ".").map(String.init)
        for path in fields.dropFirst() {
            let parts = path.split(separator: ".").map(String.init)
            shared = zip(shared, parts).prefix { $0 == $1 }.map(\.0)
        }
        let path = shared.joined(separator: ".")
        return path.isEmpty ? expression : "has(payload.\(path)) ? \(expression) : null"
    }

    /// The value of a run in which the page's event is `payload`; what is known only then is `nil`.
    func value(in payload: JSONValue) -> JSONValue? {
        switch self {
        case .field(let path):
            return path.split(separator: ".").reduce(payload as JSONValue?) { $0?[String($1)] }
        case .known: return nil
        case .constant(let value): return value
        case .list(let elements): return .array(elements.compactMap { $0.value(in: payload) })
        case .text(let parts):
            let texts = parts.compactMap { part in part.value(in: payload).map { $0.string ?? $0.compactText } }
            return texts.count == parts.count ? .string(texts.joined()) : nil
        case .object(let members):
            var object: [String: JSONValue] = [:]
            for member in members { object[member.name] = member.value.value(in: payload) }
            return .object(object)
        }
    }

    private static func object(_ members: [Member]) -> String {
        let hasOptional = members.contains { !$0.isRequired && !$0.value.fields.isEmpty }
        let texts = members.map { member in
            let value = member.isRequired ? member.value.expression : member.value.optionalExpression
            return "\(quoted(member.name)): \(value)"
        }
        let literal = "{\(texts.joined(separator: ", "))}"
        return hasOptional ? "\(literal).transformMap(k, v, v != null, v)" : literal
    }

    private static func literal(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let truth): truth ? "true" : "false"
        case .number(let number): number.lexeme
        case .string(let text): quoted(text)
        case .array(let elements): "[\(elements.map(literal).joined(separator: ", "))]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)): \(literal($0.value))" }
                .joined(separator: ", ") + "}"
        }
    }

    /// Returns a string literal of CEL.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: "\\n")
            .replacing("\r", with: "\\r").replacing("\t", with: "\\t")
        return "'\(escaped)'"
    }

    /// Returns the selection of `names` from `root`, such as `result.Data.ConsentId`.
    static func selection(_ root: String, _ names: [String]) -> String {
        names.reduce(into: root) { text, name in text += isIdentifier(name) ? ".\(name)" : "[\(quoted(name))]" }
    }

    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, first == UInt8(ascii: "_") || Character(Unicode.Scalar(first)).isLetter,
            name.utf8.allSatisfy({ $0 < 128 }), !["true", "false", "null", "in"].contains(name)
        else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// Returns `name` as a name of a page's event: `paymentService` for `payment-service`.
    static func identifier(_ name: String) -> String {
        if isIdentifier(name) { return name }
        let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")) }.map(String.init)
        let joined = words.enumerated().map { $0 == 0 ? $1 : $1.prefix(1).uppercased() + $1.dropFirst() }.joined()
        return isIdentifier(joined) ? joined : "value" + joined.prefix(1).uppercased() + joined.dropFirst()
    }
}
