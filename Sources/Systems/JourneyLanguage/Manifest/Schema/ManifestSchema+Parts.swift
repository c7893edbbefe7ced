internal import JourneyBase

/// Building blocks for schemas.
extension ManifestSchema {
    static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

    static func ref(_ name: String, _ description: String) -> JSONValue {
        ["$ref": .string("#/$defs/\(name)"), "description": .string(description)]
    }

    static func text(_ description: String) -> JSONValue {
        ["type": "string", "minLength": 1, "description": .string(description)]
    }

    /// Returns a schema for a string with a pattern. `title` describes the string in error messages.
    static func form(_ title: String, _ pattern: String, _ description: String? = nil) -> JSONValue {
        var schema: [String: JSONValue] = ["title": .string(title), "type": "string", "pattern": .string(pattern)]
        schema["description"] = description.map { .string($0) }
        return .object(schema)
    }

    static func flag(_ description: String) -> JSONValue {
        ["type": "boolean", "description": .string(description)]
    }

    static func whole(_ least: Int, _ most: Int, _ description: String) -> JSONValue {
        [
            "type": "integer", "minimum": .number(JSONNumber(least)), "maximum": .number(JSONNumber(most)),
            "description": .string(description),
        ]
    }

    static func list(_ items: JSONValue, least: Int = 0, most: Int? = nil, _ description: String) -> JSONValue {
        var schema: [String: JSONValue] = ["type": "array", "items": items, "description": .string(description)]
        if least > 0 { schema["minItems"] = .number(JSONNumber(least)) }
        schema["maxItems"] = most.map { .number(JSONNumber($0)) }
        return .object(schema)
    }

    static func map(_ names: JSONValue?, _ values: JSONValue, most: Int? = nil, _ description: String) -> JSONValue {
        var schema: [String: JSONValue] = [
            "type": "object", "additionalProperties": values, "description": .string(description),
        ]
        schema["propertyNames"] = names
        schema["maxProperties"] = most.map { .number(JSONNumber($0)) }
        return .object(schema)
    }

    /// Returns a schema for an object with these members and no others.
    static func closed(_ members: [String: JSONValue], required: [String] = [], _ description: String) -> JSONValue {
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(members), "additionalProperties": false,
            "description": .string(description),
        ]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        return .object(schema)
    }

    static func oneOf(_ title: String, _ values: some Sequence<String>) -> JSONValue {
        ["title": .string(title), "type": "string", "enum": .array(values.map { .string($0) })]
    }
}
