internal import JourneyBase

extension StateMachine {
    /// The phase of a run in this process. Each phase carries only the data that it needs.
    enum Phase: Sendable {
        /// No step was entered yet.
        case idle
        case running(StepVisit)
        /// The user has closed the run; answers of tracked calls are outstanding.
        case closing(StepVisit)
        /// The run will end with this outcome once its tracked calls have answered. `asIs` is `true` until an answer contradicts
        /// the outcome.
        case settling(StepVisit, Outcome<JSONValue>, asIs: Bool)
        /// The bank is asked about unanswered calls; then the run ends with this outcome. `isClosing` is `true` if the user
        /// closed the run. The visit is `nil` if the run asked before its first step.
        case inquiring(StepVisit?, Outcome<JSONValue>, isClosing: Bool)
        case finished(StepVisit?)

        /// The visit of the current step, or of the last one; `nil` before the first.
        var stay: StepVisit? {
            switch self {
            case .idle: nil
            case .running(let stay), .closing(let stay), .settling(let stay, _, _): stay
            case .inquiring(let stay, _, _), .finished(let stay): stay
            }
        }

        /// Returns the same phase with another visit; an idle run becomes running.
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

    /// One visit of a step, from its entry until it is left.
    struct StepVisit: Sendable {
        /// The part of the step that can advance the run, besides its calls and its timer.
        enum Activity: Sendable {
            /// A page before its handshake, which must not raise events.
            case loadingPage
            case openPage
            /// A plugin or an authorization that has not ended.
            case plugin
            /// A plugin or an authorization that has ended, or a step with neither of them nor a page.
            case nothing
        }

        let step: StepID
        /// The number of the visit within a run, from 1.
        let visit: Int
        var activity: Activity
        var isTimerRunning: Bool

        /// Creates the visit that begins with the entry into `step`.
        init(in step: Step, visit: Int) {
            self.step = step.id
            self.visit = visit
            activity =
                switch step.kind {
                case .web: .loadingPage
                case .native, .authorize: .plugin
                case .server, .terminal: .nothing
                }
            isTimerRunning = !step.isTerminal && step.timeout != nil
        }
    }

    /// The values that approvals have shown, by the places of the calls that they are for.
    struct Approvals: Sendable {
        /// The values that the current step shows.
        private var offered: [String: JSONValue] = [:]
        /// The values that the person has approved.
        private var given: [String: JSONValue] = [:]

        /// The places of the calls whose values the current step shows, and of those whose values the person has approved.
        var calls: (offered: Set<String>, given: Set<String>) {
            (Set(offered.keys), Set(given.keys))
        }

        /// Withdraws the approvals of calls, which are asked for again.
        mutating func withdraw(_ calls: Set<String>) { given = given.filter { !calls.contains($0.key) } }

        mutating func offer(_ values: [String: JSONValue]) { offered = values }

        mutating func give() {
            given.merge(offered) { $1 }
            offered = [:]
        }

        /// Returns `true` if the person has approved exactly these values.
        func isGiven(_ place: String, _ values: JSONValue) -> Bool { given[place] == values }
    }

    /// The user's actions, which affect how calls are tracked. The two flags are independent.
    struct UserActions: Sendable {
        /// `true` after any action since this process started or resumed the run.
        var hasActed = false
        /// `true` after an approval in this run. A resumed run may have had one before.
        var hasApproved = false
    }
}
