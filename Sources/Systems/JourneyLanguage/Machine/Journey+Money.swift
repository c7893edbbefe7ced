internal import JourneyBase

extension Journey {
    /// Whether the result of a terminal that reports success needs the answer of `binding`, which is one of `step`'s: it
    /// declares an output of that name, or its success leads straight there.
    ///
    /// A result that a read brings needs the write that this read asks about too: without the id that a payment is answered
    /// with, nobody can ask for its status. Of a chain of writes, the last one alone is needed: a quote moves nothing.
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

    /// Whether a result takes members from the answer of `binding` itself.
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

    /// Whether a step of it asks the person for an approval.
    var asksForApproval: Bool {
        steps.values.contains { step in
            if case .native(let plugin, _) = step.kind, NativePlugin.isApproval(plugin: plugin) { return true }
            return step.methods.contains { NativePlugin.isApproval(method: $0) }
        }
    }
}

extension Step {
    /// `event`, and what is emitted because of it within the step.
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
    /// Whether it is set off by the success of `other`, which is one of `step`'s, or takes an output of it.
    fileprivate func depends(on other: Binding, of step: Step, isSameStep: Bool) -> Bool {
        if isSameStep, step.eventsFollowing(other.onSuccessEmit).contains(onEvent) { return true }
        func isOutput(_ path: ContextPath) -> Bool {
            guard path.root == "steps", case .name(step.id.rawValue)? = path.elements.first,
                case .name(let name)? = path.elements.dropFirst().first
            else { return false }
            return other.outputs[name] != nil
        }
        if case .declared(let paths) = arguments, paths.values.contains(where: isOutput) { return true }
        return headerTemplates.values.flatMap(\.pieces).contains { piece in
            guard case .output(step: step.id.rawValue, let name) = piece else { return false }
            return other.outputs[name] != nil
        }
    }
}

extension StateMachine {
    /// Whether `method`, which a page requests, asks the person for an approval (`Event.approved`).
    package static func isApproval(method: String) -> Bool { NativePlugin.isApproval(method: method) }
}
