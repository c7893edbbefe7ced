internal import JourneyBase

/// Plays a script to a machine and writes down what comes of it.
struct Explainer {
    private var machine: StateMachine
    private var explanation: Explanation
    private var visits: [StepID: Int] = [:]

    static func explain(_ journey: Journey, _ script: EventScript) -> Explanation {
        // Nothing of it is kept, so that nobody has anything to guess from.
        var machine = StateMachine(
            journey: journey, session: script.session, headerValues: script.headerValues,
            fingerprintKey: Secret(count: 32) { _ in })
        machine.notes = []
        var explainer = Explainer(machine: machine, explanation: Explanation(journey: journey.id.rawValue))
        explainer.take(.start)
        for (index, entry) in script.entries.enumerated() {
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

    /// Says whether the run could use it.
    private mutating func play(_ happening: EventScript.Happening, _ index: Int) -> Bool {
        switch happening {
        case .page(let name, let payload):
            if !machine.isPageOpen { take(.pageOpened(visit: machine.visit)) }
            take(.page(name: name, payload: payload))
        case .answer(let operation, let answer):
            guard let call = machine.callsUnderWay.first(where: { $0.binding.operation.id == operation }) else {
                mismatch(index, "answers \(operation), which is not under way")
                return false
            }
            take(.callFinished(call.id, answer))
        case .plugin(let answer):
            guard machine.isNativeUnderWay else {
                mismatch(index, "is of a plugin, but none is at work in \(machine.currentStep)")
                return false
            }
            take(.native(visit: machine.visit, answer))
        case .stepTimeout:
            guard machine.isTimerRunning else {
                mismatch(index, "is a timeout of \(machine.currentStep), which has none")
                return false
            }
            take(.timerFired(.step(visit: machine.visit)))
        case .journeyTimeout:
            guard machine.journey.limits.journeyTimeout != nil else {
                mismatch(index, "is the journey's timeout, which it does not have")
                return false
            }
            take(.timerFired(.journey))
        case .inquiry(let fate):
            guard case .inquiring = machine.phase else {
                mismatch(index, "is the bank's word on calls, which it was not asked for")
                return false
            }
            let scopes = machine.ledger.doubtful.map { $0.slot.scope($0.number) }
            take(.inquiryAnswered(fate.map { fate in Dictionary(scopes.map { ($0, fate) }) { $1 } } ?? [:]))
        case .lost(let code): take(.pageLost(visit: machine.visit, JourneyError(code, "The script says so.")))
        case .close: take(.closed)
        }
        return true
    }

    /// Notes and effects in the order in which they came.
    private mutating func take(_ event: StateMachine.Event) {
        let effects = machine.handle(event)
        var notes = machine.takeNotes()[...]
        for (index, effect) in effects.enumerated() {
            while let first = notes.first, first.place <= index { write(notes.removeFirst().note) }
            write(effect)
        }
        for (_, note) in notes { write(note) }
    }

    private mutating func write(_ note: MachineNote) {
        switch note {
        case .raised(let event, let depth, let payload):
            explanation.entries.append(.event(name: event, depth: depth, payload: payload))
        case .judged(let transition, let result, let seen):
            var (value, error): (Bool?, String?) = (nil, nil)
            switch result {
            case .success(let truth): value = truth
            case .failure(let fault): error = fault.description
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
        explanation.entries += Explanation.Entry.entries(of: effect, visits)
    }
}
