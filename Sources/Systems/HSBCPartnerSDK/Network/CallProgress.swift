internal import JourneyBase

/// What a call is at, while it has not ended.
enum CallProgress: Sendable {
    /// Try `attempt`, from 1, is on its way.
    case trying(attempt: Int)
    /// Try `attempt` failed with this code; the next one follows after the wait.
    case waiting(attempt: Int, code: ErrorCode, Duration)
}
