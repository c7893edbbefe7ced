internal import JourneyBase

/// Checks how the authorize steps of a journey are left and resumed.
///
/// A return is opened by whoever knows its address, so nothing follows from it alone: each outcome leads to a server step that
/// asks the bank when it is entered.
enum AuthorizeChecks {
    static func check(_ journey: Journey) throws(Refusal) {
        let steps = journey.steps.values.sorted { $0.id.rawValue < $1.id.rawValue }
        for step in steps {
            guard case .authorize(let authorization) = step.kind else { continue }
            try checkOutcomes(of: step, journey)
            try checkResuming(step, authorization, journey)
        }
    }

    private static func checkOutcomes(of step: Step, _ journey: Journey) throws(Refusal) {
        let known = Set(Authorization.outcomes + [StateMachine.EngineEvent.journeyTimeout.rawValue])
        if let other = step.transitions.keys.sorted().first(where: { !known.contains($0) }) {
            throw refusal(
                "steps.\(step.id).on.\(other)", "is not an outcome of an authorization", .uncheckedReturn)
        }
        for outcome in Authorization.outcomes {
            let place = "steps.\(step.id).on.\(outcome)"
            guard let transitions = step.transitions[outcome] else {
                throw refusal(place, "is missing: each outcome of an authorization is handled", .missingMember)
            }
            for transition in transitions {
                guard transition.emit == nil else {
                    throw refusal(place, "emits an event, which no call of this step can wait for", .unknownMember)
                }
                guard leadsToQuestion(transition, journey, mayUseReturn: true) else {
                    throw refusal(
                        place,
                        "does not lead to a server step that calls the bank on enter, or that call needs the return "
                            + "and its outcomes do not lead to one that does not",
                        .uncheckedReturn)
                }
            }
        }
    }

    /// Returns `true` if the transition leads to a step that asks the bank when it is entered, before it goes on.
    ///
    /// A call that needs a member of the return, such as the exchange of a code, can't be made after a restart. So each way out of
    /// its step leads to a question without it.
    private static func leadsToQuestion(_ transition: Transition, _ journey: Journey, mayUseReturn: Bool) -> Bool {
        let enter = StateMachine.EngineEvent.enter.rawValue
        guard let target = transition.target, let step = journey.steps[target], case .server = step.kind,
            step.transitions[enter] == nil
        else { return false }
        let calls = step.bindings.filter { $0.onEvent == enter }
        guard !calls.isEmpty else { return false }
        if calls.contains(where: { !journey.usesReturn($0) }) { return true }
        return mayUseReturn
            && step.transitions.values.joined().allSatisfy { leadsToQuestion($0, journey, mayUseReturn: false) }
    }

    /// After the app was killed, the return is compared with the same values. So what they read is stored.
    private static func checkResuming(
        _ step: Step, _ authorization: Authorization, _ journey: Journey
    ) throws(Refusal) {
        let place = "steps.\(step.id)"
        guard let policy = journey.resumePolicy else {
            throw refusal(
                place, "needs a resumePolicy, because the app may be closed before the return", .missingMember)
        }
        if policy.keep[step.id] != nil {
            throw refusal("resumePolicy.keep", "has an output of the return of \(step.id)", .resumePath)
        }
        for (name, value) in authorization.expectations.sorted(by: { $0.key < $1.key }) {
            let place = "\(place).expect.\(name)"
            if let read = value.firstRead(unless: { isKept($0, policy) }) {
                throw refusal(
                    place,
                    "reads \(read): expected values come from session.idempotencyKey, config and outputs in "
                        + "resumePolicy.keep, which are known after a restart",
                    .unboundReturn)
            }
        }
    }

    private static func isKept(_ path: ContextPath, _ policy: ResumePolicy) -> Bool {
        if path == ContextPath(root: "session", elements: [.name("idempotencyKey")]) { return true }
        guard path.root == "steps", path.elements.count == 2, case .name(let name) = path.elements[0],
            case .name(let output) = path.elements[1], let step = StepID(name)
        else { return false }
        return policy.keep[step]?.contains(output) == true
    }

    private static func refusal(_ place: String, _ rest: String, _ rule: LintRule) -> Refusal {
        Refusal(.manifestInvalid, at: place, "\(place) \(rest).", rule)
    }
}
