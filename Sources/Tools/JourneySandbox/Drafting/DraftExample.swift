import JourneyBase
import JourneyLanguage

/// Derives values from schemas: their own examples, otherwise the simplest valid values.
struct DraftExample {
    let schemas: DraftSchema
    /// `true` for answers, which omit `writeOnly` members; `false` for requests, which omit `readOnly` ones.
    let isAnswer: Bool
    /// `false` to ignore examples and defaults of the document, which may violate their own schemas.
    var usesExamples = true
    /// The depth of objects below which only required members are given.
    var optionalDepth = 10
    /// The branch of a choice that is tried first.
    var branch = 0

    private static let depthLimit = 16
    /// Sample strings by `format`.
    private static let texts = [
        "date": "2026-01-31", "date-time": "2026-01-31T12:00:00Z", "time": "12:00:00Z", "email": "ada@example.com",
        "idn-email": "ada@example.com", "uuid": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "uri": "https://example.com/",
        "url": "https://example.com/", "iri": "https://example.com/", "uri-reference": "https://example.com/",
        "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "byte": "ZXhhbXBsZQ==",
        "duration": "P1D", "decimal": "1.00", "json-pointer": "/example", "regex": "a",
    ]

    // JSON's null is written `nil`, too, so the absence of a value is `Optional.none` below.

    /// Returns a value, or `nil` if an empty schema, or one that contradicts itself, makes it impossible.
    func value(of schema: JSONValue, depth: Int = 0) -> JSONValue? {
        guard depth < DraftExample.depthLimit else { return Optional.none }
        let schema = schemas.whole(schema)
        if let given = given(schema) { return given }
        if let choice = schemas.branches(of: schema) {
            for index in choice.indices {
                let merged = choice[(index + branch) % choice.count]
                if let value = value(of: .object(merged), depth: depth + 1) { return value }
            }
            return Optional.none
        }
        switch schemas.type(of: schema) {
        case "object": return object(schema, depth)
        case "array":
            guard let items = schema["items"], (schema["maxItems"]?.int64 ?? 1) > 0,
                (schema["minItems"]?.int64 ?? 1) > 0
            else { return [] }
            let count = Int(clamping: min(8, max(1, schema["minItems"]?.int64 ?? 1)))
            guard let element = value(of: items, depth: depth + 1) else {
                guard schema["minItems"]?.int64 ?? 0 > 0 else { return [] }
                return Optional.none
            }
            return .array(Array(repeating: element, count: count))
        case "string": return text(schema).map { .string($0) }
        case "integer", "number": return .number(JSONNumber(number(schema)))
        case "boolean": return true
        default:
            guard isAnswer, schema["type"] == nil, depth > 0 else { return Optional.none }
            return [:]
        }
    }

    /// Returns the value that the document gives: a constant, an example, a default or the first of a list.
    private func given(_ schema: [String: JSONValue]) -> JSONValue? {
        let type = schemas.type(of: schema)
        if let constant = schema["const"] { return constant }
        let listed = schema["enum"]?.array?.filter { $0 != .null }
        if usesExamples {
            let candidates = [schema["example"], schema["examples"]?.array?.first, schema["default"]].compactMap { $0 }
            for candidate in candidates {
                guard let value = DraftExample.fitting(candidate, type), listed?.contains(value) ?? true else {
                    continue
                }
                return value
            }
        }
        return listed?.first
    }

    /// Returns an example as a value of its type: documents in YAML have numbers and dates where texts are meant.
    private static func fitting(_ value: JSONValue, _ type: String?) -> JSONValue? {
        switch (type, value) {
        case (nil, .null): return Optional.none
        case (nil, _), ("string", .string), ("object", .object), ("array", .array), ("boolean", .bool),
            ("number", .number):
            return value
        case ("integer", .number(let number)) where number.int64 != nil: return value
        case ("string", .number(let number)): return .string(number.lexeme)
        default: return Optional.none
        }
    }

    private func object(_ schema: [String: JSONValue], _ depth: Int) -> JSONValue? {
        var members: [String: JSONValue] = [:]
        for member in schemas.members(of: schema) {
            guard schemas.whole(member.schema)[isAnswer ? "writeOnly" : "readOnly"] != true,
                member.isRequired || depth < optionalDepth
            else { continue }
            if let value = value(of: member.schema, depth: depth + 1) {
                members[member.name] = value
            } else if member.isRequired {
                return nil
            }
        }
        let least = schema["minProperties"]?.int64 ?? 0
        if members.count < least, let others = schema["additionalProperties"], others != false {
            for number in members.count..<Int(clamping: min(least, 8)) {
                members["name\(number + 1)"] = value(of: others, depth: depth + 1) ?? "Example"
            }
        }
        return .object(members)
    }

    private func text(_ schema: [String: JSONValue]) -> String? {
        let least = Int(clamping: schema["minLength"]?.int64 ?? 0)
        let most = Int(clamping: schema["maxLength"]?.int64 ?? 4_096)
        guard least <= most, most >= 0 else { return nil }
        let pattern = schema["pattern"]?.string
        func fits(_ text: String) -> Bool {
            (least...most).contains(text.unicodeScalars.count)
                && (pattern.map { PatternSample.isMatch(text, $0) } ?? true)
        }
        if let text = schema["format"]?.string.flatMap({ DraftExample.texts[$0] }), fits(text) { return text }
        var text = "Example"
        while text.count < least, text.count < 4_096 { text += " example" }
        text = String(text.prefix(most))
        if fits(text) { return text }
        return pattern.flatMap { PatternSample.text(matching: $0, length: least...most) }
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
