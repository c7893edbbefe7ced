package import JourneyBase

extension StateMachine {
    /// What the engine is to do, in order.
    package enum Effect: Sendable {
        case exitStep(StepID)
        /// Show the page, run the plugin, or just wait for calls, as the step's kind says. `visit` counts entered steps
        /// from 1 and names this stay.
        case enterStep(Step, visit: Int)
        /// Make the call, with its retries, and answer with `Event.callFinished`.
        case call(PendingCall)
        /// Tell the page; never sent in steps that have none.
        case emitToPage(name: String, payload: JSONValue)
        /// Keep this: the run can be taken up from there.
        case savePoint(ResumePoint)
        /// Ask the bank what became of these logical attempts (`PendingCall.scope`), and answer with
        /// `Event.inquiryAnswered`. At most once in a run, at its end.
        case inquire([String])
        /// Answer with `Event.timerFired` after that long.
        case startTimer(TimerID, Duration)
        case cancelTimer(TimerID)
        /// The run is over. Nothing follows; every later event gives no effects.
        case finish(Outcome<JSONValue>)
        case diagnostic(Diagnostic)
    }

    /// Something that did not go as it might, and did not stop the run.
    package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
        package enum Kind: String, Sendable, CaseIterable {
            /// A guard could not be decided; its transition was not taken.
            case guardError = "GUARD_ERROR"
            /// No guard was true; the step stays.
            case noGuardTrue = "NO_GUARD_TRUE"
            /// The step knows no such event.
            case unknownEvent = "UNKNOWN_EVENT"
            /// A page raised an event that is not for pages.
            case forbiddenEvent = "BRIDGE_FORBIDDEN"
            /// An event of a page that is not open yet, or no more.
            case pageNotReady = "BRIDGE_NOT_READY"
            /// The same call is under way, so this event started nothing.
            case callUnderWay = "CALL_UNDER_WAY"
            /// The answer of a call came after its step was left.
            case lateAnswer = "LATE_ANSWER"
            /// An `emit` led elsewhere before its transition's own move.
            case moveOverridden = "MOVE_OVERRIDDEN"
            /// A terminal's declared result lacks a member, or it has another type.
            case resultIncomplete = "RESULT_INCOMPLETE"
        }

        package let kind: Kind
        package let step: StepID
        /// The event at hand, cut to 64 characters; what a page calls it is no secret and no number of anything.
        let event: String?
        /// One sentence, without values.
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
