internal import JourneyBase

extension StateMachine {
    // MARK: Errors

    /// Handles an error that the step does not handle: the journey's error policy decides; without a rule, the run ends as
    /// failed. `payload` is passed to the step that the policy leads to.
    mutating func unhandled(_ error: JourneyError, telling payload: JSONValue? = nil, _ effects: inout [Effect]) {
        if follow(error, payload, &effects) { return }
        end(.failed(error), &effects)
    }

    /// Applies the error policy to `error`; returns `false` if it has no rule.
    mutating func follow(_ error: JourneyError, _ payload: JSONValue?, _ effects: inout [Effect]) -> Bool {
        guard let action = journey.errorPolicy.action(for: error.code) else { return false }
        switch action {
        case .go(let target):
            enter(target, by: .error(error.code, payload), &effects)
        case .end(let ending): end(ending, error, &effects)
        }
        return true
    }

    /// Handles a refused message of a page. It affects the run only if the policy has a rule; the page has already received an
    /// error.
    mutating func pageRefused(_ error: JourneyError, _ effects: inout [Effect]) {
        guard ManifestGrammar.refusalCodes.contains(error.code) else { return }
        _ = follow(error, nil, &effects)
    }

    /// Ends the run as the policy says, unless a payment's result is unknown.
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

    /// Returns `true` if the step handles the event `name`.
    func isHandled(_ name: String) -> Bool {
        guard let step else { return false }
        return step.transitions[name].map { !$0.isEmpty } ?? false || step.bindings.contains { $0.onEvent == name }
    }

    // MARK: Terminals

    /// Ends the run with the terminal's outcome, unless the result of a payment is unknown: reporting that as failed or cancelled
    /// would invite a second payment.
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

