import MobileDocument

/// An error of reading. It never contains a key or a value of a document. Each reason has a screen.
public struct ReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers distinguish; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// Another transaction is under way.
        case busy = "READING_BUSY"
        /// The device lacks a capability that reading needs.
        case capabilityMissing = "READING_CAPABILITY"
        /// The scanned text is not a device engagement.
        case invalidCode = "READING_CODE"
        /// The engagement offers no connection method that this reader supports.
        case noMethod = "READING_NO_METHOD"
        /// The holder's device was not found in time.
        case notFound = "READING_NOT_FOUND"
        /// The holder's device did not answer in time.
        case noAnswer = "READING_NO_ANSWER"
        /// The connected device does not belong to the code, lacks the service, or violates the protocol.
        case peer = "READING_PEER"
        /// The answer exceeds the reader's limit.
        case tooLarge = "READING_TOO_LARGE"
        /// The holder's key is invalid, or the request could not be created.
        case request = "READING_REQUEST"
        /// A message is not a session message. The holder receives status 11.
        case undecodable = "READING_UNDECODABLE"
        /// A message cannot be decrypted with the session keys. The holder receives status 10.
        case undecryptable = "READING_UNDECRYPTABLE"
        /// The holder's device reports that it could not read the request, or another error status.
        case refusedByHolder = "READING_REFUSED"
        /// The answer is not a device response.
        case invalidResponse = "READING_RESPONSE"
        /// A state transition that is not allowed: a bug in the app.
        case illegalTransition = "READING_TRANSITION"
        /// A value was set in the wrong state: a bug in the app.
        case outOfState = "READING_STATE"
        /// A value was set twice: a bug in the app.
        case sealed = "READING_SEALED"
        /// The transaction is over and does not change any more.
        case ended = "READING_ENDED"
    }

    /// The stable reason for callers to branch on.
    public let reason: Reason

    /// Creates an error for `reason`.
    public init(_ reason: Reason) { self.reason = reason }

    /// One sentence for developers.
    public var message: String {
        switch reason {
        case .busy: "Another reading transaction is under way. Cancel it first."
        case .capabilityMissing: "This device lacks a capability that reading needs, such as Bluetooth."
        case .invalidCode: "The scanned text is not a device engagement (mdoc:…)."
        case .noMethod: "The engagement offers no connection method that this reader supports."
        case .notFound: "The holder's device was not found in time."
        case .noAnswer: "The holder's device did not answer in time."
        case .peer: "The holder's device does not match the code or violates the protocol."
        case .tooLarge: "The response exceeds the reader's limit."
        case .request: "The request could not be created for this engagement."
        case .undecodable: "A message of the holder could not be decoded."
        case .undecryptable: "A message of the holder could not be decrypted."
        case .refusedByHolder: "The holder's device reported an error status for the request."
        case .invalidResponse: "The answer is not a valid device response."
        case .illegalTransition: "The state transition is not allowed."
        case .outOfState: "A session value was set in the wrong state."
        case .sealed: "A session value was set twice."
        case .ended: "The transaction is over."
        }
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}

extension ReaderError {
    /// Maps an error of the secure channel to an error of the transaction.
    init(_ error: ChannelError) {
        switch error.reason {
        case .undecodable: self.init(.undecodable)
        case .undecryptable: self.init(.undecryptable)
        case .badKey, .messageLimit, .ended, .notEstablished, .unavailable: self.init(.request)
        }
    }
}
