internal import JourneyBase
internal import JourneyWire

/// Reads the parts of a call that manifest 1.3 writes as expressions or declares: arguments, outputs, the effect and the key.
struct ExpressionBindingReader {
    let binding: Reading
    let step: StepReader
    let operation: Operation
    private let shapes: OperationShapes

    init(_ binding: Reading, _ step: StepReader, _ operation: Operation) {
        self.binding = binding
        self.step = step
        self.operation = operation
        shapes = step.journey.resolver.shapes(of: operation)
    }

    /// The declared effect of a write: whether it may be sent again, and whether it moves money.
    struct Effect {
        var effect: CallEffect?
        var movesMoney = false
        var key: KeyPlacement?
    }

    func effect(of call: Reading) throws(Refusal) -> Effect {
        let isWrite = ![.get, .head, .options].contains(operation.method)
        guard isWrite else {
            for name in ["effect", "movesMoney", "key"] {
                if let member = call.member(name) {
                    throw member.refusal(
                        "is only for POST, PUT, PATCH and DELETE, and \(operation.id) is \(operation.method.rawValue)",
                        .unknownMember)
                }
            }
            return Effect()
        }
        let place = try call.required("effect")
        let effect = try place.require(
            CallEffect(rawValue: place.text()), "must be one of read, idempotent, keyed and once", .invalidValue)
        let movesMoney = try call.required("movesMoney").flag()
        if effect == .read, movesMoney {
            throw place.refusal("is read, but the call moves money", .invalidValue)
        }
        guard effect == .keyed else {
            if let key = call.member("key") {
                throw key.refusal("is only for calls whose effect is keyed", .unknownMember)
            }
            return Effect(effect: effect, movesMoney: movesMoney)
        }
        return Effect(effect: effect, movesMoney: movesMoney, key: try key(call.required("key")))
    }

    private func key(_ reading: Reading) throws(Refusal) -> KeyPlacement {
        try reading.onlyMembers(ManifestGrammar.key)
        let form = try reading.member("form").map { (member) throws(Refusal) in
            try member.require(KeyPlacement.Form(rawValue: member.text()), "must be bare or quoted", .invalidValue)
        }
        let maxLength = try reading.member("maxLength")?.whole(in: 1...1_024) ?? 255
        let window = try reading.required("windowMs").milliseconds(upTo: 31_536_000_000)
        let literal = step.step.value["idempotencyKey"]?.string.map { $0.utf8.count + 1 } ?? 0
        let length = literal + KeyPlacement.keyLength + (form == .quoted ? 2 : 0)
        guard length <= maxLength else {
            throw reading.refusal("has a maxLength below the \(length) bytes of the SDK's keys", .invalidValue)
        }
        return KeyPlacement(
            place: try place(reading), form: form ?? .bare, maxLength: maxLength, window: window)
    }

    private func place(_ reading: Reading) throws(Refusal) -> KeyPlacement.Place {
        switch (reading.member("header"), reading.member("body")) {
        case (let header?, nil):
            let name = try header.text()
            try header.require(HTTPFields.isSafe(name: name, value: "x"), "is not a header name", .invalidHeader)
            let isOwn = BankHeader.isIdempotencyKey(name)
            try header.require(
                isOwn || ManifestGrammar.mayCarry(header: name), "is a header that a manifest must not set",
                .forbiddenHeader)
            return .header(name)
        case (nil, let body?):
            let text = try body.text()
            let names = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard text.hasPrefix("/"), (2...9).contains(names.count), !names.dropFirst().contains(""),
                !text.contains("~")
            else { throw body.refusal("is not a JSON pointer to a member, such as /requestId", .invalidValue) }
            guard operation.body.map({ $0.kind.isJSON && $0.isFlat }) == true else {
                throw body.refusal("needs a JSON body that is an object, which \(operation.id) lacks", .invalidValue)
            }
            return .body(Array(names.dropFirst()))
        default: throw reading.refusal("has either header or body", .invalidValue)
        }
    }

    /// Returns the arguments that the call's `in` gives.
    func arguments(
        _ headers: HTTPFields, event: String, key: KeyPlacement?
    ) throws(Refusal) -> Binding.Arguments {
        guard let list = binding.member("in") else {
            if let name = operation.missing(given: keyed(key), headers: headers) {
                throw binding.refusal(
                    "passes no arguments, but \(operation.id) requires \(Refusal.quote(name))", .missingArgument)
            }
            return .none
        }
        let environment = PathScope(
            declared: step.journey.declared, result: step.results(at: event), event: event
        ).callEnvironment
        try list.atMost(64, "arguments")
        var arguments: [String: Expression] = [:]
        var given = keyed(key)
        for (name, member) in try list.members() {
            arguments[name] = try argument(name, member, environment, headers)
            if takesWhole(name) {
                given.formUnion(operation.inputs.filter { $0.value.place == .body }.keys)
            } else {
                given.insert(name)
            }
        }
        if arguments.keys.contains(where: takesWhole),
            let other = arguments.keys.sorted().first(where: { !takesWhole($0) && operation.isInBody($0) })
        {
            throw list.refusal(
                "has the whole body and its member \(Refusal.quote(other)); use one of them", .doubleArguments)
        }
        if let name = operation.missing(given: given, headers: headers) {
            throw list.refusal("lacks \(Refusal.quote(name)), which \(operation.id) requires", .missingArgument)
        }
        return .expressions(arguments)
    }

