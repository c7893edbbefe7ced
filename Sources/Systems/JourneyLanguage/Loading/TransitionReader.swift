internal import JourneyBase

/// Reads what an event leads to.
struct TransitionReader {
    let version: Journey.Version
    let names: StepNames
    let scope: PathScope

    func read(_ reading: Reading) throws(Refusal) -> [Transition] {
        let transitions = try list(reading)
        guard scope.event == StateMachine.EngineEvent.journeyTimeout.rawValue else { return transitions }
        if version < .v12 { throw reading.refusal("belongs to manifest 1.2", .laterVersion) }
        for transition in transitions {
            guard transition.emit == nil, let target = transition.target, names.isTerminal(target) else {
                throw reading.refusal(
                    "does not lead straight to a terminal step, though the journey's time is over", .timeLeadsOn)
            }
        }
        return transitions
    }

    private func list(_ reading: Reading) throws(Refusal) -> [Transition] {
        guard reading.value.array != nil else {
            let transition = try transition(reading)
            if version >= .v12, transition.guardExpression != nil {
                throw reading.refusal("has a guard but no default; write an array that ends with one", .missingDefault)
            }
            return [transition]
        }
        try reading.require(version >= .v12, "is an array, which belongs to manifest 1.2", .laterVersion)
        let elements = try reading.elements()
        guard !elements.isEmpty else { throw reading.refusal("is empty", .invalidValue) }
        try reading.atMost(32, "transitions")
        var transitions: [Transition] = []
        for (index, element) in elements.enumerated() {
            let transition = try transition(element)
            let isLast = index == elements.count - 1
            if isLast, transition.guardExpression != nil {
                throw element.refusal("has a guard; the last transition is the default and has none", .missingDefault)
            }
            if !isLast, transition.guardExpression == nil {
                throw element.refusal("has no guard, so nothing after it is ever reached", .unreachableTransition)
            }
            transitions.append(transition)
        }
        return transitions
    }

    private func transition(_ reading: Reading) throws(Refusal) -> Transition {
        try reading.onlyMembers(ManifestGrammar.transition)
        var target: StepID?
        if let to = reading.member("to") {
            let name = try to.text()
            guard let id = names.target(name) else { throw names.unknown(name, at: to.path) }
            target = id
        }
        let emit = try reading.member("emit").map { (member) throws(Refusal) in try StepReader.emission(member) }
        return Transition(guardExpression: try condition(reading), emit: emit, target: target)
    }

    private func condition(_ reading: Reading) throws(Refusal) -> Guard? {
        let expression = reading.member("guardExpr")
        let alias = reading.member("guard")
        if let expression, let alias, expression.value != alias.value {
            throw alias.refusal("is another expression than guardExpr, of which it is only an alias", .guardAlias)
        }
        guard let member = expression ?? alias else { return nil }
        let source = try member.text()
        do throws(GuardError) {
            return try Guard(compiling: source) { (path) throws(GuardError) in try scope.type(of: path) }
        } catch {
            throw member.refusal("is no guard: \(error.detail.dropLast()) (\(error.reason.rawValue))", .invalidGuard)
        }
    }
}
