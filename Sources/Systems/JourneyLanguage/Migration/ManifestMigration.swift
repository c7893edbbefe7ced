package import JourneyBase
internal import JourneyWire

/// Rewrites a manifest of version 1.2 as 1.3, so that it makes the same calls and ends alike. The declarations that 1.2 lacks are
/// proposed; an author has to look at them.
package struct ManifestMigration: Sendable {
    /// The manifest of version 1.3, without a signature.
    package let manifest: JSONValue
    /// The proposals, one sentence each, in the order of the steps.
    package let proposals: [String]

    /// Rewrites `manifest`.
    ///
    /// - Parameters:
    ///   - manifest: The bytes of a manifest of version 1.2, signed or not. The signature is neither needed nor checked.
    ///   - openAPI: The bytes of its OpenAPI bundle.
    /// - Throws: `JourneyError` with the loader's codes if the manifest does not load, or is of another version; also if what was
    ///   written does not load, which names the place to change first.
    package init(_ manifest: [UInt8], openAPI: [UInt8]) throws(JourneyError) {
        self = try reporting { () throws(Refusal) in
            let document = try JourneyLoader.read(manifest)
            let head = try ManifestHead(document)
            guard head.version == .v12 else {
                throw Refusal(
                    .manifestVersion, at: "manifestVersion",
                    "manifestVersion is \(head.version.rawValue); only 1.2 can be rewritten as 1.3.")
            }
            let journey = try JourneyBuilder.journey(head, hash: try document.canonicalForm(), openAPI: openAPI)
            var writer = MigrationWriter(journey)
            let migrated = writer.manifest(document.value)
            let check = try JourneyLoader.read(migrated.compactBytes)
            _ = try JourneyBuilder.journey(
                try ManifestHead(check), hash: try check.canonicalForm(), openAPI: openAPI)
            return ManifestMigration(manifest: migrated, proposals: writer.proposals)
        }
    }

    private init(manifest: JSONValue, proposals: [String]) {
        self.manifest = manifest
        self.proposals = proposals
    }

    /// The manifest as indented text.
    package var text: String {
        var text = IndentedJSON(
            first: ["manifestVersion", "journeyId", "type", "onEvent", "call", "operationId", "effect", "movesMoney"],
            last: ["steps"])
        text.append(manifest)
        return text.out + "\n"
    }
}

/// Writes the parts of a 1.3 manifest.
private struct MigrationWriter {
    let journey: Journey
    private(set) var proposals: [String] = []

    init(_ journey: Journey) { self.journey = journey }

    mutating func manifest(_ document: JSONValue) -> JSONValue {
        var members = document.object ?? [:]
        members["signature"] = nil
        members["manifestVersion"] = "1.3"
        members["headers"] = headers(journey.headers, journey.headerTemplates, nil)
        members["headerTemplates"] = nil
        var steps = members["steps"]?.object ?? [:]
        for (name, step) in steps.sorted(by: { $0.key < $1.key }) { steps[name] = self.step(name, step) }
        members["steps"] = .object(steps)
        return .object(members)
    }

    private mutating func step(_ name: String, _ step: JSONValue) -> JSONValue {
        // A step of an unknown type stays as it is, and so does one that the fallback replaces.
        guard var members = step.object, let id = StepID(name), let known = journey.steps[id] else { return step }
        for (event, transitions) in known.transitions.sorted(by: { $0.key < $1.key }) {
            warn(of: transitions, at: "steps.\(name).on.\(event)")
        }
        if case .native = known.kind, !known.inputs.isEmpty {
            members["in"] = .object(
                known.inputs.mapValues { .string(MigrationWriter.optional($0.root, $0.elements)) })
        }
        if case .terminal(let terminal) = known.kind {
            if case .declared(let types) = terminal.result, !types.isEmpty { members["result"] = result(types) }
            return .object(members)
        }
        let bindings = members["bindings"]?.array ?? []
        guard bindings.count == known.bindings.count, !bindings.isEmpty else { return .object(members) }
        members["bindings"] = .array(
            zip(bindings, known.bindings).map { self.binding($0, $1, of: known, at: name) })
        return .object(members)
    }

