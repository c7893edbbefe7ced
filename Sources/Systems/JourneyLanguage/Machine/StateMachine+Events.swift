internal import JourneyBase

/// An event that the state machine processes.
struct RaisedEvent {
    var name: String
    var payload: JSONValue
    /// The declared outputs of the call that raised the event.
    var result: JSONValue?
    /// The engine's error code. Terminals use no other code, because payloads come from pages, plugins and banks.
    var code: ErrorCode?
    /// The number of events that it follows from.
    var depth = 0
}

extension StateMachine {
    // MARK: External events

    /// Handles events before the first step.
    mutating func handleIdle(_ event: Event, _ effects: inout [Effect]) {
        switch event {
        case .start: begin(&effects)
        case .barred(let error): refuseStart(error, &effects)
        case .closed: close(&effects)
        case .stopped(let error): end(.failed(error), &effects)
        case .inquiryAnswered(let fates): recordFates(fates)
        default: break
        }
    }

    private mutating func begin(_ effects: inout [Effect]) {
        if let limit = journey.limits.journeyTimeout { effects.append(.startTimer(.journey, limit)) }
        enter(currentStep, by: nil, &effects)
        endIfStuck(&effects)
    }

    /// Ends a run that must not begin. The policy may lead only to a terminal, and not to one that reports completion.
    private mutating func refuseStart(_ error: JourneyError, _ effects: inout [Effect]) {
        if case .go(let target) = journey.errorPolicy.action(for: error.code) {
            guard case .terminal(let terminal) = journey.steps[target]?.kind, terminal.outcome != .completed else {
                return end(.failed(error), &effects)
            }
        }
        unhandled(error, &effects)
    }

    mutating func run(_ event: Event, _ effects: inout [Effect]) {
        switch event {
        case .start, .barred: break
        case .pageOpened(let visit): openPage(of: visit)
        case .page(let name, let payload): pageRaised(name, payload, &effects)
        case .approved: recordApproval()
        case .pageLost(let visit, let error): if visit == self.visit { fault(error, &effects) }
        case .pageRefused(let error): pageRefused(error, &effects)
        case .native(let visit, let answer): native(visit, answer, &effects)
        case .callFinished(let id, let answer): callFinished(id, answer, &effects)
        case .timerFired(let id): timerFired(id, &effects)
        case .closed: close(&effects)
        case .stopped(let error): end(.failed(error), &effects)
        case .inquiryAnswered: break
        }
    }

    /// `true` while the step's page may raise events.
    var isPageOpen: Bool { if case .openPage = phase.stay?.activity { true } else { false } }

    private mutating func pageRaised(_ name: String, _ payload: JSONValue, _ effects: inout [Effect]) {
        guard let step, case .web = step.kind, !StateMachine.isReserved(name, in: step) else {
            return report(.forbiddenEvent, name, "The page raised an event that is reserved for the engine.", &effects)
        }
        guard isPageOpen else {
            return report(.pageNotReady, name, "The page raised this event before its bridge was open.", &effects)
        }
        recordAction()
        raise(RaisedEvent(name: name, payload: payload), &effects)
    }

    /// Returns `true` if only the engine may raise `name` in `step`.
    private static func isReserved(_ name: String, in step: Step) -> Bool {
        EngineEvent(rawValue: name) != nil
            || step.bindings.contains { $0.onSuccessEmit == name || $0.onErrorEmit == name }
            || step.transitions.values.contains { $0.contains { $0.emit == name } }
    }

    private mutating func native(_ visit: Int, _ answer: NativeAnswer, _ effects: inout [Effect]) {
        guard endPlugin(of: visit) else { return }
        if case .error = answer {} else { recordAction() }
        if case .success = answer, case .native(let plugin, _) = step?.kind,
            PluginDescription.isApproval(plugin: plugin)
        {
            recordApproval()
            giveApprovals()
        }
        switch answer {
        case .success(let payload): succeeded(payload, &effects)
        case .error(let error): fault(error, &effects)
        case .cancelled:
            let didSomething = raise(.engine(.cancelled, [:]), &effects)
            if !didSomething { end(.cancelled, &effects) }
        }
    }

    /// Handles a plugin's success. An answer without a declared output is a failure, as for calls.
    private mutating func succeeded(_ payload: JSONValue, _ effects: inout [Effect]) {
        let declared = step?.outputs ?? [:]
        guard declared.isFulfilled(by: payload) else {
            let error = JourneyError(.validationFail, "The plugin's result lacks a declared output.")
            return fault(error, &effects)
        }
        var event = RaisedEvent.engine(.success, payload)
        event.result = store(payload, declared, in: currentStep)
        raise(event, &effects)
    }

    /// Handles the failure of a page or a plugin: raises the step's `error`, or ends the run.
    mutating func fault(_ error: JourneyError, _ effects: inout [Effect]) {
        let didSomething = raise(.error(error.code), &effects)
        if !didSomething { unhandled(error, &effects) }
    }

    private mutating func timerFired(_ id: TimerID, _ effects: inout [Effect]) {
        switch id {
        case .journey:
            let didSomething = raise(.engine(.journeyTimeout, [:]), &effects)
            guard !didSomething else { return }
            unhandled(
                JourneyError(
                    .journeyTimeout, "The journey exceeded its time limit (limits.journeyTimeoutMs).",
                    recovery: .restart), &effects)
        case .step(let visit):
            guard endTimer(of: visit) else { return }
            let didSomething = raise(.engine(.timeout, [:]), &effects)
            guard !didSomething else { return }
            unhandled(
                JourneyError(
                    .stepTimeout, "The step \(currentStep) exceeded its time limit (timeoutMs).", recovery: .restart),
                &effects)
        }
    }

    // MARK: Transitions

