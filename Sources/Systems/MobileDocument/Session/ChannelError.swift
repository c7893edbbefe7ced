import JourneyCBOR

/// An error of a session: it ended, or a message was not accepted.
public struct ChannelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers distinguish; the raw values are stable codes.
    package enum Reason: String, Sendable {
        /// The message is not CBOR, or not of the expected form. Answered with status 11.
        case undecodable = "SESSION_UNDECODABLE"
        /// The peer's key is invalid. Answered with status 10.
        case badKey = "SESSION_KEY"
        /// The message was modified in transit or encrypted with other keys. Answered with status 10.
        case undecryptable = "SESSION_UNDECRYPTABLE"
        /// The message counter is exhausted. Ended with status 20.
        case messageLimit = "SESSION_MESSAGE_LIMIT"
        /// The session is over, or was never established.
        case ended = "SESSION_ENDED"
        /// A call out of order on this side. No status is sent.
        case notEstablished = "SESSION_NOT_ESTABLISHED"
        /// The cryptographic library failed; in practice, memory is exhausted.
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
