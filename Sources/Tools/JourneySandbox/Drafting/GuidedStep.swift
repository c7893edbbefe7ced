import JourneyBase
import JourneyLanguage

/// Follows a step of a workflow in the draft of its call: the sources of arguments, and the outputs.
struct GuidedStep {
    let step: DraftGuide.Step
    /// The schemas of the workflow's inputs.
    let inputs: [String: JSONValue]
    /// The outputs of earlier steps, by their names in the workflow as `step.output`.
    let known: [String: (expression: String, type: ValueType)]
    let schemas: DraftSchema
    /// Sentences about parts that the draft does not have.
    private(set) var omissions: [String] = []
    private var taken: Set<String> = []

    init(
        _ step: DraftGuide.Step, inputs: [String: JSONValue],
        known: [String: (expression: String, type: ValueType)], schemas: DraftSchema
    ) {
        (self.step, self.inputs, self.known, self.schemas) = (step, inputs, known, schemas)
    }

    private mutating func omit(_ place: String, _ reason: String) {
        let sentence = "\(place): \(reason)"
        if !omissions.contains(sentence) { omissions.append(sentence) }
    }

    // MARK: Arguments

    /// Returns the value of a parameter, or `nil` if the workflow gives none.
    mutating func parameter(
        _ input: Operation.Input, _ schema: JSONValue, _ builder: inout DraftBuilder
    ) throws(DraftBuilder.Unsupported) -> DraftValue? {
        let found = step.parameters.last {
            $0.name.lowercased() == input.name.lowercased()
                && ($0.location == nil || $0.location == input.place.rawValue)
        }
        guard let found else { return nil }
        taken.insert(found.place)
        return try value(found.value, schema, found.place, &builder)
    }

    /// Returns the body, or `nil` if the workflow gives none.
    mutating func body(
        _ schema: JSONValue, _ builder: inout DraftBuilder
    ) throws(DraftBuilder.Unsupported) -> DraftValue? {
        guard let body = step.body else { return nil }
        return try value(body, schema, step.place, &builder)
    }

    /// Names the parameters that no argument of the operation is made of.
    mutating func omitUnusedParameters(of operation: String) {
        for parameter in step.parameters where !taken.contains(parameter.place) {
            omit(
                parameter.place,
                "The parameter \(parameter.name) is not carried over: \(operation) has none that a journey sets.")
        }
    }

    private mutating func value(
        _ value: DraftGuide.Value, _ schema: JSONValue, _ place: String, _ builder: inout DraftBuilder
    ) throws(DraftBuilder.Unsupported) -> DraftValue? {
        switch value {
        case .constant(let constant): return .constant(constant)
        case .input(let path):
            var own = schemas.whole(schema)
            if own["type"] == nil, let first = path.first, let declared = inputs[first] {
                own = path.dropFirst().reduce(schemas.whole(declared)) { schemas.whole($0["properties"]?[$1] ?? [:]) }
            }
            return try builder.value(.object(own), at: path, isRequired: true)
        case .output(let step, let name, let path):
            guard let output = known["\(step).\(name)"] else {
                omit(place, "$steps.\(step).outputs.\(name) is not carried over: no earlier step has it.")
                return nil
            }
            return .known(GuidedStep.selection(output.expression, path))
        case .answer:
            omit(place, "A part of the step's own response can't be sent with its request.")
            return nil
        case .text(let parts):
            var texts: [DraftValue] = []
            for part in parts {
                guard let text = try self.value(part, ["type": "string"], place, &builder) else { return nil }
                texts.append(text)
            }
            return .text(texts)
        case .list(let elements):
            let items = schemas.whole(schema)["items"] ?? [:]
            var list: [DraftValue] = []
            for element in elements {
                if let value = try self.value(element, items, place, &builder) { list.append(value) }
            }
            return .list(list)
        case .object(let members): return try object(members, schema, place, &builder)
        }
    }

    /// Returns an object with the members that the workflow gives, and those besides that the schema requires.
    private mutating func object(
        _ members: [(name: String, value: DraftGuide.Value)], _ schema: JSONValue, _ place: String,
        _ builder: inout DraftBuilder
    ) throws(DraftBuilder.Unsupported) -> DraftValue {
        let whole = schemas.whole(schema)
        let declared = schemas.members(of: whole)
        var found: [DraftValue.Member] = []
        for (name, value) in members {
            let own = declared.first { $0.name == name }?.schema ?? [:]
            guard let made = try self.value(value, own, place, &builder) else { continue }
            found.append(DraftValue.Member(name: name, value: made, isRequired: true))
        }
        for member in declared where member.isRequired && !found.contains(where: { $0.name == member.name }) {
            guard let made = try builder.value(member.schema, at: [member.name], isRequired: true) else { continue }
            found.append(DraftValue.Member(name: member.name, value: made, isRequired: true))
        }
        return .object(found)
    }

