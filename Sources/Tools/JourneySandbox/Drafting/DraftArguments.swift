import JourneyBase
import JourneyLanguage

/// Drafts the arguments of an operation: a source for each parameter, and for the members of the body.
struct DraftArguments {
    private let entry: OpenAPIEntry
    private let operation: Operation
    private let call: DraftCall
    private let known: DraftOperation.Known
    private let schemas: DraftSchema
    private let guide: GuidedStep?

    init(
        _ entry: OpenAPIEntry, _ operation: Operation, _ call: DraftCall, known: DraftOperation.Known,
        schemas: DraftSchema, guide: GuidedStep? = nil
    ) {
        (self.entry, self.operation, self.call) = (entry, operation, call)
        (self.known, self.schemas, self.guide) = (known, schemas, guide)
    }

    /// The drafted arguments, with the fields that they need.
    struct Found {
        var values: [(name: String, value: DraftValue)] = []
        var expressions: [(name: String, expression: String)] = []
        var fields: [DraftField] = []
        var reused: Set<String> = []
        var notes: [String] = []
        /// Sentences about parts of the workflow that the arguments don't have.
        var omissions: [String] = []
        /// `false` if an expression is longer than manifests allow.
        var isWhole: Bool { expressions.allSatisfy { $0.expression.utf8.count <= ExpressionLimits.standard.bytes } }
    }

    /// Returns the arguments. The branches of choices are tried in turn until the examples are valid.
    func arguments(asksOptional: Bool) throws(DraftBuilder.Unsupported) -> Found {
        var first: Found?
        // PUT and PATCH without a body change nothing, but some choices admit only an empty one.
        for prefersContent in [.put, .patch].contains(operation.method) ? [true, false] : [false] {
            for branch in 0..<6 {
                var found = try arguments(asksOptional: asksOptional, branch: branch, prefersContent: prefersContent)
                guard isValid(found) else {
                    first = first ?? found
                    continue
                }
                if !prefersContent, first != nil, [.put, .patch].contains(operation.method) {
                    found.notes.append(
                        "\(entry.id) has no body, because its choice admits only an empty one: each other one fits more than one branch (\(entry.pointer)/requestBody)."
                    )
                }
                return found
            }
        }
        return first ?? Found()
    }

    /// Returns `true` if the body's examples are valid, apart from those of single fields that have another example.
    private func isValid(_ found: Found) -> Bool {
        let payload = found.fields.reduce([:] as JSONValue) { payload, field in
            guard let example = field.example else { return payload }
            return DraftArguments.put(example, at: field.path.split(separator: ".").map(String.init)[...], in: payload)
        }
        var arguments: [String: JSONValue] = [:]
        var unknown: Set<String> = []
        for (name, value) in found.values {
            // What an earlier step answers is not known yet; neither are faults of such an argument.
            if value.isKnown { unknown.insert(name) } else { arguments[name] = value.value(in: payload) }
        }
        let isBodyKnown = !unknown.contains { operation.inputs[$0]?.place == .body || $0 == "body" }
        return operation.faults(in: operation.spreading(arguments) ?? arguments).allSatisfy { fault in
            let owner = fault.field.split(separator: "/").first.map(String.init) ?? fault.field
            let isInBody = operation.inputs[owner].map { $0.place == .body } ?? true
            return unknown.contains(owner) || isInBody && !isBodyKnown
        }
    }

    private static func put(_ value: JSONValue, at path: ArraySlice<String>, in whole: JSONValue) -> JSONValue {
        guard let name = path.first else { return value }
        var members = whole.object ?? [:]
        members[name] = put(value, at: path.dropFirst(), in: members[name] ?? [:])
        return .object(members)
    }