    /// Returns the declared members, taken from the last answer, from earlier outputs (newest first), or from the event.
    private func result(of terminal: Terminal, by event: RaisedEvent?, _ effects: inout [Effect]) -> JSONValue {
        if case .expressions(let expressions) = terminal.result {
            let result = self.result(of: expressions, by: event)
            if let reason = result.reason { report(.resultIncomplete, event?.name, reason, &effects) }
            return .object(result.members)
        }
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
            // The outcome still applies: reporting a payment as failed because its answer is incomplete would invite a second
            // one.
            report(.resultIncomplete, event?.name, "The result lacks a declared member.", &effects)
        }
        return .object(members)
    }

    /// Returns the members of a terminal's result that have a value, and why the first of the others has none. A reference that
    /// is no text is none.
    private func result(
        of expressions: [String: Expression], by event: RaisedEvent?
    ) -> (members: [String: JSONValue], reason: String?) {
        let context = Context(
            payload: event?.payload, result: event?.result, steps: outputs.json, session: session)
        var members: [String: JSONValue] = [:]
        var reason: String?
        for (name, expression) in expressions.sorted(by: { $0.key < $1.key }) {
            do throws(ExpressionError) {
                members[name] = try value(of: expression, in: context, as: name == "reference" ? .string : nil)
            } catch {
                reason = reason ?? error.message(of: expression, at: "steps.\(currentStep).result.\(name)")
            }
        }
        return (members, reason)
    }

    private func value(
        of expression: Expression, in context: Context, as type: ValueType?
    ) throws(ExpressionError) -> JSONValue {
        guard assumptions != nil else { return try expression.json(in: scope(context), as: type) }
        return try Assumptions.value(of: expression, in: context)
    }

    /// Adds the operations that may also have been executed, as `unresolved`.
    private func withUnresolved(_ payload: JSONValue) -> JSONValue {
        guard !calls.ledger.unresolved.isEmpty, var members = payload.object else { return payload }
        members["unresolved"] = .array(calls.ledger.unresolved.map { .string($0) })
        return .object(members)
    }

    /// Returns the error of a failed terminal: the engine's code, or else the code in the manifest's literal result.
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

    // MARK: Late answers and inquiries

    /// Handles an answer after the run's outcome is certain, or after the user has closed it.
    mutating func finishCall(_ id: PendingCall.ID, _ answer: CallAnswer, _ effects: inout [Effect]) {
        guard let call = endCall(id) else { return }
        let answer = checked(answer, of: call)
        let isClosing = if case .closing = phase { call.visit == visit } else { false }
        record(answer, of: call, isDelivered: isClosing)
        var isYes = false
        if case .success = answer { isYes = true }
        let hasNewResult = call.isTracked && (isYes || calls.ledger.isDoubtful(call))
        switch phase {
        case .closing where isClosing:
            if case .success(_, let body, let reply) = answer {
                follow(body, reply, of: call.binding, in: call.step, &effects)
            }
        default:
            if case .success(_, let body, let reply) = answer {
                store(readable(body, reply, of: call.binding), call.binding.outputs, in: call.step)
            }
            report(.lateAnswer, call.binding.onEvent, "\(call.binding.operation.id) answered after the end.", &effects)
        }
        if hasNewResult { doubtOutcome() }
        guard !isFinished, !calls.isTrackedUnderWay else { return }
        switch phase {
        case .settling(_, let outcome, let asIs): end(outcome, asIs: asIs, &effects)
        default: inquire(before: .cancelled, isClosing: true, &effects)
        }
    }

    /// Records the bank's answers about attempts of an earlier process, before the run continues.
    mutating func recordFates(_ fates: [String: CallFate]) {
        for (slot, number) in calls.ledger.doubtful {
            switch fates[slot.scope(number)] {
            case .notDone: resolve(slot, number: number, isDone: false)
            case .done: resolve(slot, number: number, isDone: true)
            case nil: break
            }
        }
    }

    /// Ends the run with the bank's answers to the inquiry.
    mutating func conclude(
        _ outcome: Outcome<JSONValue>, isClosing: Bool, _ fates: [String: CallFate], _ effects: inout [Effect]
    ) {
        for (slot, number) in calls.ledger.doubtful {
            switch fates[slot.scope(number)] {
            case .notDone: resolve(slot, number: number, isDone: false)
            case .done(let body):
                resolve(slot, number: number, isDone: true)
                guard let binding = journey.binding(at: slot) else { continue }
                // As for an answer that arrives after the window was closed.
                if isClosing, slot.step == currentStep, calls.ledger.doubtful.isEmpty,
                    missingOutput(in: body, of: binding, at: "") == nil
                {
                    markDelivered(slot, number: number)
                    follow(body, of: binding, in: slot.step, &effects)
                } else {
                    store(readable(body, CallReply(), of: binding), binding.outputs, in: slot.step)
                }
            case nil: break
            }
        }
        finish(certainOutcome(outcome), &effects)
    }

    /// Follows the success event of a payment that the user did not wait for, if it leads directly to a terminal.
    mutating func follow(
        _ body: JSONValue, _ reply: CallReply = CallReply(), of binding: Binding, in owner: StepID,
        _ effects: inout [Effect]
    ) {
        let result = store(readable(body, reply, of: binding), binding.outputs, in: owner)
        guard let name = binding.onSuccessEmit, let step else { return }
        let event = RaisedEvent(name: name, payload: body.object == nil ? [:] : body, result: result)
        let context = context(of: event)
        let chosen = (step.transitions[name] ?? []).first { transition in
            guard let expression = transition.guardExpression else { return true }
            return (try? evaluate(expression, in: context)) ?? false
        }
        guard let target = chosen?.target, let next = journey.steps[target], case .terminal = next.kind else { return }
        enter(target, by: event, &effects)
    }

    /// Returns the outcome that is certain. If the bank has executed something, or may have, a failed or cancelled run becomes
    /// `pending`, and unresolved operations are added. So does one whose authorization the bank was not asked about. `asIs` is
    /// `true` if the manifest chose the outcome knowing of everything that was executed.
    func certainOutcome(_ outcome: Outcome<JSONValue>, asIs: Bool = false) -> Outcome<JSONValue> {
        switch outcome {
        // The bank cannot be asked about a call without a key, so completion is not certain.
        case .completed(let payload) where calls.ledger.hasUnkeyedDoubt || hasMoneyInDoubt:
            .pending(withUnresolved(payload))
        case .completed(let payload): .completed(withUnresolved(payload))
        case .pending(let payload): .pending(withUnresolved(payload))
        case _ where !isAuthorizationOpen && (asIs || !calls.ledger.hasEffects): outcome
        case .cancelled: .pending(summary(.userCancelled))
        case .failed(let error): .pending(summary(error.code))
        }
    }

    /// `true` if the result of a call that moves money, as a 1.3 manifest declares, is not known.
    private var hasMoneyInDoubt: Bool {
        calls.ledger.doubtful.contains { journey.binding(at: $0.slot)?.movesMoney ?? false }
    }

    /// Returns the payload of a `pending` outcome that the engine chose.
    func summary(_ reason: ErrorCode) -> JSONValue {
        [
            "reason": .string(reason.rawValue), "operations": .array(calls.ledger.operations.map { .string($0) }),
            "steps": outputs.json,
        ]
    }

    /// Ends a run that can no longer advance: no page, no plugin, no call and no timer.
    mutating func endIfStuck(_ effects: inout [Effect]) {
        guard case .running(let stay) = phase, !stay.isTimerRunning, !calls.isUnderWay(in: stay.visit) else { return }
        switch (step?.kind, stay.activity) {
        case (.native, .nothing), (.server, _):
            unhandled(
                JourneyError(
                    .stepStuck,
                    "The step \(currentStep) has no page, plugin, call or timer that could continue the run."), &effects
            )
        default: return
        }
    }
}

extension ErrorCode {
    /// `true` if the same request may succeed later without any change.
    var mayPass: Bool {
        [.netTimeout, .netUnreachable, .rateLimited, .serverError, .stepTimeout, .journeyTimeout].contains(self)
    }
}
