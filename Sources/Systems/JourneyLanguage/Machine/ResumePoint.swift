package import JourneyBase

/// The state from which a run can be resumed. Contains no payload and no text that the user typed.
package struct ResumePoint: Hashable, Sendable {
    /// The known state of a tracked logical attempt.
    package struct Attempt: Hashable, Sendable {
        package enum State: String, Hashable, Sendable {
            /// The result was not received.
            case open
            /// Executed, and the result was received.
            case done
            /// Rejected by the bank, or never sent: it will not be executed.
            case refused
        }

        package var state: State
        /// The fingerprint of the arguments (`PendingCall.fingerprint`).
        package var fingerprint: [UInt8]

        package init(_ state: State, _ fingerprint: [UInt8]) {
            self.state = state
            self.fingerprint = fingerprint
        }

        /// Takes over what a later point of the same run knows. Knowledge about an attempt only grows: an open one adds nothing,
        /// and an executed one stays executed.
        package mutating func learn(_ later: Attempt) {
            if later.state != .open, state != .done { self = later }
        }
    }

    /// The step in which the run resumes.
    package var step: StepID
    /// Outputs of steps that the manifest allows to be stored (`resumePolicy.keep`), by step and name.
    package var outputs: [String: [String: String]]
    /// Tracked logical attempts, by `PendingCall.scope`.
    package var attempts: [String: Attempt]

    package init(
        step: StepID, outputs: [String: [String: String]] = [:], attempts: [String: Attempt] = [:]
    ) {
        self.step = step
        self.outputs = outputs
        self.attempts = attempts
    }

    /// Returns `true` if `text` may be stored: 1 to 128 letters, digits, `-`, `_`, `.` or `~`. References match; names, addresses
    /// and sentences do not.
    static func mayKeep(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.~".utf8.contains($0) }
    }
}

extension StateMachine {
    /// The point from which the run could be resumed now: the current step, whose calls are repeated under their keys.
    package var resumePoint: ResumePoint {
        ResumePoint(
            step: currentStep, outputs: outputs.kept(journey.resumePolicy?.keep ?? [:]),
            attempts: calls.ledger.attempts)
    }

    /// Requests that the current resume point be stored, regardless of later effects of the same event. Does nothing if the run
    /// is about to end.
    func savePoint(_ effects: inout [Effect]) {
        guard isRunning else { return }
        if case .terminal = step?.kind { return }
        effects.append(.savePoint(resumePoint))
    }
}
