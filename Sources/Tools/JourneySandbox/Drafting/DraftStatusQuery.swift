import JourneyBase
import JourneyLanguage

/// The read that a draft proposes to decide a call whose answer was lost: the member `status` of its binding.
struct DraftStatusQuery: Sendable {
    let id: String
    /// The query's arguments with their expressions, over the values that the call is made of.
    let arguments: [(name: String, expression: String)]
    /// The condition that ends the query.
    let until: String
    /// The condition under which the call was executed.
    let done: String
    /// The values of the call's outputs by name, with the names that lead to them in the query's answer.
    let outputs: [String: [String]]

    private static let interval = 3_000
    private static let limit = 60_000
    /// Words of a status that says that the call was executed.
    private static let executed = [
        "complet", "settled", "captured", "booked", "executed", "paid", "succe", "processed", "acsc", "accc",
        "credited",
        "debited",
    ]
    /// Words of a status that says that the call never will be executed.
    private static let refused = [
        "reject", "rjct", "fail", "declin", "canc", "void", "expire", "abort", "refus", "denied", "error",
        "return",
    ]
    /// Words that turn one of the others round, or leave it open.
    private static let open = ["not", "un", "partial", "pending", "progress", "await"]

    /// The reason why no query decides a call, as a clause without capital and full stop.
    struct Unusable: Error {
        let reason: String
    }

    /// The parts of the document that queries are made of.
    struct Context {
        let entries: [OpenAPIEntry]
        let document: JSONValue
        let schemas: DraftSchema
        /// Returns the operation with an ID as journeys call it, or `nil` if they can't.
        let operation: (String) -> Operation?
    }

    /// Finds the query of a call that moves money and must not be sent twice.
    ///
    /// - Parameters:
    ///   - drafted: The call.
    ///   - context: The document.
    /// - Returns: The query; `nil` if the document has none that asks for such a thing.
    /// - Throws: `Unusable` if it has one that can't decide this call.
    static func query(
        of drafted: DraftOperation, in context: Context
    ) throws(Unusable) -> DraftStatusQuery? {
        guard drafted.call.movesMoney, [.once, .keyed].contains(drafted.call.effect) else { return nil }
        var fault: Unusable?
        for entry in drafted.entry.statusQueries(among: context.entries) {
            do throws(Unusable) { return try DraftStatusQuery(entry, of: drafted, in: context) } catch {
                fault = fault ?? error
            }
        }
        if let fault { throw fault }
        return nil
    }

    private init(
        _ entry: OpenAPIEntry, of drafted: DraftOperation, in context: Context
    ) throws(Unusable) {
        guard let operation = context.operation(entry.id) else {
            throw Unusable(reason: "\(entry.id) can't be called by a journey")
        }
        let schemas = context.schemas
        var known = DraftOperation.Known()
        for name in entry.path.split(separator: "/").filter({ $0.hasPrefix("{") }).map({ $0.dropFirst().dropLast() }) {
            guard let source = drafted.source(ofIdentifier: String(name), in: entry) else {
                throw Unusable(reason: "\(entry.id) needs \(name), which is not known before the answer")
            }
            let type = operation.inputs.values.first { $0.place == .path && $0.name == name }?.type ?? .string
            known.values["\(entry.path)|\(name)"] = (source, type)
        }
        let call = DraftCall(entry, document: context.document, schemas: schemas)
        let reader = DraftArguments(entry, operation, call, known: known, schemas: schemas)
        guard let found = try? reader.arguments(asksOptional: false), found.fields.isEmpty else {
            throw Unusable(reason: "\(entry.id) needs values that the call does not have")
        }
        (id, arguments) = (entry.id, found.expressions)
        let answer = ExampleAnswer(entry, schemas: schemas, operation: operation)
        let schema = ExampleAnswer.success(of: entry, schemas)?.media?["schema"] ?? .null
        let isCreated = drafted.entry.path.split(separator: "/").count < entry.resourceSegments.count
        if isCreated {
            // The resource is there as soon as the call was executed.
            (until, done) = ("status == 200", "status == 200")
        } else {
            guard !drafted.entry.createsBelow(among: context.entries),
                let found = DraftStatusQuery.conditions(schema, schemas)
            else { throw Unusable(reason: "the answer of \(entry.id) has no status that says what became of it") }
            (until, done) = found
        }
        outputs = DraftStatusQuery.outputs(of: drafted, answer: answer, schema, schemas)
        let needed = drafted.neededOutputs + [drafted.reference?.name].compactMap { $0 }
        if let name = needed.first(where: { outputs[$0] == nil }) {
            throw Unusable(reason: "the answer of \(entry.id) lacks \(name)")
        }
    }

