import JourneyBase
import JourneyLanguage

/// An operation of the document as a step of the draft: its input fields, its arguments and its outputs.
struct DraftOperation: Sendable {
    let id: String
    /// The heading of its page.
    let title: String
    let operation: Operation
    let entry: OpenAPIEntry
    let call: DraftCall
    /// Arguments with the expression of their value.
    let arguments: [(name: String, expression: String)]
    private(set) var fields: [DraftField]
    /// Members of the answer that are kept, with the names that lead to them.
    private(set) var outputs: [Output]
    /// The output that identifies what the call has created or changed.
    var reference: Output? {
        outputs.first { $0.name == "reference" && $0.type == .string }
            ?? outputs.first { [.string, .integer].contains($0.type) && DraftOperation.identifies($0.name) }
    }
    /// The read that decides the call if its answer is lost.
    private(set) var statusQuery: DraftStatusQuery?
    /// The document's example answer.
    let answer: ExampleAnswer?
    /// The reason why the fake bank has no answer that the SDK accepts.
    let answerGap: String?
    let step: String
    /// The objects of earlier answers that the arguments use.
    let reused: Set<String>
    /// The paths of objects of the answer that a later step may use.
    private(set) var sharedObjects: [String]
    /// Sentences about values that the author should look at.
    private(set) var notes: [String]
    private let sources: [(name: String, value: DraftValue)]
    /// The step of the workflow that the draft follows.
    let guide: DraftGuide.Step?
    /// The names that the workflow has for outputs.
    let guidedOutputs: [(original: String, name: String)]
    /// Sentences about parts of the workflow that the draft does not have.
    let omissions: [String]

    struct Output: Sendable {
        let name: String
        let type: ValueType
        let path: [String]
        /// The expression, for what is no part of the body.
        var source: String?
        /// The response header that it is read from.
        var header: String?
        /// The words for it on a page: the schema's title, or those of its name; `nil` for an object.
        var label: String?
        var expression: String { source ?? GuidedStep.selection("result", path) }

        /// Returns the value that an example has.
        func example(in answer: ExampleAnswer?) -> JSONValue? {
            if let header { return .string(answer?.headers[header] ?? "") }
            guard source == nil else { return answer.map { .number(JSONNumber($0.status)) } }
            return GuidedStep.part(path, of: answer?.body)
        }
    }

    /// The outputs of earlier steps by name, and the objects of their answers by their path.
    struct Known {
        var values: [String: (path: String, type: ValueType)] = [:]
        var objects: [String: String] = [:]
    }

    /// The number of fields above which a page only asks for what the call requires.
    private static let fieldLimit = 16

    var isRead: Bool { operation.method == .get }
    /// `true` if the page only shows data: nothing is entered, so the call needs no user action.
    var isShown: Bool { isRead && fields.isEmpty }

