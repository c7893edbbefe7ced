internal import JourneyBase

/// One state of an explored run: the machine, the tries of its calls, what the device stores, and what the bank executed.
struct AbstractRun: Sendable {
    /// The executions of a payment.
    struct Execution: Hashable, Sendable {
        /// The number of executions for one intent of the person.
        var count = 0
        /// `true` if the run received the success of the last one.
        var isDelivered = false
        /// `true` if the person acted after that.
        var hasActed = false
    }

    /// The person's approval that no payment has used.
    struct Approval: Hashable, Sendable {
        var isGiven = false
        /// The names of page data that was shown, as `step.event.member`.
        var shown: Set<String> = []
    }

    /// The stored position of the run, and what the explorer knows of it.
    struct Stored: Sendable {
        var point: ResumePoint
        var isOffered = false
        var approval: Approval
        var taints: [String: Set<String>]
    }

    /// The origin of an event's payload.
    enum Source: Sendable {
        case page(step: StepID, event: String)
        case call(Set<String>)
        case none
    }

    /// The end of a run.
    struct End: Hashable, Sendable {
        let outcome: Terminal.Kind
        /// The terminal step, if the run ended in one.
        let terminal: StepID?
    }

    let model: ProofModel
    var machine: StateMachine
    var tries: [PendingCall.ID: CallTries] = [:]
    /// The page data that decides the arguments of the calls in flight.
    var argumentTaints: [PendingCall.ID: Set<String>] = [:]
    /// The calls in flight whose key the bank may have seen before.
    var repeated: Set<PendingCall.ID> = []
    /// The calls in flight that are not sent again, so that only a status query can decide them.
    var unsent: Set<PendingCall.ID> = []
    /// The page data that decides outputs, by `step.output`.
    var taints: [String: Set<String>] = [:]
    var approval = Approval()
    /// The page data that the current approval step shows.
    var onScreen: Set<String> = []
    /// The approval step whose calls decide whether the approval counts.
    var awaiting: StepID?
    var executions: [PendingCall.Slot: Execution] = [:]
    /// The scopes of the calls that the bank executed, and what it recognises of them.
    var executed: Set<String> = []
    var stored: Stored?
    var kills = 0
    var inquiry: [String] = []
    var end: End?
    /// `true` if nothing is left to resume.
    var isGone = false
    /// Values in place of placeholders, with which conditions are evaluated and not assumed; `nil` in an exploration.
    var values: Values?

    /// The values of a run that is played as on a device.
    struct Values: Sendable {
        var payload: JSONValue
        var bodies: [PendingCall.Slot: JSONValue]
        /// The bank's own code in the body of an error.
        var problem: String
    }

    // MARK: The last move

    var faults: [ProofFault] = []
    var entered: [StepID] = []
    var choices: [Assumptions.Choice] = []
    /// The assumptions of the move that is made, and its time.
    private var assumptions: Assumptions?
    private var moment: ExpressionTimestamp?
    /// The cause of the last move.
    var cause = Cause.other
    /// The declared members that the result of the last move's terminal has.
    var obtained: Set<String> = []
    /// `true` if a bound cut the last move.
    var isCut = false

    init(_ model: ProofModel) {
        self.model = model
        machine = AbstractRun.machine(of: model.explored, at: nil)
    }

    static func machine(of journey: Journey, at point: ResumePoint?) -> StateMachine {
        // No fingerprint leaves this process, so an all-zero key reveals nothing.
        StateMachine(
            journey: journey, session: ["idempotencyKey": Assumptions.text, "locale": Assumptions.text],
            fingerprintKey: Secret(count: 32) { _ in }, resuming: point)
    }

    // MARK: Moves

