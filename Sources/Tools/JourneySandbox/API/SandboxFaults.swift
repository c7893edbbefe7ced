import Synchronization

/// Makes the sandbox misbehave on purpose, so that a client's recovery can be tried. A sandbox feature; nothing of it
/// exists unless it was injected from the process that runs the sandbox.
public final class SandboxFaults: Sendable {
    public enum Kind: Hashable, Sendable {
        /// Answers with this status before anything is done.
        case status(Int)
        /// Answers 429 with `Retry-After` in seconds, before anything is done.
        case rateLimited(retryAfter: Int)
        /// Does what was asked and closes the connection without an answer.
        case answerLost
    }

    private let waiting = Mutex<[String: [Kind]]>([:])

    public init() {}

    /// The next `times` requests of `operation` (an `operationId` of the bank's API) meet `kind`, after those injected
    /// before.
    public func inject(_ kind: Kind, into operation: String, times: Int = 1) {
        waiting.withLock { $0[operation, default: []] += Array(repeating: kind, count: times) }
    }

    /// What the request at hand meets.
    func next(for operation: String) -> Kind? {
        waiting.withLock { waiting in
            guard let kind = waiting[operation]?.first else { return nil }
            waiting[operation]?.removeFirst()
            return kind
        }
    }
}
