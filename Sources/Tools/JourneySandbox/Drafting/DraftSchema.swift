import JourneyBase

/// A draft's view of an OpenAPI document's schemas: local references are resolved, and `allOf` is merged into one object. It only
/// looks for texts and examples; the loader validates documents.
struct DraftSchema {
    let document: JSONValue

    private static let depthLimit = 12

    /// Returns the value, or the target of its `$ref`; `null` for an unresolvable one.
    func resolved(_ value: JSONValue) -> JSONValue {
        var value = value
        for _ in 0..<DraftSchema.depthLimit {
            guard let reference = value["$ref"]?.string else { return value }
            value = target(of: reference) ?? .null
        }
        return .null
    }

    private func target(of reference: String) -> JSONValue? {
        guard reference.hasPrefix("#/") else { return nil }
        var value: JSONValue? = document
        for part in reference.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
            value = value?[String(part).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
        return value
    }

    /// Returns the schema merged with all parts of its `allOf`.
    func whole(_ schema: JSONValue, depth: Int = 0) -> [String: JSONValue] {
        var result = resolved(schema).object ?? [:]
        guard depth < DraftSchema.depthLimit, let parts = result.removeValue(forKey: "allOf")?.array else {
            return result
        }
        for part in parts {
            for (name, value) in whole(part, depth: depth + 1) {
                switch (result[name], value) {
                case (.object(let old), .object(let new)) where name == "properties":
                    result[name] = .object(old.merging(new) { first, _ in first })
                case (.array(let old), .array(let new)) where name == "required": result[name] = .array(old + new)
                case (nil, _): result[name] = value
                default: continue
                }
            }
        }
        return result
    }

    /// Returns the branches of a schema's choice, each merged with the rest of the schema; `nil` if it has no choice.
    func branches(of schema: [String: JSONValue]) -> [[String: JSONValue]]? {
        for word in ["oneOf", "anyOf"] {
            guard let branches = schema[word]?.array, !branches.isEmpty else { continue }
            var rest = schema
            rest[word] = nil
            return branches.filter { resolved($0)["type"] != "null" }.map {
                whole(["allOf": [.object(rest), $0]])
            }
        }
        return nil
    }

    /// Returns the type if there is exactly one.
    func type(of schema: [String: JSONValue]) -> String? {
        if let name = schema["type"]?.string { return name }
        let names = (schema["type"]?.array ?? []).compactMap(\.string).filter { $0 != "null" }
        if names.count == 1 { return names[0] }
        if schema["properties"] != nil || schema["additionalProperties"]?.object != nil { return "object" }
        if schema["items"] != nil { return "array" }
        let texts = ["pattern", "minLength", "maxLength"]
        return texts.contains { schema[$0] != nil } ? "string" : nil
    }

    /// Returns the members of an object: required ones in their listed order, then the others by name.
    func members(of schema: [String: JSONValue]) -> [(name: String, schema: JSONValue, isRequired: Bool)] {
        let properties = schema["properties"]?.object ?? [:]
        var needed: [String] = []
        for name in (schema["required"]?.array ?? []).compactMap(\.string) where !needed.contains(name) {
            needed.append(name)
        }
        let others = properties.keys.filter { !needed.contains($0) }.sorted()
        return needed.map { name in (name, properties[name] ?? ["type": "string"], true) }
            + others.compactMap { name in properties[name].map { (name, $0, false) } }
    }
}
