/// Why nothing goes over a link any more, or a message of it was not taken.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// The radio is off, forbidden or not there.
        case unavailable = "BLE_UNAVAILABLE"
        /// The peer is gone: out of reach, or it closed without a word.
        case disconnected = "BLE_DISCONNECTED"
        /// This side has closed the link, or it was over before.
        case closed = "BLE_CLOSED"
        /// The peer lacks the service, a characteristic or a mode that this side has too.
        case unusable = "BLE_UNUSABLE"
        /// The reader that was found is not the one of this engagement.
        case identMismatch = "BLE_IDENT"
        /// A chunk, a state or an order that the standard does not have.
        case protocolFault = "BLE_PROTOCOL"
        /// A message beyond its limit.
        case tooLarge = "BLE_TOO_LARGE"
    }

    /// What callers branch on.
    public let reason: Reason
    /// One clear sentence.
    public let message: String

    /// An error for that reason.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}
