internal import JourneyBase

/// Plays a script against a state machine and records the result.
struct Explainer {
    private var machine: StateMachine
    private var explanation: Explanation
    private var visits: [StepID: Int] = [:]
    /// Calls that could not be sent and whose failure is not handled yet.
    private var unsent: [(call: PendingCall, error: JourneyError)] = []
    /// The reason why each operation's last call could not be sent, by operation.
    private var problems: [String: String] = [:]

    /// The number of calls that may fail unsent after one script entry before the run counts as a loop.
    private static let unsentLimit = 100

    static func explain(_ journey: Journey, _ script: EventScript) -> Explanation {
        // No fingerprint leaves this process, so an all-zero key reveals nothing.
        var machine = StateMachine(
            journey: journey, session: script.session(of: journey), headerValues: script.headerValues(of: journey),
            fingerprintKey: Secret(count: 32) { _ in })
        machine.startTracing()
        var explainer = Explainer(machine: machine, explanation: Explanation(journey: journey.id.rawValue))
        guard explainer.advance(.start) else {
            explainer.explanation.entries.append(.mismatch("The start \(circle)."))
            return explainer.explanation
        }
        for (index, entry) in script.entries.enumerated() {
            if let rest = explainer.unsentAnswer(entry.happening) {
                explainer.mismatch(index, rest)
                break
            }
            guard !explainer.machine.isFinished else {
                explainer.mismatch(index, "comes after the end")
                break
            }
            if let step = entry.step, step != explainer.machine.currentStep.rawValue {
                let hint = suggestion(for: step, in: journey.steps.keys.map(\.rawValue))
                explainer.mismatch(
                    index, "expects the step \(step), but the run is in \(explainer.machine.currentStep)\(hint)")
                break
            }
            explainer.explanation.entries.append(.script(index: index, words: entry.words))
            guard explainer.play(entry.happening, index) else { break }
        }
        explainer.explanation.step = explainer.machine.currentStep.rawValue
        return explainer.explanation
    }

    private init(machine: StateMachine, explanation: Explanation) {
        (self.machine, self.explanation) = (machine, explanation)
    }

    private mutating func mismatch(_ index: Int, _ rest: String) {
        explanation.entries.append(.mismatch("events[\(index)] \(rest)\(rest.hasSuffix("?") ? "" : ".")"))
    }

    /// Returns the end of a message about `name`: a suggestion if `name` isn't in `known` but similar to one of them, or nothing.
    private static func suggestion(for name: String, in known: [String]) -> String {
        known.contains(name) ? "" : SpellingSuggestion.hint(for: name, in: known, or: "")
    }

    private static let circle = "sets off \(unsentLimit) calls, one after the other, that could not be sent"

    /// Returns the rest of a mismatch message when `happening` answers a call that was never sent. Such an answer cannot exist,
    /// so the rest of the script cannot happen either.
    private func unsentAnswer(_ happening: EventScript.ScriptedEvent) -> String? {
        guard case .answer(let operation, _) = happening, let problem = problems[operation],
            !machine.callsUnderWay.contains(where: { $0.binding.operation.id == operation })
        else { return nil }
        return
            "answers \(operation), which was never sent: \(problem.hasSuffix(".") ? String(problem.dropLast()) : problem)"
    }

    /// Plays one entry and returns `true` if the run could use it.
    private mutating func play(_ happening: EventScript.ScriptedEvent, _ index: Int) -> Bool {
        switch happening {
        case .page(let name, let payload):
            guard isPageUp else {
                mismatch(index, "is a page event, but the step \(machine.currentStep) has no page")
                return false
            }
            if !machine.isPageOpen { advance(.pageOpened(visit: machine.visit)) }
            return advance(.page(name: name, payload: payload), index)
        case .answer(let operation, let answer):
            guard let call = machine.callsUnderWay.first(where: { $0.binding.operation.id == operation }) else {
                let known = machine.journey.steps.values.flatMap { $0.bindings.map(\.operation.id) }
                let hint = Explainer.suggestion(for: operation, in: known)
                mismatch(index, "answers \(operation), which is not in flight\(hint)")
                return false
            }
            return advance(.callFinished(call.id, judged(answer, of: call)), index)
        case .plugin(let answer):
            guard case .plugin = machine.phase.stay?.activity else {
                mismatch(index, "is a plugin's answer, but no plugin is running in the step \(machine.currentStep)")
                return false
            }
            return advance(.native(visit: machine.visit, answer), index)
        case .stepTimeout:
            guard machine.phase.stay?.isTimerRunning == true else {
                mismatch(index, "is a timeout of the step \(machine.currentStep), which has no timeout")
                return false
            }
            return advance(.timerFired(.step(visit: machine.visit)), index)
        case .journeyTimeout:
            guard machine.journey.limits.journeyTimeout != nil else {
                mismatch(index, "is the journey's timeout, but the journey has none")
                return false
            }
            return advance(.timerFired(.journey), index)
        case .inquiry(let fate):
            guard case .inquiring = machine.phase else {
                mismatch(index, "is the bank's answer to an inquiry, but no inquiry is open")
                return false
            }
            let scopes = machine.calls.ledger.doubtful.map { $0.slot.scope($0.number) }
            return advance(
                .inquiryAnswered(fate.map { fate in Dictionary(scopes.map { ($0, fate) }) { $1 } } ?? [:]), index)
        case .lost(let code):
            guard isPageUp else {
                mismatch(index, "is a page event, but the step \(machine.currentStep) has no page")
                return false
            }
            return advance(.pageLost(visit: machine.visit, JourneyError(code, "The script reports this error.")), index)
        case .close: return advance(.closed, index)
        }
    }

