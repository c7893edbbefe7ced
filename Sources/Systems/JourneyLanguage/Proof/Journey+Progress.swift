internal import JourneyBase

extension Journey {
    /// Returns the events that bring a run nearer to its completion than anything that succeeds in the same step, as faults.
    ///
    /// An error, the end of a time, a cancelling, and a page's `cancel` and `back` do not go on where a success would not.
    /// Only transitions count, regardless of their guards. An error may lead where a success leads: a call may be optional.
    func progressFaults() -> [ProofFault] {
        steps.values.sorted { $0.id.rawValue < $1.id.rawValue }.flatMap { step in
            let left = step.transitions.compactMapValues { list in
                list.compactMap(\.target).compactMap { distance(of: $0) }.min()
            }
            let turns = step.turns
            let leads = step.transitions.filter { event, list in
                !turns.contains(event) && list.contains { $0.target != nil && $0.target != step.id }
            }
            guard !leads.isEmpty else { return [ProofFault]() }
            let best = leads.keys.compactMap { left[$0] }.min() ?? .max
            return turns.sorted().compactMap { event in
                guard let own = left[event], own < best || own == best && step.isLeft(by: event) else { return nil }
                return ProofFault(
                    .cause, subject: "\(step.id).\(event)",
                    "In \(step.id), \(event) brings the run as near to its completion as a success, or nearer.")
            }
        }
    }

    /// Returns the number of steps to the completion, one less for a terminal that completes; `nil` if there is no way.
    private func distance(of step: StepID) -> Int? {
        stepsLeft(from: step).map { steps[step]?.isTerminal == true ? -1 : $0 }
    }
}

extension Step {
    /// The events that do not mean success.
    fileprivate var turns: Set<String> {
        var names: Set<String> = ["error", "timeout", "journeyTimeout"]
        names.formUnion(bindings.compactMap(\.onErrorEmit))
        switch kind {
        case .web: names.formUnion(["cancel", "back"])
        case .native, .authorize: names.insert("cancelled")
        case .server, .terminal: break
        }
        return names
    }

    /// Returns `true` if a page's event of this name leaves the step without having done what it is for.
    fileprivate func isLeft(by event: String) -> Bool {
        if case .web = kind { ["cancel", "back"].contains(event) } else { false }
    }
}