    private mutating func binding(
        _ value: JSONValue, _ binding: Binding, of step: Step, at name: String
    ) -> JSONValue {
        var members = value.object ?? [:]
        var call = members["call"]?.object ?? [:]
        call["argsFrom"] = nil
        if binding.isWrite {
            for (member, declared) in declarations(of: binding, of: step, at: name) { call[member] = declared }
        }
        let headers = headers(binding.headers, binding.headerTemplates, binding.arguments)
        call["headers"] = nil
        if headers != [:] { call["headers"] = headers }
        members["headerTemplates"] = nil
        members["call"] = .object(call)
        let arguments = arguments(of: binding)
        members["in"] = arguments.isEmpty ? nil : .object(arguments.mapValues { .string($0) })
        if !binding.outputs.isEmpty {
            members["out"] = .object(
                Dictionary(
                    uniqueKeysWithValues: binding.outputs.map { output, type in
                        (
                            output,
                            [
                                "type": .string(type.rawValue),
                                "value": .string(MigrationWriter.path("result", [output])),
                            ] as JSONValue
                        )
                    }))
        }
        return .object(members)
    }

    /// Returns headers as expressions. A template with a missing value leaves its header out, as in 1.2.
    private func headers(
        _ fixed: HTTPFields, _ templates: [String: HeaderTemplate], _ arguments: Binding.Arguments?
    ) -> JSONValue {
        var headers: [String: JSONValue] = [:]
        for field in fixed.fields { headers[field.name] = .string(MigrationWriter.quoted(field.value)) }
        for (name, template) in templates {
            headers[name] = .string(MigrationWriter.expression(of: template, arguments))
        }
        return .object(headers)
    }

    private static func expression(of template: HeaderTemplate, _ arguments: Binding.Arguments?) -> String {
        var conditions: [String] = []
        let pieces = template.pieces.map { piece -> String in
            switch piece {
            case .literal(let text): return quoted(text)
            case .variable(.productCode), .variable(.campaignID):
                guard case .variable(let variable) = piece else { return "" }
                conditions.append("has(\(variable.rawValue))")
                return variable.rawValue
            case .variable(.sequence): return "string(\(HeaderVariable.sequence.rawValue))"
            case .variable(let variable): return variable.rawValue
            case .output(let step, let name):
                let path = path("steps", [step, name])
                conditions.append("has(\(path))")
                return "string(\(path))"
            case .input(let name):
                guard case .declared(let paths)? = arguments, let known = paths[name] else { return "null" }
                let path = path(known.root, known.elements)
                if !known.elements.isEmpty { conditions.append("has(\(path))") }
                return "string(\(path))"
            }
        }
        let text = pieces.isEmpty ? "''" : pieces.joined(separator: " + ")
        return conditions.isEmpty ? text : "\(conditions.joined(separator: " && ")) ? \(text) : null"
    }

    /// Warns of comparisons that have another meaning in 1.3 if their sides have different types: in 1.2 they are errors, so the
    /// transition is not taken; in 1.3 such sides are unequal.
    private mutating func warn(of transitions: [Transition], at place: String) {
        for (index, transition) in transitions.enumerated() {
            guard case .guarded(let condition)? = transition.guardExpression else { continue }
            for comparison in condition.comparisonsThatChange {
                proposals.append(
                    "\(place)[\(index)]: if the sides of '\(comparison)' have different types, the guard is not taken in 1.2,"
                        + " but the sides are unequal in 1.3.")
            }
        }
    }

    /// Proposes the effect of a write, and whether it moves money.
    private mutating func declarations(
        of binding: Binding, of step: Step, at name: String
    ) -> [String: JSONValue] {
        let operation = binding.operation
        let effect: CallEffect = binding.carriesKey ? .keyed : operation.method.isIdempotent ? .idempotent : .once
        let movesMoney = binding.carriesKey || journey.resultNeeds(binding, of: step)
        var members: [String: JSONValue] = ["effect": .string(effect.rawValue), "movesMoney": .bool(movesMoney)]
        if effect == .keyed { members["key"] = ["header": .string(BankHeader.idempotencyKey), "windowMs": 86_400_000] }
        let money = movesMoney ? "moves money" : "moves no money"
        let window = effect == .keyed ? "; the bank remembers its key for 24 hours" : ""
        proposals.append("steps.\(name): \(operation.id) is \(effect.rawValue) and \(money)\(window).")
        return members
    }

