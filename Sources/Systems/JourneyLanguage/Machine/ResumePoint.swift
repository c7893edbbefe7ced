package import JourneyBase

/// From where a run can be taken up again: no payload and nothing that a person typed.
package struct ResumePoint: Hashable, Sendable {
    /// What is known of a tracked logical attempt.
    package struct Attempt: Hashable, Sendable {
        package enum State: String, Hashable, Sendable {
            /// Nobody has heard its end.
            case open
            /// Done, and heard of.
            case done
            /// The bank said no, or it never went out: it will not be done.
            case refused
        }

        package var state: State
        /// Of its arguments (`PendingCall.fingerprint`).
        package var fingerprint: [UInt8]

        package init(_ state: State, _ fingerprint: [UInt8]) {
            self.state = state
            self.fingerprint = fingerprint
        }
    }

    /// The step that the run goes on in.
    package var step: StepID
    /// What the manifest has kept of the steps' outputs (`resumePolicy.keep`), by step and name.
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

    /// Whether `text` may be kept: 1 to 128 letters, digits, `-`, `_`, `.` or `~`. References look like that; names,
    /// addresses and sentences do not.
    static func mayKeep(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_.~".utf8.contains($0) }
    }
}

extension StateMachine {
    /// Where the run could be taken up from now: in the step at hand, with its calls asked again under their keys.
    package var resumePoint: ResumePoint {
        ResumePoint(
            step: currentStep, outputs: outputs.kept(journey.resumePolicy?.keep ?? [:]),
            attempts: calls.ledger.attempts)
    }

    /// Has the engine keep the point as it is now, whatever follows from the same event; not when the run is about to end.
    func savePoint(_ effects: inout [Effect]) {
        guard isRunning else { return }
        if case .terminal = step?.kind { return }
        effects.append(.savePoint(resumePoint))
    }
}
