package import JourneyBase

/// One run of a journey as a value: an event in, effects out. It uses no clock, network or page.
///
/// - The first transition in document order whose guard is true is taken. A guard that fails to evaluate counts as not true and
///   is reported.
/// - A call's answer returns as the event that its binding names, to the page and into the machine.
/// - The number of entered steps, visits per step and events that follow from one event is limited. Exceeding a limit ends the
///   run with `LIMIT_EXCEEDED`.
/// - A run ends once. Calls that carry an idempotency key, or may move money without one, are awaited before the end, so that no
///   payment is lost. Without a conclusive answer, the run ends as pending.
///
/// State changes only in this file; the other files decide what follows from an event.
package struct StateMachine: Sendable {
    let journey: Journey
    let session: JSONValue
    let headerValues: [HeaderVariable: String]
    let fingerprintKey: Secret
    /// The step in which the run begins.
    private let firstStep: StepID
    /// `true` if the run continues one that began in another process.
    private let isResumed: Bool

    private(set) var phase = Phase.idle
    private var visits: [StepID: Int] = [:]
    private(set) var calls: CallRecords
    private(set) var outputs = StepOutputs()
    private(set) var userActions = UserActions()
    private(set) var approvals = Approvals()
    /// `true` if the person may have authorized something at another party's pages, and no call but those that use the return
    /// has succeeded since.
    private(set) var isAuthorizationOpen = false
    /// The time of the event that is handled, which expressions know as `session.now`.
    private(set) var now: ExpressionTimestamp?
    /// The trace entries; `nil` unless a run is explained.
    private(set) var notes: Notes?
    /// The choices that stand for values; `nil` unless the journey is explored. A run on a device has values.
    private(set) var assumptions: Assumptions?

    /// Creates a machine for `journey`.
    ///
    /// - Parameters:
    ///   - journey: The journey to run.
    ///   - session: The value that guards see as `session`.
    ///   - headerValues: The values of header template variables, except those of the journey and its steps, which the machine
    ///     knows itself.
    ///   - fingerprintKey: The key for fingerprints of arguments. It must stay the same as long as runs can be resumed.
    ///   - point: The point to resume from, which must belong to this journey. Steps and bindings in it that do not exist are
    ///     ignored.
    package init(
        journey: Journey, session: JSONValue = [:], headerValues: [HeaderVariable: String] = [:],
        fingerprintKey: Secret, resuming point: ResumePoint? = nil
    ) {
        self.journey = journey
        self.session = session
        self.headerValues = headerValues
        self.fingerprintKey = fingerprintKey
        firstStep = point?.step ?? journey.startStep
        isResumed = point != nil
        // What happened before the restart is not known.
        isAuthorizationOpen = point.map { journey.mayFollowAuthorization($0.step) } ?? false
        calls = CallRecords(of: journey, resuming: point)
        if let point {
            outputs = StepOutputs(point)
            userActions.hasApproved = journey.asksForApproval
        }
    }

    // MARK: State

    /// The current step; before the run begins, the step to begin in.
    package var currentStep: StepID { phase.stay?.step ?? firstStep }

    /// The number of steps entered so far.
    package var visit: Int { phase.stay?.visit ?? 0 }

    /// The current step. It exists, because a journey's steps are checked when it is loaded.
    var step: Step? { journey.steps[currentStep] }

    /// `true` while the run has entered a step and is not about to end.
    var isRunning: Bool { if case .running = phase { true } else { false } }

    /// `true` after the run has ended.
    package var isFinished: Bool { if case .finished = phase { true } else { false } }

    /// `true` if the run has ended or is about to: the user closed it, or its outcome is known except for outstanding payments.
    /// Pages and plugins can no longer affect it.
    package var isEnding: Bool {
        switch phase {
        case .idle, .running: false
        case .closing, .settling, .inquiring, .finished: true
        }
    }

    /// Calls that have not been answered yet.
    package var callsUnderWay: [PendingCall] { calls.list }

    /// Processes `event` and returns the effects to execute; empty after the end.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: Its time: the machine has no clock. Without it, expressions that name the time have no value.
    package mutating func handle(_ event: Event, at now: ExpressionTimestamp? = nil) -> [Effect] {
        self.now = now
        var effects: [Effect] = []
        switch phase {
        case .idle: handleIdle(event, &effects)
        case .running:
            run(event, &effects)
            endIfStuck(&effects)
        case .closing, .settling: if case .callFinished(let id, let answer) = event { finishCall(id, answer, &effects) }
        case .inquiring(_, let outcome, let isClosing):
            if case .inquiryAnswered(let fates) = event { conclude(outcome, isClosing: isClosing, fates, &effects) }
        case .finished: break
        }
        return effects
    }

    /// Processes `event` of an explored journey, in which `assumptions` decide the conditions and record the choices.
    mutating func handle(
        _ event: Event, at now: ExpressionTimestamp?, under assumptions: inout Assumptions?
    ) -> [Effect] {
        self.assumptions = assumptions
        defer { (assumptions, self.assumptions) = (self.assumptions, nil) }
        return handle(event, at: now)
    }

    /// Evaluates `condition`, or assumes its value where the journey is explored.
    mutating func evaluate(_ condition: Condition, in context: Context) throws(GuardError) -> Bool {
        guard assumptions != nil else { return try condition.evaluate(in: scope(context)) }
        return try assumptions?.value(of: condition, in: context) ?? false
    }

    // MARK: Visits

    /// Leaves the current step and enters `target`.
    mutating func enter(_ target: StepID, by event: RaisedEvent?, _ effects: inout [Effect]) {
        guard let next = journey.steps[target] else {
            return end(.failed(JourneyError(.manifestInvalid, "The journey has no step \(target).")), &effects)
        }
        visits[target, default: 0] += 1
        // A terminal ends the run, so limits do not apply to it.
        guard
            next.isTerminal
                || visit < journey.limits.totalSteps && visits[target, default: 0] <= journey.limits.visitsPerStep
        else {
            return unhandled(
                JourneyError(
                    .limitExceeded, "The journey entered too many steps (limits.totalSteps or limits.visitsPerStep)."),
                &effects)
        }
        leave(&effects)
        phase = phase.with(StepVisit(in: next, visit: visit + 1))
        let context = Context(
            payload: event?.payload, result: event?.result, steps: outputs.json, session: session)
        var entered = next.filled(from: Context(steps: outputs.json, session: session))
        if isResumed, visit == 1 { entered = entered.resumed }
        var problem: JourneyError?
        do throws(JourneyError) { entered = try filled(entered, in: context) } catch {
            (entered, problem) = (next.idle, error)
        }
        if problem == nil {
            do throws(JourneyError) { entered = try showingValues(entered) } catch {
                (entered, problem) = (next.idle, error)
            }
        }
        // What follows may end the app, so the point to resume from is stored before.
        let isAuthorize = if case .authorize = entered.kind { true } else { false }
        if isAuthorize {
            isAuthorizationOpen = true
            savePoint(&effects)
        }
        effects.append(.enterStep(entered, visit: visit))
        if case .terminal(let terminal) = next.kind { return arrive(at: terminal, by: event, &effects) }
        if let timeout = next.timeout { effects.append(.startTimer(.step(visit: visit), timeout)) }
        if !isAuthorize, journey.resumePolicy?.snapshotOn.contains(ResumePolicy.everyStep) == true {
            savePoint(&effects)
        }
        if let problem {
            _ = endPlugin(of: visit)
            return fault(problem, &effects)
        }
        raise(.engine(.enter, [:]), &effects)
    }

    /// Returns the step with the values of its expressions, or unchanged where the journey is explored.
    private func filled(_ step: Step, in context: Context) throws(JourneyError) -> Step {
        guard assumptions == nil else { return try Assumptions.filled(step, in: context) }
        let filled = try step.filled(in: callScope(context))
        guard case .authorize(let authorization) = filled.kind, let policy = journey.resumePolicy else { return filled }
        let kept = outputs.kept(policy.keep)
        for path in authorization.expectations.values.flatMap(\.paths) where path.root == "steps" {
            guard path.elements.count == 2, case .name(let step) = path.elements[0],
                case .name(let name) = path.elements[1],
                kept[step]?[name] != nil
            else {
                throw JourneyError(
                    .validationFail, "The value of \(path) can't be stored, so a return could not be compared with it.")
            }
        }
        return filled
    }

    /// Returns an approval's step with the values of the calls that it approves, and withdraws its earlier approvals.
    ///
    /// - Throws: `JourneyError` with `VALIDATION_FAIL` if a value is missing, or the screen can't show all of them.
    private mutating func showingValues(_ step: Step) throws(JourneyError) -> Step {
        let calls = journey.approvals.filter { $0.value.approval.step == step.id }
        guard !calls.isEmpty, case .native(let plugin, let params) = step.kind else { return step }
        approvals.withdraw(Set(calls.keys))
        let context = Context(steps: outputs.json, session: session)
        var rows: [JSONValue] = []
        var offered: [String: JSONValue] = [:]
        for (place, values) in calls.sorted(by: { $0.key < $1.key }) {
            offered[place] = try self.values(of: values, in: context)
            let shown = try assumptions == nil ? values.rows(in: callScope(context)) : []
            for row in shown where !rows.contains(row) { rows.append(row) }
        }
        approvals.offer(offered)
        var step = step
        var members = params.object ?? [:]
        members[CallApproval.parameter] = rows.isEmpty ? nil : .array(rows)
        step.kind = .native(plugin: plugin, params: .object(members))
        return step
    }

    /// Returns the values that an approval shows. Where the journey is explored, all that may be there are the same.
    func values(of approved: ApprovedValues, in context: Context) throws(JourneyError) -> JSONValue {
        guard assumptions != nil else { return try approved.evaluated(in: callScope(context)) }
        for value in approved.values where !value.expression.mayHaveValue(in: context) {
            throw JourneyError(.validationFail, "\(value.place) is assumed to be missing.")
        }
        return .null
    }

    /// Returns `true` if the values of a call are those that were approved. An attempt that has begun was approved before.
    func isApproved(_ slot: PendingCall.Slot, _ values: JSONValue, _ fingerprint: [UInt8]) -> Bool {
        approvals.isGiven(slot.place, values) || calls.ledger.hasBegun(slot, fingerprint)
    }

    /// Ends the current visit, if there is one.
    private func leave(_ effects: inout [Effect]) {
        guard let stay = phase.stay else { return }
        if stay.isTimerRunning { effects.append(.cancelTimer(.step(visit: stay.visit))) }
        effects.append(.exitStep(stay.step))
    }

    /// Marks the page of `visit` as open, so that it may raise events.
    mutating func openPage(of visit: Int) {
        changeStay(visit) { if case .loadingPage = $0.activity { $0.activity = .openPage } }
    }

    /// Ends the plugin of `visit`; returns `true` if it was running.
    mutating func endPlugin(of visit: Int) -> Bool {
        changeStay(visit) { stay in
            guard case .plugin = stay.activity else { return false }
            stay.activity = .nothing
            return true
        } ?? false
    }

    /// Ends the timer of `visit`; returns `true` if it was running.
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

    // MARK: Records

    /// Records that the user has acted.
    mutating func recordAction() { userActions.hasActed = true }

    /// Records that the user has approved something.
    mutating func recordApproval() { userActions.hasApproved = true }

    /// Records that the person has approved the values that the current step shows.
    mutating func giveApprovals() { approvals.give() }

    /// Begins a call; see `CallRecords.begin`.
    mutating func beginCall(
        of slot: PendingCall.Slot, _ fingerprint: [UInt8], operation: String, kind: Ledger.Kind,
        repeats: Ledger.Repeats, _ make: (PendingCall.ID, Int) -> PendingCall
    ) throws(JourneyError) -> PendingCall {
        try calls.begin(
            of: slot, fingerprint, operation: operation, kind: kind, repeats: repeats, isOwn: !userActions.hasActed,
            make)
    }

    /// Ends the wait for a call and returns it.
    mutating func endCall(_ id: PendingCall.ID) -> PendingCall? { calls.end(id) }

    /// Records the result of a call.
    mutating func record(_ answer: CallAnswer, of call: PendingCall, isDelivered: Bool) {
        if isAuthorizationOpen, case .success = answer, call.visit == visit {
            isAuthorizationOpen = journey.usesReturn(call.binding)
        }
        calls.record(answer, of: call, isDelivered: isDelivered)
    }

    /// Records the bank's answer about a doubtful attempt.
    mutating func resolve(_ slot: PendingCall.Slot, number: Int, isDone: Bool) {
        calls.resolve(slot, number: number, isDone: isDone)
    }

    /// Records that the run received the answer of an attempt that was done.
    mutating func markDelivered(_ slot: PendingCall.Slot, number: Int) { calls.markDelivered(slot, number: number) }

    /// Stores the declared outputs under `steps.<step>` and returns them.
    @discardableResult mutating func store(_ body: JSONValue, _ declared: [String: ValueType], in step: StepID)
        -> JSONValue?
    { outputs.store(body, declared, in: step) }

    /// Starts recording trace entries.
    mutating func startTracing() { notes = [] }

    mutating func note(_ note: @autoclosure () -> TraceEntry, _ effects: [Effect]) {
        guard notes != nil else { return }
        notes?.append((effects.count, note()))
    }

    /// Returns and clears the trace entries.
    mutating func drainTrace() -> Notes {
        defer { notes = notes.map { _ in [] } }
        return notes ?? []
    }

    // MARK: End of the run

    /// Closes the run for the user. Tracked calls in flight are awaited; without any, the run ends now.
    mutating func close(_ effects: inout [Effect]) {
        guard let stay = phase.stay, calls.isTrackedUnderWay else {
            return inquire(before: .cancelled, isClosing: true, &effects)
        }
        phase = .closing(stay)
    }

    /// Ends the run, at once or when its tracked calls have answered. The bank is first asked about unanswered calls. `asIs` is
    /// `true` if the manifest chose the outcome, which accounts for every answer so far.
    mutating func end(_ outcome: Outcome<JSONValue>, asIs: Bool = false, _ effects: inout [Effect]) {
        if let stay = phase.stay, calls.isTrackedUnderWay {
            phase = .settling(stay, outcome, asIs: asIs)
            return
        }
        guard asIs, calls.ledger.doubtful.isEmpty else { return inquire(before: outcome, isClosing: false, &effects) }
        finish(certainOutcome(outcome, asIs: true), &effects)
    }

    /// Marks the manifest's outcome as outdated, because a tracked call has answered since.
    mutating func doubtOutcome() {
        if case .settling(let stay, let outcome, _) = phase { phase = .settling(stay, outcome, asIs: false) }
    }

    /// Ends the run with the outcome that is certain. If a call with a key was never answered, the bank is asked first, once:
    /// reporting cancelled or failed without an answer would invite a second payment.
    mutating func inquire(before outcome: Outcome<JSONValue>, isClosing: Bool, _ effects: inout [Effect]) {
        let scopes = calls.ledger.doubtfulWithKey.map { $0.slot.scope($0.number) }.sorted()
        switch phase {
        case .finished: return
        case .idle, .running, .closing, .settling:
            guard !scopes.isEmpty else { return finish(certainOutcome(outcome), &effects) }
            phase = .inquiring(phase.stay, outcome, isClosing: isClosing)
            effects.append(.inquire(scopes))
        case .inquiring: finish(certainOutcome(outcome), &effects)
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
