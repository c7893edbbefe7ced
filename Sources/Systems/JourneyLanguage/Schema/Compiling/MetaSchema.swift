internal import JourneyBase

/// The metaschema of draft 2020-12 as a single schema, for documents that refer to its URL. The published one is split into a
/// document for each vocabulary, which references cannot reach here.
enum MetaSchema {
    static func document(_ uri: String) -> JSONValue? { uri == address ? schema : nil }

    private static let address = "https://json-schema.org/draft/2020-12/schema"

    private static let any: JSONValue = ["$dynamicRef": "#meta"]
    private static let list: JSONValue = ["type": "array", "minItems": 1, "items": any]
    private static let map: JSONValue = ["type": "object", "additionalProperties": any]
    private static let count: JSONValue = ["type": "integer", "minimum": 0]
    private static let names: JSONValue = ["type": "array", "uniqueItems": true, "items": text]
    private static let text: JSONValue = ["type": "string"]
    private static let flag: JSONValue = ["type": "boolean"]
    private static let number: JSONValue = ["type": "number"]
    private static let reference: JSONValue = ["type": "string", "format": "uri-reference"]

    private static let schema: JSONValue = {
        let groups: [([String], JSONValue)] = [
            (["$ref", "$dynamicRef", "$schema"], reference),
            (["$id"], ["type": "string", "format": "uri-reference", "pattern": "^[^#]*#?$"]),
            (["$anchor", "$dynamicAnchor"], ["type": "string", "pattern": "^[A-Za-z_][-A-Za-z0-9._]*$"]),
            (["$vocabulary"], ["type": "object", "additionalProperties": flag]),
            (["$comment", "title", "description", "format", "contentEncoding", "contentMediaType"], text),
            (["pattern"], ["type": "string", "format": "regex"]),
            (["default", "const"], true),
            (["examples", "enum"], ["type": "array"]),
            (["deprecated", "readOnly", "writeOnly", "uniqueItems"], flag),
            (["multipleOf"], ["type": "number", "exclusiveMinimum": 0]),
            (["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], number),
            (
                [
                    "minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains", "minProperties",
                    "maxProperties",
                ], count
            ),
            (["required"], names),
            (["dependentRequired"], ["type": "object", "additionalProperties": names]),
            (["type"], ["anyOf": [["$ref": "#/$defs/type"], types]]),
            (
                ["patternProperties"],
                ["type": "object", "additionalProperties": any, "propertyNames": ["format": "regex"]]
            ),
        ]
        var properties: [String: JSONValue] = [:]
        for (keywords, schema) in groups {
            for keyword in keywords { properties[keyword] = schema }
        }
        for (keyword, children) in SchemaKeywords.children where properties[keyword] == nil {
            properties[keyword] =
                switch children {
                case .schema: any
                case .list: list
                case .map: map
                }
        }
        return .object([
            "$id": .string(address), "$dynamicAnchor": "meta", "type": ["object", "boolean"],
            "$defs": ["type": ["enum": .array(SchemaTypes.names.map { .string($0.0) })]],
            "properties": .object(properties),
        ])
    }()

    private static let types: JSONValue = [
        "type": "array", "minItems": 1, "uniqueItems": true, "items": ["$ref": "#/$defs/type"],
    ]
}
