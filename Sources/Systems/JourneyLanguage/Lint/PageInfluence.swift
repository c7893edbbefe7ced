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

        /// The entry as one sentence.
        package var message: String {
            let what = operation.map { " of \($0)" } ?? ""
            let how = isDirect ? "a page fills it" : "a page can influence it through the bank's answers"
            return "\(path)\(what): \(how) (\(sources.joined(separator: ", ")))."
        }
    }

    /// The entries, sorted by path.
    package let entries: [Entry]

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
    /// The calls with an influenced part, by step and binding.
    private var calls: Set<PendingCall.Slot> = []
    /// The outputs of such calls, by step.
    private var outputs: [String: Set<String>] = [:]

    init(_ journey: Journey) {
        steps = journey.steps.values.sorted { $0.id.rawValue < $1.id.rawValue }
        headers = journey.headerValues
    }

    mutating func follow() {
        var count = -1
        // Influence only grows, so this ends.
        while count != calls.count + outputs.count {
            count = calls.count + outputs.count
            entries = []
            for step in steps { visit(step) }
            for (name, expression) in headers { add(expression, "headers.\(name)", nil, nil, nil) }
        }
    }

    private mutating func visit(_ step: Step) {
        let id = step.id.rawValue
        for (index, binding) in step.bindings.enumerated() {
            let place = "steps.\(id).bindings[\(index)]"
            var isInfluenced = false
            if case .expressions(let arguments) = binding.arguments {
                for (name, expression) in arguments {
                    let operation = binding.operation.id
                    isInfluenced =
                        add(expression, "\(place).in.\(name)", operation, step, binding.onEvent) || isInfluenced
                }
            }
            for (name, expression) in binding.headerValues {
                let path = "\(place).call.headers.\(name)"
                isInfluenced = add(expression, path, binding.operation.id, step, binding.onEvent) || isInfluenced
            }
            guard isInfluenced else { continue }
            calls.insert(PendingCall.Slot(step: step.id, binding: index))
            outputs[id, default: []].formUnion(binding.outputs.keys)
        }
        if case .web(.composed(let address)) = step.kind { add(address.expression, "steps.\(id).url", nil, nil, nil) }
        for (name, expression) in step.inputValues
        where add(expression, "steps.\(id).in.\(name)", nil, nil, nil) {
            // A plugin's answer may repeat its parameters.
            outputs[id, default: []].formUnion(step.outputs.keys)
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

    /// Adds the entry of an expression at an event of `step`; without a step, any event may lead here.
    ///
    /// - Returns: `true` if a page can influence the value.
    @discardableResult private mutating func add(
        _ expression: Expression, _ path: String, _ operation: String?, _ step: Step?, _ event: String?
    ) -> Bool {
        var sources: [String] = []
        var isDirect = false
        let paths = expression.paths
        for read in paths where !sources.contains("\(read)") {
            switch read.root {
            case "payload", "event":
                switch payload(of: event, in: step) {
                case .page: isDirect = true
                case .bank: break
                case .clean: continue
                }
            case "result": guard resultIsInfluenced(at: event, in: step) else { continue }
            case "steps": guard isInfluencedOutput(read) else { continue }
            default: continue
            }
            sources.append("\(read)")
        }
        guard !sources.isEmpty else { return false }
        entries.insert(
            PageInfluence.Entry(path: path, operation: operation, sources: sources, isDirect: isDirect))
        return true
    }

    private func isInfluencedOutput(_ path: ContextPath) -> Bool {
        guard case .name(let step)? = path.elements.first else { return outputs.values.contains { !$0.isEmpty } }
        guard case .name(let name)? = path.elements.dropFirst().first else { return outputs[step]?.isEmpty == false }
        return outputs[step]?.contains(name) == true
    }

    private enum Payload { case page, bank, clean }

    /// Returns the origin of the payload of `event`.
    private func payload(of event: String?, in step: Step?) -> Payload {
        guard let step, let event else { return .page }
        let sources = origins(of: event, in: step)
        if case .web = step.kind, sources.contains(where: { isPageEvent($0, in: step) }) { return .page }
        return answers(to: sources, in: step) { [$0.onSuccessEmit, $0.onErrorEmit] } ? .bank : .clean
    }

    private func resultIsInfluenced(at event: String?, in step: Step?) -> Bool {
        guard let step, let event else { return !calls.isEmpty }
        return answers(to: origins(of: event, in: step), in: step) { [$0.onSuccessEmit] }
    }

    /// Returns `true` if an influenced call of `step` raises one of `events`.
    private func answers(to events: Set<String>, in step: Step, _ names: (Binding) -> [String?]) -> Bool {
        step.bindings.enumerated().contains { index, binding in
            calls.contains(PendingCall.Slot(step: step.id, binding: index))
                && names(binding).compactMap { $0 }.contains(where: events.contains)
        }
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