    /// Starts the bindings of an event, then takes its transition. Returns `true` if it moved the run, started a call or emitted
    /// an event.
    @discardableResult
    mutating func raise(_ event: RaisedEvent, _ effects: inout [Effect]) -> Bool {
        guard isRunning, let step else { return true }
        note(.raised(event: event.name, depth: event.depth, payload: event.payload), effects)
        guard event.depth <= journey.limits.emitChain else {
            unhandled(
                JourneyError(
                    .limitExceeded,
                    "More than \(journey.limits.emitChain) events follow from one event (limits.emitChain)."), &effects)
            return true
        }
        let stay = visit
        let bound = step.bindings.indices.filter { step.bindings[$0].onEvent == event.name }
        if bound.contains(where: { calls.isUnderWay(PendingCall.Slot(step: step.id, binding: $0)) }) {
            report(.callUnderWay, event.name, "The call that this event starts is already in flight.", &effects)
            return true
        }
        for index in bound where visit == stay { begin(step.bindings[index], at: index, of: step, on: event, &effects) }
        // A call that could not be built has already failed, which may have moved the run.
        guard visit == stay, isRunning else { return true }
        let list = step.transitions[event.name] ?? []
        if list.isEmpty, bound.isEmpty, event.depth == 0, EngineEvent(rawValue: event.name) == nil {
            report(.unknownEvent, event.name, "The step does not handle this event.", &effects)
        }
        let hasMoved = take(list, on: event, &effects)
        if journey.resumePolicy?.snapshotOn.contains(event.name) == true { savePoint(&effects) }
        return hasMoved || !bound.isEmpty
    }

    /// Takes the first transition whose guard is true.
    private mutating func take(_ list: [Transition], on event: RaisedEvent, _ effects: inout [Effect]) -> Bool {
        guard !list.isEmpty else { return false }
        let context = context(of: event)
        let open = list.enumerated().first { index, transition in
            isOpen(transition, TransitionPlace(step: currentStep, event: event.name, index: index), context, &effects)
        }
        guard let (index, chosen) = open else {
            report(.noGuardTrue, event.name, "No guard of this event's transitions is true.", &effects)
            return false
        }
        let place = TransitionPlace(step: currentStep, event: event.name, index: index)
        note(.taken(chosen, place), effects)
        let stay = visit
        if let emit = chosen.emit {
            emitToPage(emit, event.payload, &effects)
            var next = event
            next.name = emit
            next.depth += 1
            raise(next, &effects)
        }
        guard let target = chosen.target else { return true }
        guard visit == stay, isRunning else {
            report(
                .moveOverridden, event.name, "The event that the transition emitted has already led to another step.",
                &effects)
            return true
        }
        enter(target, by: event, &effects)
        return true
    }

    private mutating func isOpen(
        _ transition: Transition, _ place: TransitionPlace, _ context: Context, _ effects: inout [Effect]
    ) -> Bool {
        guard let expression = transition.guardExpression else { return true }
        do throws(GuardError) {
            let truth = try evaluate(expression, in: context)
            note(.judged(transition, place, .success(truth), seen: expression.seen(in: context)), effects)
            return truth
        } catch {
            note(.judged(transition, place, .failure(error), seen: expression.seen(in: context)), effects)
            report(.guardError, place.event, reason(of: error, expression, on: place.event), &effects)
            return false
        }
    }

    /// Returns why a condition has no value. An expression's has its place, as that of a call has.
    private func reason(of error: GuardError, _ condition: Condition, on event: String) -> String {
        guard case .expression(let expression) = condition else {
            return "A guard could not be evaluated (\(error.reason.rawValue))."
        }
        let source = expression.source.count > 200 ? "\(expression.source.prefix(200))…" : expression.source
        return "A guard of steps.\(currentStep).on.\(event) has no value: \(error.detail.dropLast()), "
            + "at byte \(error.offset), in: \(source)"
    }

    func context(of event: RaisedEvent) -> Context {
        Context(payload: event.payload, result: event.result, steps: outputs.json, session: session)
    }

    /// Returns the values of expressions: the context, and the time.
    func scope(_ context: Context) -> ExpressionScope {
        guard journey.version >= .v13, let now else { return ExpressionScope(context) }
        return ExpressionScope(context, values: ["session.now": .timestamp(now)])
    }

    /// Returns the values of expressions that make a call, an address or a plugin's parameters.
    func callScope(_ context: Context) -> ExpressionScope {
        var scope = scope(context)
        for variable in HeaderVariable.allCases where !variable.rawValue.hasPrefix("session.") {
            scope.values[variable.rawValue] =
                variable == .sequence ? journey.sequence.map { .int($0) } : value(of: variable).map { .string($0) }
        }
        return scope
    }

    func emitToPage(_ name: String, _ payload: JSONValue, _ effects: inout [Effect]) {
        guard case .web = step?.kind else { return }
        effects.append(.emitToPage(name: name, payload: payload))
    }

    func report(_ kind: Diagnostic.Kind, _ event: String?, _ message: String, _ effects: inout [Effect]) {
        effects.append(.diagnostic(Diagnostic(kind, step: currentStep, event: event, message)))
    }
}

extension RaisedEvent {
    static func engine(_ event: StateMachine.EngineEvent, _ payload: JSONValue) -> RaisedEvent {
        RaisedEvent(name: event.rawValue, payload: payload)
    }

    /// Returns the engine's `error` event; its payload is `payload` if given, otherwise the code alone.
    static func error(_ code: ErrorCode, _ payload: JSONValue? = nil) -> RaisedEvent {
        let payload = payload ?? ["code": .string(code.rawValue)]
        return RaisedEvent(name: StateMachine.EngineEvent.error.rawValue, payload: payload, code: code)
    }
}