    /// `true` while the run is in a web step.
    private var isPageUp: Bool { if case .web = machine.step?.kind { true } else { false } }

    /// Checks the answer against the operation, as the app does: an undeclared success becomes a failure.
    private mutating func judged(
        _ answer: StateMachine.CallAnswer, of call: PendingCall
    ) -> StateMachine.CallAnswer {
        guard case .success(let status, let body, let reply) = answer else { return answer }
        do throws(JourneyError) {
            return .success(
                status: status, body: try call.binding.operation.accepted(body, status: status), reply: reply)
        } catch {
            explanation.entries.append(.diagnostic(code: error.code.rawValue, message: error.message))
            return .failure(error, status: status)
        }
    }

    /// Applies the event of the entry at `index`, and records a mismatch if the run then loops.
    private mutating func advance(_ event: StateMachine.Event, _ index: Int) -> Bool {
        guard !advance(event) else { return true }
        mismatch(index, Explainer.circle)
        return false
    }

    /// Applies `event`, and then the failure of each call that could not be sent, as the app does. Returns `false` if that does
    /// not come to an end.
    @discardableResult
    private mutating func advance(_ event: StateMachine.Event) -> Bool {
        handle(event)
        var count = 0
        while !unsent.isEmpty {
            let (call, error) = unsent.removeFirst()
            count += 1
            guard count <= Explainer.unsentLimit else { return false }
            let problem = call.binding.operation.problem(with: call.arguments)
            handle(.callFinished(call.id, .failure(error, status: nil, problem: problem)))
        }
        return true
    }

    /// Records trace entries and effects in the order in which they occurred.
    private mutating func handle(_ event: StateMachine.Event) {
        let effects = machine.handle(event)
        var notes = machine.drainTrace()[...]
        for (index, effect) in effects.enumerated() {
            while let first = notes.first, first.place <= index { write(notes.removeFirst().note) }
            write(effect)
        }
        for (_, note) in notes { write(note) }
    }

    private mutating func write(_ note: TraceEntry) {
        switch note {
        case .raised(let event, let depth, let payload):
            explanation.entries.append(.event(name: event, depth: depth, payload: payload))
        case .judged(let transition, let result, let seen):
            var (value, error): (Bool?, String?) = (nil, nil)
            switch result {
            case .success(let truth): value = truth
            case .failure(let fault): error = "\(fault.reason.rawValue): \(fault.detail)"
            }
            explanation.entries.append(
                .condition(
                    source: transition.guardExpression?.source ?? "", value: value, error: error, seen: seen,
                    emit: transition.emit, target: transition.target?.rawValue))
        case .taken(let transition, let event):
            explanation.entries.append(
                .transition(event: event, emit: transition.emit, target: transition.target?.rawValue))
        case .unsent(let operation, let error):
            problems[operation] = error.message
            explanation.entries.append(.diagnostic(code: error.code.rawValue, message: error.message))
        }
    }

    private mutating func write(_ effect: StateMachine.Effect) {
        if case .enterStep(let step, _) = effect { visits[step.id, default: 0] += 1 }
        if case .finish(let outcome) = effect { explanation.outcome = outcome }
        var problem: String?
        if case .call(let call) = effect { problem = refusal(of: call) }
        explanation.entries += Explanation.Entry.entries(of: suggesting(effect), visits, problem: problem)
    }

    /// Adds to the diagnostic of an event that its step does not handle the similar name of one that it does.
    private func suggesting(_ effect: StateMachine.Effect) -> StateMachine.Effect {
        guard case .diagnostic(let diagnostic) = effect, diagnostic.kind == .unknownEvent, let event = diagnostic.event,
            let step = machine.journey.steps[diagnostic.step]
        else { return effect }
        // Events of the engine are left out, because no page may raise them.
        let known = (step.transitions.keys + step.bindings.map(\.onEvent)).filter {
            StateMachine.EngineEvent(rawValue: $0) == nil
        }
        guard let near = SpellingSuggestion.nearest(to: event, in: known) else { return effect }
        return .diagnostic(
            StateMachine.Diagnostic(
                .unknownEvent, step: diagnostic.step, event: event,
                "The step does not handle this event; did you mean \(Refusal.quote(near))?"))
    }

    /// Returns the reason why `call` cannot be sent and queues its failure, or returns `nil`.
    private mutating func refusal(of call: PendingCall) -> String? {
        let id = call.binding.operation.id
        do throws(JourneyError) {
            let placed = call.placing(call.carriesKey ? PendingCall.sampleKey : nil)
            var headers = call.headers
            if let header = placed.header { headers[header.name] = header.value }
            _ = try call.binding.operation.request(arguments: placed.arguments, headers: headers)
        } catch {
            unsent.append((call, error))
            problems[id] = error.message
            return error.message
        }
        problems[id] = nil
        return nil
    }
}
