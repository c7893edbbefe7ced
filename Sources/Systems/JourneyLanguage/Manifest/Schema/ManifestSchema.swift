public import JourneyBase

/// The shape of manifests as JSON Schema 2020-12, for editors and for the loader: both have the very same document.
///
/// It says what each member may be. What it cannot say (names that lead to a step, guards, the operations of the bundle,
/// the order of transitions) is checked after it.
public enum ManifestSchema {
    /// The schema of manifests of `version`.
    public static func document(_ version: Journey.Version) -> JSONValue {
        version == .v11 ? document11 : document12
    }

    /// The same as indented text: what `docs/reference/schema` holds and `journey schema` prints.
    public static func text(_ version: Journey.Version) -> String {
        var text = IndentedJSON(
            first: ["$schema", "$id", "title", "description", "type", "const", "enum", "required", "properties"],
            last: ["additionalProperties", "$defs"])
        text.append(document(version))
        return text.out + "\n"
    }

    /// What is wrong with the shape of `manifest`.
    static func faults(
        in manifest: JSONValue, _ version: Journey.Version, limits: SchemaLimits = SchemaLimits()
    ) throws(Refusal) -> [SchemaFault] {
        let compiled = version == .v11 ? compiled11 : compiled12
        do throws(SchemaProblem) { return try compiled.get().faults(in: manifest, limits: limits) } catch {
            throw Refusal(.manifestInvalid, at: "", "The schema of manifests is wrong itself: \(error)")
        }
    }

    /// Refuses a manifest that has another shape, with the first fault.
    static func check(_ manifest: JSONValue, _ version: Journey.Version) throws(Refusal) {
        guard let fault = try faults(in: manifest, version).first else { return }
        throw refusal(fault)
    }

    static func refusal(_ fault: SchemaFault) -> Refusal {
        let place = fault.place.isEmpty ? "The manifest" : fault.place
        return Refusal(.manifestInvalid, at: fault.place, "\(place) \(fault.reason).", rule(fault.keyword))
    }

    /// The rule that a keyword stands for.
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
    private static let compiled11 = compile(document11)
    private static let compiled12 = compile(document12)

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
                "Which pages, native steps and calls make up one journey, and which event leads where. Members at the top that are not known are passed over, unless mustUnderstand names them.",
            "type": "object", "required": .array(head.required.map { .string($0) }),
            "properties": .object(head.members), "$defs": .object(definitions(version)),
        ])
    }
}
