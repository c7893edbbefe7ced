internal import JourneyBase

/// A renderer of the members of manifests as a Markdown page, generated from the schema that manifests are validated against.
public enum ManifestReference {
    /// Returns Markdown with a table for each object of a manifest, those of the head first.
    ///
    /// - Parameter version: The manifest version to describe.
    /// - Returns: The page as Markdown.
    public static func text(_ version: Journey.Version) -> String {
        let document = ManifestSchema.document(version)
        let definitions = document["$defs"]?.object ?? [:]
        var sections = [section("The manifest", document, definitions)]
        for (name, member) in sorted(document["properties"]) {
            sections += inner(name, member, definitions)
        }
        for (title, name) in [
            ("A web step", "webStep"), ("A native step", "nativeStep"), ("A server step", "serverStep"),
            ("A terminal step", "terminalStep"), ("A binding", "binding"), ("A retry", "retry"),
            ("A transition", "transition"),
        ] {
            guard let schema = definitions[name] else { continue }
            sections.append(section(title, schema, definitions))
            for (member, schema) in sorted(schema["properties"]) { sections += inner(member, schema, definitions) }
        }
        var seen: Set<String> = []
        return """
            # Manifest reference, version \(version.rawValue)

            Look up each member of a manifest: its meaning, whether it is required, and its possible values.
            This article is for journey authors.

            ## Overview

            This page is generated from the schema that manifests are validated against, by `journey schema --version \(version.rawValue) --reference`.
            Rules beyond a schema (targets, guards, operations, the order of transitions) are checked after it and described in
            the repository's `docs/reference/manifest.md`.

            \(sections.filter { seen.insert($0.title).inserted }.map(\.text).joined(separator: "\n\n"))

            """
    }

    private struct Section {
        let title: String
        let text: String
    }

    /// Returns sections for the object that a member or its elements hold, if it is not described elsewhere.
    private static func inner(
        _ name: String, _ schema: JSONValue, _ definitions: [String: JSONValue]
    ) -> [Section] {
        guard name != "steps", name != "bindings", name != "retry" || schema["items"]?["$ref"] == nil else { return [] }
        let schema = whole(schema, definitions)
        let object = schema["properties"] != nil ? schema : schema["items"].map { whole($0, definitions) } ?? .null
        guard object["properties"] != nil else { return [] }
        let own = section("`\(name)`", object, definitions)
        return [own] + sorted(object["properties"]).flatMap { inner($0.0, $0.1, definitions) }
    }

    private static func section(
        _ title: String, _ schema: JSONValue, _ definitions: [String: JSONValue]
    ) -> Section {
        let needed = Set((schema["required"]?.array ?? []).compactMap(\.string))
        let rows = sorted(schema["properties"]).filter { name, member in
            // Members that a step must not have appear in the schema as an empty list.
            member["maxItems"]?.int64 != 0 && member["maxProperties"]?.int64 != 0
                && (name != "type" || member != .bool(true))
        }.map { name, member -> String in
            let whole = whole(member, definitions)
            let kind = kind(member, definitions)
            let about = member["description"]?.string ?? whole["description"]?.string ?? ""
            return "| `\(name)` | \(needed.contains(name) ? "yes" : "") | \(kind) | \(cell(about)) |"
        }
        let about = title == "The manifest" ? "" : (schema["description"]?.string).map { "\n\n\(cell($0))" } ?? ""
        return Section(
            title: title,
            text: "## \(title)\(about)\n\n| member | required | value | |\n|---|---|---|---|\n"
                + rows.joined(separator: "\n"))
    }

    /// Describes the values that a schema allows.
    private static func kind(_ schema: JSONValue, _ definitions: [String: JSONValue]) -> String {
        let schema = whole(schema, definitions)
        if let value = schema["const"] { return "`\(value.compactText)`" }
        if let words = schema["enum"]?.array, words.count <= 6 {
            return words.map { "`\(cell($0.compactText))`" }.joined(separator: ", ")
        }
        if let title = schema["title"]?.string { return cell(title) }
        switch schema["type"]?.string {
        case "integer": return "whole number" + bounds(schema)
        case "array":
            let element = schema["items"].map { kind($0, definitions) } ?? "anything"
            return "list of: \(element)" + (schema["maxItems"]?.int64).map { "; at most \($0)" }.orEmpty
        case "object":
            if schema["properties"] != nil { return schema["required"] == ["type"] ? "a step, below" : "object, below" }
            guard let values = schema["additionalProperties"], values.object != nil else { return "object" }
            return "object; each value: \(kind(values, definitions))"
        case "string": return "text"
        case "boolean": return "`true`, `false`"
        default:
            if schema["oneOf"] != nil { return "transition, or a list of them" }
            return "see below"
        }
    }

    private static func bounds(_ schema: JSONValue) -> String {
        switch (schema["minimum"]?.int64, schema["maximum"]?.int64) {
        case (let least?, let most?): ", \(least) to \(most)"
        case (let least?, nil): ", at least \(least)"
        case (nil, let most?): ", at most \(most)"
        case (nil, nil): ""
        }
    }

    /// Returns the schema merged with the target of its `$ref`; its own members take precedence.
    private static func whole(_ schema: JSONValue, _ definitions: [String: JSONValue]) -> JSONValue {
        guard let name = schema["$ref"]?.string?.split(separator: "/").last, var members = schema.object,
            let target = definitions[String(name)]?.object
        else { return schema }
        members["$ref"] = nil
        return .object(members.merging(target) { own, _ in own })
    }

    private static func sorted(_ members: JSONValue?) -> [(String, JSONValue)] {
        (members?.object ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension String? {
    fileprivate var orEmpty: String { self ?? "" }
}
