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
        for outcome in Authorization.outcomes {
            let place = "steps.\(step.id).on.\(outcome)"
            guard let transitions = step.transitions[outcome] else {
                throw refusal(place, "is missing: each outcome of an authorization is handled", .missingMember)
            }
            for transition in transitions {
                guard transition.emit == nil else {
                    throw refusal(place, "emits an event, which no call of this step can wait for", .unknownMember)
                }
                guard let target = transition.target, asks(journey.steps[target]) else {
                    throw refusal(place, "does not lead to a server step with a call on enter", .uncheckedReturn)
                }
            }
        }
    }

    /// Returns `true` if the step asks the bank when it is entered, before it goes on.
    private static func asks(_ step: Step?) -> Bool {
        guard let step, case .server = step.kind else { return false }
        return step.bindings.contains { $0.onEvent == StateMachine.EngineEvent.enter.rawValue }
            && step.transitions[StateMachine.EngineEvent.enter.rawValue] == nil
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
            if let read = value.read(unless: { isKept($0, policy) }) {
                throw refusal(
                    place,
                    "reads \(read), which is neither session.idempotencyKey, of config nor in resumePolicy.keep",
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