    // MARK: Responses

    /// Returns the outputs that the step declares, and those that its conditions read.
    mutating func outputs(
        of answer: ExampleAnswer?, _ entry: OpenAPIEntry
    ) -> [(original: String?, output: DraftOperation.Output)] {
        let schema = ExampleAnswer.success(of: entry, schemas)?.media?["schema"] ?? .null
        var found: [(original: String?, output: DraftOperation.Output)] = []
        for (name, part, place) in step.outputs {
            guard let output = output(DraftValue.identifier(name), part, schema, answer) else {
                omit(place, "The output \(name) is not carried over: the response of \(entry.id) has no such part.")
                continue
            }
            found.append((name, output))
        }
        let criteria = (step.criteria + step.onSuccess.flatMap(\.criteria)).filter {
            !GuidedStep.isAlways($0, for: entry)
        }
        for part in criteria.flatMap({ GuidedStep.parts(of: $0.term) }) {
            guard let name = GuidedStep.outputName(of: part), let output = output(name, part, schema, answer),
                !found.contains(where: { $0.output.name == name })
            else { continue }
            found.append((nil, output))
        }
        return found
    }

    /// Returns the name of the output that guards read a part of a response from; `nil` for the body, which is the event's payload.
    static func outputName(of part: DraftGuide.Answer) -> String? {
        switch part {
        case .status: "statusCode"
        case .header(let name): DraftValue.identifier(name.lowercased())
        case .body: nil
        }
    }

    private func output(
        _ name: String, _ part: DraftGuide.Answer, _ schema: JSONValue, _ answer: ExampleAnswer?
    ) -> DraftOperation.Output? {
        switch part {
        case .status: return .init(name: name, type: .integer, path: [], source: "status")
        case .header(let header):
            let field = "headers.`\(header.lowercased())`"
            return .init(name: name, type: .string, path: [], source: "has(\(field)) ? \(field) : ''", header: header)
        case .body(let path):
            let value = GuidedStep.part(path, of: answer?.body)
            guard let value, let type = GuidedStep.type(of: path, in: schema, schemas) ?? ValueType(of: value) else {
                return nil
            }
            return .init(name: name, type: type, path: path)
        }
    }

    static func part(_ path: [String], of value: JSONValue?) -> JSONValue? {
        path.reduce(value) { value, name in
            if let elements = value?.array {
                return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
            }
            return value?[name]
        }
    }

    static func type(of path: [String], in schema: JSONValue, _ schemas: DraftSchema) -> ValueType? {
        let whole = path.reduce(schemas.whole(schema)) { owner, name in
            schemas.whole(owner["properties"]?[name] ?? (Int(name) == nil ? [:] : owner["items"] ?? [:]))
        }
        return schemas.type(of: whole).flatMap(ValueType.init(rawValue:))
    }

    /// Returns the selection of names and indices from `root`.
    static func selection(_ root: String, _ path: [String]) -> String {
        path.reduce(into: root) { text, name in
            text = Int(name).map { "\(text)[\($0)]" } ?? DraftValue.selection(text, [name])
        }
    }

    /// Returns `true` for a condition that each success meets: the status is the only one that the document declares.
    static func isAlways(_ condition: DraftGuide.Condition, for entry: OpenAPIEntry) -> Bool {
        guard case .binary(.value(.answer(.status)), "==", .value(.constant(.number(let number)))) = condition.term
        else {
            return false
        }
        return (entry.operation["responses"]?.object ?? [:]).keys.filter { $0.hasPrefix("2") } == [number.lexeme]
    }

    /// Returns the parts of the response that a term reads.
    static func parts(of term: DraftGuide.Term) -> [DraftGuide.Answer] {
        switch term {
        case .value(.answer(let part)), .matches(.answer(let part), _): [part]
        case .value, .matches: []
        case .not(let term): parts(of: term)
        case .binary(let left, _, let right): parts(of: left) + parts(of: right)
        }
    }
}

extension ValueType {
    /// Creates the type of a value; `nil` for null.
    fileprivate init?(of value: JSONValue) {
        switch value {
        case .null: return nil
        case .bool: self = .boolean
        case .number(let number): self = number.int64 == nil ? .number : .integer
        case .string: self = .string
        case .array: self = .array
        case .object: self = .object
        }
    }
}
