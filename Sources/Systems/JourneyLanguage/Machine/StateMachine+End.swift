internal import JourneyBase

extension StateMachine {
    // MARK: Errors

    /// An error that the step has no answer to: the journey's policy has the word, and without one the run ends as failed.
    /// `payload` is what the step that the policy leads to gets to know of it.
    mutating func unhandled(_ error: JourneyError, telling payload: JSONValue? = nil, _ effects: inout [Effect]) {
        if follow(error, payload, &effects) { return }
        end(.failed(error), &effects)
    }

    /// Does what the journey's policy says of `error`; says whether it says anything.
    mutating func follow(_ error: JourneyError, _ payload: JSONValue?, _ effects: inout [Effect]) -> Bool {
        guard let action = journey.errorPolicy.action(for: error.code) else { return false }
        switch action {
        case .go(let target):
            enter(target, by: .error(error.code, payload), &effects)
        case .end(let ending): end(ending, error, &effects)
        }
        return true
    }

    /// A refused message of a page moves the run only where the policy says so; otherwise the page was told, and that is all.
    mutating func pageRefused(_ error: JourneyError, _ effects: inout [Effect]) {
        guard ManifestGrammar.refusalCodes.contains(error.code) else { return }
        _ = follow(error, nil, &effects)
    }

    /// As at a terminal, the manifest's word stands unless a payment's fate is not known.
    private mutating func end(_ ending: ErrorRule.Ending, _ error: JourneyError, _ effects: inout [Effect]) {
        let isKnown = calls.ledger.unresolved.isEmpty
        switch ending.outcome {
        case .cancelled: end(.cancelled, asIs: isKnown, &effects)
        case .pending: end(.pending(summary(error.code)), asIs: true, &effects)
        case .failed, .completed:
            let recovery = ending.isRecoverable ? JourneyError.Recovery.restart : .giveUp
            let error = JourneyError(error.code, error.message, recovery: recovery, traceID: error.traceID)
            end(.failed(error), asIs: isKnown, &effects)
        }
    }

    /// Whether the step has something to say to the event `name`.
    func isHandled(_ name: String) -> Bool {
        guard let step else { return false }
        return step.transitions[name].map { !$0.isEmpty } ?? false || step.bindings.contains { $0.onEvent == name }
    }

    // MARK: Terminals

    /// A terminal was reached: the manifest's own word. Only a payment whose fate nobody knows outweighs it: to call that
    /// failed or cancelled would invite a second one.
    mutating func arrive(at terminal: Terminal, by event: RaisedEvent?, _ effects: inout [Effect]) {
        let payload = result(of: terminal, by: event, &effects)
        let isKnown = calls.ledger.unresolved.isEmpty
        switch terminal.outcome {
        case .completed: end(.completed(payload), asIs: true, &effects)
        case .pending: end(.pending(payload), asIs: true, &effects)
        case .cancelled: end(.cancelled, asIs: isKnown, &effects)
        case .failed: end(.failed(error(of: terminal, by: event)), asIs: isKnown, &effects)
        }
    }

    /// The declared members, from the answer that led here, from earlier outputs (newest first), or from the event.
    private func result(of terminal: Terminal, by event: RaisedEvent?, _ effects: inout [Effect]) -> JSONValue {
        guard case .declared(let types) = terminal.result else {
            if case .literal(let value) = terminal.result { return value }
            return [:]
        }
        let sources = [event?.result] + outputs.newestFirst + [event?.payload]
        var members: [String: JSONValue] = [:]
        for (name, type) in types {
            members[name] = sources.lazy.compactMap { $0?[name] }.first { type.admits($0) }
        }
        if members.count < types.count {
            // The outcome stands all the same: to call a payment failed because its answer is short would invite a second.
            report(.resultIncomplete, event?.name, "The result lacks a declared member.", &effects)
        }
        return .object(members)
    }

    /// One payment was made, but another may have been too: `unresolved` names it.
    private func withUnresolved(_ payload: JSONValue) -> JSONValue {
        guard !calls.ledger.unresolved.isEmpty, var members = payload.object else { return payload }
        members["unresolved"] = .array(calls.ledger.unresolved.map { .string($0) })
        return .object(members)
    }

    /// What the engine says went wrong, else what the manifest has in so many words.
    private func error(of terminal: Terminal, by event: RaisedEvent?) -> JourneyError {
        var code = event?.code?.rawValue
        if code == nil, case .literal(let value) = terminal.result {
            code = value["code"]?.string.flatMap { CallProblem.isCode($0) ? $0 : nil }
        }
        if event?.name == EngineEvent.timeout.rawValue { code = code ?? ErrorCode.stepTimeout.rawValue }
        if event?.name == EngineEvent.journeyTimeout.rawValue { code = code ?? ErrorCode.journeyTimeout.rawValue }
        let known = ErrorCode(rawValue: code ?? ErrorCode.unknown.rawValue)
        return JourneyError(
            known, "The journey ended in the step \(currentStep).", recovery: known.mayPass ? .restart : .giveUp)
    }

    // MARK: Answers after the end is certain

