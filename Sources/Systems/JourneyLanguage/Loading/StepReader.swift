internal import JourneyBase

/// Reads one step.
struct StepReader {
    let id: StepID
    let step: Reading
    let journey: JourneyParts
    /// By emitted event, the events whose transitions emit it.
    private let emitters: [String: Set<String>]

    init(id: StepID, step: Reading, journey: JourneyParts) {
        (self.id, self.step, self.journey) = (id, step, journey)
        var emitters: [String: Set<String>] = [:]
        for (source, value) in step.value["on"]?.object ?? [:] {
            for transition in value.array ?? [value] {
                if let emit = transition["emit"]?.string { emitters[emit, default: []].insert(source) }
            }
        }
        self.emitters = emitters
    }

    /// Members that only steps of one type have.
    private static let own: [String: [String]] = [
        "web": ["url", "bridgeAllow", "bridgeEncrypt"], "native": ["plugin", "params", "in", "out"], "server": [],
        "authorize": ["url", "hosts", "return", "parameters", "expect", "appToApp", "out"],
        "terminal": ["result", "outcome"],
    ]
    /// By type, the members that only other types have.
    private static let foreign = own.mapValues { mine in Set(own.values.joined()).subtracting(mine).sorted() }
    /// Members that a terminal step must not have.
    private static let edges = ["bindings", "idempotencyKey", "on", "timeoutMs"]
    /// Members that an authorize step must not have: the steps that it leads to make the calls.
    private static let calls = ["bindings", "idempotencyKey"]

    func read() throws(Refusal) -> Step {
        let frame = try frame()
        return Step(
            id: id, kind: frame.kind, timeout: frame.timeout, bindings: try bindings(), transitions: try transitions(),
            methods: frame.methods, idempotencyKey: frame.idempotencyKey, encrypted: frame.encrypted,
            inputs: frame.inputs, inputValues: frame.inputValues, outputs: frame.outputs)
    }

    /// Reads the step without its calls and transitions.
    func frame() throws(Refusal) -> Step {
        try step.onlyMembers(ManifestGrammar.step(journey.head.version))
        let type = try step.required("type").text()
        try checkMembers(of: type)
        return Step(
            id: id, kind: try kind(type), timeout: try step.member("timeoutMs")?.milliseconds(upTo: 86_400_000),
            bindings: [], transitions: [:], methods: try methods(), idempotencyKey: try idempotencyKey(),
            encrypted: try encrypted(), inputs: journey.head.version >= .v13 ? [:] : try inputs(),
            inputValues: journey.head.version >= .v13 ? try inputValues() : [:], outputs: try outputs())
    }

    /// Reads the address of a page or an authorization. In 1.3, what does not begin with a scheme is an expression, and nothing is both.
    func address(_ reading: Reading, on origins: SourcePolicy) throws(Refusal) -> PageAddress {
        let source = try reading.text()
        guard journey.head.version >= .v13, !source.hasPrefix("https://") else {
            return .fixed(try ManifestHead.address(reading, on: origins))
        }
        // The event that leads here is not known, nor is its result.
        var environment = PathScope(declared: journey.declared, result: nil, event: "").callEnvironment
        environment.variables["result"] = .dyn
        do throws(ExpressionError) {
            return try AddressReader.address(
                source, in: environment, on: origins, untrusted: journey.names.untrusted)
        } catch {
            throw reading.refusal("is not a usable address: \(error.place(in: source))", .invalidAddress)
        }
    }

    func binding(_ reading: Reading) throws(Refusal) -> Binding {
        try BindingReader(binding: reading, step: self).read()
    }

    func transitions(at event: String, _ reading: Reading) throws(Refusal) -> [Transition] {
        try step.member("on")?.atMost(ManifestGrammar.eventLimit, "events")
        _ = try reading.holding(.string(event)).name()
        let scope = PathScope(declared: journey.declared, result: results(at: event), event: event)
        return try TransitionReader(version: journey.head.version, names: journey.names, scope: scope).read(reading)
    }

    private func checkMembers(of type: String) throws(Refusal) {
        for name in StepReader.foreign[type] ?? [] {
            if let member = step.member(name) {
                throw member.refusal("is not allowed in a \(type) step", .unknownMember)
            }
        }
        for name in type == "authorize" ? StepReader.calls : [] {
            if let member = step.member(name) {
                throw member.refusal("is not allowed in an authorize step", .unknownMember)
            }
        }
        guard type == "terminal" else { return }
        for name in StepReader.edges {
            guard let member = step.member(name), member.value != [], member.value != [:] else { continue }
            throw member.refusal("is not allowed in a terminal step, where the journey ends", .terminalWithEdges)
        }
    }

    private func kind(_ type: String) throws(Refusal) -> Step.Kind {
        switch type {
        case "web": return .web(try address(step.required("url"), on: journey.head.origins))
        case "authorize": return .authorize(try authorization())
        case "native":
            let params = step.member("params")
            if let params, params.value.object == nil { throw params.refusal("is not an object", .wrongType) }
            return .native(plugin: try step.required("plugin").name(), params: params?.value ?? [:])
        case "server": return .server
        default: return .terminal(try terminal())
        }
    }

