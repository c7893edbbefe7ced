internal import JourneyBase

/// Keywords with subschemas, and the vocabularies.
enum SchemaKeywords {
    enum Children { case schema, list, map }

    static let children: [String: Children] = [
        "additionalProperties": .schema, "contains": .schema, "contentSchema": .schema, "else": .schema, "if": .schema,
        "items": .schema, "not": .schema, "propertyNames": .schema, "then": .schema, "unevaluatedItems": .schema,
        "unevaluatedProperties": .schema, "allOf": .list, "anyOf": .list, "oneOf": .list, "prefixItems": .list,
        "$defs": .map, "definitions": .map, "dependentSchemas": .map, "patternProperties": .map, "properties": .map,
    ]

    /// Returns `true` for a valid anchor name (draft 2020-12 core, section 8.2.2).
    static func isAnchor(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.isLetterOrDigit || first == UInt8(ascii: "_"), !first.isDigit else {
            return false
        }
        return name.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
    }
}

/// The vocabularies of draft 2020-12; a dialect may omit some.
struct SchemaVocabularies: OptionSet {
    let rawValue: UInt8
    static let core = SchemaVocabularies(rawValue: 1)
    static let applicator = SchemaVocabularies(rawValue: 2)
    static let unevaluated = SchemaVocabularies(rawValue: 4)
    static let validation = SchemaVocabularies(rawValue: 8)
    /// Vocabularies without assertions.
    static let annotation = SchemaVocabularies(rawValue: 16)
    /// `format` as an assertion.
    static let format = SchemaVocabularies(rawValue: 32)
    static let all: SchemaVocabularies = [.core, .applicator, .unevaluated, .validation, .annotation]

    /// The URLs of dialects with all vocabularies.
    static let dialects: Set<String> = [
        "https://json-schema.org/draft/2020-12/schema", "https://spec.openapis.org/oas/3.1/dialect/base",
    ]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init?(name: String) {
        let prefix = "https://json-schema.org/draft/2020-12/vocab/"
        guard name.hasPrefix(prefix) else { return nil }
        switch name.dropFirst(prefix.count) {
        case "core": self = .core
        case "applicator": self = .applicator
        case "unevaluated": self = .unevaluated
        case "validation": self = .validation
        case "meta-data", "content", "format-annotation": self = .annotation
        case "format-assertion": self = .format
        default: return nil
        }
    }
}