    /// Drafts an operation.
    ///
    /// - Parameters:
    ///   - entry: The operation in the document.
    ///   - operation: The operation as journeys call it.
    ///   - call: The proposed declarations.
    ///   - step: The step's name.
    ///   - known: The outputs of earlier steps.
    ///   - schemas: The document's schemas.
    ///   - guide: The step of a workflow.
    /// - Throws: `OAPI_INVALID` with the unsupported feature and its place.
    init(
        _ entry: OpenAPIEntry, _ operation: Operation, call: DraftCall, step: String, known: Known,
        schemas: DraftSchema, guide: GuidedStep? = nil
    ) throws(JourneyError) {
        id = entry.id
        (self.step, self.operation, self.entry, self.call) = (step, operation, entry, call)
        title = entry.operation["summary"]?.string.map { String($0.prefix(120)) } ?? DraftField.words(of: entry.id)
        let answer = ExampleAnswer(entry, schemas: schemas, operation: operation)
        self.answer = answer
        answerGap = DraftOperation.gap(of: answer, operation)
        try DraftOperation.requireDistinctForms(of: entry, answer, hasGap: answerGap != nil, schemas)
        let reader = DraftArguments(entry, operation, call, known: known, schemas: schemas, guide: guide)
        let arguments: DraftArguments.Found
        do throws(DraftBuilder.Unsupported) {
            // A workflow says what its calls are made of.
            let all = try reader.arguments(asksOptional: guide == nil)
            let isSmall = all.fields.count <= DraftOperation.fieldLimit && all.isWhole
            arguments = isSmall ? all : try reader.arguments(asksOptional: false)
        } catch {
            throw JourneyError(
                .oapiInvalid,
                "\(entry.id) needs ‘\(error.path.joined(separator: "."))’, \(error.feature), which a drafted page can't ask for (\(entry.pointer)): exclude the operation with --operations and write its page by hand."
            )
        }
        (self.arguments, fields, sources) = (arguments.expressions, arguments.fields, arguments.values)
        (reused, notes) = (arguments.reused, arguments.notes)
        sharedObjects = DraftOperation.sharedObjects(entry, operation, answer, schemas)
        var reading = guide
        let guided = reading?.outputs(of: answer, entry) ?? []
        let names = guided.map(\.output.name)
        outputs =
            DraftOperation.outputs(entry, answer, operation, schemas).filter { !names.contains($0.name) }
            + guided.map(\.output)
        self.guide = guide?.step
        guidedOutputs = guided.compactMap { found in found.original.map { ($0, found.output.name) } }
        omissions = arguments.omissions + (reading?.omissions ?? [])
    }

    /// Declares the read that decides the call if its answer is lost. The call keeps the outputs that the read gives too.
    mutating func decide(in context: DraftStatusQuery.Context) {
        do throws(DraftStatusQuery.Unusable) {
            guard let query = try DraftStatusQuery.query(of: self, in: context) else {
                guard call.movesMoney, call.effect == .once else { return }
                notes.append(
                    "\(id) moves money, and the document has neither a key nor a status query for it (\(entry.pointer)): its result stays unknown if the answer is lost. Add what the bank's documentation says with --overlay."
                )
                return
            }
            statusQuery = query
            outputs.removeAll { query.outputs[$0.name] == nil }
            sharedObjects = []
            notes.append("\(id): if its answer is lost, \(query.id) decides it: executed if \(query.done).")
        } catch {
            notes.append("\(id): no status query decides it if its answer is lost, because \(error.reason).")
        }
    }

    /// Returns the expression of the value that identifies a resource of `entry` and that the call is made of.
    func source(ofIdentifier name: String, in query: OpenAPIEntry) -> String? {
        let own = entry.path.split(separator: "/")
        if query.resourceSegments.enumerated().contains(where: { index, segment in
            segment == "{\(name)}" && own.indices.contains(index) && own[index] == segment
        }) {
            let argument = operation.inputs.first { $0.value.place == .path && $0.value.name == name }?.key
            return arguments.first { $0.name == argument }?.expression
        }
        guard name.count > 2 else { return nil }
        for (argument, value) in sources {
            guard case .object(let members) = value, argument == "body" else {
                if argument == name || argument == "body.\(name)" { return value.expression }
                continue
            }
            if let member = members.first(where: { $0.name == name && $0.isRequired }) {
                return member.value.expression
            }
        }
        return nil
    }

    /// The names of outputs that a workflow reads.
    var neededOutputs: [String] {
        guidedOutputs.map(\.name) + outputs.filter { $0.source != nil }.map(\.name)
    }

    /// The outputs by the names that the workflow has for them.
    var outputNames: [(name: String, output: Output)] {
        guidedOutputs.compactMap { found in outputs.first { $0.name == found.name }.map { (found.original, $0) } }
    }

    /// Keeps the object at `path` of the answer, because a later step uses it.
    mutating func keep(_ path: String) {
        let names = path.split(separator: ".").map(String.init)
        let name = DraftOperation.outputName(of: path)
        guard !outputs.contains(where: { $0.name == name }) else { return }
        outputs.append(Output(name: name, type: .object, path: names))
    }

