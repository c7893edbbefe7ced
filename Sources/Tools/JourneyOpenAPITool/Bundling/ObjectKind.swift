/// The kinds of objects of an OpenAPI description (3.0.3, 3.1.1 and 3.2.0, section 4), as far as references may be in them.
enum ObjectKind: String, Hashable {
    // The raw value is the section of `components` for what may stand there.
    case schema = "schemas"
    case response = "responses"
    case parameter = "parameters"
    case example = "examples"
    case requestBody = "requestBodies"
    case header = "headers"
    case securityScheme = "securitySchemes"
    case link = "links"
    case callback = "callbacks"
    case pathItem = "pathItems"
    case mediaType = "mediaTypes"
    case operation, encoding

    static let sections: [ObjectKind] = [
        .schema, .response, .parameter, .example, .requestBody, .header, .securityScheme, .link, .callback, .pathItem,
        .mediaType,
    ]

    static let verbs: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    enum Shape { case single, list, map }

    /// The kind and shape of a member, or `nil` for one without references.
    func member(_ name: String) -> (kind: ObjectKind, shape: Shape)? {
        switch (self, name) {
        case (.schema, _): ObjectKind.schemaShapes[name].map { (.schema, $0) }
        case (.pathItem, "parameters"), (.operation, "parameters"): (.parameter, .list)
        case (.pathItem, "additionalOperations"): (.operation, .map)
        case (.pathItem, _): ObjectKind.verbs.contains(name) ? (.operation, .single) : nil
        case (.operation, "requestBody"): (.requestBody, .single)
        case (.operation, "responses"): (.response, .map)
        case (.operation, "callbacks"): (.callback, .map)
        case (.parameter, "schema"), (.header, "schema"), (.mediaType, "schema"), (.mediaType, "itemSchema"):
            (.schema, .single)
        case (.parameter, "content"), (.header, "content"), (.requestBody, "content"), (.response, "content"):
            (.mediaType, .map)
        case (.parameter, "examples"), (.header, "examples"), (.mediaType, "examples"): (.example, .map)
        case (.response, "headers"), (.encoding, "headers"): (.header, .map)
        case (.response, "links"): (.link, .map)
        case (.mediaType, "encoding"), (.encoding, "encoding"): (.encoding, .map)
        case (.mediaType, "prefixEncoding"), (.encoding, "prefixEncoding"): (.encoding, .list)
        case (.mediaType, "itemEncoding"), (.encoding, "itemEncoding"): (.encoding, .single)
        case (.callback, _): name.hasPrefix("x-") ? nil : (.pathItem, .single)
        default: nil
        }
    }

    private static let schemaShapes: [String: Shape] = [
        "allOf": .list, "anyOf": .list, "oneOf": .list, "prefixItems": .list, "properties": .map,
        "patternProperties": .map, "dependentSchemas": .map, "$defs": .map, "definitions": .map, "items": .single,
        "additionalProperties": .single, "not": .single, "if": .single, "then": .single, "else": .single,
        "contains": .single, "propertyNames": .single, "unevaluatedItems": .single, "unevaluatedProperties": .single,
        "contentSchema": .single,
    ]
}
