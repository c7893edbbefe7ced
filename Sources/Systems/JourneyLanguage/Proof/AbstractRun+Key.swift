internal import JourneyBase

/// The key of a state, by which states are told apart. States with the same key have the same futures: counters of visits, attempts and calls are left out,
/// and so are finished attempts that have no further effect.
extension AbstractRun {
    struct Key: Hashable, Sendable {
        let text: String
        let approval: Approval
        let executions: [PendingCall.Slot: Execution]
        let taints: [String: Set<String>]
        let storedTaints: [String: Set<String>]?
        let storedApproval: Approval?
        let end: End?
    }

    var key: Key {
        if end != nil || isGone {
            return Key(
                text: isGone ? "gone" : "end", approval: Approval(), executions: [:], taints: [:], storedTaints: nil,
                storedApproval: nil, end: end)
        }
        let isResumed = kills >= model.bounds.kills
        // What was shown counts only for an approval that is given, or that the bank is asked to accept.
        let approval = approval.isGiven || awaiting != nil ? approval : Approval()
        return Key(
            text: text, approval: approval, executions: executions, taints: taints,
            storedTaints: isResumed ? nil : stored?.taints, storedApproval: isResumed ? nil : stored?.approval, end: nil
        )
    }

    private var text: String {
        var text = "\(kills) "
        do {
            add(machine.phase, to: &text)
            let user = machine.userActions
            if machine.isAuthorizationOpen { text += "O" }
            if user.hasActed, !machine.calls.ledger.inherited.isEmpty { text += "A" }
            if let awaiting { text += " \(awaiting.rawValue)" }
            for name in onScreen.sorted() { text += " ~\(name)" }
            for (step, values) in (machine.outputs.json.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                text += " \(step):\((values.object ?? [:]).keys.sorted().joined(separator: ","))"
            }
            let approvals = machine.approvals.calls
            for (mark, places) in [("+", approvals.offered), ("!", approvals.given)] {
                for name in places.sorted() { text += " \(mark)\(name)" }
            }
            for call in machine.callsUnderWay { add(call, to: &text) }
            add(machine.calls.ledger, to: &text)
            text += " ?\(inquiry.count)"
        }
        guard let stored else { return text }
        add(stored.point.attempts, to: &text)
        // What is stored besides counts only as long as the run may be killed.
        guard kills < model.bounds.kills else { return text }
        text += " | \(stored.point.step.rawValue) \(stored.isOffered)"
        for (step, values) in stored.point.outputs.sorted(by: { $0.key < $1.key }) {
            text += " \(step):\(values.keys.sorted().joined(separator: ","))"
        }
        return text
    }

    private func add(_ phase: StateMachine.Phase, to text: inout String) {
        let name =
            switch phase {
            case .idle: "idle"
            case .running: "running"
            case .closing: "closing"
            case .settling(_, let outcome, let asIs): "settling \(AbstractRun.word(outcome)) \(asIs)"
            case .inquiring(_, let outcome, let isClosing): "inquiring \(AbstractRun.word(outcome)) \(isClosing)"
            case .finished: "finished"
            }
        text += name
        guard let stay = phase.stay else { return }
        text += " \(stay.step.rawValue) \(stay.activity.letter)\(stay.isTimerRunning ? "t" : "") "
    }

    private static func word(_ outcome: Outcome<JSONValue>) -> String {
        switch outcome {
        case .completed(let value): "completed \((value.object ?? [:]).keys.sorted())"
        case .pending(let value): "pending \((value.object ?? [:]).keys.sorted())"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }

    private func add(_ call: PendingCall, to text: inout String) {
        text += " [\(call.step)/\(call.bindingIndex)"
        if unsent.contains(call.id) { text += " ask" }
        if repeated.contains(call.id) { text += " again" }
        if call.visit != machine.visit { text += " left" }
        guard call.isTracked || model.isPayment(call) else {
            text += argumentTaints[call.id].map { $0.isEmpty ? "]" : " \($0.sorted())]" } ?? "]"
            return
        }
        if let tries = tries[call.id] { text += " \(tries.number) \(tries.mayBeDone)" }
        text += " \(executed.contains(call.scope)) \((argumentTaints[call.id] ?? []).sorted())]"
    }

    private func add(_ ledger: Ledger, to text: inout String) {
        for (slot, attempts) in ledger.open.sorted(by: { $0.key.scope(1) < $1.key.scope(1) }) {
            for attempt in attempts where attempt.kind.isTracked {
                text += " \(slot.step.rawValue)/\(slot.binding) \(attempt.kind.letter)\(attempt.fate.letter)"
                if attempt.isInherited { text += "i" }
                text += " \(AbstractRun.name(attempt.fingerprint)) \(executed.contains(slot.scope(attempt.number)))"
            }
        }
        var closed: [String] = []
        for attempt in ledger.closed {
            var entry = "\(attempt.slot.step.rawValue)/\(attempt.slot.binding)"
            // Only the attempts of a slot that an earlier process used can be opened again.
            if ledger.inherited[attempt.slot] != nil {
                entry += " \(AbstractRun.name(attempt.attempt.fingerprint)) \(attempt.attempt.kind.letter)"
            } else if !attempt.isDone {
                continue
            }
            entry += attempt.isDone ? " done" : " refused"
            if !closed.contains(entry) { closed.append(entry) }
        }
        text += " closed \(closed)"
        for (slot, known) in ledger.inherited.sorted(by: { $0.key.scope(1) < $1.key.scope(1) }) {
            text += " earlier \(slot.step.rawValue)/\(slot.binding) \(known.map(AbstractRun.name).sorted())"
        }
    }

    /// Returns a short name of a fingerprint. The arguments of a call have few of them.
    private static func name(_ fingerprint: [UInt8]) -> String { Hex.encode(Array(fingerprint.prefix(4))) }

    private func add(_ attempts: [String: ResumePoint.Attempt], to text: inout String) {
        var entries: Set<String> = []
        for (scope, attempt) in attempts {
            guard let slot = PendingCall.Slot.parse(scope)?.slot else { continue }
            let name = AbstractRun.name(attempt.fingerprint)
            entries.insert(
                "\(slot.step.rawValue)/\(slot.binding) \(name) \(attempt.state.rawValue) \(executed.contains(scope))")
        }
        for entry in entries.sorted() { text += " \(entry)" }
    }
}

extension StateMachine.StepVisit.Activity {
    /// A letter for the key; describing a case takes long.
    fileprivate var letter: String {
        switch self {
        case .loadingPage: "l"
        case .openPage: "o"
        case .plugin: "p"
        case .nothing: "n"
        }
    }
}

extension Ledger.Kind {
    fileprivate var letter: String {
        switch self {
        case .keyed: "k"
        case .unkeyed: "u"
        case .untracked: "-"
        }
    }
}

extension Ledger.Fate {
    fileprivate var letter: String {
        switch self {
        case .asked: "a"
        case .doubtful: "d"
        case .undelivered: "u"
        }
    }
}
