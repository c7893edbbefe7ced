internal import JourneyBase

/// The values that a page can influence: arguments and headers of calls, addresses, guards and results; manifest 1.3.
///
/// A page raises events, whose payloads are its own. What it raises flows on through the events that transitions emit, through the
/// bank's answers to the calls that carry it, and through the outputs that are kept of those answers.
package struct PageInfluence: Sendable {
    /// A value that a page can influence.
    package struct Entry: Hashable, Sendable {
        /// The path in the manifest, such as `steps.pay.bindings[0].in.amount`.
        package let path: String
        /// The operation of the call, or `nil` for an address, a guard or a result.
        package let operation: String?
        /// The paths that it reads and a page can influence, such as `payload.amount`.
        package let sources: [String]
        /// `true` if the value is taken from a page's payload itself, `false` if the bank's answers carry the influence.
        package let isDirect: Bool
        /// The values that pages raise and that reach this one, such as `form.submit.amount`: step, event and member.
        let origins: Set<String>

        /// The entry as one sentence.
        package var message: String {
            let what = operation.map { " of \($0)" } ?? (path.hasPrefix("headers.") ? " of each call" : "")
            let how = isDirect ? "a page fills it" : "a page can influence it through the bank's answers"
            return "\(path)\(what): \(how) (\(sources.joined(separator: ", ")))."
        }
    }

    private let flow: InfluenceFlow

    /// Follows the values of `journey`.
    package init(_ journey: Journey) { flow = InfluenceFlow(journey) }

    /// The entries of all values, sorted by path.
    package var entries: [Entry] { flow.entries.sorted { $0.path < $1.path } }

    /// Returns the entry of an argument or header of a call, or `nil` if no page can influence it.
    ///
    /// - Parameters:
    ///   - expression: The value.
    ///   - path: Its path in the manifest.
    ///   - binding: The call's binding.
    ///   - step: The step that has the binding.
    func entry(of expression: Expression, at path: String, in binding: Binding, _ step: Step) -> Entry? {
        flow.entry(of: expression, at: path, binding.operation.id, step, binding.onEvent)
    }

    /// Returns the entry of a parameter of a native step, or `nil` if no page can influence it.
    func entry(ofInput name: String, _ step: Step) -> Entry? {
        step.inputValues[name].flatMap { flow.entry(of: $0, at: "steps.\(step.id).in.\(name)") }
    }
}

/// The values that pages influence in calls and outputs, followed until nothing more is influenced.
private struct InfluenceFlow {
    private let steps: [Step]
    private let headers: [String: Expression]
    /// The origins of what pages influence in calls, by step and binding.
    private var calls: [PendingCall.Slot: Set<String>] = [:]
    /// The origins of the outputs of such calls, by step and name.
    private var outputs: [String: [String: Set<String>]] = [:]

    init(_ journey: Journey) {
        steps = Array(journey.steps.values)
        headers = journey.headerValues
        // Influence only grows, so this ends.
        var before = -1
        while before != size {
            before = size
            for step in steps { follow(step) }
        }
    }