    private func terminal() throws(Refusal) -> Terminal {
        var outcome = Terminal.Kind.completed
        if let member = step.member("outcome") {
            outcome = try member.require(
                Terminal.Kind(rawValue: member.text()), "must be one of completed, pending, cancelled and failed",
                .invalidValue)
        }
        let result = step.member("result")
        guard journey.head.version >= .v12 else {
            if let result, result.value.object == nil { throw result.refusal("is not an object", .wrongType) }
            return Terminal(outcome: outcome, result: .literal(result?.value ?? [:]))
        }
        if journey.head.version >= .v13 { return try expressed(outcome, result) }
        let types = try result.map { (result) throws(Refusal) in try StepReader.types(result) } ?? [:]
        // With the reference, the host asks the bank's server instead of trusting the device.
        if outcome == .completed || outcome == .pending, types["reference"] != .string {
            throw (result ?? step).refusal(
                "must declare a reference of the type string, because its outcome is \(outcome.rawValue)",
                .missingReference)
        }
        return Terminal(outcome: outcome, result: .declared(types))
    }

    /// Reads a terminal of manifest 1.3, whose result has expressions.
    private func expressed(_ outcome: Terminal.Kind, _ result: Reading?) throws(Refusal) -> Terminal {
        // The event that leads here is not known, nor is its result.
        var environment = PathScope(declared: journey.declared, result: nil, event: "").environment
        environment.variables["result"] = .dyn
        var members: [String: Expression] = [:]
        try result?.atMost(64, "members")
        for (name, member) in try result?.members() ?? [] {
            members[name] = try member.expression(in: environment, .invalidValue)
        }
        if outcome == .completed || outcome == .pending, members["reference"]?.type.overlaps(.string) != true {
            throw (result ?? step).refusal(
                "must declare a reference of the type string, because its outcome is \(outcome.rawValue)",
                .missingReference)
        }
        return Terminal(outcome: outcome, result: .expressions(members))
    }

    /// Reads an object of names and types.
    static func types(_ reading: Reading) throws(Refusal) -> [String: ValueType] {
        try reading.atMost(64, "members")
        var types: [String: ValueType] = [:]
        for (name, member) in try reading.members() {
            guard let type = ValueType(rawValue: try member.text()) else {
                let all = ValueType.allCases.map(\.rawValue).joined(separator: ", ")
                throw member.refusal("is not a type; use one of \(all)", .invalidValue)
            }
            types[name] = type
        }
        return types
    }

    private func methods() throws(Refusal) -> Set<String> {
        let names = try step.member("bridgeAllow")?.list(atMost: 32, "methods") { name throws(Refusal) in
            try name.name()
        }
        return Set(names ?? [])
    }

    /// Reads which payloads are encrypted. An unknown name is refused, because its payload would be sent in the clear.
    private func encrypted() throws(Refusal) -> [String: PayloadEncryption] {
        guard let marks = step.member("bridgeEncrypt") else { return [:] }
        try marks.atMost(32, "names")
        let known = BridgeNames(step).all
        var encrypted: [String: PayloadEncryption] = [:]
        for (name, member) in try marks.members() {
            let encryption = try member.require(
                PayloadEncryption(rawValue: member.text()), "must be dir or ECDH-ES+A256KW")
            guard known.contains(name) else {
                let hint = SpellingSuggestion.hint(for: name, in: known, or: "")
                throw member.refusal("is neither a method nor an event of the step\(hint)", .unknownEncryptedName)
            }
            encrypted[name] = encryption
        }
        return encrypted
    }

    private func idempotencyKey() throws(Refusal) -> String? {
        guard let member = step.member("idempotencyKey") else { return nil }
        let text = try member.text()
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw member.refusal("is not 1 to 64 visible ASCII characters", .invalidValue)
        }
        return text
    }

    /// Returns the declared outputs that `event` carries in this step, or `nil` if it is not the success of a call or a plugin.
    /// An event that a transition emits carries what the transition's own event carried.
    func results(at event: String) -> [String: ValueType]? {
        var events: Set<String> = []
        var queue = [event]
        while let name = queue.popLast() {
            guard events.insert(name).inserted else { continue }
            queue += emitters[name] ?? []
        }
        var sources = (step.value["bindings"]?.array ?? []).filter { binding in
            binding["onSuccessEmit"]?.string.map(events.contains) ?? false
        }
        // A plugin's result comes with the step's own `success` event.
        if events.contains(StateMachine.EngineEvent.success.rawValue), step.value["out"] != nil {
            sources.append(step.value)
        }
        let failures = (step.value["bindings"]?.array ?? []).filter { binding in
            binding["outOnError"] != nil && binding["onErrorEmit"]?.string.map(events.contains) ?? false
        }
        guard !sources.isEmpty || !failures.isEmpty else { return nil }
        let names =
            sources.flatMap { ($0["out"]?.object ?? [:]).keys }
            + failures.flatMap { ($0["outOnError"]?.object ?? [:]).keys }
        return (journey.declared[id.rawValue] ?? [:]).filter { names.contains($0.key) }
    }

    private func bindings() throws(Refusal) -> [Binding] {
        try step.member("bindings")?.list(atMost: 32, "bindings", binding) ?? []
    }

    private func transitions() throws(Refusal) -> [String: [Transition]] {
        var transitions: [String: [Transition]] = [:]
        for (event, reading) in try step.member("on")?.members() ?? [] {
            transitions[event] = try self.transitions(at: event, reading)
        }
        return transitions
    }

    /// Reads the name of an event to raise. Names that only the engine or the bridge raise are refused.
    static func emission(_ reading: Reading) throws(Refusal) -> String {
        let name = try reading.name()
        guard !ManifestGrammar.engineEvents.contains(name), !ManifestGrammar.bridgeEvents.contains(name) else {
            throw reading.refusal(
                "is the name of an event that only the engine may raise: \(Refusal.quote(name))", .reservedEvent)
        }
        return name
    }
}
