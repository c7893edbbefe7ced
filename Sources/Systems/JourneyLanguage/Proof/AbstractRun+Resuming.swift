internal import JourneyBase

extension AbstractRun {
    /// `true` if the run could be resumed after its process ended.
    var isResumable: Bool {
        guard let stored else { return false }
        if case .terminal = model.journey.steps[stored.point.step]?.kind { return false }
        return stored.isOffered || stored.point.attempts.values.contains { $0.state != .refused }
    }

    /// The scopes that the bank is asked about before the run goes on.
    var scopesInDoubt: [String] {
        (stored?.point.attempts ?? [:]).filter { scope, attempt in
            attempt.state == .open
                && PendingCall.Slot.parse(scope).flatMap { model.journey.binding(at: $0.slot) }?.carriesKey == true
        }.keys.sorted()
    }

    /// Returns the bank's answers about `scopes`.
    func fates(of scopes: [String]) -> [String: StateMachine.CallFate] {
        var fates: [String: StateMachine.CallFate] = [:]
        for scope in scopes {
            guard let slot = PendingCall.Slot.parse(scope)?.slot, let binding = model.journey.binding(at: slot) else {
                continue
            }
            fates[scope] = executed.contains(scope) ? .done(body(at: slot, of: binding)) : .notDone
        }
        return fates
    }

    /// Kills the process and resumes the run, while the bank executes `calls`.
    mutating func resume(executing calls: Set<PendingCall.ID>, isAnswered: Bool) {
        for call in machine.callsUnderWay where calls.contains(call.id) { execute(call) }
        kills += 1
        tries = [:]
        argumentTaints = [:]
        repeated = []
        unsent = []
        inquiry = []
        end = nil
        guard let stored, isResumable else {
            isGone = true
            return
        }
        machine = AbstractRun.machine(of: model.explored, at: stored.point)
        approval = stored.approval
        taints = stored.taints
        awaiting = nil
        onScreen = []
        let scopes = scopesInDoubt
        if !scopes.isEmpty {
            let fates = isAnswered ? fates(of: scopes) : [:]
            for (scope, fate) in fates { if case .notDone = fate { self.stored?.point.attempts[scope] = nil } }
            handle(.inquiryAnswered(fates))
        }
        handle(.start)
    }

    /// The facts that decide how a resumed run goes on. Runs that were killed with the same key go on alike.
    struct ResumeKey: Hashable, Sendable {
        let kills: Int
        let step: StepID
        let outputs: [String: [String: String]]
        let attempts: [String: ResumePoint.Attempt]
        let approval: Approval
        let taints: [String: Set<String>]
        /// The payments in flight, which the bank may execute.
        let calls: [String: Bool]
        let executed: Set<String>
        let executions: [PendingCall.Slot: Execution]
    }

    var resumeKey: ResumeKey? {
        guard kills < model.bounds.kills, isResumable, let stored else { return nil }
        let calls = machine.callsUnderWay.filter { model.isPayment($0) }
        return ResumeKey(
            kills: kills, step: stored.point.step, outputs: stored.point.outputs, attempts: stored.point.attempts,
            approval: stored.approval, taints: stored.taints,
            calls: Dictionary(calls.map { ($0.scope, unsent.contains($0.id)) }) { first, _ in first },
            executed: executed, executions: executions)
    }
}