    private var size: Int {
        calls.values.reduce(0) { $0 + $1.count }
            + outputs.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } }
    }

    private mutating func follow(_ step: Step) {
        let id = step.id.rawValue
        for (index, binding) in step.bindings.enumerated() {
            var origins: Set<String> = []
            var expressions = Array(binding.headerValues.values) + Array(headers.values)
            if let query = binding.statusQuery { expressions += query.arguments.values }
            if case .expressions(let arguments) = binding.arguments { expressions += arguments.values }
            for expression in expressions {
                origins.formUnion(influence(on: expression, step, binding.onEvent).origins)
            }
            guard !origins.isEmpty else { continue }
            calls[PendingCall.Slot(step: step.id, binding: index), default: []].formUnion(origins)
            store(origins, binding.outputs.keys, id)
            store(origins, binding.errorOutputs.keys, id)
        }
        // The return is opened by whoever knows its address.
        if case .authorize = step.kind {
            for name in step.outputs.keys { store(["\(id).success.\(name)"], [name], id) }
        }
        store(answerOrigins(of: step), step.outputs.keys, id)
    }

    /// Returns the origins of what a native step answers: a plugin's answer may repeat its parameters.
    private func answerOrigins(of step: Step) -> Set<String> {
        step.inputValues.values.reduce(into: []) { $0.formUnion(influence(on: $1).origins) }
    }

    private mutating func store(_ origins: Set<String>, _ names: some Collection<String>, _ step: String) {
        guard !origins.isEmpty else { return }
        for name in names { outputs[step, default: [:]][name, default: []].formUnion(origins) }
    }

    /// All that pages can influence, in no order.
    var entries: [PageInfluence.Entry] {
        headers.compactMap { entry(of: $1, at: "headers.\($0)") } + steps.flatMap(entries)
    }

    private func entries(of step: Step) -> [PageInfluence.Entry] {
        let place = "steps.\(step.id)"
        var found: [PageInfluence.Entry?] = []
        for (index, binding) in step.bindings.enumerated() {
            let place = "\(place).bindings[\(index)]"
            let (operation, event) = (binding.operation.id, binding.onEvent)
            if case .expressions(let arguments) = binding.arguments {
                found += arguments.map { entry(of: $1, at: "\(place).in.\($0)", operation, step, event) }
            }
            found += binding.headerValues.map {
                entry(of: $1, at: "\(place).call.headers.\($0)", operation, step, event)
            }
            if let query = binding.statusQuery {
                found += query.arguments.map {
                    entry(of: $1, at: "\(place).status.in.\($0)", query.operation.id, step, event)
                }
            }
        }
        switch step.kind {
        case .web(.composed(let address)): found.append(entry(of: address.expression, at: "\(place).url"))
        case .authorize(let authorization):
            if case .composed(let address)? = authorization.address {
                found.append(entry(of: address.expression, at: "\(place).url"))
            }
            found += authorization.expectations.map { entry(of: $1, at: "\(place).expect.\($0)") }
        case .terminal(let terminal):
            guard case .expressions(let members) = terminal.result else { break }
            found += members.map { entry(of: $1, at: "\(place).result.\($0)") }
        default: break
        }
        found += step.inputValues.map { entry(of: $1, at: "\(place).in.\($0)") }
        for (event, transitions) in step.transitions {
            for (index, transition) in transitions.enumerated() {
                guard case .expression(let guardExpression)? = transition.guardExpression else { continue }
                found.append(entry(of: guardExpression, at: "\(place).on.\(event)[\(index)]", nil, step, event))
            }
        }
        return found.compactMap { $0 }
    }

    /// Returns the entry of an expression at an event of `step`, or `nil` if no page can influence it.
    func entry(
        of expression: Expression, at path: String, _ operation: String? = nil, _ step: Step? = nil,
        _ event: String? = nil
    ) -> PageInfluence.Entry? {
        let influence = influence(on: expression, step, event)
        guard !influence.sources.isEmpty else { return nil }
        return PageInfluence.Entry(
            path: path, operation: operation, sources: influence.sources.map(\.description),
            isDirect: influence.isDirect, origins: influence.origins)
    }

    /// Returns what pages can influence in an expression at an event of `step`; without a step, any event may lead here.
    private func influence(
        on expression: Expression, _ step: Step? = nil, _ event: String? = nil
    ) -> (sources: [ContextPath], origins: Set<String>, isDirect: Bool) {
        var sources: [ContextPath] = []
        var origins: Set<String> = []
        var isDirect = false
        for path in expression.paths where !sources.contains(path) {
            let found: Set<String>
            switch path.root {
            case "payload", "event":
                let payload = payload(of: event, in: step, path)
                isDirect = isDirect || payload.isPage
                found = payload.origins
            case "result": found = resultOrigins(at: event, in: step)
            case "steps": found = outputOrigins(path)
            default: continue
            }
            guard !found.isEmpty else { continue }
            origins.formUnion(found)
            sources.append(path)
        }
        return (sources, origins, isDirect)
    }

    private func outputOrigins(_ path: ContextPath) -> Set<String> {
        guard case .name(let step)? = path.elements.first else {
            return outputs.values.reduce(into: []) { all, names in all.formUnion(names.values.joined()) }
        }
        guard case .name(let name)? = path.elements.dropFirst().first else {
            return Set((outputs[step] ?? [:]).values.joined())
        }
        return outputs[step]?[name] ?? []
    }

    /// Returns the origins of what `path` reads of the payload of `event`, and whether a page raises it.
    private func payload(
        of event: String?, in step: Step?, _ path: ContextPath
    ) -> (isPage: Bool, origins: Set<String>) {
        let member = if case .name(let name)? = path.elements.first { name } else { "*" }
        guard let step, let event else { return (true, ["*.*.\(member)"]) }
        let sources = origins(of: event, in: step)
        let raised = sources.filter { isPageEvent($0, in: step) }
        if case .web = step.kind, !raised.isEmpty {
            return (true, Set(raised.map { "\(step.id).\($0).\(member)" }))
        }
        if case .authorize = step.kind, sources.contains(StateMachine.EngineEvent.success.rawValue) {
            return (false, ["\(step.id).success.\(member)"])
        }
        if case .native = step.kind, sources.contains(StateMachine.EngineEvent.success.rawValue) {
            return (
                false,
                answerOrigins(of: step).union(answers(to: sources, in: step) { [$0.onSuccessEmit, $0.onErrorEmit] })
            )
        }
        return (false, answers(to: sources, in: step) { [$0.onSuccessEmit, $0.onErrorEmit] })
    }

    private func resultOrigins(at event: String?, in step: Step?) -> Set<String> {
        guard let step, let event else { return Set(calls.values.joined()) }
        if case .authorize = step.kind { return Set((outputs[step.id.rawValue] ?? [:]).values.joined()) }
        let found = answers(to: origins(of: event, in: step), in: step) { [$0.onSuccessEmit, $0.onErrorEmit] }
        if case .native = step.kind { return found.union(answerOrigins(of: step)) }
        return found
    }

    /// Returns the origins of influenced calls of `step` that raise one of `events`.
    private func answers(to events: Set<String>, in step: Step, _ names: (Binding) -> [String?]) -> Set<String> {
        var found: Set<String> = []
        for (index, binding) in step.bindings.enumerated()
        where names(binding).compactMap({ $0 }).contains(where: events.contains) {
            found.formUnion(calls[PendingCall.Slot(step: step.id, binding: index)] ?? [])
        }
        return found
    }

    /// Returns `event` and the events whose transitions emit it, whose payloads it then carries.
    private func origins(of event: String, in step: Step) -> Set<String> {
        var found: Set<String> = []
        var waiting = [event]
        while let next = waiting.popLast() {
            guard found.insert(next).inserted else { continue }
            waiting += step.transitions.filter { $0.value.contains { $0.emit == next } }.map(\.key)
        }
        return found
    }

    /// Returns `true` if the page of `step` raises `event`: no name of the engine, nor one that the step itself raises.
    private func isPageEvent(_ event: String, in step: Step) -> Bool {
        guard !ManifestGrammar.engineEvents.contains(event) else { return false }
        let own =
            step.bindings.flatMap { [$0.onSuccessEmit, $0.onErrorEmit] }
            + step.transitions.values.joined().map(\.emit)
        return !own.contains(event)
    }
}
