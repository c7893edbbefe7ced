import JourneyCBOR

/// Why a session ended, or a message of it was not taken.
public struct ChannelError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes.
    package enum Reason: String, Sendable {
        /// The message is no CBOR, or not what belongs there. Answered with status 11.
        case undecodable = "SESSION_UNDECODABLE"
        /// The peer's key is none that can be used. Answered with status 10.
        case badKey = "SESSION_KEY"
        /// What was sent is not what arrived, or was encrypted with other keys. Answered with status 10.
        case undecryptable = "SESSION_UNDECRYPTABLE"
        /// As many messages as the counter reaches for. Ended with status 20.
        case messageLimit = "SESSION_MESSAGE_LIMIT"
        /// The session is over, or was never there.
        case ended = "SESSION_ENDED"
        /// No answer is sent to what comes out of order on the own side.
        case notEstablished = "SESSION_NOT_ESTABLISHED"
        /// The cryptographic library refused; in practice, memory ran out.
        case unavailable = "SESSION_UNAVAILABLE"
    }

    /// What callers branch on.
    package let reason: Reason
    /// What to tell the peer, alone in a last message; `nil` when nothing is to be sent.
    public let status: SessionStatus?
    /// What is wrong with the message's bytes, and where, when that can be said.
    let cause: CBORError?

    init(_ reason: Reason, status: SessionStatus? = nil, cause: CBORError? = nil) {
        self.reason = reason
        self.status = status
        self.cause = cause
    }

    /// The last message to the peer: the status alone, never with data.
    public var reply: [UInt8]? { status.map { SessionMessage.status($0) } }

    public var description: String { "\(reason.rawValue)\(cause.map { ": \($0)" } ?? "")" }
}
