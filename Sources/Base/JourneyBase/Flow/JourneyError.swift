/// What went wrong and what to do next. Never holds a secret; the message is for developers and reaches no page.
public struct JourneyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What a caller can do about it.
    public enum Recovery: Hashable, Sendable {
        case retry(after: Duration)
        case restart
        case giveUp
    }

    /// What callers branch on.
    public let code: ErrorCode
    /// One clear sentence.
    public let message: String
    /// What to do next.
    public let recovery: Recovery
    /// The trace in which it happened (W3C Trace Context), where there is one.
    public var traceID: String?
    /// The fate of the request that failed; `nil` where no request was involved, or where nobody can tell.
    public var requestFate: RequestFate?

    /// An error; without `recovery`, nothing can be done about it.
    public init(_ code: ErrorCode, _ message: String, recovery: Recovery = .giveUp, traceID: String? = nil) {
        self.code = code
        self.message = message
        self.recovery = recovery
        self.traceID = traceID
    }

    /// Whether trying again, now or from the start, can succeed.
    public var isRecoverable: Bool { recovery != .giveUp }

    public var description: String { "\(code): \(message)" }
}
