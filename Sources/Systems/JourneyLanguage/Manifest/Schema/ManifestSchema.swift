package import JourneyBase

/// The structure of manifests as JSON Schema 2020-12. Editors and the loader use the same document.
///
/// The schema defines each member's values. Rules beyond a schema (names that lead to a step, guards, the operations of the
/// bundle, the order of transitions) are checked after it.
package enum ManifestSchema {
    /// Returns the schema of manifests of `version`.
    package static func document(_ version: Journey.Version) -> JSONValue {
        switch version {
        case .v11: document11
        case .v12: document12
        case .v13: document13
        }
    }

    /// Returns the schema as indented text, as stored in `docs/schema` and printed by `journey schema`.
    package static func text(_ version: Journey.Version) -> String {
        var text = IndentedJSON(
            first: ["$schema", "$id", "title", "description", "type", "const", "enum", "required", "properties"],
            last: ["additionalProperties", "$defs"])
        text.append(document(version))
        return text.out + "\n"
    }

    /// Returns the violations of the schema in `manifest`.
    static func faults(
        in manifest: JSONValue, _ version: Journey.Version, limits: SchemaLimits = SchemaLimits()
    ) throws(Refusal) -> [SchemaFault] {
        let compiled =
            switch version {
            case .v11: compiled11
            case .v12: compiled12
            case .v13: compiled13
            }
        do throws(SchemaProblem) { return try compiled.get().faults(in: manifest, limits: limits) } catch {
            throw Refusal(.manifestInvalid, at: "", "The built-in manifest schema is invalid: \(error)")
        }
    }

    /// Validates a manifest and throws its first violation.
    static func check(_ manifest: JSONValue, _ version: Journey.Version) throws(Refusal) {
        guard let fault = try faults(in: manifest, version).first else { return }
        throw refusal(fault)
    }

    static func refusal(_ fault: SchemaFault) -> Refusal {
        let place = fault.place.isEmpty ? "The manifest" : fault.place
        return Refusal(.manifestInvalid, at: fault.place, Refusal.sentence(place, fault.reason), rule(fault.keyword))
    }

    /// Returns the lint rule for a schema keyword.
    private static func rule(_ keyword: String) -> LintRule {
        switch keyword {
        case "required": .missingMember
        case "type": .wrongType
        case "additionalProperties", "unevaluatedProperties", "false": .unknownMember
        case "maxItems", "maxProperties": .tooMany
        case "propertyNames": .invalidName
        default: .invalidValue
        }
    }

    private static let document11 = document(.v11, head: head11)
    private static let document12 = document(.v12, head: head12)
    private static let document13 = document(.v13, head: head13)
    private static let compiled11 = compile(document11)
    private static let compiled12 = compile(document12)
    private static let compiled13 = compile(document13)

    private static func compile(_ document: JSONValue) -> Result<JSONSchema, SchemaProblem> {
        do throws(SchemaProblem) { return .success(try JSONSchema.compile(document, dialect: .draft202012)) } catch {
            return .failure(error)
        }
    }

    private static func document(_ version: Journey.Version, head: (members: [String: JSONValue], required: [String]))
        -> JSONValue
    {
        .object([
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": .string("urn:journeykit:schema:manifest-\(version.rawValue)"),
            "title": .string("Journey manifest \(version.rawValue)"),
            "description":
                "The pages, native steps and calls of one journey, and the transitions between them. Unknown top-level members are ignored, unless mustUnderstand lists them.",
            "type": "object", "required": .array(head.required.map { .string($0) }),
            "properties": .object(head.members), "$defs": .object(definitions(version)),
        ])
    }
}
