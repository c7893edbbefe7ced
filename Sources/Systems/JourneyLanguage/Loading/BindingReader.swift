internal import JourneyBase
internal import JourneyWire

/// Reads a call that an event starts, and checks it against the operation.
struct BindingReader {
    let binding: Reading
    let step: StepReader

    func read() throws(Refusal) -> Binding {
        try binding.onlyMembers(ManifestGrammar.binding(step.journey.head.version))
        let event = try binding.required("onEvent").name()
        if event == StateMachine.EngineEvent.journeyTimeout.rawValue {
            throw try binding.required("onEvent").refusal(
                "starts a call on journeyTimeout, after the journey's time limit", .timeLeadsOn)
        }
        let call = try binding.required("call")
        try call.onlyMembers(ManifestGrammar.call(step.journey.head.version))
        if step.journey.head.version >= .v13 { return try expressed(call, event) }
        let headers = try call.member("headers").map { (member) throws(Refusal) in try ManifestHead.headers(member) }
        let operation = try operation(of: call, headers ?? [:])
        let templates = try templates(beside: headers ?? [:])
        return Binding(
            onEvent: event, operation: operation,
            arguments: try arguments(of: call, operation, known(headers ?? [:], templates), event: event),
            outputs: try outputs(of: operation),
            headers: headers ?? [:], onSuccessEmit: try emission("onSuccessEmit"),
            onErrorEmit: try emission("onErrorEmit"), retry: try retry(of: operation, mayRepeat: operation.mayRepeat),
            headerTemplates: templates)
    }

    /// Reads a call of manifest 1.3.
    private func expressed(_ call: Reading, _ event: String) throws(Refusal) -> Binding {
        let scope = PathScope(declared: step.journey.declared, result: step.results(at: event), event: event)
        let headers =
            try call.member("headers").map { (member) throws(Refusal) in
                try HeaderExpressionReader(scope: scope, hasEvent: true).read(member)
            } ?? HeaderExpressions()
        let operation = try operation(of: call, headers.known)
        let reader = ExpressionBindingReader(binding, step, operation)
        let effect = try reader.effect(of: call)
        var fields = known(headers.known, [:])
        for name in step.journey.headerValues.keys where fields[name] == nil { fields[name] = "" }
        if case .header(let name)? = effect.key?.place {
            if fields[name] != nil {
                throw call.refusal("sets its key in a header that the call or the manifest already sets", .doubleHeader)
            }
            fields[name] = ""
        }
        let outputs = try reader.outputs(reading: ReplyReader.headers(of: call))
        var result = Binding(
            onEvent: event, operation: operation,
            arguments: try reader.arguments(fields, event: event, key: effect.key), outputs: outputs.types,
            headers: headers.fixed, onSuccessEmit: try emission("onSuccessEmit"),
            onErrorEmit: try emission("onErrorEmit"),
            retry: try retry(of: operation, mayRepeat: effect.effect?.mayRepeat ?? true))
        result.headerValues = headers.values
        result.outputValues = outputs.values
        result.effect = effect.effect
        result.movesMoney = effect.movesMoney
        result.keyPlacement = effect.key
        result.declaresEffects = true
        result.gatewayCredentials = try BindingReader.supplied(by: call)
        try ReplyReader(binding: binding, step: step, operation: operation).read(into: &result, call: call)
        return result
    }

    private func emission(_ name: String) throws(Refusal) -> String? {
        guard let member = binding.member(name) else { return nil }
        return try StepReader.emission(member)
    }

    private func templates(beside headers: HTTPFields) throws(Refusal) -> [String: HeaderTemplate] {
        guard let member = binding.member("headerTemplates") else { return [:] }
        let inputs = Set(binding.value["in"]?.object?.keys.map { $0 } ?? [])
        return try HeaderTemplateReader(inputs: inputs, declared: step.journey.declared).read(member, beside: headers)
    }

    /// Returns the operation, with the body selected by the binding's `Content-Type`.
    private func operation(of call: Reading, _ headers: HTTPFields) throws(Refusal) -> Operation {
        let place = try call.required("operationId")
        if headers["Accept"] != nil, let member = call.member("headers") {
            throw member.refusal("sets Accept, which follows from the operation's answers", .forbiddenHeader)
        }
        return try step.journey.resolver.operation(
            place.text(), contentType: headers["Content-Type"], supplied: BindingReader.supplied(by: call), at: place)
    }

    /// Returns the credentials that the gateway adds to the call.
    static func supplied(by call: Reading) throws(Refusal) -> Set<GatewayCredential> {
        var supplied: Set<GatewayCredential> = []
        for element in try call.member("gatewayCredentials")?.elements() ?? [] {
            let credential = try element.require(
                GatewayCredential(rawValue: element.text()),
                "must be one of \(GatewayCredential.allCases.map(\.rawValue).joined(separator: ", "))", .invalidValue)
            try element.require(supplied.insert(credential).inserted, "is named twice", .invalidValue)
        }
        return supplied
    }