    /// Applies `event` with the planned choices. `time` is the number of events so far.
    mutating func apply(_ event: AbstractEvent, plan: [Assumptions.Truth], time: Int) {
        faults = []
        entered = []
        obtained = []
        isCut = false
        cause = .other
        assumptions = values == nil ? Assumptions(plan) : nil
        moment = ExpressionTimestamp(seconds: Int64(time))
        switch event {
        case .start: handle(.start)
        case .barred(let code): handle(.barred(AbstractRun.error(code)))
        case .page(let name): raise(name)
        case .approved(let method):
            approval = Approval(isGiven: true, shown: method == "approveTransaction" ? Set(taints.values.joined()) : [])
            handle(.approved)
        case .pageLost(let code):
            cause = .failure
            handle(.pageLost(visit: machine.visit, AbstractRun.error(code)))
        case .plugin(let end): finishPlugin(end)
        case .timer(let id):
            cause = .failure
            handle(.timerFired(id))
        case .closed: handle(.closed)
        case .stopped: handle(.stopped(AbstractRun.error(.serverError)))
        case .pageRefused(let code): handle(.pageRefused(AbstractRun.error(code)))
        case .answer(let id, let end): answer(id, end)
        case .inquiry(let isAnswered): handle(.inquiryAnswered(isAnswered ? fates(of: inquiry) : [:]))
        case .resume(let calls, let isAnswered): resume(executing: calls, isAnswered: isAnswered)
        }
        endLeftCalls()
        forgetEndedCalls()
        choices = assumptions?.made ?? []
        if let fault = causeFault() { faults.append(fault) }
        assumptions = nil
        checkProgress()
    }

    /// Answers the calls of steps that were left. Nobody waits for them, and they move no money.
    private mutating func endLeftCalls() {
        for call in machine.callsUnderWay where call.visit != machine.visit && !call.isTracked && !model.isPayment(call)
        {
            handle(.callFinished(call.id, .failure(AbstractRun.error(.netTimeout), status: nil)))
        }
    }

    private mutating func forgetEndedCalls() {
        let known = Set(machine.callsUnderWay.map(\.id))
        tries = tries.filter { known.contains($0.key) }
        argumentTaints = argumentTaints.filter { known.contains($0.key) }
        repeated.formIntersection(known)
        unsent.formIntersection(known)
    }

    static func error(_ code: ErrorCode) -> JourneyError { JourneyError(code, "Assumed.") }

    private mutating func raise(_ name: String) {
        let step = machine.currentStep
        approval.shown = approval.shown.filter { !$0.hasPrefix("\(step).\(name).") }
        if model.approvingSteps.contains(step) {
            approval = Approval(isGiven: true, shown: Set(taints.values.joined()))
        }
        recordAction()
        if !machine.isPageOpen { handle(.pageOpened(visit: machine.visit)) }
        let payload = values?.payload ?? [Assumptions.anyMember: true]
        handle(.page(name: name, payload: payload), source: .page(step: step, event: name))
    }

    private mutating func recordAction() {
        for slot in executions.keys where executions[slot]?.isDelivered == true { executions[slot]?.hasActed = true }
    }

    private mutating func finishPlugin(_ end: AbstractEvent.PluginEnd) {
        switch end {
        case .cancelled:
            cause = .cancellation
            recordAction()
            handle(.native(visit: machine.visit, .cancelled))
        case .error(let code):
            cause = .failure
            handle(.native(visit: machine.visit, .error(AbstractRun.error(code))))
        case .success:
            cause = .success
            recordAction()
            guard let step = machine.step else { return }
            if case .native(let plugin, _) = step.kind, PluginDescription.isApproval(plugin: plugin) {
                approval = Approval(isGiven: true, shown: onScreen)
                let calls = step.bindings.indices.filter { step.bindings[$0].onEvent == "success" }
                // Where the approval itself is sent to the bank, it counts once the bank accepted it.
                if !calls.isEmpty,
                    !calls.contains(where: { model.payments.contains(.init(step: step.id, binding: $0)) })
                {
                    approval.isGiven = false
                    awaiting = step.id
                }
            }
            var payload = values?.payload.object ?? AbstractRun.payload(of: step)
            for (name, type) in step.outputs {
                payload[name] = Assumptions.placeholder(type)
                // A plugin's answer may repeat its parameters; anybody may have made a return.
                if case .authorize = step.kind {
                    taints["\(step.id).\(name)"] = ["\(step.id).success.\(name)"]
                } else {
                    taints["\(step.id).\(name)"] = onScreen
                }
            }
            handle(.native(visit: machine.visit, .success(.object(payload))))
        }
    }

    /// Returns the payload of a plugin's success: the members that are known, and any member unless they are all.
    private static func payload(of step: Step) -> [String: JSONValue] {
        if case .authorize = step.kind { return [:] }
        guard case .native(let name, _) = step.kind,
            let plugin = PluginDescription.own.first(where: { $0.name == name })
        else { return [Assumptions.anyMember: true] }
        var payload = Dictionary(uniqueKeysWithValues: plugin.answer.names.map { ($0, Assumptions.text) })
        if plugin.answer.isOpen { payload[Assumptions.anyMember] = true }
        return payload
    }

