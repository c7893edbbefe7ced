internal import JourneyBase

extension AbstractRun {
    // MARK: Answers

    /// Ends one try of a call, and the call with it unless it is sent again.
    mutating func answer(_ id: PendingCall.ID, _ answer: AbstractEvent.CallEnd) {
        guard let call = machine.callsUnderWay.first(where: { $0.id == id }) else { return }
        if answer.end.isExecuted { execute(call) }
        guard let failure = failure(of: answer.end, for: call) else {
            return finish(call, .success(status: 200, body: body(at: call.slot, of: call.binding)))
        }
        if answer.end.endsTry {
            tries[id]?.fail(failure.error, status: failure.status, meaning: failure.meaning)
            if !answer.isLast, AbstractRun.wait(tries[id], after: failure) != nil {
                tries[id]?.begin()
                return
            }
        }
        var reply = CallReply(status: failure.status)
        reply.conclusion = failure.meaning.map { $0.conclusion(status: failure.status ?? 0) }
        if answer.hasErrorOutputs {
            reply.body = .object(call.binding.errorOutputs.mapValues { Assumptions.placeholder($0) })
        }
        guard answer.isDecided else { return finish(call, self.failure(failure, of: call, reply)) }
        // A query that finds the call done gives its outputs; otherwise the call counts as rejected.
        guard !executed.contains(call.scope) else {
            reply.isFromQuery = true
            return finish(call, .success(status: 200, body: body(at: call.slot, of: call.binding), reply: reply))
        }
        reply.conclusion = .judged
        finish(call, .failure(failure.error, status: failure.status, problem: problem, reply: reply))
    }

    private func failure(
        _ failure: AbstractEvent.TryEnd.Failure, of call: PendingCall, _ reply: CallReply
    ) -> StateMachine.CallAnswer {
        .failure(
            failure.error, status: failure.status, problem: problem, mayBeDone: mayBeDone(call, after: failure),
            reply: reply)
    }

    /// The bank's own error; what it says is open.
    private var problem: CallProblem? {
        CallProblem([
            "code": .string(values?.problem ?? "ASSUMED"), "errors": [["field": "assumed", "detail": "Assumed."]],
        ])
    }

    private func mayBeDone(_ call: PendingCall, after failure: AbstractEvent.TryEnd.Failure) -> Bool {
        unsent.contains(call.id) || tries[call.id]?.mayBeDone ?? false
    }

    private mutating func finish(_ call: PendingCall, _ answer: StateMachine.CallAnswer) {
        let taint = argumentTaints[call.id] ?? []
        var isDone = false
        switch answer {
        case .success:
            isDone = true
            cause = .success
            for name in call.binding.outputs.keys { taints["\(call.step).\(name)"] = taint }
            if call.visit == machine.visit { deliver(call) }
        case .failure:
            cause = .failure
            for name in call.binding.errorOutputs.keys { taints["\(call.step).\(name)"] = taint }
        }
        handle(.callFinished(call.id, answer), source: .call(taint))
        // As the machine does with calls that it tracks.
        if isDone, !call.isTracked, isRunning, call.visit != machine.visit, model.isStored(call.slot, in: machine) {
            offer(at: machine.currentStep)
        }
    }

    private var isRunning: Bool {
        if case .running = machine.phase { machine.step?.isTerminal == false } else { false }
    }

    private mutating func deliver(_ call: PendingCall) {
        executions[call.slot]?.isDelivered = true
        if awaiting == call.step, call.binding.onEvent == "success" {
            approval.isGiven = true
            awaiting = nil
        }
    }

    /// Returns the body of a success: the outputs, and what the document declares.
    func body(at slot: PendingCall.Slot, of binding: Binding) -> JSONValue {
        if let body = values?.bodies[slot] { return body }
        let declared = binding.operation.answers.outputs
        var members = Dictionary(uniqueKeysWithValues: declared.names.map { ($0, Assumptions.text) })
        if declared.isOpen { members[Assumptions.anyMember] = true }
        for (name, type) in declared.types { members[name] = Assumptions.placeholder(type) }
        for (name, type) in binding.outputs { members[name] = Assumptions.placeholder(type) }
        return .object(members)
    }

    // MARK: Tries

    /// Returns the failure with which a try of `call` ends; `nil` for a success.
    func failure(of end: AbstractEvent.TryEnd, for call: PendingCall) -> AbstractEvent.TryEnd.Failure? {
        end.failure(of: model.binding(of: call), isRepeat: isRepeat(call))
    }

    /// Returns `true` if the bank may have seen the call's key before.
    func isRepeat(_ call: PendingCall) -> Bool {
        repeated.contains(call.id) || tries[call.id]?.mayBeDone ?? false
    }

    /// Returns the wait before the next try; `nil` if there is none.
    static func wait(_ tries: CallTries?, after failure: AbstractEvent.TryEnd.Failure) -> Duration? {
        tries?.wait(after: failure.error, meaning: failure.meaning, retryAfter: nil) { Array(repeating: 0, count: $0) }
    }

