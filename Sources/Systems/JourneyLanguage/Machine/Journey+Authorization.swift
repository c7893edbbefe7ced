internal import JourneyBase

extension Journey {
    /// Returns `true` if an argument or a header of the call is an output of an authorize step. Such a call can't be made after a
    /// restart, because a return is not stored, and says nothing about what the person authorized.
    func usesReturn(_ binding: Binding) -> Bool {
        let paths = binding.argumentPaths + binding.headerValues.values.flatMap(\.paths)
        return paths.contains { path in
            guard path.root == "steps" else { return false }
            guard case .name(let name)? = path.elements.first, let id = StepID(name) else { return true }
            return isAuthorization(id)
        }
    }

    /// Returns `true` if `step` is an authorize step, or can be reached from one.
    ///
    /// Only transitions and the error policy count, regardless of guards.
    func mayFollowAuthorization(_ step: StepID) -> Bool {
        let policy = errorPolicy.rules.compactMap { rule -> StepID? in
            if case .go(let target)? = rule.action { target } else { nil }
        }
        var found = Set(steps.keys.filter(isAuthorization))
        guard !found.isEmpty else { return false }
        var waiting = Array(found)
        while let id = waiting.popLast() {
            let targets = (steps[id]?.transitions ?? [:]).values.joined().compactMap(\.target) + policy
            waiting += targets.filter { found.insert($0).inserted }
        }
        return found.contains(step)
    }

    private func isAuthorization(_ id: StepID) -> Bool {
        if case .authorize = steps[id]?.kind { true } else { false }
    }
}