    static func outputName(of path: String) -> String {
        DraftValue.identifier(path.split(separator: ".").last.map(String.init) ?? path)
    }

    /// Returns the paths of objects that requests and answers have in common, with the same members, and that each answer has.
    private static func sharedObjects(
        _ entry: OpenAPIEntry, _ operation: Operation, _ answer: ExampleAnswer?, _ schemas: DraftSchema
    ) -> [String] {
        guard let sent = entry.body(of: operation.bodyType, schemas)?.schema, let body = answer?.body,
            let received = ExampleAnswer.success(of: entry, schemas)?.media?["schema"]
        else { return [] }
        var found: [String] = []
        func visit(_ sent: JSONValue, _ received: JSONValue, _ body: JSONValue, _ path: [String]) {
            let own = schemas.whole(sent)["properties"]?.object ?? [:]
            for member in schemas.members(of: schemas.whole(received)) where member.isRequired {
                let name = member.name
                let there = schemas.whole(member.schema)["properties"]?.object ?? [:]
                guard let other = own[name], let value = body[name], value.object != nil,
                    let here = schemas.whole(other)["properties"]?.object, DraftValue.isIdentifier(name)
                else { continue }
                if !here.isEmpty, Set(here.keys) == Set(there.keys) {
                    found.append((path + [name]).joined(separator: "."))
                } else if path.count < 4 {
                    visit(other, member.schema, value, path + [name])
                }
            }
        }
        visit(sent, received, body, [])
        return found
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

    /// Refuses an operation whose response is a choice of forms that overlap, so that no response is valid.
    private static func requireDistinctForms(
        of entry: OpenAPIEntry, _ answer: ExampleAnswer?, hasGap: Bool, _ schemas: DraftSchema
    ) throws(JourneyError) {
        guard hasGap, let answer, let schema = ExampleAnswer.success(of: entry, schemas)?.media?["schema"],
            schemas.whole(schema)["oneOf"] != nil
        else { return }
        throw JourneyError(
            .oapiInvalid,
            "\(entry.id) has a response \(answer.status) that is a choice (oneOf) of forms that overlap: no example of the document, and none that can be derived from it, fits exactly one of them (\(entry.pointer)/responses/\(answer.status)). Correct the document with --overlay, or exclude the operation."
        )
    }

    private static func gap(of answer: ExampleAnswer?, _ operation: Operation) -> String? {
        guard let answer else { return "the document has no example of it, and none can be derived from its schema" }
        do throws(JourneyError) { _ = try operation.answer(of: answer.response) } catch {
            return "its example violates the document: \(error.message)"
        }
        return nil
    }

    /// Returns `true` for names such as `id`, `ConsentId`, `payment_id` and `pspReference`.
    static func identifies(_ name: String) -> Bool {
        ["id", "Id", "ID", "reference", "Reference"].contains { name.hasSuffix($0) }
            && !name.lowercased().hasSuffix("valid")
    }

    /// Returns the scalar members of the example answer that its schema requires or that identify something: its own members, and
    /// those of the one object in which all of them may stand. The identifier of what was created comes first.
    private static func outputs(
        _ entry: OpenAPIEntry, _ answer: ExampleAnswer?, _ operation: Operation, _ schemas: DraftSchema
    ) -> [Output] {
        guard let body = answer?.body?.object,
            let schema = ExampleAnswer.success(of: entry, schemas)?.media?["schema"]
        else { return [] }
        let whole = schemas.whole(schema)
        var found: [Output] = []
        func add(_ schema: [String: JSONValue], _ body: [String: JSONValue], _ path: [String]) {
            for member in schemas.members(of: schema) where member.isRequired || identifies(member.name) {
                let whole = schemas.whole(member.schema)
                let type = schemas.type(of: whole).flatMap(ValueType.init(rawValue:))
                guard let type, [.string, .integer, .number, .boolean].contains(type),
                    let value = body[member.name], value != .null, DraftValue.isIdentifier(member.name),
                    !SensitiveNames.match(member.name), !found.contains(where: { $0.name == member.name })
                else { continue }
                let label = whole["title"]?.string ?? DraftField.words(of: member.name)
                found.append(Output(name: member.name, type: type, path: path + [member.name], label: label))
            }
        }
        add(whole, body, [])
        for member in schemas.members(of: whole) where member.isRequired {
            let inner = schemas.whole(member.schema)
            guard inner["properties"] != nil, let values = body[member.name]?.object,
                ["data", "result", "payload"].contains(member.name.lowercased())
            else { continue }
            add(inner, values, [member.name])
        }
        let named = entry.path.split(separator: "/").last { !$0.hasPrefix("{") }.map(String.init) ?? ""
        return found.enumerated().sorted { a, b in
            (rank(a.element, named), a.offset) < (rank(b.element, named), b.offset)
        }.map(\.element).prefix(12).map { $0 }
    }

    /// Orders outputs: the identifier of the path's resource, other identifiers, the rest.
    private static func rank(_ output: Output, _ resource: String) -> Int {
        guard identifies(output.name) else { return 3 }
        let name = output.name.lowercased().filter(\.isLetter)
        if name == "id" || name == "reference" { return 0 }
        let stem = name.hasSuffix("id") ? String(name.dropLast(2)) : name
        let plain = resource.lowercased().filter(\.isLetter)
        return plain.hasPrefix(stem) || plain.contains(stem) ? 0 : 1
    }

    /// Removes examples refused by the operation's own schemas, until the rest is valid.
    mutating func refuseExamples(known: [String: JSONValue]) {
        // A refused example may be followed by another one, or make its object incomplete, so this repeats.
        for _ in 0..<24 where !refuseOnce(known) { break }
    }

    /// The arguments of a call with the examples. `known` are values of expressions over earlier answers.
    func exampleArguments(known: [String: JSONValue]) -> [String: JSONValue] {
        let payload = examplePayload
        var arguments: [String: JSONValue] = [:]
        for (name, value) in sources {
            if case .known(let text) = value {
                arguments[name] = known[text]
            } else {
                arguments[name] = DraftOperation.filled(value, payload, known)
            }
        }
        return operation.spreading(arguments) ?? arguments
    }

    private static func filled(_ value: DraftValue, _ payload: JSONValue, _ known: [String: JSONValue]) -> JSONValue? {
        switch value {
        case .known(let text): return known[text]
        case .object(let members):
            var object: [String: JSONValue] = [:]
            for member in members {
                let hasField =
                    member.value.fields.isEmpty
                    || member.value.fields.contains { DraftValue.field($0).value(in: payload) != nil }
                guard member.isRequired || hasField else { continue }
                object[member.name] = filled(member.value, payload, known)
            }
            return .object(object)
        case .list(let elements): return .array(elements.compactMap { filled($0, payload, known) })
        default: return value.value(in: payload)
        }
    }

    /// Refuses the examples that the operation doesn't accept. Returns `true` if there were any.
    private mutating func refuseOnce(_ known: [String: JSONValue]) -> Bool {
        let faults = operation.faults(in: exampleArguments(known: known))
        var hasChanged = false
        for (fault, detail) in faults {
            let names = fault.split(separator: "/").map(String.init).filter { Int($0) == nil }
            let path = names.map(DraftValue.identifier)
            for candidate in [path, ["body"] + path, path.dropFirst().map { $0 }] where !candidate.isEmpty {
                let text = candidate.joined(separator: ".")
                if refuse(text, detail) || leaveOut(text) {
                    hasChanged = true
                    break
                }
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
            fields[index].leaveOut("the object that it belongs to is optional, and \(path) has no value")
            hasChanged = true
        }
        return hasChanged
    }
}
