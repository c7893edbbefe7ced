internal import JourneyBase

/// The progress of a call that has not ended.
enum CallProgress: Sendable {
    /// Attempt `attempt`, from 1, has been sent.
    case trying(attempt: Int)
    /// Attempt `attempt` failed with this code; the next one follows after the wait.
    case waiting(attempt: Int, code: ErrorCode, Duration)
}
