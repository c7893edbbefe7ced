/// Why a transaction failed. It never holds a key, a value of a document or a word of the reader's.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes. Each has its screen.
    public enum Reason: String, Sendable, CaseIterable {
        /// A transaction is under way already.
        case busy = "SHARING_BUSY"
        /// What the device lacks for good.
        case capabilityMissing = "SHARING_CAPABILITY"
        /// There is no document that can be shown.
        case noDocument = "SHARING_NO_DOCUMENT"
        /// No engagement could be made.
        case engagement = "SHARING_ENGAGEMENT"
        /// The reader's key is none, or not on the engagement's curve. The reader is told 10.
        case readerKey = "SHARING_READER_KEY"
        /// A message that is no message of a session. The reader is told 11.
        case undecodable = "SHARING_UNDECODABLE"
        /// A message that does not open with the session's keys. The reader is told 10.
        case undecryptable = "SHARING_UNDECRYPTABLE"
        /// A message where none may come.
        case outOfTurn = "SHARING_OUT_OF_TURN"
        /// The reader establishes a session that stands.
        case secondEstablishment = "SHARING_SECOND_ESTABLISHMENT"
        /// What was asked is no request. The reader is told which of the two: no CBOR, or no request.
        case invalidRequest = "SHARING_REQUEST"
        /// The reader says that it could not read a message of this session.
        case refusedByReader = "SHARING_REFUSED"
        /// A document, or its key, could not be used for the response.
        case proof = "SHARING_PROOF"
        /// A step that the order of a transaction does not have: a fault of the app.
        case illegalTransition = "SHARING_TRANSITION"
        /// A value that was set in another state than its own: a fault of the app.
        case outOfState = "SHARING_STATE"
        /// A value that was set twice: a fault of the app.
        case sealed = "SHARING_SEALED"
        /// The transaction is over. What is over never changes.
        case ended = "SHARING_ENDED"
    }

    /// What callers branch on.
    public let reason: Reason

    /// An error for that reason.
    public init(_ reason: Reason) { self.reason = reason }

    /// One clear sentence, for developers.
    public var message: String {
        switch reason {
        case .busy: "Another transaction is under way."
        case .capabilityMissing: "This device lacks what a transaction needs."
        case .noDocument: "None of the chosen documents can be shown."
        case .engagement: "No engagement could be made."
        case .readerKey: "The reader's key cannot be used."
        case .undecodable: "A message of the reader could not be decoded."
        case .undecryptable: "A message of the reader could not be decrypted."
        case .outOfTurn: "The reader sent a message where none may come."
        case .secondEstablishment: "The reader established a session that was established."
        case .invalidRequest: "The reader's request is none."
        case .refusedByReader: "The reader could not take a message of this session."
        case .proof: "The proof could not be made."
        case .illegalTransition: "A step out of the order of a transaction."
        case .outOfState: "A value was set in a state that does not take it."
        case .sealed: "A value was set twice."
        case .ended: "The transaction is over."
        }
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}
