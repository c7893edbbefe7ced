internal import JourneyBase

extension StateMachine {
    /// Ends the run with what can be said for certain. Where a call with a key was never answered for, the bank is asked
    /// first: silence is no answer, and to say cancelled or failed would invite a second payment.
    mutating func inquire(before outcome: Outcome<JSONValue>, isClosing: Bool, _ effects: inout [Effect]) {
        guard !isFinished else { return }
        let scopes = ledger.doubtfulWithKey.map { $0.slot.scope($0.number) }.sorted()
        guard !scopes.isEmpty, !hasInquired else { return finish(honest(outcome), &effects) }
        hasInquired = true
        phase = .inquiring(outcome, isClosing: isClosing)
        effects.append(.inquire(scopes))
    }

    /// Books what the bank said of what an earlier process left, before the run goes on.
    mutating func book(_ fates: [String: CallFate]) {
        for (slot, number) in ledger.doubtful {
            switch fates[slot.scope(number)] {
            case .notDone: ledger.resolve(slot, number: number, isDone: false)
            case .done: ledger.resolve(slot, number: number, isDone: true)
            case nil: break
            }
        }
    }

    /// The bank has said what it knows.
    mutating func conclude(
        _ outcome: Outcome<JSONValue>, isClosing: Bool, _ fates: [String: CallFate], _ effects: inout [Effect]
    ) {
        for (slot, number) in ledger.doubtful {
            switch fates[slot.scope(number)] {
            case .notDone: ledger.resolve(slot, number: number, isDone: false)
            case .done(let body):
                ledger.resolve(slot, number: number, isDone: true)
                guard let binding = binding(at: slot) else { continue }
                // As when the answer itself comes after the window was closed.
                if isClosing, slot.step == currentStep, ledger.doubtful.isEmpty, isWhole(body, for: binding) {
                    ledger.close(slot, number, isDone: true)
                    follow(body, of: binding, in: slot.step, &effects)
                } else {
                    _ = keep(body, binding.outputs, in: slot.step)
                }
            case nil: break
            }
        }
        finish(honest(outcome), &effects)
    }
}