    private func arguments(
        asksOptional: Bool, branch: Int, prefersContent: Bool
    ) throws(DraftBuilder.Unsupported) -> Found {
        var builder = DraftBuilder(
            schemas: schemas, known: known, asksOptional: asksOptional, branch: branch,
            prefersContent: prefersContent)
        var found = Found()
        var guide = guide
        let parameters = entry.parameters(schemas)
        let order = parameters.compactMap { $0["name"]?.string }
        let inputs = operation.inputs.filter { $0.value.place != .body }.sorted { a, b in
            (order.firstIndex(of: a.value.name) ?? order.count, a.key)
                < (order.firstIndex(of: b.value.name) ?? order.count, b.key)
        }
        for (argument, input) in inputs {
            if case ("header", input.name)? = call.key.map({ ($0.place, $0.name) }) { continue }
            let parameter = parameters.first {
                $0["name"]?.string == input.name && $0["in"]?.string == input.place.rawValue
            }
            let schema = DraftArguments.schema(of: parameter ?? .null, schemas)
            if let value = try guide?.parameter(input, schema, &builder) {
                found.values.append((argument, value))
                found.expressions.append((argument, value.expression))
                continue
            }
            if [.header, .cookie].contains(input.place) {
                guard input.isRequired else { continue }
                let value = header(input, schema)
                found.values.append((argument, value))
                found.expressions.append((argument, value.expression))
                found.notes.append(
                    "\(entry.id): the \(input.place.rawValue) \(input.name) is \(value.expression) in each call.")
                continue
            }
            guard input.isRequired || asksOptional else { continue }
            if input.place == .path, let resource = known.values["\(entry.path)|\(input.name)"],
                input.type == nil || input.type == resource.type
            {
                found.values.append((argument, .known(resource.path)))
                found.expressions.append((argument, resource.path))
                continue
            }
            let before = builder
            let value: DraftValue?
            do throws(DraftBuilder.Unsupported) {
                value = try builder.value(schema, at: [input.name], isRequired: input.isRequired)
            } catch {
                guard !input.isRequired else { throw error }
                (builder, value) = (before, nil)
            }
            guard let value else { continue }
            found.values.append((argument, value))
            found.expressions.append((argument, input.isRequired ? value.expression : value.optionalExpression))
        }
        try addBody(&builder, &found, &guide)
        guide?.omitUnusedParameters(of: entry.id)
        found.omissions = guide?.omissions ?? []
        (found.fields, found.reused) = (builder.fields, builder.reused)
        return found
    }

    /// Returns the value of a required header or cookie: nothing that a person enters.
    private func header(_ input: Operation.Input, _ schema: JSONValue) -> DraftValue {
        let name = input.name.lowercased()
        let isRequestID = ["request-id", "correlation", "interaction-id", "trace-id", "requestid"].contains {
            name.contains($0)
        }
        let whole = schemas.whole(schema)
        if isRequestID || whole["format"] == "uuid", whole["maxLength"]?.int64 ?? 255 >= 36,
            PatternSample.isMatch("7d444840-9dc0-41d1-b245-5ffdce74fad2", whole["pattern"]?.string ?? "")
        {
            return .known("session.correlationId")
        }
        var example = DraftExample(schemas: schemas, isAnswer: false)
        let given = example.value(of: schema)
        if let given, operation.faults(in: [input.name: given]).allSatisfy({ $0.field != input.name }) {
            return .constant(given)
        }
        example.usesExamples = false
        return .constant(example.value(of: schema) ?? "Example")
    }

    /// Returns a parameter's schema, with the description and example that stand beside it.
    private static func schema(of parameter: JSONValue, _ schemas: DraftSchema) -> JSONValue {
        var schema =
            schemas.resolved(parameter["schema"] ?? parameter["content"]?.object?.first?.value["schema"] ?? .null)
            .object ?? [:]
        for word in ["description", "example"] where schema[word] == nil { schema[word] = parameter[word] }
        if schema["example"] == nil, let named = parameter["examples"]?.object?.sorted(by: { $0.key < $1.key }).first {
            schema["example"] = schemas.resolved(named.value)["value"]
        }
        return .object(schema)
    }

