package import JourneyBase

/// What becomes of an error that its step does not handle (manifest 1.2, `errorPolicy`).
///
/// A step handles an error where its `on` lists the event that brings it (`onErrorEmit`, `error`, `timeout`,
/// `journeyTimeout`), or a binding waits for that event. What is left is looked up here, in the manifest's order; without a
/// rule, a call's `onErrorEmit` goes to the page, and everything else ends the journey as failed.
package struct ErrorPolicy: Hashable, Sendable {
    let rules: [ErrorRule]

    /// What the first rule that names `code`, and says what follows, says.
    func action(for code: ErrorCode) -> ErrorRule.Action? {
        rules.lazy.filter { $0.codes.contains(code) }.compactMap(\.action).first
    }
}

/// One rule of an error policy.
package struct ErrorRule: Hashable, Sendable {
    let codes: Set<ErrorCode>
    /// Joins the retry table of each call that may be repeated and has no rule of its own for the code.
    let retry: RetryRule?
    /// What follows when nothing is tried again, or not any more. `nil`: what would follow without the rule.
    let action: Action?

    package enum Action: Hashable, Sendable {
        /// The run goes on in this step.
        case go(StepID)
        /// The run ends so.
        case end(Ending)
    }

    /// An end that no terminal step declares.
    package struct Ending: Hashable, Sendable {
        /// Never `completed`: an error completes nothing.
        let outcome: Terminal.Kind
        /// Of `failed`: whether the host may start again.
        let isRecoverable: Bool
    }
}