    /// Returns the headers that a call certainly has. A template's text is only known at the call, so its value is left empty.
    private func known(_ headers: HTTPFields, _ templates: [String: HeaderTemplate]) -> HTTPFields {
        var fields = step.journey.head.headers.overridden(by: headers)
        for name in Array(templates.keys) + Array(step.journey.templates.keys) where fields[name] == nil {
            fields[name] = ""
        }
        return fields
    }

    private func arguments(
        of call: Reading, _ operation: Operation, _ fields: HTTPFields, event: String
    ) throws(Refusal) -> Binding.Arguments {
        if let list = binding.member("in") {
            if let path = call.member("argsFrom") {
                throw path.refusal("must not be combined with 'in'; use one of them", .doubleArguments)
            }
            return .declared(try declared(list, operation, fields, event: event))
        }
        guard let member = call.member("argsFrom") else {
            if let name = operation.missing(given: [], headers: fields) {
                throw binding.refusal(
                    "passes no arguments, but \(operation.id) requires \(Refusal.quote(name))", .missingArgument)
            }
            return .none
        }
        // Arguments with names that a page chooses must not become headers.
        if let name = operation.missing(given: operation.argumentsOutsideHeaders, headers: fields) {
            throw member.refusal(
                "sets no header \(Refusal.quote(name)), which \(operation.id) requires; set it in the call or the manifest",
                .missingArgument
            )
        }
        let names = try member.text().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try member.require(names.count <= 16 && !names.contains(""), "is not a dotted path", .invalidArgument)
        return .from(path: names)
    }

    private func declared(
        _ list: Reading, _ operation: Operation, _ headers: HTTPFields, event: String
    ) throws(Refusal) -> [String: ContextPath] {
        // Arguments are read at the event that starts the call, when the call has no result yet.
        let scope = PathScope(declared: step.journey.declared, result: step.results(at: event), event: event)
        try list.atMost(64, "arguments")
        var arguments: [String: ContextPath] = [:]
        for (name, member) in try list.members() {
            try member.require(
                operation.accepts(name), "is not an argument of \(operation.id)\(operation.hint(for: name))",
                .unknownArgument)
            if let input = operation.inputs[name], input.place == .header, headers[input.name] != nil {
                throw member.refusal("is a header that the call or the manifest already sets", .doubleHeader)
            }
            arguments[name] = try member.path(in: scope, fitting: operation.inputs[name])
        }
        if let name = operation.missing(given: Set(arguments.keys), headers: headers) {
            throw list.refusal("lacks \(Refusal.quote(name)), which \(operation.id) requires", .missingArgument)
        }
        return arguments
    }

    private func outputs(of operation: Operation) throws(Refusal) -> [String: ValueType] {
        guard let list = binding.member("out") else { return [:] }
        let types = try StepReader.types(list)
        for (name, type) in types.sorted(by: { $0.key < $1.key }) {
            guard let member = list.member(name) else { continue }
            if step.journey.declared[step.id.rawValue]?[name] != type {
                throw member.refusal("has another type in another binding of this step", .outputType)
            }
            try member.require(
                operation.mayAnswer(name), "is not a member of \(operation.id)'s responses", .unknownOutput)
            guard let known = operation.outputs[name], known != type, (known, type) != (.integer, .number) else {
                continue
            }
            throw member.refusal(
                "has the type \(type.rawValue), but \(operation.id) returns \(known.rawValue)", .outputType)
        }
        return types
    }

    /// Returns the binding's own rules, then the journey's rules for codes that the binding does not cover.
    private func retry(of operation: Operation, mayRepeat: Bool) throws(Refusal) -> [RetryRule] {
        var rules: [RetryRule] = []
        if let list = binding.member("retry") {
            guard mayRepeat || list.value == [] else {
                let reason =
                    step.journey.head.version >= .v13
                    ? "whose effect is once" : "which is neither idempotent nor declares \(BankHeader.idempotencyKey)"
                throw list.refusal("would repeat \(operation.id), \(reason)", .unsafeRetry)
            }
            rules = try RetryReader.rules(list)
        }
        guard mayRepeat else { return rules }
        for rule in step.journey.policy.rules.compactMap(\.retry) {
            let codes = rule.codes.subtracting(rules.flatMap(\.codes))
            guard !codes.isEmpty else { continue }
            rules.append(RetryRule(codes: codes, attempts: rule.attempts, cap: rule.cap, jitter: rule.jitter))
        }
        return rules
    }
}
