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
            let what = operation.map { " of \($0)" } ?? ""
            let how = isDirect ? "a page fills it" : "a page can influence it through the bank's answers"
            return "\(path)\(what): \(how) (\(sources.joined(separator: ", ")))."
        }
    }

    /// The entries, sorted by path.
    package let entries: [Entry]

    /// Returns the entry of the value at `path`, or `nil` if no page can influence it.
    func entry(at path: String) -> Entry? { entries.first { $0.path == path } }

    /// Follows the values of `journey`.
    package init(_ journey: Journey) {
        var run = InfluenceRun(journey)
        run.follow()
        entries = run.entries.sorted { $0.path < $1.path }
    }
}

/// Follows values until nothing more is influenced.
private struct InfluenceRun {
    private let steps: [Step]
    private let headers: [String: Expression]
    private(set) var entries: Set<PageInfluence.Entry> = []
    /// The origins of what pages influence in calls, by step and binding.
    private var calls: [PendingCall.Slot: Set<String>] = [:]
    /// The origins of the outputs of such calls, by step and name.
    private var outputs: [String: [String: Set<String>]] = [:]

    init(_ journey: Journey) {
        steps = journey.steps.values.sorted { $0.id.rawValue < $1.id.rawValue }
        headers = journey.headerValues
    }

    mutating func follow() {
        var before: [Int] = []
        // Influence only grows, so this ends.
        while before != size {
            before = size
            entries = []
            for step in steps { visit(step) }
            for (name, expression) in headers { add(expression, "headers.\(name)", nil, nil, nil) }
        }
    }

    private var size: [Int] {
        [
            calls.count, calls.values.reduce(0) { $0 + $1.count },
            outputs.values.reduce(0) { $0 + $1.count + $1.values.reduce(0) { $0 + $1.count } },
        ]
    }

    private mutating func visit(_ step: Step) {
        let id = step.id.rawValue
        for (index, binding) in step.bindings.enumerated() {
            let place = "steps.\(id).bindings[\(index)]"
            var origins: Set<String> = []
            if case .expressions(let arguments) = binding.arguments {
                for (name, expression) in arguments {
                    origins.formUnion(
                        add(expression, "\(place).in.\(name)", binding.operation.id, step, binding.onEvent))
                }
            }
            for (name, expression) in binding.headerValues {
                let path = "\(place).call.headers.\(name)"
                origins.formUnion(add(expression, path, binding.operation.id, step, binding.onEvent))
            }
            guard !origins.isEmpty else { continue }
            calls[PendingCall.Slot(step: step.id, binding: index), default: []].formUnion(origins)
            store(origins, Set(binding.outputs.keys).union(binding.errorOutputs.keys), id)
        }
        if case .web(.composed(let address)) = step.kind { add(address.expression, "steps.\(id).url", nil, nil, nil) }
        if case .authorize(let authorization) = step.kind {
            if case .composed(let address)? = authorization.address {
                add(address.expression, "steps.\(id).url", nil, nil, nil)
            }
            for (name, value) in authorization.expectations { add(value, "steps.\(id).expect.\(name)", nil, nil, nil) }
            // The return is opened by whoever knows its address.
            for name in step.outputs.keys { store(["\(id).success.\(name)"], [name], id) }
        }
        for (name, expression) in step.inputValues {
            // A plugin's answer may repeat its parameters.
            store(add(expression, "steps.\(id).in.\(name)", nil, nil, nil), Set(step.outputs.keys), id)
        }
        for (event, transitions) in step.transitions {
            for (index, transition) in transitions.enumerated() {
                guard case .expression(let expression)? = transition.guardExpression else { continue }
                add(expression, "steps.\(id).on.\(event)[\(index)]", nil, step, event)
            }
        }
        if case .terminal(let terminal) = step.kind, case .expressions(let members) = terminal.result {
            for (name, expression) in members { add(expression, "steps.\(id).result.\(name)", nil, nil, nil) }
        }
    }

    private mutating func store(_ origins: Set<String>, _ names: Set<String>, _ step: String) {
        guard !origins.isEmpty else { return }
        for name in names { outputs[step, default: [:]][name, default: []].formUnion(origins) }
    }

    /// Adds the entry of an expression at an event of `step`; without a step, any event may lead here.
    ///
    /// - Returns: The origins of what a page can influence in the value; empty if nothing.
    @discardableResult private mutating func add(
        _ expression: Expression, _ path: String, _ operation: String?, _ step: Step?, _ event: String?
    ) -> Set<String> {
        var sources: [String] = []
        var origins: Set<String> = []
        var isDirect = false
        let paths = expression.paths
        for read in paths where !sources.contains("\(read)") {
            let found: Set<String>
            switch read.root {
            case "payload", "event":
                let payload = payload(of: event, in: step, read)
                isDirect = isDirect || payload.isPage
                found = payload.origins
            case "result": found = resultOrigins(at: event, in: step)
            case "steps": found = outputOrigins(read)
            default: continue
            }
            guard !found.isEmpty else { continue }
            origins.formUnion(found)
            sources.append("\(read)")
        }
        guard !sources.isEmpty else { return [] }
        entries.insert(
            PageInfluence.Entry(
                path: path, operation: operation, sources: sources, isDirect: isDirect, origins: origins))
        return origins
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
        return (false, answers(to: sources, in: step) { [$0.onSuccessEmit, $0.onErrorEmit] })
    }

    private func resultOrigins(at event: String?, in step: Step?) -> Set<String> {
        guard let step, let event else { return Set(calls.values.joined()) }
        if case .authorize = step.kind { return Set((outputs[step.id.rawValue] ?? [:]).values.joined()) }
        return answers(to: origins(of: event, in: step), in: step) { [$0.onSuccessEmit, $0.onErrorEmit] }
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