    private func arguments(of binding: Binding) -> [String: String] {
        switch binding.arguments {
        case .none, .expressions: return [:]
        case .declared(let paths):
            return arguments(paths.mapValues { ($0.root, $0.elements) }, of: binding.operation)
        case .from(let names): return arguments(at: names, of: binding.operation)
        }
    }

    /// Returns the arguments that paths give. A value that is missing leaves its argument out, as in 1.2.
    private func arguments(
        _ paths: [String: (root: String, elements: [ContextPath.Element])], of operation: Operation
    ) -> [String: String] {
        var arguments: [String: String] = [:]
        var body: [(name: String, value: String, isOptional: Bool)] = []
        for (name, path) in paths.sorted(by: { $0.key < $1.key }) {
            let text = MigrationWriter.path(path.root, path.elements)
            let isOptional = operation.inputs[name].map { !$0.isRequired } ?? true
            let value = isOptional ? MigrationWriter.optional(path.root, path.elements) : text
            if operation.isInBody(name), operation.body?.isFlat == true {
                body.append((operation.inputs[name]?.name ?? name, value, isOptional))
            } else {
                arguments[name] = value
            }
        }
        guard !body.isEmpty else { return arguments }
        let members = body.map { "\(MigrationWriter.quoted($0.name)): \($0.value)" }.joined(separator: ", ")
        let optional = body.filter(\.isOptional).map { MigrationWriter.quoted($0.name) }.joined(separator: ", ")
        let whole = "{\(members)}"
        arguments[RequestBody.wholeName] =
            optional.isEmpty ? whole : "\(whole).transformMap(k, v, v != null || !(k in [\(optional)]), v)"
        return arguments
    }

    /// Returns the arguments that a page's object gives, without the headers and cookies that it may not.
    private func arguments(at names: [String], of operation: Operation) -> [String: String] {
        let elements = names.map { ContextPath.Element.name($0) }
        var paths: [String: (root: String, elements: [ContextPath.Element])] = [:]
        for name in operation.argumentsOutsideHeaders where !operation.isInBody(name) {
            paths[name] = ("payload", elements + [.name(name)])
        }
        var arguments = arguments(paths, of: operation)
        guard let body = operation.body else { return arguments }
        let object = MigrationWriter.path("payload", elements)
        if body.isFlat {
            let others = operation.inputs.filter { $0.value.place != .body }.keys.sorted()
                .map(MigrationWriter.quoted).joined(separator: ", ")
            arguments[RequestBody.wholeName] =
                others.isEmpty ? object : "\(object).transformMap(k, v, !(k in [\(others)]), v)"
        } else {
            arguments[RequestBody.wholeName] = "\(object).\(RequestBody.wholeName)"
        }
        return arguments
    }

    /// Returns the members of a result: of the last answer, else of a step's outputs, else of the event.
    private func result(_ types: [String: ValueType]) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for (name, type) in types {
            let steps = journey.steps.values.filter { step in
                (step.bindings.map(\.outputs) + [step.outputs]).contains { $0[name].map { $0.mayBe(type) } ?? false }
            }
            let sources =
                [MigrationWriter.path("result", [name])]
                + steps.map(\.id.rawValue).sorted().map { MigrationWriter.path("steps", [$0, name]) }
            members[name] = .string(
                sources.map { "has(\($0)) ? \($0) : " }.joined() + MigrationWriter.path("payload", [name]))
        }
        return .object(members)
    }

    /// Returns an expression that is `null` where the path is missing.
    private static func optional(_ root: String, _ elements: [ContextPath.Element]) -> String {
        let text = path(root, elements)
        return elements.isEmpty ? text : "has(\(text)) ? \(text) : null"
    }

    private static func path(_ root: String, _ names: [String]) -> String {
        path(root, names.map { ContextPath.Element.name($0) })
    }

    private static func path(_ root: String, _ elements: [ContextPath.Element]) -> String {
        elements.reduce(into: root) { text, element in
            switch element {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += isIdentifier(name) ? ".\(name)" : "[\(quoted(name))]"
            }
        }
    }

    private static func isIdentifier(_ name: String) -> Bool {
        let isPlain = name.utf8.allSatisfy { ExpressionLexer.startsName($0) || (0x30...0x39).contains($0) }
        return isPlain && name.utf8.first.map(ExpressionLexer.startsName) == true
            && !["true", "false", "null", "in"].contains(name)
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
