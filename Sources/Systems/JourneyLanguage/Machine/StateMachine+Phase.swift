internal import JourneyBase

extension StateMachine {
    /// How far a run has come in this process. Each phase carries what only it has.
    enum Phase: Sendable {
        /// No step was entered yet.
        case idle
        case running(StepVisit)
        /// The person is gone; the answers of tracked calls are still to come.
        case closing(StepVisit)
        /// It will end so, once the tracked calls have answered; `asIs` while they bring no news that would make it
        /// untrue.
        case settling(StepVisit, Outcome<JSONValue>, asIs: Bool)
        /// The bank is asked what became of calls that nobody answered for; then it ends so. `isClosing`: the person is
        /// gone. Without a stay, the run has asked before its first step.
        case inquiring(StepVisit?, Outcome<JSONValue>, isClosing: Bool)
        case finished(StepVisit?)

        /// The stay in the step at hand, or in the last one; `nil` before the first.
        var stay: StepVisit? {
            switch self {
            case .idle: nil
            case .running(let stay), .closing(let stay), .settling(let stay, _, _): stay
            case .inquiring(let stay, _, _), .finished(let stay): stay
            }
        }

        /// The same phase in `stay`; a run that has entered nothing yet is running from then on.
        func with(_ stay: StepVisit) -> Phase {
            switch self {
            case .idle, .running: .running(stay)
            case .closing: .closing(stay)
            case .settling(_, let outcome, let asIs): .settling(stay, outcome, asIs: asIs)
            case .inquiring(_, let outcome, let isClosing): .inquiring(stay, outcome, isClosing: isClosing)
            case .finished: .finished(stay)
            }
        }
    }

    /// One stay in a step, from its entry until it is left.
    struct StepVisit: Sendable {
        /// The part of the step that can move the run, beside its calls and its timer.
        enum Activity: Sendable {
            /// A page that has not shaken hands, and so may raise nothing.
            case loadingPage
            case openPage
            case plugin
            /// A plugin that has answered, or a step that has neither.
            case nothing
        }

        let step: StepID
        /// Counts the steps entered in a run, from 1.
        let visit: Int
        var activity: Activity
        var isTimerRunning: Bool

        /// The stay that begins with the entry into `step`.
        init(in step: Step, visit: Int) {
            self.step = step.id
            self.visit = visit
            activity =
                switch step.kind {
                case .web: .loadingPage
                case .native: .plugin
                case .server, .terminal: .nothing
                }
            isTimerRunning = !step.isTerminal && step.timeout != nil
        }
    }

    /// What the person has done, which decides what a call may mean. Neither follows from the other.
    struct UserActions: Sendable {
        /// Anything, since this process took the run up.
        var hasActed = false
        /// An approval, in this run; a run that is resumed may have seen one before.
        var hasApproved = false
    }
}