    // MARK: Effects

    mutating func handle(_ event: StateMachine.Event, source: Source = .none) {
        let effects = machine.handle(event, at: moment, under: &assumptions)
        for effect in effects {
            switch effect {
            case .enterStep(let step, _): enter(step)
            case .call(let call): begin(call, source: source)
            case .savePoint(let point):
                store(point)
                if model.journey.resumePolicy != nil { stored?.isOffered = true }
            case .inquire(let scopes): inquiry = scopes
            case .finish(let outcome): finish(outcome)
            case .exitStep, .emitToPage, .startTimer, .cancelTimer, .diagnostic: break
            }
        }
    }

    private mutating func enter(_ step: Step) {
        entered.append(step.id)
        awaiting = nil
        onScreen = []
        let approved = model.journey.approvals.values.filter { $0.approval.step == step.id }.flatMap(\.values)
        for path in (model.journey.steps[step.id]?.inputPaths ?? []) + approved.flatMap(\.expression.paths) {
            onScreen.formUnion(taint(of: path, on: StateMachine.EngineEvent.enter.rawValue, .none))
        }
    }

    /// Stores `point`, as the session does.
    mutating func store(_ point: ResumePoint) {
        var new = stored ?? Stored(point: ResumePoint(step: point.step), approval: approval, taints: taints)
        new.point.step = point.step
        new.point.outputs = point.outputs
        for (scope, known) in point.attempts { new.point.attempts[scope]?.learn(known) }
        new.approval = approval
        new.taints = taints
        stored = new
    }

    private mutating func finish(_ outcome: Outcome<JSONValue>) {
        let terminal: Terminal? =
            if case .terminal(let terminal) = machine.step?.kind { terminal } else { nil }
        let kind: Terminal.Kind
        switch outcome {
        case .completed(let payload):
            kind = .completed
            checkResult(payload, of: terminal)
        case .pending(let payload):
            kind = .pending
            checkResult(payload, of: terminal)
        case .cancelled: kind = .cancelled
        case .failed(let error):
            kind = .failed
            // The error of a call that could not be begun, or of a step that could not be entered.
            if error.code != .unknown { cause = .failure }
        }
        end = End(outcome: kind, terminal: terminal == nil ? nil : machine.currentStep)
        if kind == .failed || kind == .cancelled, let slot = executions.keys.min(by: { $0.scope(1) < $1.scope(1) }) {
            let id = model.journey.binding(at: slot)?.operation.id ?? ""
            faults.append(
                ProofFault(.unknown, subject: id, "The run ends as \(kind.rawValue), but the bank executed \(id)."))
        }
    }

    /// Records the members of the result. Without its reference, the host can't ask the bank about it.
    private mutating func checkResult(_ payload: JSONValue, of terminal: Terminal?) {
        guard let terminal, terminal.outcome == .completed || terminal.outcome == .pending else { return }
        obtained = Set((payload.object ?? [:]).keys)
        guard terminal.memberNames.contains("reference"), !obtained.contains("reference") else { return }
        faults.append(
            ProofFault(
                .results, subject: machine.currentStep.rawValue,
                "The run ends in \(machine.currentStep) without the result's reference."))
    }

    // MARK: Progress

    /// Records a step that waits for nothing but its timer.
    private mutating func checkProgress() {
        guard case .running(let stay) = machine.phase, stay.isTimerRunning, !machine.calls.isUnderWay(in: stay.visit)
        else { return }
        switch (machine.step?.kind, stay.activity) {
        case (.native, .nothing), (.authorize, .nothing), (.server, _):
            faults.append(
                ProofFault(
                    .wayOut, subject: machine.currentStep.rawValue,
                    "The step \(machine.currentStep) waits for nothing but its timeout."))
        default: break
        }
    }
}

extension Step {
    /// The paths that the parameters of the step's plugin read.
    fileprivate var inputPaths: [ContextPath] { inputs.values + inputValues.values.flatMap(\.paths) }
}

extension Terminal {
    /// The names of the declared members of the result.
    var memberNames: Set<String> {
        switch result {
        case .literal: []
        case .declared(let types): Set(types.keys)
        case .expressions(let expressions): Set(expressions.keys)
        }
    }
}
