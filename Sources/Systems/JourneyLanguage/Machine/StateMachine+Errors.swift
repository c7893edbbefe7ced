internal import JourneyBase

extension StateMachine {
    /// An error that the step has no answer to: the journey's policy has the word, and without one the run ends as failed.
    /// `payload` is what the step that the policy leads to gets to know of it.
    mutating func unhandled(_ error: JourneyError, telling payload: JSONValue? = nil, _ effects: inout [Effect]) {
        if follow(error, payload, &effects) { return }
        end(.failed(error), &effects)
    }

    /// Does what the journey's policy says of `error`; says whether it says anything.
    mutating func follow(_ error: JourneyError, _ payload: JSONValue?, _ effects: inout [Effect]) -> Bool {
        guard let action = journey.errorPolicy.action(for: error.code) else { return false }
        switch action {
        case .go(let target):
            enter(target, by: .error(error.code, payload), &effects)
        case .end(let ending): end(ending, error, &effects)
        }
        return true
    }

    /// A refused message of a page moves the run only where the policy says so; otherwise the page was told, and that is all.
    mutating func pageRefused(_ error: JourneyError, _ effects: inout [Effect]) {
        guard ManifestGrammar.refusalCodes.contains(error.code) else { return }
        _ = follow(error, nil, &effects)
    }

    /// As at a terminal, the manifest's word stands unless a payment's fate is not known.
    private mutating func end(_ ending: ErrorRule.Ending, _ error: JourneyError, _ effects: inout [Effect]) {
        let isKnown = ledger.unresolved.isEmpty
        switch ending.outcome {
        case .cancelled: end(.cancelled, asIs: isKnown, &effects)
        case .pending: end(.pending(summary(error.code)), asIs: true, &effects)
        case .failed, .completed:
            let recovery = ending.isRecoverable ? JourneyError.Recovery.restart : .giveUp
            let error = JourneyError(error.code, error.message, recovery: recovery, traceID: error.traceID)
            end(.failed(error), asIs: isKnown, &effects)
        }
    }

    /// Whether the step has something to say to the event `name`.
    func isHandled(_ name: String) -> Bool {
        guard let step else { return false }
        return step.transitions[name].map { !$0.isEmpty } ?? false || step.bindings.contains { $0.onEvent == name }
    }
}