    /// The argument that the key fills in.
    private func keyed(_ key: KeyPlacement?) -> Set<String> {
        guard case .body(let names)? = key?.place, names.count == 1 else { return [] }
        return Set(operation.inputs.filter { $0.value.place == .body && $0.value.name == names[0] }.keys)
    }

    /// Returns `true` if the argument stands for all members of a body that is an object.
    private func takesWhole(_ name: String) -> Bool { operation.takesWholeBody(as: name) }

    private func argument(
        _ name: String, _ member: Reading, _ environment: ExpressionEnvironment, _ headers: HTTPFields
    ) throws(Refusal) -> Expression {
        try member.require(
            takesWhole(name) || operation.accepts(name),
            "is not an argument of \(operation.id)\(operation.hint(for: name))", .unknownArgument)
        if let input = operation.inputs[name], input.place == .header, headers[input.name] != nil {
            throw member.refusal("is a header that the call or the manifest already sets", .doubleHeader)
        }
        let shape = takesWhole(name) ? shapes.body : shapes.arguments[name]
        let expression = try member.expression(in: environment, .invalidArgument) {
            (expression) throws(ExpressionError) in
            if let fault = expression.faults(against: shape ?? ExpressionShape(), in: environment).first {
                throw fault
            }
        }
        try requireFitting(expression, name, member)
        return expression
    }

    /// Refuses a constant that its schema does not accept, and a page's object or list that would make more of an address than one
    /// value.
    private func requireFitting(_ expression: Expression, _ name: String, _ member: Reading) throws(Refusal) {
        if expression.reads.isEmpty, let parameter = operation.parameters[name],
            let value = try? expression.json(in: ExpressionScope()), parameter.isRequired || value != .null,
            let fault = parameter.check.faults(in: value).first
        {
            throw member.refusal("is a constant that \(operation.id) refuses: it \(fault.reason)", .argumentType)
        }
        guard expression.isTainted else { return }
        if operation.namesAddressParts(name, .object), !expression.hasConstantNames {
            throw member.refusal(
                "is a page's object in an address or a cookie; name its members in a literal such as {'name': payload.name}",
                .invalidArgument)
        }
        if operation.namesAddressParts(name, .array), !expression.isListLiteral {
            throw member.refusal(
                "is a page's list, each of whose elements would be a value of the address; write a literal such as [payload.first]",
                .invalidArgument)
        }
    }

    /// Returns the outputs that the call's `out` declares: their types, and the expressions of their values.
    func outputs(
        reading headers: [String]
    ) throws(Refusal) -> (types: [String: ValueType], values: [String: Expression]) {
        guard let list = binding.member("out") else { return ([:], [:]) }
        return try outputs(list, CallReply.environment(result: answer, headers: headers))
    }

    /// The type of a successful response.
    var answer: ExpressionType { shapes.answer }

    /// Returns the arguments of a status query, which is made of the same values as its call. Some values may be unknown then.
    func queryArguments(_ headers: HTTPFields, event: String) throws(Refusal) -> [String: Expression] {
        guard case .expressions(let arguments) = try arguments(headers, event: event, key: nil) else { return [:] }
        return arguments
    }

    /// Returns the outputs that `list` declares, with expressions over `environment`.
    func outputs(
        _ list: Reading, _ environment: ExpressionEnvironment
    ) throws(Refusal) -> (types: [String: ValueType], values: [String: Expression]) {
        try list.atMost(64, "members")
        var types: [String: ValueType] = [:]
        var values: [String: Expression] = [:]
        for (name, member) in try list.members() {
            let output = try output(member, environment)
            guard let type = step.journey.declared[step.id.rawValue]?[name], type == output.type else {
                throw member.refusal("has another type in another binding of this step", .outputType)
            }
            types[name] = output.type
            values[name] = output.value
        }
        return (types, values)
    }

    private func output(
        _ member: Reading, _ environment: ExpressionEnvironment
    ) throws(Refusal) -> (type: ValueType, value: Expression) {
        var declared: ValueType?
        var place = member
        if member.value.object != nil {
            try member.onlyMembers(ManifestGrammar.output)
            place = try member.required("value")
            let type = try member.required("type")
            declared = try type.require(ValueType(rawValue: type.text()), "is not a type", .invalidValue)
        }
        let expression = try place.expression(in: environment, .unknownOutput)
        guard let type = declared ?? expression.type.declared else {
            throw member.refusal(
                "has a type that the response's schema does not give; write {\"type\": …, \"value\": …}", .outputType)
        }
        guard expression.type.overlaps(ExpressionType(type)) || (type == .number && expression.type == .int) else {
            throw member.refusal(
                "has the type \(type.rawValue), but its value is \(expression.type.name)", .outputType)
        }
        return (type, expression)
    }
}

extension RequestBody.Kind {
    fileprivate var isJSON: Bool { if case .json = self { true } else { false } }
}
