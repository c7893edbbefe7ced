internal import JourneyBase

/// Plays a script against a state machine, and records what happens. It has no clock of its own: time passes as the script says.
struct Explainer: Sendable {
    let script: EventScript
    var machine: StateMachine
    var bank: ScriptedBank
    var explanation: Explanation
    /// The number of visits of each step.
    var visits: [StepID: Int] = [:]
    /// Calls that could not be sent and whose failure is not handled yet.
    var unsent: [(call: PendingCall, error: JourneyError)] = []
    /// The reason why each operation's last call could not be sent, by operation.
    var problems: [String: String] = [:]
    /// The time since the start.
    var elapsed: Duration = .zero
    /// The times at which the running timers fire, as `elapsed`.
    var timers: [StateMachine.TimerID: Duration] = [:]
    /// The point that a killed app would resume from, and the time at which it was stored.
    var saved: (point: ResumePoint, at: Duration)?
    /// The times at which tracked calls were first sent, by scope.
    var sent: [String: Duration] = [:]
    /// The operations about whose calls the bank is asked, by scope.
    var inquired: [String] = []
    /// Calls to which the bank has no reply.
    var unanswered: Set<PendingCall.ID> = []
    /// The address or the plugin that the current step shows.
    var shown: JSONValue?
    /// The number of recorded entries before the last event of the script.
    var observed = 0
    /// The observation after the last event; `nil` until an expectation needs it.
    private var seen: Observation?

    /// The number of calls that may follow from one entry of the script before the run counts as a loop.
    static let callLimit = 100

    /// Plays `script` against `journey`.
    static func explain(_ journey: Journey, _ script: EventScript) -> Explanation {
        var explainer = Explainer(journey, script)
        explainer.perform()
        return explainer.explanation
    }

    /// Creates an explainer whose run has not started.
    init(_ journey: Journey, _ script: EventScript) {
        self.script = script
        bank = ScriptedBank(script.replies)
        machine = Explainer.machine(journey, script, resuming: nil)
        explanation = Explanation(journey: journey.id.rawValue)
    }

    static func machine(_ journey: Journey, _ script: EventScript, resuming point: ResumePoint?) -> StateMachine {
        // No fingerprint leaves this process, so an all-zero key reveals nothing.
        var machine = StateMachine(
            journey: journey, session: script.session(of: journey), headerValues: script.headerValues(of: journey),
            fingerprintKey: Secret(count: 32) { _ in }, resuming: point)
        machine.startTracing()
        return machine
    }

    private mutating func perform() {
        defer { explanation.step = machine.currentStep.rawValue }
        guard start() else { return }
        for index in script.entries.indices { guard play(index) else { return } }
    }

    /// Starts the run; returns `false` if that comes to no end.
    mutating func start() -> Bool {
        guard advance(.start), answerCalls(before: 0) else {
            explanation.entries.append(.mismatch("The start \(Explainer.circle)."))
            return false
        }
        return true
    }

    /// Plays the entry at `index`, and lets the bank reply to the calls that follow. Returns `false` if the run can't use it.
    private mutating func play(_ index: Int) -> Bool {
        let entry = script.entries[index]
        if !entry.happening.isExpectation {
            if let rest = unsentAnswer(entry.happening) { return mismatch(index, rest) }
            guard !machine.isFinished else { return mismatch(index, "comes after the end") }
        }
        if let step = entry.step, step != machine.currentStep.rawValue {
            let hint = Explainer.suggestion(for: step, in: machine.journey.steps.keys.map(\.rawValue))
            return mismatch(index, "expects the step \(step), but the run is in \(machine.currentStep)\(hint)")
        }
        if case .expect(let expectation) = entry.happening { return compare(expectation, index) }
        observed = explanation.entries.count
        seen = nil
        explanation.entries.append(.script(index: index, words: entry.words))
        guard play(entry.happening, index) else { return false }
        return answerCalls(before: index + 1) || mismatch(index, Explainer.circle)
    }

    /// Compares the run with an expectation. Returns `false` if it is about an operation that the journey does not call.
    private mutating func compare(_ expectation: Expectation, _ index: Int) -> Bool {
        let known = machine.journey.operations
        if let operation = expectation.operations.first(where: { !known.contains($0) }) {
            let hint = Explainer.suggestion(for: operation, in: known.sorted())
            return mismatch(index, "expects something of \(operation), which the journey does not call\(hint)")
        }
        let observation = seen ?? observation
        seen = observation
        explanation.entries.append(.expectation(index: index, differences: expectation.differences(from: observation)))
        return true
    }

    /// Records that the entry at `index` can't be used, and returns `false`.
    mutating func mismatch(_ index: Int, _ rest: String) -> Bool {
        explanation.entries.append(.mismatch("events[\(index)] \(rest)\(rest.hasSuffix("?") ? "" : ".")"))
        return false
    }

    /// Returns the end of a message about `name`: a suggestion if `name` isn't in `known` but similar to one of them, or nothing.
    static func suggestion(for name: String, in known: [String]) -> String {
        known.contains(name) ? "" : SpellingSuggestion.hint(for: name, in: known, or: "")
    }

    static let circle =
        "sets off \(callLimit) calls, one after the other; each could not be sent, or its answer starts the next"

    /// Returns the rest of a mismatch message when `happening` answers a call that was never sent. Such an answer cannot exist,
    /// so the rest of the script cannot happen either.
    private func unsentAnswer(_ happening: EventScript.ScriptedEvent) -> String? {
        guard case .answer(let operation, _) = happening, let problem = problems[operation],
            !machine.callsUnderWay.contains(where: { $0.binding.operation.id == operation })
        else { return nil }
        return
            "answers \(operation), which was never sent: \(problem.hasSuffix(".") ? String(problem.dropLast()) : problem)"
    }

    /// Applies `event`, and then the failure of each call that could not be sent, as the app does. Returns `false` if that does
    /// not come to an end.
    mutating func advance(_ event: StateMachine.Event) -> Bool {
        handle(event)
        var count = 0
        while !unsent.isEmpty {
            let (call, error) = unsent.removeFirst()
            count += 1
            guard count <= Explainer.callLimit else { return false }
            let problem = call.binding.operation.problem(with: call.arguments)
            handle(.callFinished(call.id, .failure(error, status: nil, problem: problem)))
        }
        return true
    }
}
