import JourneyBase
import JourneyLanguage

/// An operation of the document as a step of the draft: its input fields and its outputs.
struct DraftOperation {
    let id: String
    /// The heading of its page.
    let title: String
    let operation: Operation
    /// Arguments with the source of their value, in the syntax of a binding's `in`.
    private(set) var arguments: [(name: String, path: String)] = []
    private(set) var fields: [DraftField] = []
    /// Required members of the answer with their types.
    let outputs: [(name: String, type: ValueType)]
    /// The document's example answer.
    let answer: ExampleAnswer?
    /// The reason why the fake bank has no answer that the SDK accepts.
    let answerGap: String?
    let step: String

    /// The outputs of earlier steps by name.
    typealias Known = [String: (path: String, type: ValueType)]

    var isRead: Bool { operation.method == .get }
    /// `true` if the page only shows data: nothing is entered, so the call needs no user action.
    var isShown: Bool { isRead && fields.isEmpty }

    init(
        _ entry: OpenAPIEntry, _ operation: Operation, step: String, known: Known, schemas: DraftSchema
    ) throws(JourneyError) {
        id = entry.id
        self.step = step
        self.operation = operation
        title = entry.operation["summary"]?.string ?? DraftField.words(of: entry.id)
        let answer = ExampleAnswer(entry, schemas: schemas)
        self.answer = answer
        answerGap = DraftOperation.gap(of: answer, operation)
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
            let asked =
                input.isFile
                ? nil : DraftOperation.fields(input.name, schema, isRequired: input.isRequired, schemas, depth: 0)
            guard let asked else {
                guard input.isRequired else { continue }
                throw JourneyError(
                    .oapiInvalid,
                    "\(id) needs ‘\(name)’, which has no simple input field: exclude the operation with --operations and write its page by hand."
                )
            }
            guard !asked.isEmpty else { continue }
            arguments.append((name, "event.\(input.name)"))
            // A single field for two parameters of the same name.
            fields += asked.filter { new in !fields.contains { $0.path == new.path } }
        }
        // Removing a refused example may make its object incomplete, so this repeats.
        for _ in 0..<4 where !refuseExamples() { break }
    }

    /// The payload of the page's event with the examples.
    var examplePayload: JSONValue {
        fields.reduce([:]) { payload, field in
            guard let example = field.example else { return payload }
            return DraftOperation.put(example, at: field.path.split(separator: ".").map(String.init)[...], in: payload)
        }
    }

    private static func put(_ value: JSONValue, at path: ArraySlice<String>, in whole: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        var members = whole.object ?? [:]
        members[name] = put(value, at: path.dropFirst(), in: members[name] ?? [:])
        return .object(members)
    }

    /// Removes examples refused by the operation's own schemas. Returns `true` if there were any.
    private mutating func refuseExamples() -> Bool {
        let payload = examplePayload
        let asked = arguments.compactMap { name, path in
            path.hasPrefix("event.") ? (name: name, field: String(path.dropFirst("event.".count))) : nil
        }
        let values = asked.compactMap { name, field in payload[field].map { (name, $0) } }
        guard let problem = operation.problem(with: Dictionary(values) { first, _ in first }) else { return false }
        var hasChanged = false
        for (fault, detail) in problem.errors.sorted(by: { $0.key < $1.key }) {
            let fault = fault.replacing("/", with: ".")
            for (name, field) in asked {
                // Parameters are reported by argument name, body members by their name in the body.
                guard let place = [name, field].first(where: { fault == $0 || fault.hasPrefix($0 + ".") }) else {
                    continue
                }
                let path = field + fault.dropFirst(place.count)
                hasChanged = refuse(path, detail) || leaveOut(path) || hasChanged
            }
        }
        return hasChanged
    }

    /// Removes the example of the field at `path`, or those of an optional object there.
    private mutating func refuse(_ path: String, _ detail: String) -> Bool {
        var hasChanged = false
        for index in fields.indices where fields[index].example != nil {
            let isInside = fields[index].path.hasPrefix(path + ".") && !fields[index].isRequired
            guard fields[index].path == path || isInside else { continue }
            fields[index].refuse("the document's example violates its own schema: \(path) \(detail)")
            hasChanged = true
        }
        return hasChanged
    }

    /// Removes the other examples of an optional object that lacks the field at `path`.
    private mutating func leaveOut(_ path: String) -> Bool {
        guard let end = path.lastIndex(of: "."), fields.contains(where: { $0.path == path && !$0.isRequired }) else {
            return false
        }
        var hasChanged = false
        for index in fields.indices
        where fields[index].example != nil && fields[index].path.hasPrefix(path[...end]) {
            fields[index].refuse("the object that it belongs to is optional, and \(path) has no value")
            hasChanged = true
        }
        return hasChanged
    }

    private static func gap(of answer: ExampleAnswer?, _ operation: Operation) -> String? {
        guard let answer else { return "the document has no example of it, and none can be derived from its schema" }
        var headers: HTTPFields = [:]
        if answer.body != nil { headers["Content-Type"] = answer.contentType ?? "application/json" }
        let response = HTTPResponse(
            status: answer.status, headers: headers, body: answer.body.map(\.compactBytes) ?? [])
        do throws(JourneyError) { _ = try operation.answer(of: response) } catch {
            return "its example violates the document: \(error.message)"
        }
        return nil
    }

    /// Returns the fields for a value of `schema`: one, or those of an object's members. Returns `nil` for arrays, files and
    /// other values without a simple field.
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
        case _ where ["binary", "byte"].contains(whole["format"]?.string) || whole["contentMediaType"] != nil:
            return nil
        default: return [DraftField(path: path, schema: schema, isRequired: isRequired, schemas: schemas)]
        }
    }

    /// Returns the schemas of parameters and body members, in the document's order.
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

    /// Returns the required scalar members of the document's first success answer.
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