    /// Returns the conditions over the member of an answer that is its status, if the schema lists its values.
    private static func conditions(_ schema: JSONValue, _ schemas: DraftSchema) -> (until: String, done: String)? {
        let whole = schemas.whole(schema)
        var owners: [([String], [String: JSONValue])] = [([], whole)]
        for member in schemas.members(of: whole) where ["data", "result", "payload"].contains(member.name.lowercased())
        {
            owners.append(([member.name], schemas.whole(member.schema)))
        }
        for (path, owner) in owners {
            let members = schemas.members(of: owner).filter { isStatus($0.name) }
            for member in members.sorted(by: { $0.name.count < $1.name.count }) {
                let values = (schemas.whole(member.schema)["enum"]?.array ?? []).compactMap(\.string)
                let (good, bad) = (values.filter { means(executed, $0) }, values.filter { means(refused, $0) })
                guard !good.isEmpty else { continue }
                let selection = DraftValue.selection("result", path + [member.name])
                return (
                    "status == 200 && \(selection) in \(list(good + bad))",
                    good.count == 1 ? "\(selection) == \(DraftValue.quoted(good[0]))" : "\(selection) in \(list(good))"
                )
            }
        }
        return nil
    }

    static func isStatus(_ name: String) -> Bool {
        ["status", "state"].contains { name.lowercased().hasSuffix($0) }
    }

    private static func means(_ words: [String], _ value: String) -> Bool {
        let text = value.lowercased().filter(\.isLetter)
        return words.contains { text.contains($0) } && !open.contains { text.contains($0) && !words.contains($0) }
    }

    private static func list(_ values: [String]) -> String {
        "[\(values.map(DraftValue.quoted).joined(separator: ", "))]"
    }

    /// Returns where the query's answer has the outputs of the call: at the same place, or under the same name.
    private static func outputs(
        of drafted: DraftOperation, answer: ExampleAnswer?, _ schema: JSONValue, _ schemas: DraftSchema
    ) -> [String: [String]] {
        var found: [String: [String]] = [:]
        for output in drafted.outputs {
            for path in [output.path, [output.name]] where found[output.name] == nil {
                let type = path.reduce(schemas.whole(schema) as [String: JSONValue]?) { owner, name in
                    (owner?["properties"]?[name]).map { schemas.whole($0) }
                }.flatMap { schemas.type(of: $0) }
                guard type == output.type.rawValue, path.reduce(answer?.body, { $0?[$1] }) != nil else { continue }
                found[output.name] = path
            }
        }
        return found
    }

    /// The member `status` of the binding, with the values of `outputs`.
    func member(_ outputs: [DraftOperation.Output]) -> OrderedJSON {
        var members: [(String, OrderedJSON)] = [("operationId", .text(id))]
        if !arguments.isEmpty { members.append(("in", .object(arguments.map { ($0.name, .text($0.expression)) }))) }
        members += [
            ("everyMs", .value(.number(JSONNumber(DraftStatusQuery.interval)))),
            ("maxMs", .value(.number(JSONNumber(DraftStatusQuery.limit)))), ("until", .text(until)),
            ("done", .text(done)),
        ]
        if !outputs.isEmpty {
            let values = outputs.map { output in
                (
                    output.name,
                    [
                        "type": .text(output.type.rawValue),
                        "value": .text(DraftValue.selection("result", self.outputs[output.name] ?? output.path)),
                    ] as OrderedJSON
                )
            }
            members.append(("out", .object(values)))
        }
        return .object(members)
    }
}
