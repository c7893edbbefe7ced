import JourneyBase

/// Derives values from schemas: their own examples, otherwise the simplest valid values.
struct DraftExample {
    let schemas: DraftSchema
    /// `true` for answers, which omit `writeOnly` members; `false` for requests, which omit `readOnly` ones.
    let isAnswer: Bool

    private static let depthLimit = 10
    /// Sample strings by `format`.
    private static let texts = [
        "date": "2026-01-31", "date-time": "2026-01-31T12:00:00Z", "time": "12:00:00Z", "email": "ada@example.com",
        "uuid": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "uri": "https://example.com/", "hostname": "example.com",
        "ipv4": "192.0.2.1", "byte": "ZXhhbXBsZQ==",
    ]

    /// Returns a value, or `nil` if a pattern or an empty schema makes it impossible.
    func value(of schema: JSONValue, depth: Int = 0) -> JSONValue? {
        guard depth < DraftExample.depthLimit else { return nil }
        let schema = schemas.whole(schema)
        let given =
            schema["const"] ?? schema["example"] ?? schema["examples"]?.array?.first ?? schema["default"]
            ?? schema["enum"]?.array?.first { $0 != .null }
        if let given { return given }
        for word in ["oneOf", "anyOf"] {
            for branch in schema[word]?.array ?? [] {
                if let value = value(of: branch, depth: depth + 1) { return value }
            }
        }
        switch schemas.type(of: schema) {
        case "object": return object(schema, depth)
        case "array":
            guard let items = schema["items"], (schema["minItems"]?.int64 ?? 1) > 0 else { return [] }
            return value(of: items, depth: depth + 1).map { .array([$0]) }
        case "string": return text(schema)
        case "integer", "number": return .number(JSONNumber(number(schema)))
        case "boolean": return true
        default: return nil
        }
    }

    private func object(_ schema: [String: JSONValue], _ depth: Int) -> JSONValue? {
        var members: [String: JSONValue] = [:]
        for member in schemas.members(of: schema) {
            guard schemas.whole(member.schema)[isAnswer ? "writeOnly" : "readOnly"] != true else { continue }
            if let value = value(of: member.schema, depth: depth + 1) {
                members[member.name] = value
            } else if member.isRequired {
                return nil
            }
        }
        return .object(members)
    }

    private func text(_ schema: [String: JSONValue]) -> JSONValue? {
        if let text = schema["format"]?.string.flatMap({ DraftExample.texts[$0] }) { return .string(text) }
        guard schema["pattern"] == nil else { return nil }
        var text = "Example"
        while text.count < (schema["minLength"]?.int64 ?? 0), text.count < 4_096 { text += " example" }
        if let most = schema["maxLength"]?.int64 { text = String(text.prefix(Int(clamping: most))) }
        return .string(text)
    }

    private func number(_ schema: [String: JSONValue]) -> Int64 {
        let step = max(1, schema["multipleOf"]?.int64 ?? 1)
        var least = schema["minimum"]?.int64 ?? 1
        if let beyond = schema["exclusiveMinimum"]?.int64 { least = max(least, beyond + 1) }
        if schema["exclusiveMinimum"] == true { least += 1 }
        let value = least + (step - least % step) % step
        return min(value, schema["maximum"]?.int64 ?? value)
    }
}
