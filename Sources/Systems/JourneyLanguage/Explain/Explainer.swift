internal import JourneyBase

/// Plays a script to a machine and writes down what comes of it.
struct Explainer {
    private var machine: StateMachine
    private var explanation: Explanation
    private var visits: [StepID: Int] = [:]
    /// Calls that could not be sent and have not failed yet.
    private var unsent: [(call: PendingCall, error: JourneyError)] = []
    /// By operation, why its last call could not be sent.
    private var problems: [String: String] = [:]

    /// Calls that may fail unsent after one entry of the script, before it counts as a circle.
    private static let unsentLimit = 100

    static func explain(_ journey: Journey, _ script: EventScript) -> Explanation {
        // Nothing of it is kept, so that nobody has anything to guess from.
        var machine = StateMachine(
            journey: journey, session: script.session(of: journey), headerValues: script.headerValues(of: journey),
            fingerprintKey: Secret(count: 32) { _ in })
        machine.keepNotes()
        var explainer = Explainer(machine: machine, explanation: Explanation(journey: journey.id.rawValue))
        guard explainer.take(.start) else {
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
                explainer.mismatch(
                    index, "expects the step \(step), but the run is in \(explainer.machine.currentStep)")
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
        explanation.entries.append(.mismatch("events[\(index)] \(rest)."))
    }

    private static let circle = "sets off \(unsentLimit) calls, one after the other, that could not be sent"

    /// Says so when `happening` answers a call that was never made. Nobody can have answered it, so nothing that the script says
    /// from here on can happen.
    private func unsentAnswer(_ happening: EventScript.ScriptedEvent) -> String? {
        guard case .answer(let operation, _) = happening, let problem = problems[operation],
            !machine.callsUnderWay.contains(where: { $0.binding.operation.id == operation })
        else { return nil }
        return
            "answers \(operation), which was never sent: \(problem.hasSuffix(".") ? String(problem.dropLast()) : problem)"
    }

    /// Says whether the run could use it.
    private mutating func play(_ happening: EventScript.ScriptedEvent, _ index: Int) -> Bool {
        switch happening {
        case .page(let name, let payload):
            guard isPageUp else {
                mismatch(index, "is of a page, but \(machine.currentStep) has none")
                return false
            }
            if !machine.isPageOpen { take(.pageOpened(visit: machine.visit)) }
            return took(.page(name: name, payload: payload), index)
        case .answer(let operation, let answer):
            guard let call = machine.callsUnderWay.first(where: { $0.binding.operation.id == operation }) else {
                mismatch(index, "answers \(operation), which is not under way")
                return false
            }
            return took(.callFinished(call.id, judged(answer, of: call)), index)
        case .plugin(let answer):
            guard case .plugin = machine.phase.stay?.activity else {
                mismatch(index, "is of a plugin, but none is at work in \(machine.currentStep)")
                return false
            }
            return took(.native(visit: machine.visit, answer), index)
        case .stepTimeout:
            guard machine.phase.stay?.isTimerRunning == true else {
                mismatch(index, "is a timeout of \(machine.currentStep), which has none")
                return false
            }
            return took(.timerFired(.step(visit: machine.visit)), index)
        case .journeyTimeout:
            guard machine.journey.limits.journeyTimeout != nil else {
                mismatch(index, "is the journey's timeout, which it does not have")
                return false
            }
            return took(.timerFired(.journey), index)
        case .inquiry(let fate):
            guard case .inquiring = machine.phase else {
                mismatch(index, "is the bank's word on calls, which it was not asked for")
                return false
            }
            let scopes = machine.calls.ledger.doubtful.map { $0.slot.scope($0.number) }
            return took(
                .inquiryAnswered(fate.map { fate in Dictionary(scopes.map { ($0, fate) }) { $1 } } ?? [:]), index)
        case .lost(let code):
            guard isPageUp else {
                mismatch(index, "is of a page, but \(machine.currentStep) has none")
                return false
            }
            return took(.pageLost(visit: machine.visit, JourneyError(code, "The script says so.")), index)
        case .close: return took(.closed, index)
        }
    }

    /// Whether the run is in a step that has a page.
    private var isPageUp: Bool { if case .web = machine.step?.kind { true } else { false } }

    /// The answer as the app would hold it against the document: a success that the operation does not declare is a failure.
    private mutating func judged(
        _ answer: StateMachine.CallAnswer, of call: PendingCall
    ) -> StateMachine.CallAnswer {
        guard case .success(let status, let body) = answer else { return answer }
        do throws(JourneyError) {
            return .success(status: status, body: try call.binding.operation.accepted(body, status: status))
        } catch {
            explanation.entries.append(.diagnostic(code: error.code.rawValue, message: error.message))
            return .failure(error, status: status)
        }
    }

    /// Takes the event of the entry at `index`; a run that then goes round in circles is said to be one.
    private mutating func took(_ event: StateMachine.Event, _ index: Int) -> Bool {
        guard !take(event) else { return true }
        mismatch(index, Explainer.circle)
        return false
    }

    /// Takes `event`, and then the failure of each call that could not be sent, as the app does. Gives `false` when there is no
    /// end of them.
    @discardableResult
    private mutating func take(_ event: StateMachine.Event) -> Bool {
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

    /// Writes down notes and effects in the order in which they came.
    private mutating func handle(_ event: StateMachine.Event) {
        let effects = machine.handle(event)
        var notes = machine.takeNotes()[...]
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
        }
    }

    private mutating func write(_ effect: StateMachine.Effect) {
        if case .enterStep(let step, _) = effect { visits[step.id, default: 0] += 1 }
        if case .finish(let outcome) = effect { explanation.outcome = outcome }
        var problem: String?
        if case .call(let call) = effect { problem = refusal(of: call) }
        explanation.entries += Explanation.Entry.entries(of: effect, visits, problem: problem)
    }

    /// Says why `call` could not be sent, if it could not, and has it fail.
    private mutating func refusal(of call: PendingCall) -> String? {
        let id = call.binding.operation.id
        do throws(JourneyError) {
            _ = try call.binding.operation.request(arguments: call.arguments, headers: call.headers)
        } catch {
            unsent.append((call, error))
            problems[id] = error.message
            return error.message
        }
        problems[id] = nil
        return nil
    }
}
