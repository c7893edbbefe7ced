internal import JourneyBase

extension Journey {
    /// Returns the transitions that do not fit the event that they answer, as faults: of errors, the end of a time, cancelling, and a
    /// page's `cancel` and `back`, and of refusals with which the bank has not decided.
    ///
    /// Only transitions count.
    func progressFaults() -> [ProofFault] {
        let course = JourneyCourse(self)
        return steps.values.sorted { $0.id.rawValue < $1.id.rawValue }.flatMap { step in
            nearerFaults(of: step, course) + lateFaults(of: step, course) + leavingFaults(of: step, course)
                + heldFaults(of: step, course)
        } + heldFaults()
    }

    private func fault(
        _ event: String, of step: Step, _ what: String, as property: ProofProperty = .cause
    ) -> ProofFault {
        ProofFault(property, subject: "\(step.id).\(event)", "In \(step.id), \(event) \(what).")
    }

    private func terminal(_ step: StepID) -> Terminal? {
        if case .terminal(let terminal)? = steps[step]?.kind { terminal } else { nil }
    }

    // MARK: Distance

    /// Finds events that bring a run nearer to its completion than anything that succeeds in the same step, regardless of guards.
    ///
    /// An error may lead where a success leads: a call may be optional. A page besides the course, such as one that asks before it
    /// cancels, may lead back to it.
    private func nearerFaults(of step: Step, _ course: JourneyCourse) -> [ProofFault] {
        let left = step.transitions.compactMapValues { list in
            list.compactMap(\.target).compactMap { distance(of: $0) }.min()
        }
        let unsuccessful = step.unsuccessfulEvents
        let leads = step.transitions.filter { event, list in
            !unsuccessful.contains(event) && list.contains { $0.target != nil && $0.target != step.id }
        }
        guard !leads.isEmpty else { return [] }
        let best = leads.keys.compactMap { left[$0] }.min() ?? .max
        return unsuccessful.sorted().compactMap { event -> ProofFault? in
            guard let own = left[event], own < best || own == best && step.isLeft(by: event),
                event != "back" || course.reached.contains(step.id)
            else { return nil }
            return fault(event, of: step, "brings the run as near to its completion as a success, or nearer")
        }
    }

    /// Returns the number of steps to the completion, one less for a terminal that completes; `nil` if there is no way.
    private func distance(of step: StepID) -> Int? {
        stepsLeft(from: step).map { terminal(step) != nil ? -1 : $0 }
    }

    // MARK: Time

    /// Finds a step of the person that leads on once its time is over, although the person has not answered.
    ///
    /// It may end the run, go back, lead to a step besides the course, or ask the bank. A return of an `authorize` step is checked
    /// when the journey is loaded.
    private func lateFaults(of step: Step, _ course: JourneyCourse) -> [ProofFault] {
        switch step.kind {
        case .web, .native: break
        case .server, .authorize, .terminal: return []
        }
        return (step.transitions["timeout"] ?? []).compactMap(\.target).filter { target in
            terminal(target) == nil && target != step.id && steps[target]?.onlyAsks != true
                && course.leads(step.id, to: target) && !course.passes(target, before: step.id)
        }.prefix(1).map { fault("timeout", of: step, "leads on to \($0), although the person has not answered") }
    }

    // MARK: Leaving

    /// Finds pages whose `cancel` does not cancel, or whose `back` does not lead back. From 1.3 on, these names have that meaning.
    private func leavingFaults(of step: Step, _ course: JourneyCourse) -> [ProofFault] {
        guard version >= .v13, case .web = step.kind else { return [] }
        let cancelled = (step.transitions["cancel"] ?? []).compactMap(\.target).first { target in
            if let end = terminal(target) { return end.outcome == .completed || end.outcome == .failed }
            return course.reached.contains(step.id) && course.steps.contains(target)
        }
        // A guard may choose between steps of which the run passed one.
        let back = (step.transitions["back"] ?? []).filter { $0.guardExpression == nil }.compactMap(\.target).first {
            target in
            if let end = terminal(target) { return end.outcome == .completed || end.outcome == .failed }
            return course.reached.contains(step.id) && course.steps.contains(target) && target != step.id
                && !course.passes(target, before: step.id)
        }
        return [
            cancelled.map {
                fault(
                    "cancel", of: step,
                    "leads to \($0): it neither ends the run as cancelled or pending, nor asks first")
            }, back.map { fault("back", of: step, "leads to \($0), which does not precede the step") },
        ].compactMap { $0 }
    }

    // MARK: Refusals that decide nothing

    /// Finds a refusal that a guard knows as one that decides nothing, and that ends the run as failed. What the bank holds is not
    /// sent again either.
    private func heldFaults(of step: Step, _ course: JourneyCourse) -> [ProofFault] {
        Set(step.bindings.compactMap(\.onErrorEmit)).sorted().flatMap { event in
            (step.transitions[event] ?? []).compactMap { transition -> ProofFault? in
                guard let target = transition.target, let texts = transition.guardExpression?.requiredTexts,
                    let code = Journey.undecided.first(where: { texts.contains($0.rawValue) })
                else { return nil }
                if let end = terminal(target) {
                    guard end.outcome == .failed else { return nil }
                    return fault(
                        event, of: step, "ends the run as failed after \(code), which decides nothing", as: .unknown)
                }
                guard texts.contains(ErrorCode.complianceHold.rawValue),
                    target == step.id || course.leads(target, to: step.id)
                else { return nil }
                return fault(
                    event, of: step,
                    "leads to \(target) after \(ErrorCode.complianceHold), which sends the call again", as: .unknown)
            }.prefix(1)
        }
    }

    /// Finds rules of the error policy that end the run as failed or cancelled after a refusal that decides nothing.
    private func heldFaults() -> [ProofFault] {
        Journey.undecided.compactMap { code in
            let outcome: Terminal.Kind? =
                switch errorPolicy.action(for: code) {
                case .go(let step): terminal(step)?.outcome
                case .end(let ending): ending.outcome
                case nil: nil
                }
            guard outcome == .failed || outcome == .cancelled else { return nil }
            return ProofFault(
                .unknown, subject: code.rawValue,
                "The error policy ends the run as \(outcome?.rawValue ?? "") after \(code), which decides nothing.")
        }
    }

    /// The codes of refusals with which the bank has not decided: it holds the request, or asks for more.
    private static let undecided: [ErrorCode] = [.complianceHold, .moreInfo]
}

extension Step {
    /// Returns `true` if a page's event of this name leaves the step without having done what it is for.
    fileprivate func isLeft(by event: String) -> Bool {
        if case .web = kind { ["cancel", "back"].contains(event) } else { false }
    }

    /// `true` for a server step whose calls only read what the bank knows.
    fileprivate var onlyAsks: Bool {
        guard case .server = kind, !bindings.isEmpty else { return false }
        return bindings.allSatisfy { !$0.isWrite || $0.effect == .read }
    }
}
