internal import JourneyBase

/// Reads the transitions of an event.
struct TransitionReader {
    let version: Journey.Version
    let names: StepNames
    let scope: PathScope

    func read(_ reading: Reading) throws(Refusal) -> [Transition] {
        let transitions = try list(reading)
        guard scope.event == StateMachine.EngineEvent.journeyTimeout.rawValue else { return transitions }
        if version < .v12 { throw reading.refusal("requires manifest version 1.2", .laterVersion) }
        for transition in transitions {
            guard transition.emit == nil, let target = transition.target, names.isTerminal(target) else {
                throw reading.refusal(
                    "must lead directly to a terminal step, because the journey's time is over", .timeLeadsOn)
            }
        }
        return transitions
    }

    private func list(_ reading: Reading) throws(Refusal) -> [Transition] {
        guard reading.value.array != nil else {
            let transition = try transition(reading)
            if version >= .v12, transition.guardExpression != nil {
                throw reading.refusal(
                    "has a guard but no default; use an array that ends with a transition without a guard",
                    .missingDefault)
            }
            return [transition]
        }
        try reading.require(version >= .v12, "is an array, which requires manifest version 1.2", .laterVersion)
        let elements = try reading.elements()
        guard !elements.isEmpty else { throw reading.refusal("is empty", .invalidValue) }
        try reading.atMost(32, "transitions")
        var transitions: [Transition] = []
        for (index, element) in elements.enumerated() {
            let transition = try transition(element)
            let isLast = index == elements.count - 1
            if isLast, transition.guardExpression != nil {
                throw element.refusal(
                    "has a guard; the last transition is the default and must not have one", .missingDefault)
            }
            if !isLast, transition.guardExpression == nil {
                throw element.refusal(
                    "has no guard, so the transitions after it are never reached", .unreachableTransition)
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

    private func condition(_ reading: Reading) throws(Refusal) -> Condition? {
        let expression = reading.member("guardExpr")
        let alias = reading.member("guard")
        if let expression, let alias, expression.value != alias.value {
            throw alias.refusal("differs from guardExpr, of which it is an alias; use one of them", .guardAlias)
        }
        guard let member = expression ?? alias else { return nil }
        let source = try member.text()
        if version >= .v13 {
            do throws(ExpressionError) {
                let expression = try Expression(compiling: source, in: scope.environment)
                if let error = expression.certainError() { throw error }
                guard expression.type.overlaps(.bool) else {
                    throw ExpressionError(.type, at: 0, "A guard is a bool, not \(expression.type.name).")
                }
                return .expression(expression)
            } catch {
                throw member.refusal("is not a valid guard: \(error.place(in: source))", .invalidGuard)
            }
        }
        do throws(GuardError) {
            return .guarded(try Guard(compiling: source) { (path) throws(GuardError) in try scope.type(of: path) })
        } catch {
            throw member.refusal(
                "is not a valid guard: \(error.detail.dropLast()) (\(error.reason.rawValue))", .invalidGuard)
        }
    }
}