    /// Returns `true` if a status query follows when the call ends with `end`: its effect is unknown.
    func isAskedAbout(_ call: PendingCall, after end: AbstractEvent.TryEnd) -> Bool {
        guard call.binding.statusQuery != nil, let failure = failure(of: end, for: call) else { return false }
        var tries = tries[call.id]
        if end.endsTry { tries?.fail(failure.error, status: failure.status, meaning: failure.meaning) }
        let mayBeDone = unsent.contains(call.id) || tries?.mayBeDone ?? false
        return failure.refusal.after(mayBeDone: mayBeDone, call) == .unknown
    }

    // MARK: Effects

    /// Records that the bank executes a request. A key that it recognises, and a method that may be repeated, have one effect.
    mutating func execute(_ call: PendingCall) {
        guard !unsent.contains(call.id) else { return }
        let isNew = executed.insert(call.scope).inserted
        guard model.isPayment(call) else { return }
        if call.carriesKey && model.knowsKey(call.binding) {
            guard isNew else { return }
        } else if call.binding.operation.method.isIdempotent {
            guard executed.insert("\(call.slot.scope(1)) \(call.fingerprint)").inserted else { return }
        }
        var execution = executions[call.slot] ?? Execution()
        execution.count = execution.isDelivered && execution.hasActed ? 1 : execution.count + 1
        execution.isDelivered = false
        execution.hasActed = false
        if execution.count > model.bounds.executions {
            let count = execution.count == 2 ? "twice" : "\(execution.count) times"
            faults.append(
                ProofFault(
                    .oneEffect, subject: call.binding.operation.id,
                    "The bank executes \(call.binding.operation.id) \(count) for one intent of the person."))
        }
        executions[call.slot] = execution
        // The approval is used.
        approval.isGiven = false
    }

    mutating func begin(_ call: PendingCall, source: Source) {
        let taint = taint(of: call, source)
        argumentTaints[call.id] = taint
        let known = stored?.point.attempts[call.scope]
        if model.isPayment(call) {
            tries[call.id] = CallTries(
                RetryPolicy(rules: call.binding.retry, mayRepeat: call.binding.mayRepeat(hasKey: call.carriesKey)))
            if !call.isTracked || known == nil { checkApproval(of: call, taint) }
        }
        guard call.isTracked else {
            if model.isStored(call.slot, in: machine) { offer(at: call.step) }
            return
        }
        if let known {
            if known.state != .refused { repeated.insert(call.id) }
            if call.binding.isOnce { unsent.insert(call.id) }
            return
        }
        // As the session does: stored before the first byte is sent, with the position to repeat the call from.
        store(machine.resumePoint)
        stored?.point.step = call.step
        stored?.point.attempts[call.scope] = ResumePoint.Attempt(.open, call.fingerprint)
    }

    /// Stores a position from which the run can be resumed because of a call that moves no money.
    private mutating func offer(at step: StepID) {
        store(machine.resumePoint)
        stored?.point.step = step
        stored?.isOffered = true
    }

    private mutating func checkApproval(of call: PendingCall, _ taint: Set<String>) {
        let id = call.binding.operation.id
        guard approval.isGiven else {
            return faults.append(
                ProofFault(.approval, subject: id, "The run calls \(id) without the approval of the person."))
        }
        let hidden = taint.subtracting(approval.shown).sorted()
        guard !hidden.isEmpty else { return }
        faults.append(
            ProofFault(
                .shownData, subject: id,
                "\(hidden.joined(separator: ", ")) of a page decides \(id), but was not shown for approval."))
    }

    // MARK: Page data

    /// Returns the page data that decides the arguments of a call.
    private func taint(of call: PendingCall, _ source: Source) -> Set<String> {
        if model.payments.isEmpty { return [] }
        var taint: Set<String> = []
        for path in call.binding.argumentPaths {
            taint.formUnion(self.taint(of: path, on: call.binding.onEvent, source))
        }
        return taint
    }

    /// Returns the page data that decides the value of a path at an event.
    func taint(of path: ContextPath, on event: String, _ source: Source) -> Set<String> {
        let names = path.elements.map { if case .name(let name) = $0 { name } else { "" } }
        switch path.root {
        case "steps": return names.count > 1 ? taints["\(names[0]).\(names[1])"] ?? [] : Set(taints.values.joined())
        case "payload", "event", "result":
            // A step is entered without a payload.
            if event == StateMachine.EngineEvent.enter.rawValue { return [] }
            switch source {
            case .page(let step, let event): return ["\(step).\(event).\(names.first ?? "")"]
            case .call(let taint): return taint
            case .none: return []
            }
        default: return []
        }
    }
}

extension AbstractEvent.TryEnd {
    /// `true` if the end is that of a request, after which the rules on retries apply.
    fileprivate var endsTry: Bool {
        switch self {
        case .success, .unusable, .notRepeated, .undecided: false
        case .refused, .conflict, .passing, .failed, .lost, .unsent: true
        }
    }
}
