package import JourneyBase

extension StateMachine {
    /// An instruction to the engine; effects are executed in order.
    package enum Effect: Sendable {
        case exitStep(StepID)
        /// Show the page, run the plugin, or wait for calls, depending on the step's kind. `visit` counts entered steps from 1
        /// and identifies this visit.
        case enterStep(Step, visit: Int)
        /// Make the call, with its retries, and respond with `Event.callFinished`.
        case call(PendingCall)
        /// Send the event to the page; only used in steps with a page.
        case emitToPage(name: String, payload: JSONValue)
        /// Store this point, from which the run can be resumed.
        case savePoint(ResumePoint)
        /// Ask the bank about the results of these logical attempts (`PendingCall.scope`), and respond with
        /// `Event.inquiryAnswered`. At most once in a run, at its end.
        case inquire([String])
        /// Respond with `Event.timerFired` after this duration.
        case startTimer(TimerID, Duration)
        case cancelTimer(TimerID)
        /// The run is over. No effect follows; later events are ignored.
        case finish(Outcome<JSONValue>)
        case diagnostic(Diagnostic)
    }

    /// A condition that is worth reporting and did not stop the run.
    package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
        package enum Kind: String, Sendable, CaseIterable {
            /// A guard could not be evaluated; its transition was not taken.
            ///
            /// Next step: Test the guard with `journey guard` and the values of the run.
            case guardError = "GUARD_ERROR"
            /// No guard was true; the run stays in the step.
            ///
            /// Next step: Add a transition without a guard.
            case noGuardTrue = "NO_GUARD_TRUE"
            /// The step does not handle the event.
            ///
            /// Next step: Handle the event in the step, or don't raise it in the page.
            case unknownEvent = "UNKNOWN_EVENT"
            /// A page raised an event that is reserved for the engine.
            ///
            /// Next step: Use another name for the page's event.
            case forbiddenEvent = "BRIDGE_FORBIDDEN"
            /// A page raised an event before `bridge_ready`, or after its step was left.
            ///
            /// Next step: Raise events after `bridge_ready`, and before the step is left.
            case pageNotReady = "BRIDGE_NOT_READY"
            /// The same call is in flight, so the event started nothing.
            ///
            /// Next step: Disable the page's button while the call runs.
            case callUnderWay = "CALL_UNDER_WAY"
            /// A call was answered after its step was left.
            ///
            /// Next step: Nothing needs to be done, unless the step was left too early.
            case lateAnswer = "LATE_ANSWER"
            /// An `emit` led to another step before its transition's own target.
            ///
            /// Next step: Remove the `emit`, or the transition's own target.
            case moveOverridden = "MOVE_OVERRIDDEN"
            /// The result of a terminal step lacks a member that the step declares, or the member has another type.
            ///
            /// Next step: Declare the result's members as outputs of the steps that lead to the terminal.
            case resultIncomplete = "RESULT_INCOMPLETE"
        }

        package let kind: Kind
        package let step: StepID
        /// The current event, cut to 64 characters. Event names that pages choose are neither secret nor personal data.
        let event: String?
        /// A message of one sentence, without values.
        package let message: String

        init(_ kind: Kind, step: StepID, event: String? = nil, _ message: String) {
            self.kind = kind
            self.step = step
            self.event = event.map { String($0.prefix(64)) }
            self.message = message
        }

        package var description: String { "\(kind.rawValue) in \(step): \(message)" }
    }
}
