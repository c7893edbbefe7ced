/// An error of a transaction. It never contains a key, a value of a document or text of the reader.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers distinguish; the raw values are stable codes. Each has a screen.
    public enum Reason: String, Sendable, CaseIterable {
        /// Another transaction is under way.
        case busy = "SHARING_BUSY"
        /// The device lacks a required capability.
        case capabilityMissing = "SHARING_CAPABILITY"
        /// No document can be presented.
        case noDocument = "SHARING_NO_DOCUMENT"
        /// The engagement could not be created.
        case engagement = "SHARING_ENGAGEMENT"
        /// The reader's key is invalid or not on the engagement's curve. The reader receives status 10.
        case readerKey = "SHARING_READER_KEY"
        /// A message is not a session message. The reader receives status 11.
        case undecodable = "SHARING_UNDECODABLE"
        /// A message cannot be decrypted with the session keys. The reader receives status 10.
        case undecryptable = "SHARING_UNDECRYPTABLE"
        /// A message arrived when none is allowed.
        case outOfTurn = "SHARING_OUT_OF_TURN"
        /// The reader established a session that was established already.
        case secondEstablishment = "SHARING_SECOND_ESTABLISHMENT"
        /// The request is invalid. The reader is told whether it is no CBOR or no request.
        case invalidRequest = "SHARING_REQUEST"
        /// The reader reports that it could not read a message of this session.
        case refusedByReader = "SHARING_REFUSED"
        /// A document or its key could not be used for the response.
        case proof = "SHARING_PROOF"
        /// A state transition that is not allowed: a bug in the app.
        case illegalTransition = "SHARING_TRANSITION"
        /// A value was set in the wrong state: a bug in the app.
        case outOfState = "SHARING_STATE"
        /// A value was set twice: a bug in the app.
        case sealed = "SHARING_SEALED"
        /// The transaction is over and does not change any more.
        case ended = "SHARING_ENDED"
    }

    /// The stable reason for callers to branch on.
    public let reason: Reason

    /// Creates an error for `reason`.
    public init(_ reason: Reason) { self.reason = reason }

    /// One sentence for developers.
    public var message: String {
        switch reason {
        case .busy: "Another transaction is under way; cancel it first."
        case .capabilityMissing: "This device lacks a required capability, such as Bluetooth."
        case .noDocument:
            "None of the chosen documents can be presented: they are missing, damaged, expired or used up."
        case .engagement: "The engagement could not be created."
        case .readerKey: "The reader's key is invalid or not on the engagement's curve."
        case .undecodable: "A message of the reader could not be decoded."
        case .undecryptable: "A message of the reader could not be decrypted."
        case .outOfTurn: "The reader sent a message when none is allowed."
        case .secondEstablishment: "The reader established the session a second time."
        case .invalidRequest: "The reader's message is not a valid device request."
        case .refusedByReader: "The reader reported an error status for a message of this session."
        case .proof: "The response could not be created: a document or its key cannot be used."
        case .illegalTransition: "The state transition is not allowed."
        case .outOfState: "A session value was set in the wrong state."
        case .sealed: "A session value was set twice."
        case .ended: "The transaction is over."
        }
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}
