package import JourneyBase

/// One run of a journey as a value: an event in, effects out. It knows no clock, no network and no page.
///
/// - A transition is taken when it is the first in document order whose guard is true; a guard that cannot be decided
///   counts as not true and is reported.
/// - The answer of a call comes back as the event that its binding names, to the page and into the machine.
/// - Steps entered, visits of one step and events that follow from one event are bounded; going beyond ends the run with
///   `LIMIT_EXCEEDED`.
/// - A run ends once. A call that carries an idempotency key, or may move money without one, is waited for before it ends,
///   so that no payment is lost. Without an answer that decides, the run ends as pending.
///
/// The state is changed in this file only; what follows from an event is decided in the others.
package struct StateMachine: Sendable {
    let journey: Journey
    let session: JSONValue
    let headerValues: [HeaderVariable: String]
    let fingerprintKey: Secret
    /// The step that the run begins in.
    private let firstStep: StepID

    private(set) var phase = Phase.idle
    private var visits: [StepID: Int] = [:]
    private(set) var calls: CallRecords
    private(set) var outputs = StepOutputs()
    private(set) var person = UserActions()
    /// Kept only where a run is explained.
    private(set) var notes: Notes?

    /// A machine for `journey`. `session` is what guards see under that name, `headerValues` what header templates may name;
    /// those of the journey and its steps the machine knows by itself. `fingerprintKey` makes fingerprints of arguments; it
    /// must be the same for as long as runs are taken up. With `point`, the run goes on from there. The point
    /// must be one of this very journey: steps and bindings that it names and that do not exist are passed over.
    package init(
        journey: Journey, session: JSONValue = [:], headerValues: [HeaderVariable: String] = [:],
        fingerprintKey: Secret, resuming point: ResumePoint? = nil
    ) {
        self.journey = journey
        self.session = session
        self.headerValues = headerValues
        self.fingerprintKey = fingerprintKey
        firstStep = point?.step ?? journey.startStep
        calls = CallRecords(of: journey, resuming: point)
        if let point {
            outputs = StepOutputs(point)
            person.hasApproved = journey.asksForApproval
        }
    }

    // MARK: Where the run stands

    /// The step at hand; the one to begin in before the run begins.
    package var currentStep: StepID { phase.stay?.step ?? firstStep }

    /// Steps entered so far.
    package var visit: Int { phase.stay?.visit ?? 0 }

    /// The step at hand; it exists, because a journey's steps are checked when it is loaded.
    var step: Step? { journey.steps[currentStep] }

    /// Whether a run goes on that has entered a step and is not about to end.
    var isRunning: Bool { if case .running = phase { true } else { false } }

    /// Whether the run is over.
    package var isFinished: Bool { if case .finished = phase { true } else { false } }

    /// Whether the run is over or about to be: the person has gone, or the outcome stands but for what a payment brings. What
    /// a page or a plugin does then moves nothing.
    package var isEnding: Bool {
        switch phase {
        case .idle, .running: false
        case .closing, .settling, .inquiring, .finished: true
        }
    }

    /// Calls that have not answered yet.
    package var callsUnderWay: [PendingCall] { calls.list }

    /// Takes `event` in and says what is to be done. After the end it gives nothing.
    package mutating func handle(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch phase {
        case .idle: wake(event, &effects)
        case .running:
            run(event, &effects)
            endIfStuck(&effects)
        case .closing, .settling: if case .callFinished(let id, let answer) = event { settle(id, answer, &effects) }
        case .inquiring(_, let outcome, let isClosing):
            if case .inquiryAnswered(let fates) = event { conclude(outcome, isClosing: isClosing, fates, &effects) }
        case .finished: break
        }
        return effects
    }

    // MARK: Stays

    /// Leaves the step and enters `target`.
    mutating func enter(_ target: StepID, by event: RaisedEvent?, _ effects: inout [Effect]) {
        guard let next = journey.steps[target] else {
            return end(.failed(JourneyError(.manifestInvalid, "The step \(target) does not exist.")), &effects)
        }
        visits[target, default: 0] += 1
        // A terminal ends the run, which is what the limits are for.
        guard
            next.isTerminal
                || visit < journey.limits.totalSteps && visits[target, default: 0] <= journey.limits.visitsPerStep
        else { return unhandled(JourneyError(.limitExceeded, "The journey goes round in circles."), &effects) }
        leave(&effects)
        phase = phase.with(StepVisit(in: next, visit: visit + 1))
        effects.append(.enterStep(next.filled(from: Context(steps: outputs.json, session: session)), visit: visit))
        if case .terminal(let terminal) = next.kind { return arrive(at: terminal, by: event, &effects) }
        if let timeout = next.timeout { effects.append(.startTimer(.step(visit: visit), timeout)) }
        if journey.resumePolicy?.snapshotOn.contains(ResumePolicy.everyStep) == true { savePoint(&effects) }
        raise(.engine(.enter, [:]), &effects)
    }

    /// Ends the stay, where there is one.
    private func leave(_ effects: inout [Effect]) {
        guard let stay = phase.stay else { return }
        if stay.isTimerRunning { effects.append(.cancelTimer(.step(visit: stay.visit))) }
        effects.append(.exitStep(stay.step))
    }

    /// Opens the page of `visit` for what it raises.
    mutating func openPage(of visit: Int) {
        changeStay(visit) { if case .loadingPage = $0.activity { $0.activity = .openPage } }
    }

    /// Ends the plugin of `visit`; says whether one was at work there.
    mutating func endPlugin(of visit: Int) -> Bool {
        changeStay(visit) { stay in
            guard case .plugin = stay.activity else { return false }
            stay.activity = .nothing
            return true
        } ?? false
    }

    /// Ends the timer of `visit`; says whether it was running.
    mutating func endTimer(of visit: Int) -> Bool {
        changeStay(visit) { stay in
            defer { stay.isTimerRunning = false }
            return stay.isTimerRunning
        } ?? false
    }

    @discardableResult private mutating func changeStay<Value>(_ visit: Int, _ change: (inout StepVisit) -> Value)
        -> Value?
    {
        guard var stay = phase.stay, stay.visit == visit else { return nil }
        defer { phase = phase.with(stay) }
        return change(&stay)
    }

    // MARK: What is known

    /// Remembers that the person has done something.
    mutating func recordAction() { person.hasActed = true }

    /// Remembers that the person has approved something.
    mutating func recordApproval() { person.hasApproved = true }

    /// Begins a call; see `CallRecords.begin`.
    mutating func beginCall(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], operation: String, kind: Ledger.Kind,
        _ make: (PendingCall.ID, Int) -> PendingCall
    ) throws(JourneyError) -> PendingCall {
        try calls.begin(of: slot, fingerprint, operation: operation, kind: kind, isOwn: !person.hasActed, make)
    }

    /// Ends the wait for a call, and gives it.
    mutating func endCall(_ id: PendingCall.ID) -> PendingCall? { calls.end(id) }

    /// Books what is now known of the call.
    mutating func record(_ answer: CallAnswer, of call: PendingCall, isHeard: Bool) {
        calls.record(answer, of: call, isHeard: isHeard)
    }

    /// Books the bank's word on a doubtful attempt.
    mutating func resolve(_ slot: PendingCall.Slot, number: Int, isDone: Bool) {
        calls.resolve(slot, number: number, isDone: isDone)
    }

    /// Books that the run has heard of an attempt that was done.
    mutating func hear(_ slot: PendingCall.Slot, number: Int) { calls.hear(slot, number: number) }

    /// Keeps the declared outputs under `steps.<step>` and gives them.
    @discardableResult mutating func keep(_ body: JSONValue, _ declared: [String: ValueType], in step: StepID)
        -> JSONValue?
    { outputs.keep(body, declared, in: step) }

    /// Has the machine note what it considers, from now on.
    mutating func keepNotes() { notes = [] }

    mutating func note(_ note: @autoclosure () -> TraceEntry, _ effects: [Effect]) {
        guard notes != nil else { return }
        notes?.append((effects.count, note()))
    }

    /// The notes since the last time.
    mutating func takeNotes() -> Notes {
        defer { notes = notes.map { _ in [] } }
        return notes ?? []
    }

    // MARK: The end

    /// The person is gone. A payment under way is waited for; without one, the run ends here.
    mutating func close(_ effects: inout [Effect]) {
        guard let stay = phase.stay, calls.isTrackedUnderWay else {
            return inquire(before: .cancelled, isClosing: true, &effects)
        }
        phase = .closing(stay)
    }

    /// Ends the run, at once or when tracked calls have answered, and not before the bank was asked about those that
    /// nobody answered for. `asIs`: the outcome is the manifest's, which knows of everything that has answered.
    mutating func end(_ outcome: Outcome<JSONValue>, asIs: Bool = false, _ effects: inout [Effect]) {
        if let stay = phase.stay, calls.isTrackedUnderWay {
            phase = .settling(stay, outcome, asIs: asIs)
            return
        }
        guard asIs, calls.ledger.doubtful.isEmpty else { return inquire(before: outcome, isClosing: false, &effects) }
        finish(honest(outcome, asIs: true), &effects)
    }

    /// A tracked call has brought news: the manifest's outcome no longer knows of everything.
    mutating func doubtOutcome() {
        if case .settling(let stay, let outcome, _) = phase { phase = .settling(stay, outcome, asIs: false) }
    }

    /// Ends the run with what can be said for certain. Where a call with a key was never answered for, the bank is asked
    /// first, once: silence is no answer, and to say cancelled or failed would invite a second payment.
    mutating func inquire(before outcome: Outcome<JSONValue>, isClosing: Bool, _ effects: inout [Effect]) {
        let scopes = calls.ledger.doubtfulWithKey.map { $0.slot.scope($0.number) }.sorted()
        switch phase {
        case .finished: return
        case .idle, .running, .closing, .settling:
            guard !scopes.isEmpty else { return finish(honest(outcome), &effects) }
            phase = .inquiring(phase.stay, outcome, isClosing: isClosing)
            effects.append(.inquire(scopes))
        case .inquiring: finish(honest(outcome), &effects)
        }
    }

    mutating func finish(_ outcome: Outcome<JSONValue>, _ effects: inout [Effect]) {
        guard !isFinished else { return }
        var stay = phase.stay
        if let stay {
            if stay.isTimerRunning { effects.append(.cancelTimer(.step(visit: stay.visit))) }
            if journey.limits.journeyTimeout != nil { effects.append(.cancelTimer(.journey)) }
            effects.append(.exitStep(stay.step))
        }
        stay?.isTimerRunning = false
        phase = .finished(stay)
        effects.append(.finish(outcome))
    }
}
