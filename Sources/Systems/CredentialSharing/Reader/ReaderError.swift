import MobileDocument

/// An error of reading. It never contains a key or a value of a document. Each reason has a screen.
public struct ReaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for a `ReaderError`; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// Another transaction is under way.
        ///
        /// Next step: Cancel the other transaction, or wait for its end.
        case busy = "READING_BUSY"
        /// The device lacks a capability that reading needs.
        ///
        /// Next step: Turn Bluetooth on, and allow it for the app.
        case capabilityMissing = "READING_CAPABILITY"
        /// The scanned text is not a device engagement.
        ///
        /// Next step: Ask the holder to show the code of their wallet, and scan it again.
        case invalidCode = "READING_CODE"
        /// The engagement offers no connection method that this reader supports.
        ///
        /// Next step: Ask the holder to enable Bluetooth for sharing.
        case noMethod = "READING_NO_METHOD"
        /// The holder's device was not found in time.
        ///
        /// Next step: Hold the devices together, and scan a new code.
        case notFound = "READING_NOT_FOUND"
        /// The holder's device did not answer in time.
        ///
        /// Next step: Ask the holder to confirm in time, and scan a new code.
        case noAnswer = "READING_NO_ANSWER"
        /// The connected device does not belong to the code, lacks the service, or violates the protocol.
        ///
        /// Next step: Scan the code of the device in front of you again.
        case peer = "READING_PEER"
        /// The answer exceeds the reader's limit.
        ///
        /// Next step: Request fewer elements.
        case tooLarge = "READING_TOO_LARGE"
        /// The holder's key is invalid, or the request could not be created.
        ///
        /// Next step: Scan a new code.
        case request = "READING_REQUEST"
        /// A message is not a session message. The holder receives status 11.
        ///
        /// Next step: Scan a new code. If the error persists, report it to the wallet's maker.
        case undecodable = "READING_UNDECODABLE"
        /// A message cannot be decrypted with the session keys. The holder receives status 10.
        ///
        /// Next step: Scan a new code.
        case undecryptable = "READING_UNDECRYPTABLE"
        /// The holder's device reports that it could not read the request, or another error status.
        ///
        /// Next step: Scan a new code. If the error persists, compare the request with the standard.
        case refusedByHolder = "READING_REFUSED"
        /// The answer is not a device response.
        ///
        /// Next step: Scan a new code. If the error persists, report it to the wallet's maker.
        case invalidResponse = "READING_RESPONSE"
        /// A state transition that is not allowed: a bug in the app.
        ///
        /// Next step: Report it with the states of the transaction.
        case illegalTransition = "READING_TRANSITION"
        /// A value was set in the wrong state: a bug in the app.
        ///
        /// Next step: Report it with the states of the transaction.
        case outOfState = "READING_STATE"
        /// A value was set twice: a bug in the app.
        ///
        /// Next step: Report it with the states of the transaction.
        case sealed = "READING_SEALED"
        /// The transaction has ended.
        ///
        /// Next step: Start a new transaction.
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
