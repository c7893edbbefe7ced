import JourneyBase
import JourneyLanguage

/// One operation of the document as a step of the draft: what the person is asked for, what comes back.
struct DraftOperation {
    let id: String
    /// A heading for its page.
    let title: String
    let operation: Operation
    /// By argument: where its value comes from, as `in` of a binding has it.
    private(set) var arguments: [(name: String, path: String)] = []
    private(set) var fields: [DraftField] = []
    /// Members of the answer that are always there, with their types.
    let outputs: [(name: String, type: ValueType)]
    /// The answer that the document gives as an example.
    let answer: ExampleAnswer?
    let step: String

    /// What earlier steps have learned, by name.
    typealias Known = [String: (path: String, type: ValueType)]

    var isRead: Bool { operation.method == .get }
    /// Whether the page only shows what the bank says: nothing is asked, so nobody has to press anything for the call.
    var isShown: Bool { isRead && fields.isEmpty }

    init(
        _ entry: OpenAPIEntry, _ operation: Operation, step: String, known: Known, schemas: DraftSchema
    ) throws(JourneyError) {
        id = entry.id
        self.step = step
        self.operation = operation
        title = entry.operation["summary"]?.string ?? DraftField.words(of: entry.id)
        answer = ExampleAnswer(entry, schemas: schemas)
        outputs = DraftOperation.outputs(entry, operation, schemas)
        let places = DraftOperation.schemas(of: entry, schemas)
        let order = places.map(\.name)
        let inputs = operation.inputs.filter { ![.header, .cookie].contains($0.value.place) }.sorted { a, b in
            (order.firstIndex(of: a.value.name) ?? order.count, a.key)
                < (order.firstIndex(of: b.value.name) ?? order.count, b.key)
        }
        for (name, input) in inputs {
            if let found = known[input.name], input.type == nil || input.type == found.type {
                arguments.append((name, found.path))
                continue
            }
            let schema = places.first { $0.name == input.name }?.schema ?? .null
            let asked = DraftOperation.fields(input.name, schema, isRequired: input.isRequired, schemas, depth: 0)
            guard let asked else {
                guard input.isRequired else { continue }
                throw JourneyError(
                    .oapiInvalid,
                    "\(id) needs ‘\(name)’, which no simple field can ask for: leave the operation out with --operations, and write its page by hand."
                )
            }
            guard !asked.isEmpty else { continue }
            arguments.append((name, "event.\(input.name)"))
            // One field for what goes to two places under one name.
            fields += asked.filter { new in !fields.contains { $0.path == new.path } }
        }
    }

    /// The fields that make up a value of `schema`: one, or those of an object's members. `nil` where a list, a file, or
    /// something else that has no plain field is needed.
    private static func fields(
        _ path: String, _ schema: JSONValue, isRequired: Bool, _ schemas: DraftSchema, depth: Int
    ) -> [DraftField]? {
        let whole = schemas.whole(schema)
        guard whole["readOnly"] != true else { return [] }
        guard path.split(separator: ".").allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
        else {
            return nil
        }
        switch schemas.type(of: whole) {
        case "object":
            guard depth < 3, whole["properties"] != nil else { return nil }
            var found: [DraftField] = []
            for member in schemas.members(of: whole) {
                let more = fields(
                    "\(path).\(member.name)", member.schema, isRequired: isRequired && member.isRequired, schemas,
                    depth: depth + 1)
                if let more { found += more } else if member.isRequired { return nil }
            }
            return found
        case "array": return nil
        case _ where ["binary", "byte"].contains(whole["format"]?.string): return nil
        default: return [DraftField(path: path, schema: schema, isRequired: isRequired, schemas: schemas)]
        }
    }

    /// The schemas of parameters and body members, in the order of the document's lists.
    private static func schemas(
        of entry: OpenAPIEntry, _ schemas: DraftSchema
    ) -> [(name: String, schema: JSONValue)] {
        var found: [(name: String, schema: JSONValue)] = []
        for owner in [entry.item, entry.operation] {
            for parameter in owner["parameters"]?.array ?? [] {
                let parameter = schemas.resolved(parameter)
                guard let name = parameter["name"]?.string else { continue }
                var schema = schemas.resolved(parameter["schema"] ?? .null).object ?? [:]
                for word in ["description", "example"] where schema[word] == nil { schema[word] = parameter[word] }
                found.append((name, .object(schema)))
            }
        }
        let body = schemas.resolved(entry.operation["requestBody"] ?? .null)
        for (_, media) in body["content"]?.object ?? [:] {
            let examples = media["example"]?.object ?? [:]
            for member in schemas.members(of: schemas.whole(media["schema"] ?? .null)) {
                guard !found.contains(where: { $0.name == member.name }) else { continue }
                var schema = schemas.whole(member.schema)
                if let example = examples[member.name] { schema["example"] = example }
                found.append((member.name, .object(schema)))
            }
        }
        return found
    }

    /// Plain members that the answer must have, as the document says of its first success.
    private static func outputs(
        _ entry: OpenAPIEntry, _ operation: Operation, _ schemas: DraftSchema
    ) -> [(name: String, type: ValueType)] {
        guard let schema = ExampleAnswer.success(of: entry, schemas)?.media?["schema"] else { return [] }
        return schemas.members(of: schemas.whole(schema)).filter(\.isRequired).compactMap { member in
            guard let type = operation.outputs[member.name], [.string, .integer, .number, .boolean].contains(type),
                member.name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
            else { return nil }
            return (member.name, type)
        }
    }
}
