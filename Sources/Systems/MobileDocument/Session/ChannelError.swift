import JourneyCBOR

/// An error of a session: it ended, or a message was not accepted.
public struct ChannelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for a `ChannelError`; the raw values are stable codes.
    package enum Reason: String, Sendable {
        /// The message is not CBOR, or not of the expected form. Answered with status 11.
        ///
        /// Next step: Start a new session. If the error persists, report it to the peer's maker.
        case undecodable = "SESSION_UNDECODABLE"
        /// The peer's key is invalid. Answered with status 10.
        ///
        /// Next step: Start a new session.
        case badKey = "SESSION_KEY"
        /// The message was modified in transit or encrypted with other keys. Answered with status 10.
        ///
        /// Next step: Start a new session.
        case undecryptable = "SESSION_UNDECRYPTABLE"
        /// The message counter is exhausted. Ended with status 20.
        ///
        /// Next step: Start a new session.
        case messageLimit = "SESSION_MESSAGE_LIMIT"
        /// The session is over, or was never established.
        ///
        /// Next step: Start a new session.
        case ended = "SESSION_ENDED"
        /// The app called the session out of order. No status is sent.
        ///
        /// Next step: Establish the session before sending data: a bug in the app.
        case notEstablished = "SESSION_NOT_ESTABLISHED"
        /// The cryptographic library failed; in practice, memory is exhausted.
        ///
        /// Next step: Free memory, and start again.
        case unavailable = "SESSION_UNAVAILABLE"
    }

    /// The stable reason for callers to branch on.
    package let reason: Reason
    /// The status to send to the peer, alone in a last message; `nil` to send nothing.
    public let status: SessionStatus?
    /// The error in the message's bytes with its offset, if known.
    let cause: CBORError?

    init(_ reason: Reason, status: SessionStatus? = nil, cause: CBORError? = nil) {
        self.reason = reason
        self.status = status
        self.cause = cause
    }

    /// The last message to the peer: the status alone, without data.
    public var reply: [UInt8]? { status.map { SessionMessage.status($0) } }

    public var description: String { "\(reason.rawValue)\(cause.map { ": \($0)" } ?? "")" }
}
