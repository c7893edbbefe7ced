package import JourneyBase

/// A renderer of plugins as a Markdown page and as JSON, from the descriptions that lint uses.
package enum PluginReference {
    /// The page about this package's plugins.
    package static var page: String {
        """
        # Native plugins

        This page lets you look up each native plugin: what it does, what a step passes to it, and what it returns. It is for journey authors.

        <!-- Generated from the descriptions in Sources by `journey plugins --reference`. Edit those, not this page. -->

        A native step names a plugin and passes parameters: constants in `params`, values of the journey in `in`. `out` keeps members of the
        result ([manifest](manifest.md#steps)). Pages call a plugin's method if the step lists it in `bridgeAllow`. `journey lint` checks names,
        parameters and results against the tables below; `journey plugins NAME` prints them, and their schemas with `--json`.

        Every plugin may also fail with these codes:

        \(failures(PluginDescription.commonErrors))

        \(PluginDescription.own.map(section).joined(separator: "\n\n"))

        ## Your own plugins

        A host registers plugins of its own (`JourneyHost.plugins`). Describe them in `journey-plugins.json` beside the manifest, or in the file
        that `--plugins` names, and lint checks them too. The file is read strictly, with at most 1 MiB and 256 plugins:

        ```json
        { "plugins": [
            { "name": "branch_finder", "purpose": "Lets the person choose a branch.", "permissions": ["location"],
              "methods": [
                { "name": "findBranch",
                  "input": { "type": "object", "properties": { "city": { "type": "string" } }, "additionalProperties": false },
                  "output": { "type": "object", "properties": { "branchId": { "type": "string" } }, "required": ["branchId"] } } ],
              "errors": [ { "code": "NET_UNREACHABLE", "meaning": "The branches could not be fetched." } ] } ] }
        ```

        | member | |
        |---|---|
        | `name` | required; not the name of a plugin above |
        | `methods` | required, at most 32: each with `name`, `input` and `output`. The schemas are JSON Schema 2020-12 of objects; without one, nothing is checked. A plugin with several methods is called with `method` in `params` |
        | `purpose`, `errors`, `platforms`, `permissions`, `example` | optional; `journey plugins --plugins FILE` prints them |

        A host's plugin is never an approval: calls that move money need one of this package's.

        """
    }

    private static func section(_ plugin: PluginDescription) -> String {
        var parts = ["## `\(plugin.name)`", plugin.purpose]
        let platforms = plugin.platforms.sorted { $0.key < $1.key }.map { "\(heading($0.key)): \($0.value)" }
        let permissions = plugin.permissions.map { "`\($0)`" }.joined(separator: ", ")
        parts.append(
            """
            | | |
            |---|---|
            | platforms | \(platforms.joined(separator: "; ")) |
            | permissions of the host | \(permissions.isEmpty ? "none" : permissions) |
            | approval | \(plugin.isApproval ? "yes: calls after it may move money" : "no") |
            """)
        for method in plugin.methods {
            parts.append("Parameters of `\(method.name)`:\n\n" + table(method.input, isInput: true))
            parts.append("Its result:\n\n" + table(method.output, isInput: false))
        }
        if !plugin.errors.isEmpty { parts.append("Its own errors:\n\n" + failures(plugin.errors)) }
        if let example = plugin.example { parts.append("```json\n\(text(ofStep: example))\n```") }
        return parts.joined(separator: "\n\n")
    }

    /// Returns a native step as authors write it: its members in the order in which they are read.
    package static func text(ofStep step: JSONValue) -> String {
        let members = ["type", "plugin", "params", "in", "out", "timeoutMs", "on"].compactMap { name in
            step[name].map { "  \"\(name)\": \($0.indented("  "))" }
        }
        return "{\n\(members.joined(separator: ",\n"))\n}"
    }

    /// Returns the members of a schema's object, those first that are always there.
    package static func members(of schema: JSONValue) -> [(name: String, schema: JSONValue, isRequired: Bool)] {
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        let members = (schema["properties"]?.object ?? [:]).sorted { $0.key < $1.key }
            .map { ($0.key, $0.value, required.contains($0.key)) }
        return members.filter(\.2) + members.filter { !$0.2 }
    }

    private static func heading(_ platform: String) -> String {
        ["apple": "Apple", "linux": "Linux", "tests": "tests"][platform] ?? platform
    }

    private static func failures(_ failures: [PluginDescription.Failure]) -> String {
        "| code | when |\n|---|---|\n"
            + failures.map { failure in
                let isCode = failure.code.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
                return "| \(isCode ? "`\(failure.code)`" : failure.code) | \(failure.meaning) |"
            }.joined(separator: "\n")
    }

    private static func table(_ schema: JSONValue, isInput: Bool) -> String {
        let members = members(of: schema)
        guard !members.isEmpty else { return isInput ? "None." : "An empty object." }
        return "| member | type | | meaning |\n|---|---|---|---|\n"
            + members.map { name, schema, isRequired in
                let need = isRequired ? (isInput ? "required" : "always") : ""
                return "| `\(name)` | \(type(schema)) | \(need) | \(schema["description"]?.string ?? "") |"
            }.joined(separator: "\n")
    }

    /// Returns the words for the values that a schema accepts.
    package static func type(_ schema: JSONValue) -> String {
        if let value = schema["const"]?.string { return "`\(value)`" }
        if let values = schema["enum"]?.array {
            return values.map { "`\($0.string ?? $0.compactText)`" }.joined(separator: ", ")
        }
        let type = schema["type"]?.string ?? "any"
        if let items = schema["items"] { return "array of \(PluginReference.type(items))" }
        switch (
            schema["minLength"]?.int64 ?? schema["minimum"]?.int64,
            schema["maxLength"]?.int64 ?? schema["maximum"]?.int64
        ) {
        case (let least?, let most?): return "\(type), \(least) to \(most)"
        case (let least?, nil) where least > 1: return "\(type), at least \(least)"
        default: break
        }
        if let pattern = schema["pattern"]?.string { return "\(type), `\(pattern)`" }
        if let format = schema["format"]?.string { return "\(type), \(format)" }
        if let encoding = schema["contentEncoding"]?.string { return "\(type), \(encoding)" }
        return type
    }

    /// Returns a plugin as JSON, for `--json`.
    package static func json(_ plugin: PluginDescription) -> JSONValue {
        let methods = plugin.methods.map { method -> JSONValue in
            ["name": .string(method.name), "input": method.input, "output": method.output]
        }
        let errors = (PluginDescription.commonErrors + plugin.errors).map { failure -> JSONValue in
            ["code": .string(failure.code), "meaning": .string(failure.meaning)]
        }
        return [
            "name": .string(plugin.name), "purpose": .string(plugin.purpose), "methods": .array(methods),
            "errors": .array(errors), "platforms": .object(plugin.platforms.mapValues { .string($0) }),
            "permissions": .array(plugin.permissions.map { .string($0) }), "isApproval": .bool(plugin.isApproval),
            "example": plugin.example ?? .null,
        ]
    }
}

extension JSONValue {
    /// Returns the text with two spaces for each level below `space`, and short values on one line.
    fileprivate func indented(_ space: String) -> String {
        let line = compactText
        guard line.count + space.count > 90, let members = object else { return spaced }
        let inner = space + "  "
        let lines = members.sorted { $0.key < $1.key }.map { name, value in
            "\(inner)\(JSONValue.string(name).compactText): \(value.indented(inner))"
        }
        return "{\n\(lines.joined(separator: ",\n"))\n\(space)}"
    }

    /// The value on one line, with spaces between its members.
    private var spaced: String {
        switch self {
        case .object(let members) where !members.isEmpty:
            "{ "
                + members.sorted { $0.key < $1.key }
                .map { "\(JSONValue.string($0).compactText): \($1.spaced)" }.joined(separator: ", ") + " }"
        case .array(let elements): "[" + elements.map(\.spaced).joined(separator: ", ") + "]"
        default: compactText
        }
    }
}
