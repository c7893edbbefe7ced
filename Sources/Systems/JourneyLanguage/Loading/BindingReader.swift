internal import JourneyBase

/// Reads a call that an event sets off, and checks it against the operation.
struct BindingReader {
    let binding: Reading
    let step: StepReader

    func read() throws(Refusal) -> Binding {
        try binding.onlyMembers(ManifestGrammar.binding(step.journey.head.version))
        let event = try binding.required("onEvent").name()
        if event == StateMachine.EngineEvent.journeyTimeout.rawValue {
            throw try binding.required("onEvent").refusal("starts a call when the journey's time is over", .timeLeadsOn)
        }
        let call = try binding.required("call")
        try call.onlyMembers(ManifestGrammar.call)
        let headers = try call.member("headers").map { (member) throws(Refusal) in try ManifestHead.headers(member) }
        let operation = try operation(of: call, headers ?? [:])
        let templates = try templates(beside: headers ?? [:])
        return Binding(
            onEvent: event, operation: operation,
            arguments: try arguments(of: call, operation, known(headers ?? [:], templates), event: event),
            outputs: try outputs(of: operation),
            headers: headers ?? [:], onSuccessEmit: try emission("onSuccessEmit"),
            onErrorEmit: try emission("onErrorEmit"), retry: try retry(of: operation), headerTemplates: templates)
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

    /// The operation, with the body that the binding's `Content-Type` asks for.
    private func operation(of call: Reading, _ headers: HTTPFields) throws(Refusal) -> Operation {
        let place = try call.required("operationId")
        if headers["Accept"] != nil, let member = call.member("headers") {
            throw member.refusal("sets Accept, which follows from the operation's answers", .forbiddenHeader)
        }
        return try step.journey.resolver.operation(place.text(), contentType: headers["Content-Type"], at: place)
    }

    /// The headers that a call has for certain; the text of a template is known only at the call.
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
                throw path.refusal("and in are both there; one of them is enough", .doubleArguments)
            }
            return .declared(try declared(list, operation, fields, event: event))
        }
        guard let member = call.member("argsFrom") else {
            if let name = operation.missing(given: [], headers: fields) {
                throw binding.refusal(
                    "gives no arguments, but \(operation.id) needs \(Refusal.quote(name))", .missingArgument)
            }
            return .none
        }
        // What a page gives under a name of its choice goes into no header.
        if let name = operation.missing(given: operation.argumentsOutsideHeaders, headers: fields) {
            throw member.refusal(
                "gives no headers, but \(operation.id) needs \(Refusal.quote(name)), which neither the call nor the manifest sets",
                .missingArgument
            )
        }
        let names = try member.text().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try member.require(names.count <= 16 && !names.contains(""), "is no dotted path", .invalidArgument)
        return .from(path: names)
    }

    private func declared(
        _ list: Reading, _ operation: Operation, _ headers: HTTPFields, event: String
    ) throws(Refusal) -> [String: ContextPath] {
        // An argument is read at the event that starts the call, which brings no result of this call yet.
        let scope = PathScope(declared: step.journey.declared, result: step.results(at: event), event: event)
        try list.atMost(64, "arguments")
        var arguments: [String: ContextPath] = [:]
        for (name, member) in try list.members() {
            try member.require(
                operation.accepts(name), "is no argument of \(operation.id)\(operation.hint(for: name))",
                .unknownArgument)
            if let input = operation.inputs[name], input.place == .header, headers[input.name] != nil {
                throw member.refusal("is a header that the call or the manifest sets already", .doubleHeader)
            }
            arguments[name] = try member.path(in: scope, fitting: operation.inputs[name])
        }
        if let name = operation.missing(given: Set(arguments.keys), headers: headers) {
            throw list.refusal("lacks \(Refusal.quote(name)), which \(operation.id) needs", .missingArgument)
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
                operation.mayAnswer(name), "is no member of what \(operation.id) answers with", .unknownOutput)
            guard let known = operation.outputs[name], known != type, (known, type) != (.integer, .number) else {
                continue
            }
            throw member.refusal("is \(type.rawValue), but \(operation.id) answers with \(known.rawValue)", .outputType)
        }
        return types
    }

    /// The binding's own rules, then the journey's for the codes that those do not name.
    private func retry(of operation: Operation) throws(Refusal) -> [RetryRule] {
        var rules: [RetryRule] = []
        if let list = binding.member("retry") {
            guard operation.mayRepeat || list.value == [] else {
                throw list.refusal(
                    "would repeat \(operation.id), which is neither idempotent nor declares X-Idempotency-Key",
                    .unsafeRetry)
            }
            rules = try RetryReader.rules(list)
        }
        guard operation.mayRepeat else { return rules }
        for rule in step.journey.policy.rules.compactMap(\.retry) {
            let codes = rule.codes.subtracting(rules.flatMap(\.codes))
            guard !codes.isEmpty else { continue }
            rules.append(RetryRule(codes: codes, attempts: rule.attempts, cap: rule.cap, jitter: rule.jitter))
        }
        return rules
    }
}
