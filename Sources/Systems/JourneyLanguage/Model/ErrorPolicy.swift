package import JourneyBase

/// The journey's handling of errors that a step does not handle (manifest 1.2, `errorPolicy`).
///
/// A step handles an error if its `on` lists the event that reports it (`onErrorEmit`, `error`, `timeout`, `journeyTimeout`), or
/// if a binding waits for that event. All other errors are looked up here, in the manifest's order. Without a rule, a call's
/// `onErrorEmit` goes to the page, and any other error ends the journey as failed.
package struct ErrorPolicy: Hashable, Sendable {
    let rules: [ErrorRule]

    /// Returns the action of the first rule that lists `code` and has an action.
    func action(for code: ErrorCode) -> ErrorRule.Action? {
        rules.lazy.filter { $0.codes.contains(code) }.compactMap(\.action).first
    }
}

/// One rule of an error policy.
package struct ErrorRule: Hashable, Sendable {
    let codes: Set<ErrorCode>
    /// Added to the retry rules of each repeatable call that has no rule of its own for the code.
    let retry: RetryRule?
    /// The action if the call is not retried, or no longer. `nil` means the default handling.
    let action: Action?

    package enum Action: Hashable, Sendable {
        /// The run continues in this step.
        case go(StepID)
        /// The run ends with this ending.
        case end(Ending)
    }

    /// An ending that no terminal step declares.
    package struct Ending: Hashable, Sendable {
        /// The outcome; never `completed`, because an error completes nothing.
        let outcome: Terminal.Kind
        /// For `failed`: `true` if the host may start again.
        let isRecoverable: Bool
    }
}
