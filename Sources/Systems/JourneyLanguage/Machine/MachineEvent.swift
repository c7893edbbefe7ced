package import JourneyBase

extension StateMachine {
    /// An input to the state machine from outside.
    package enum Event: Sendable {
        /// The run begins. A second `start` is ignored.
        case start
        /// The run must not begin. Only the journey's error policy decides how it ends; no non-terminal step is entered.
        case barred(JourneyError)
        /// The bridge handshake with the page of this visit is complete.
        case pageOpened(visit: Int)
        /// The page raised an event.
        case page(name: String, payload: JSONValue)
        /// The user approved a request of a page (`StateMachine.isApproval(method:)`). Sent before the page receives the answer.
        case approved
        /// The page of this visit is gone and will not return.
        case pageLost(visit: Int, JourneyError)
        /// A message of this visit's page was refused; the page is still open.
        case pageRefused(JourneyError)
        /// The native step of this visit has ended.
        case native(visit: Int, NativeAnswer)
        /// A call of `Effect.call` has ended, including its retries.
        case callFinished(PendingCall.ID, CallAnswer)
        /// The bank's answers to `Effect.inquire`, by scope; missing ones are unknown. Before `start`, they concern attempts of
        /// an earlier process.
        case inquiryAnswered([String: CallFate])
        /// A timer of `Effect.startTimer` has fired.
        case timerFired(TimerID)
        /// The user closed the window, or the host cancelled the run.
        case closed
        /// The bank has stopped the journey, or can no longer be asked whether it has.
        case stopped(JourneyError)
    }

    /// The result of a native step.
    package enum NativeAnswer: Sendable {
        case success(JSONValue)
        case cancelled
        case error(JourneyError)
    }

    /// The result of a call.
    package enum CallAnswer: Sendable {
        /// A status of 200 to 299 and the body; `null` if there was none.
        case success(status: Int, body: JSONValue, reply: CallReply = CallReply())
        /// No response, or an error response. `mayBeDone` is `true` if an earlier try of the same call may have been executed.
        case failure(
            JourneyError, status: Int?, problem: CallProblem? = nil, mayBeDone: Bool = false,
            reply: CallReply = CallReply())
    }

    /// The result of an unanswered call, as the bank reports it.
    package enum CallFate: Sendable {
        /// The call was executed; the value is the response body.
        case done(JSONValue)
        /// The call was not executed and never will be: the bank rejects its key from now on.
        case notDone
    }

    /// Identifies a timer. The timer of a step that was left is ignored.
    package enum TimerID: Hashable, Sendable {
        case step(visit: Int)
        case journey
    }

    /// Events that only the engine raises; pages must not raise them.
    enum EngineEvent: String, Sendable, CaseIterable {
        /// A step was entered. Raised in every non-terminal step.
        case enter
        /// A native step succeeded; the payload is the plugin's result.
        case success
        /// The user cancelled a native step.
        case cancelled
        /// A native step or the page of a web step failed; the payload is `{code}`.
        case error
        /// `timeoutMs` has passed since the step was entered.
        case timeout
        /// `limits.journeyTimeoutMs` has passed since the run began. Its transitions must lead to a terminal step.
        case journeyTimeout
    }
}
