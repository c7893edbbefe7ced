package import JourneyBase

extension StateMachine {
    /// What happens to a run, from outside.
    package enum Event: Sendable {
        /// The run begins. The second one is ignored.
        case start
        /// The run may not begin. Only the journey's policy has a word on how it ends, and no step that goes on is entered.
        case barred(JourneyError)
        /// The handshake with the page of this visit is done.
        case pageOpened(visit: Int)
        /// The page raised an event.
        case page(name: String, payload: JSONValue)
        /// The person has approved something that a page requested (`StateMachine.isApproval(method:)`). Comes before the
        /// page is told.
        case approved
        /// The page of this visit is gone and will not come back.
        case pageLost(visit: Int, JourneyError)
        /// A message of the page of this visit was refused; the page is still there.
        case pageRefused(JourneyError)
        /// The native step of this visit has ended.
        case native(visit: Int, NativeAnswer)
        /// A call of `Effect.call` has ended, with all its retries.
        case callFinished(PendingCall.ID, CallAnswer)
        /// What the bank said of the calls of `Effect.inquire`, by scope; what is missing is not known. Before `start`: of
        /// what an earlier process left.
        case inquiryAnswered([String: CallFate])
        /// A timer of `Effect.startTimer` has run out.
        case timerFired(TimerID)
        /// The person closed the window, or the host gave the run up.
        case closed
        /// The bank has stopped the journey, or can no longer be asked whether it does.
        case stopped(JourneyError)
    }

    /// How a native step ended.
    package enum NativeAnswer: Sendable {
        case success(JSONValue)
        case cancelled
        case error(JourneyError)
    }

    /// How a call ended.
    package enum CallAnswer: Sendable {
        /// A status of 200 to 299 and its body; `null` when there was none.
        case success(status: Int, body: JSONValue)
        /// No answer, or one that says no. `mayBeDone`: an earlier try of the same call was never answered for.
        case failure(JourneyError, status: Int?, problem: CallProblem? = nil, mayBeDone: Bool = false)
    }

    /// What became of a call that nobody answered for.
    package enum CallFate: Sendable {
        /// It was done; its answer's body.
        case done(JSONValue)
        /// It was not done, and will not be: the bank refuses its key from now on.
        case notDone
    }

    /// Names a timer. A timer of a step that was left means nothing any more.
    package enum TimerID: Hashable, Sendable {
        case step(visit: Int)
        case journey
    }

    /// Events that only the engine raises; a page that tries is refused.
    enum EngineEvent: String, Sendable, CaseIterable {
        /// A step was entered. Raised in every step but terminals.
        case enter
        /// A native step has its result; the payload is the plugin's.
        case success
        /// The person said no in a native step.
        case cancelled
        /// A native step or the page of a web step failed; the payload is `{code}`.
        case error
        /// `timeoutMs` has passed since the step was entered.
        case timeout
        /// `limits.journeyTimeoutMs` has passed since the run began. A transition of it leads to a terminal step.
        case journeyTimeout
    }
}
