internal import JourneyBase

extension Journey {
    /// Whether the result of a terminal that reports success needs the answer of `binding`, which is one of `step`'s: it
    /// declares an output of that name, or its success leads straight there.
    func resultNeeds(_ binding: Binding, of step: Step) -> Bool {
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

extension StateMachine {
    /// Whether `method`, which a page requests, asks the person for an approval (`Event.approved`).
    package static func isApproval(method: String) -> Bool { NativePlugin.isApproval(method: method) }
}
