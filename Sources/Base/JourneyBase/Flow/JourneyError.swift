/// An error with a stable code, a message for developers and a recovery. It never holds a secret and no page receives its
/// message.
public struct JourneyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The recovery available to the caller.
    public enum Recovery: Hashable, Sendable {
        /// Try the same again after the given time.
        case retry(after: Duration)
        /// Start the flow from the beginning.
        case restart
        /// Nothing the caller does can help.
        case giveUp
    }

    /// The code that callers branch on.
    public let code: ErrorCode
    /// One sentence for developers.
    public let message: String
    /// The recommended next step.
    public let recovery: Recovery
    /// The trace in which the error occurred (W3C Trace Context), if any.
    public var traceID: String?
    /// The fate of the failed request; `nil` if no request was involved or the fate isn't known.
    public var requestFate: RequestFate?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code that callers branch on.
    ///   - message: One sentence for developers, without secrets.
    ///   - recovery: The recommended next step.
    ///   - traceID: The trace in which the error occurred.
    public init(_ code: ErrorCode, _ message: String, recovery: Recovery = .giveUp, traceID: String? = nil) {
        self.code = code
        self.message = message
        self.recovery = recovery
        self.traceID = traceID
    }

    /// `true` if a retry or a restart can succeed.
    public var isRecoverable: Bool { recovery != .giveUp }

    public var description: String { "\(code): \(message)" }
}