    private func addBody(
        _ builder: inout DraftBuilder, _ found: inout Found, _ guide: inout GuidedStep?
    ) throws(DraftBuilder.Unsupported) {
        guard let (media, schema) = entry.body(of: operation.bodyType, schemas) else { return }
        if let file = operation.inputs.first(where: {
            $0.value.isFile && ($0.value.isRequired || $0.value.name == "body")
        }) {
            guard !operation.requiresBody else {
                throw DraftBuilder.Unsupported(feature: "a file", path: [file.value.name])
            }
            return
        }
        let isObject = operation.inputs["body"]?.place != .body || operation.takesWholeBody
        let whole = DraftArguments.exampled(schema, by: media, schemas)
        let needed = operation.requiresBody || DraftArguments.needsBody(schemas.whole(schema), schemas)
        // PUT and PATCH without a body change nothing.
        let isGuided = guide?.step.body != nil
        guard needed || isGuided || [.put, .patch].contains(operation.method) || builder.asksOptional else { return }
        var own = needed || builder.asksOptional ? builder : builder.asking(optional: true)
        let guided = try guide?.body(whole, &own)
        var value = guided
        if guided == nil {
            value = try own.value(
                whole, at: isObject ? [] : ["body"], isRequired: needed || [.put, .patch].contains(operation.method))
        }
        guard let value else { return }
        guard guided != nil || operation.requiresBody || !value.fields.isEmpty || needed else { return }
        builder = own
        guard isObject, case .object(var members) = value else {
            found.values.append(("body", value))
            found.expressions.append(("body", value.expression))
            return
        }
        if let key = call.key, key.place == "body" { members.removeAll { "/\($0.name)" == key.name } }
        let arguments = members.map { member in
            let qualified = "body.\(member.name)"
            return (name: operation.inputs[qualified] == nil ? member.name : qualified, value: member.value)
        }
        let isPlain =
            members.allSatisfy { $0.isRequired || $0.value.fields.isEmpty }
            && arguments.allSatisfy { operation.inputs[$0.name]?.place == .body }
        guard !isPlain || !operation.takesWholeBody else {
            found.values += arguments
            found.expressions += arguments.map { ($0.name, $0.value.expression) }
            return
        }
        guard operation.takesWholeBody else {
            for (argument, member) in zip(arguments, members) {
                guard member.isRequired else { continue }
                found.values.append(argument)
                found.expressions.append((argument.name, argument.value.expression))
            }
            return
        }
        found.values.append(("body", .object(members)))
        found.expressions.append(("body", DraftValue.object(members).expression))
    }

    /// Returns `true` if a body that is optional has members that it requires, or is a list.
    private static func needsBody(_ schema: [String: JSONValue], _ schemas: DraftSchema) -> Bool {
        if schemas.type(of: schema) == "array" { return true }
        if let required = schema["required"]?.array, !required.isEmpty { return true }
        guard let branches = schemas.branches(of: schema) else { return false }
        return branches.allSatisfy { needsBody($0, schemas) }
    }

    /// Returns the schema with the examples of the media type for its members.
    private static func exampled(_ schema: JSONValue, by media: JSONValue, _ schemas: DraftSchema) -> JSONValue {
        guard let examples = media["example"]?.object else { return schema }
        var whole = schemas.whole(schema)
        guard var properties = whole["properties"]?.object else { return schema }
        for (name, property) in properties {
            guard let example = examples[name] else { continue }
            var own = schemas.whole(property)
            guard own["properties"] == nil else { continue }
            own["example"] = example
            properties[name] = .object(own)
        }
        whole["properties"] = .object(properties)
        return .object(whole)
    }
}

extension DraftValue {
    /// `true` if a part of the value is known only in a run.
    var isKnown: Bool {
        switch self {
        case .known: true
        case .field, .constant: false
        case .list(let elements), .text(let elements): elements.contains(where: \.isKnown)
        case .object(let members): members.contains { $0.value.isKnown }
        }
    }
}

extension DraftBuilder {
    /// Returns a builder with the same fields that asks for optional members or not.
    func asking(optional: Bool) -> DraftBuilder {
        var other = DraftBuilder(
            schemas: schemas, known: known, asksOptional: optional, branch: branch, prefersContent: prefersContent)
        other.take(self)
        return other
    }
}
