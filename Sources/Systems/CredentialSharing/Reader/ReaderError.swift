import MobileDocument

/// Why nothing was read. It never holds a key or a value of a document. Each has its screen.
public struct ReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// Something is being read already.
        case busy = "READING_BUSY"
        /// What the device lacks for good.
        case capabilityMissing = "READING_CAPABILITY"
        /// What was scanned is no code of a document.
        case invalidCode = "READING_CODE"
        /// The code offers no way to meet that this reader has.
        case noMethod = "READING_NO_METHOD"
        /// Nobody was found in time.
        case notFound = "READING_NOT_FOUND"
        /// Nothing was answered in time.
        case noAnswer = "READING_NO_ANSWER"
        /// Who was found is not who showed the code, lacks its service, or does not keep to the standard's order.
        case peer = "READING_PEER"
        /// The answer is longer than this reader takes.
        case tooLarge = "READING_TOO_LARGE"
        /// The holder's key is none, or the request could not be made.
        case request = "READING_REQUEST"
        /// A message that is no message of a session. The holder is told 11.
        case undecodable = "READING_UNDECODABLE"
        /// A message that does not open with the session's keys. The holder is told 10.
        case undecryptable = "READING_UNDECRYPTABLE"
        /// The holder's device says that it could not read the request, or another status that is none of an answer.
        case refusedByHolder = "READING_REFUSED"
        /// What was answered is no response.
        case invalidResponse = "READING_RESPONSE"
        /// A step that the order of a transaction does not have: a fault of the app.
        case illegalTransition = "READING_TRANSITION"
        /// A value that was set in another state than its own: a fault of the app.
        case outOfState = "READING_STATE"
        /// A value that was set twice: a fault of the app.
        case sealed = "READING_SEALED"
        /// The transaction is over. What is over never changes.
        case ended = "READING_ENDED"
    }

    /// What callers branch on.
    public let reason: Reason

    /// An error for that reason.
    public init(_ reason: Reason) { self.reason = reason }

    /// One clear sentence, for developers.
    public var message: String {
        switch reason {
        case .busy: "Something is being read already."
        case .capabilityMissing: "This device lacks what reading needs."
        case .invalidCode: "What was scanned is no code of a document."
        case .noMethod: "The code offers no way to meet that this reader has."
        case .notFound: "The holder's device was not found in time."
        case .noAnswer: "The holder's device did not answer in time."
        case .peer: "The holder's device did not keep to the standard."
        case .tooLarge: "The answer is too long."
        case .request: "No request could be made for this code."
        case .undecodable: "A message of the holder could not be decoded."
        case .undecryptable: "A message of the holder could not be decrypted."
        case .refusedByHolder: "The holder's device could not take the request."
        case .invalidResponse: "The answer is no response."
        case .illegalTransition: "A step out of the order of a transaction."
        case .outOfState: "A value was set in a state that does not take it."
        case .sealed: "A value was set twice."
        case .ended: "The transaction is over."
        }
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}

extension ReaderError {
    /// What a fault of the channel means for the transaction.
    init(_ error: ChannelError) {
        switch error.reason {
        case .undecodable: self.init(.undecodable)
        case .undecryptable: self.init(.undecryptable)
        case .badKey, .messageLimit, .ended, .notEstablished, .unavailable: self.init(.request)
        }
    }
}
