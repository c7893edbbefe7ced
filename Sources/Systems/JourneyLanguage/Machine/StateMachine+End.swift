internal import JourneyBase

extension StateMachine {
    // MARK: Terminals

    /// A terminal was reached: the manifest's own word. Only a payment whose fate nobody knows outweighs it: to call that
    /// failed or cancelled would invite a second one.
    mutating func arrive(at terminal: Terminal, by event: RaisedEvent?, _ effects: inout [Effect]) {
        let payload = result(of: terminal, by: event, &effects)
        let isKnown = ledger.unresolved.isEmpty
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
        let sources = [event?.result] + outputOrder.reversed().map { outputs[$0.rawValue] } + [event?.payload]
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
        guard !ledger.unresolved.isEmpty, var members = payload.object else { return payload }
        members["unresolved"] = .array(ledger.unresolved.map { .string($0) })
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

    // MARK: The end

    /// The person is gone. A payment under way is waited for; without one, the run ends here.
    mutating func close(_ effects: inout [Effect]) {
        guard calls.values.contains(where: \.isTracked) else {
            return inquire(before: .cancelled, isClosing: true, &effects)
        }
        phase = .closing
    }

    /// Ends the run, at once or when tracked calls have answered, and not before the bank was asked about those that
    /// nobody answered for. `asIs`: the outcome is the manifest's, which knows of everything that has answered.
    mutating func end(_ outcome: Outcome<JSONValue>, asIs: Bool = false, _ effects: inout [Effect]) {
        guard !calls.values.contains(where: \.isTracked) else { return phase = .settling(outcome, asIs: asIs) }
        guard asIs, ledger.doubtful.isEmpty else { return inquire(before: outcome, isClosing: false, &effects) }
        finish(honest(outcome, asIs: true), &effects)
    }

    /// An answer after the run's end is already certain, or after the person has gone.
    mutating func settle(_ id: PendingCall.ID, _ answer: CallAnswer, _ effects: inout [Effect]) {
        guard let call = calls.removeValue(forKey: id) else { return }
        let answer = checked(answer, of: call)
        let isClosing = if case .closing = phase { call.visit == visit } else { false }
        record(answer, of: call, isHeard: isClosing)
        var isYes = false
        if case .success = answer { isYes = true }
        let isNews = call.isTracked && (isYes || ledger.isDoubtful(call))
        switch phase {
        case .closing where isClosing:
            if case .success(_, let body) = answer { follow(body, of: call.binding, in: call.step, &effects) }
        default:
            if case .success(_, let body) = answer { _ = keep(body, call.binding.outputs, in: call.step) }
            report(.lateAnswer, call.binding.onEvent, "\(call.binding.operation.id) answered after the end.", &effects)
        }
        if isNews, case .settling(let outcome, _) = phase { phase = .settling(outcome, asIs: false) }
        guard !isFinished, !calls.values.contains(where: \.isTracked) else { return }
        switch phase {
        case .settling(let outcome, let asIs): end(outcome, asIs: asIs, &effects)
        default: inquire(before: .cancelled, isClosing: true, &effects)
        }
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
        case .completed(let payload) where ledger.hasUnkeyedDoubt: .pending(withUnresolved(payload))
        case .completed(let payload): .completed(withUnresolved(payload))
        case .pending(let payload): .pending(withUnresolved(payload))
        case _ where asIs || !ledger.hasEffects: outcome
        case .cancelled: .pending(summary(.userCancelled))
        case .failed(let error): .pending(summary(error.code))
        }
    }

    /// What a host is told of a run that is not over for the bank.
    func summary(_ reason: ErrorCode) -> JSONValue {
        [
            "reason": .string(reason.rawValue), "operations": .array(ledger.operations.map { .string($0) }),
            "steps": .object(outputs),
        ]
    }

    mutating func finish(_ outcome: Outcome<JSONValue>, _ effects: inout [Effect]) {
        guard !isFinished else { return }
        if isTimerRunning { effects.append(.cancelTimer(.step(visit: visit))) }
        if journey.limits.journeyTimeout != nil, isInside { effects.append(.cancelTimer(.journey)) }
        if isInside { effects.append(.exitStep(currentStep)) }
        isTimerRunning = false
        phase = .finished
        effects.append(.finish(outcome))
    }

    /// Ends a run that nothing can move any more: no page, no plugin, no call and no timer.
    mutating func endIfStuck(_ effects: inout [Effect]) {
        guard case .running = phase, !isNativeUnderWay, !isTimerRunning,
            !calls.values.contains(where: { $0.visit == visit })
        else { return }
        switch step?.kind {
        case .native, .server:
            unhandled(JourneyError(.stepStuck, "Nothing leads out of the step \(currentStep)."), &effects)
        case .web, .terminal, nil: return
        }
    }
}

extension ErrorCode {
    /// Whether the same may succeed later, without anything being mended.
    var mayPass: Bool {
        [.netTimeout, .netUnreachable, .rateLimited, .serverError, .stepTimeout, .journeyTimeout].contains(self)
    }
}
