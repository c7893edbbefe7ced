internal import JourneyBase

extension Journey {
    /// Returns `true` if the result of a successful terminal needs the answer of `binding` in `step`: it declares an output of
    /// that name, or the binding's success leads directly there.
    ///
    /// If the result needs a read, it also needs the write that the read asks about: without a payment's ID, its status cannot be
    /// queried. In a chain of writes only the last one is needed, because a quote moves no money.
    func resultNeeds(_ binding: Binding, of step: Step) -> Bool {
        var waiting = [(binding, step)]
        var seen: Set<PendingCall.Slot> = []
        while let (binding, step) = waiting.popLast() {
            if brings(binding, of: step) { return true }
            for reader in steps.values {
                for (index, read) in reader.bindings.enumerated()
                where !read.isWrite && read.depends(on: binding, of: step, isSameStep: reader.id == step.id) {
                    guard seen.insert(PendingCall.Slot(step: reader.id, binding: index)).inserted else { continue }
                    waiting.append((read, reader))
                }
            }
        }
        return false
    }

    /// Returns `true` if a result takes members from the answer of `binding` itself.
    private func brings(_ binding: Binding, of step: Step) -> Bool {
        let events = step.eventsFollowing(binding.onSuccessEmit)
        let targets = Set(events.flatMap { step.transitions[$0] ?? [] }.compactMap(\.target))
        return steps.values.contains { end in
            guard case .terminal(let terminal) = end.kind, [.completed, .pending].contains(terminal.outcome),
                case .declared(let members) = terminal.result, !members.isEmpty
            else { return false }
            return targets.contains(end.id) || members.keys.contains { binding.outputs[$0] != nil }
        }
    }

    /// `true` if a step of the journey asks the user for an approval.
    var asksForApproval: Bool {
        steps.values.contains { step in
            if case .native(let plugin, _) = step.kind, PluginDescription.isApproval(plugin: plugin) { return true }
            return step.methods.contains { PluginDescription.isApproval(method: $0) }
        }
    }
}

extension Step {
    /// Returns `event` and the events that are emitted because of it within the step.
    fileprivate func eventsFollowing(_ event: String?) -> Set<String> {
        var found: Set<String> = []
        var waiting = [event].compactMap { $0 }
        while let next = waiting.popLast() {
            guard found.insert(next).inserted else { continue }
            waiting += (transitions[next] ?? []).compactMap(\.emit)
        }
        return found
    }
}

extension Binding {
    /// Returns `true` if the success of `other` in `step` starts this binding, or if it uses an output of `other`.
    fileprivate func depends(on other: Binding, of step: Step, isSameStep: Bool) -> Bool {
        if isSameStep, step.eventsFollowing(other.onSuccessEmit).contains(onEvent) { return true }
        func isOutput(_ path: ContextPath) -> Bool {
            guard path.root == "steps", case .name(step.id.rawValue)? = path.elements.first,
                case .name(let name)? = path.elements.dropFirst().first
            else { return false }
            return other.outputs[name] != nil
        }
        if case .declared(let paths) = arguments, paths.values.contains(where: isOutput) { return true }
        if case .expressions(let expressions) = arguments,
            expressions.values.contains(where: { $0.paths.contains(where: isOutput) })
        {
            return true
        }
        if headerValues.values.contains(where: { $0.paths.contains(where: isOutput) }) { return true }
        return headerTemplates.values.flatMap(\.pieces).contains { piece in
            guard case .output(step: step.id.rawValue, let name) = piece else { return false }
            return other.outputs[name] != nil
        }
    }
}

extension StateMachine {
    /// Returns `true` if `method`, requested by a page, asks the user for an approval (`Event.approved`).
    package static func isApproval(method: String) -> Bool { PluginDescription.isApproval(method: method) }
}
