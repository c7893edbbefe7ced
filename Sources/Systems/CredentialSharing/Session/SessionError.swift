/// An error of a transaction. It never contains a key, a value of a document or text of the reader.
public struct SessionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for a `SessionError`; the raw values are stable codes. Each has a screen.
    public enum Reason: String, Sendable, CaseIterable {
        /// Another transaction is under way.
        ///
        /// Next step: Cancel the other transaction, or wait for its end.
        case busy = "SHARING_BUSY"
        /// The device lacks a required capability.
        ///
        /// Next step: Turn Bluetooth on, and allow it for the app.
        case capabilityMissing = "SHARING_CAPABILITY"
        /// No document can be presented.
        ///
        /// Next step: Add a document, or renew the expired one.
        case noDocument = "SHARING_NO_DOCUMENT"
        /// The engagement could not be created.
        ///
        /// Next step: Start again; the log has the cause.
        case engagement = "SHARING_ENGAGEMENT"
        /// The reader's key is invalid or not on the engagement's curve. The reader receives status 10.
        ///
        /// Next step: Let the reader scan a new code.
        case readerKey = "SHARING_READER_KEY"
        /// A message is not a session message. The reader receives status 11.
        ///
        /// Next step: Let the reader scan a new code. If the error persists, report it to the reader's maker.
        case undecodable = "SHARING_UNDECODABLE"
        /// A message cannot be decrypted with the session keys. The reader receives status 10.
        ///
        /// Next step: Let the reader scan a new code.
        case undecryptable = "SHARING_UNDECRYPTABLE"
        /// A message arrived when none is allowed.
        ///
        /// Next step: Let the reader scan a new code. If the error persists, report it to the reader's maker.
        case outOfTurn = "SHARING_OUT_OF_TURN"
        /// The reader established a session that was established already.
        ///
        /// Next step: Let the reader scan a new code.
        case secondEstablishment = "SHARING_SECOND_ESTABLISHMENT"
        /// The request is invalid. The status for the reader says whether it isn't CBOR, or isn't a request.
        ///
        /// Next step: Let the reader scan a new code. If the error persists, report it to the reader's maker.
        case invalidRequest = "SHARING_REQUEST"
        /// The reader reports that it could not read a message of this session.
        ///
        /// Next step: Let the reader scan a new code.
        case refusedByReader = "SHARING_REFUSED"
        /// A document or its key could not be used for the response.
        ///
        /// Next step: Remove the document, and add it again from its issuer.
        case proof = "SHARING_PROOF"
        /// A state transition that is not allowed: a bug in the app.
        ///
        /// Next step: Report it with the states of the transaction.
        case illegalTransition = "SHARING_TRANSITION"
        /// A value was set in the wrong state: a bug in the app.
        ///
        /// Next step: Report it with the states of the transaction.
        case outOfState = "SHARING_STATE"
        /// A value was set twice: a bug in the app.
        ///
        /// Next step: Report it with the states of the transaction.
        case sealed = "SHARING_SEALED"
        /// The transaction is over and does not change any more.
        ///
        /// Next step: Start a new transaction.
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
