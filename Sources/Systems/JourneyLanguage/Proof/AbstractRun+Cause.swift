internal import JourneyBase

extension AbstractRun {
    /// The cause of a move, as far as the outcome of a run has to fit it.
    enum Cause: Sendable {
        /// A person's cancelling of a native step.
        case cancellation
        /// An error of a page, a plugin or a call, or the end of a time.
        case failure
        /// The success of a plugin or of a call.
        case success
        case other
    }

    /// Returns the end of the last move that its cause does not fit, as a fault; `nil` if it fits. What the error policy chooses,
    /// it chooses knowingly.
    func causeFault() -> ProofFault? {
        // A terminal that was entered before its calls had answered has another cause.
        guard let end, let step = end.terminal, entered.last == step, cause != .other,
            !faults.contains(where: { $0.property == .unknown })
        else { return nil }
        let isChosen = choices.contains { $0.isFree && $0.truth == .yes }
        // The answer says what became of the call, and no condition names what it says.
        let isUnnamed = !isChosen && choices.contains { $0.isFree && model.comparisons.contains($0.condition) }
        let isFit =
            switch (cause, end.outcome) {
            case (_, .pending), (.cancellation, .cancelled), (.failure, .failed): true
            case (.success, .completed): !isUnnamed
            // The bank may say in a success that it has refused.
            case (.success, .failed): isChosen
            default: false
            }
        guard !isFit else { return nil }
        let what =
            switch cause {
            case .cancellation: "the person cancelled"
            case .failure: "an error or the end of a time"
            case .success, .other: isUnnamed ? "a success, but no condition names what the answer says" : "a success"
            }
        return ProofFault(
            .cause, subject: step.rawValue, "The run ends as \(end.outcome.rawValue) in \(step) after \(what).")
    }
}

extension Journey {
    /// The sources of the conditions that compare what a success of their step says.
    var comparisons: Set<String> {
        var sources: Set<String> = []
        for step in steps.values {
            for event in Set(step.bindings.compactMap(\.onSuccessEmit)).union(["success"]) {
                for condition in (step.transitions[event] ?? []).compactMap(\.guardExpression)
                where condition.comparesAnswer(of: step.id) {
                    sources.insert(condition.source)
                }
            }
        }
        return sources
    }
}