    /// An answer after the run's end is already certain, or after the person has gone.
    mutating func settle(_ id: PendingCall.ID, _ answer: CallAnswer, _ effects: inout [Effect]) {
        guard let call = endCall(id) else { return }
        let answer = checked(answer, of: call)
        let isClosing = if case .closing = phase { call.visit == visit } else { false }
        record(answer, of: call, isHeard: isClosing)
        var isYes = false
        if case .success = answer { isYes = true }
        let isNews = call.isTracked && (isYes || calls.ledger.isDoubtful(call))
        switch phase {
        case .closing where isClosing:
            if case .success(_, let body) = answer { follow(body, of: call.binding, in: call.step, &effects) }
        default:
            if case .success(_, let body) = answer { keep(body, call.binding.outputs, in: call.step) }
            report(.lateAnswer, call.binding.onEvent, "\(call.binding.operation.id) answered after the end.", &effects)
        }
        if isNews { doubtOutcome() }
        guard !isFinished, !calls.isTrackedUnderWay else { return }
        switch phase {
        case .settling(_, let outcome, let asIs): end(outcome, asIs: asIs, &effects)
        default: inquire(before: .cancelled, isClosing: true, &effects)
        }
    }

    /// Books what the bank said of what an earlier process left, before the run goes on.
    mutating func book(_ fates: [String: CallFate]) {
        for (slot, number) in calls.ledger.doubtful {
            switch fates[slot.scope(number)] {
            case .notDone: resolve(slot, number: number, isDone: false)
            case .done: resolve(slot, number: number, isDone: true)
            case nil: break
            }
        }
    }

    /// The bank has said what it knows.
    mutating func conclude(
        _ outcome: Outcome<JSONValue>, isClosing: Bool, _ fates: [String: CallFate], _ effects: inout [Effect]
    ) {
        for (slot, number) in calls.ledger.doubtful {
            switch fates[slot.scope(number)] {
            case .notDone: resolve(slot, number: number, isDone: false)
            case .done(let body):
                resolve(slot, number: number, isDone: true)
                guard let binding = journey.binding(at: slot) else { continue }
                // As when the answer itself comes after the window was closed.
                if isClosing, slot.step == currentStep, calls.ledger.doubtful.isEmpty, isWhole(body, for: binding) {
                    hear(slot, number: number)
                    follow(body, of: binding, in: slot.step, &effects)
                } else {
                    keep(body, binding.outputs, in: slot.step)
                }
            case nil: break
            }
        }
        finish(honest(outcome), &effects)
    }

    /// The payment that the person did not wait for was made: its event is followed if it leads straight to a terminal.
    mutating func follow(_ body: JSONValue, of binding: Binding, in owner: StepID, _ effects: inout [Effect]) {
        let result = keep(body, binding.outputs, in: owner)
        guard let name = binding.onSuccessEmit, let step else { return }
        let event = RaisedEvent(name: name, payload: body.object == nil ? [:] : body, result: result)
        let context = context(of: event)
        let chosen = (step.transitions[name] ?? []).first { transition in
            guard let expression = transition.guardExpression else { return true }
            return (try? expression.evaluate(in: context)) ?? false
        }
        guard let target = chosen?.target, let next = journey.steps[target], case .terminal = next.kind else { return }
        enter(target, by: event, &effects)
    }

    /// What can be said for certain: where the bank has done something, or may have, that is `pending`, whatever became
    /// of the page; and what was paid beside the manifest's own outcome, or may have been, is named with it. `asIs`: the
    /// manifest says so, and knows of everything that was done.
    func honest(_ outcome: Outcome<JSONValue>, asIs: Bool = false) -> Outcome<JSONValue> {
        switch outcome {
        // Of a call without a key the bank can't be asked, so nobody can say that the journey is complete.
        case .completed(let payload) where calls.ledger.hasUnkeyedDoubt: .pending(withUnresolved(payload))
        case .completed(let payload): .completed(withUnresolved(payload))
        case .pending(let payload): .pending(withUnresolved(payload))
        case _ where asIs || !calls.ledger.hasEffects: outcome
        case .cancelled: .pending(summary(.userCancelled))
        case .failed(let error): .pending(summary(error.code))
        }
    }

    /// What a host is told of a run that is not over for the bank.
    func summary(_ reason: ErrorCode) -> JSONValue {
        [
            "reason": .string(reason.rawValue), "operations": .array(calls.ledger.operations.map { .string($0) }),
            "steps": outputs.json,
        ]
    }

    /// Ends a run that nothing can move any more: no page, no plugin, no call and no timer.
    mutating func endIfStuck(_ effects: inout [Effect]) {
        guard case .running(let stay) = phase, !stay.isTimerRunning, !calls.isUnderWay(in: stay.visit) else { return }
        switch (step?.kind, stay.activity) {
        case (.native, .nothing), (.server, _):
            unhandled(JourneyError(.stepStuck, "Nothing leads out of the step \(currentStep)."), &effects)
        default: return
        }
    }
}

extension ErrorCode {
    /// Whether the same may succeed later, without anything being mended.
    var mayPass: Bool {
        [.netTimeout, .netUnreachable, .rateLimited, .serverError, .stepTimeout, .journeyTimeout].contains(self)
    }
}
