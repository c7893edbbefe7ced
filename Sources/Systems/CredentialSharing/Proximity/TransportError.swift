/// An error of a link: it ended, or a message was not accepted.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers distinguish; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// The radio is off, forbidden or missing.
        case unavailable = "BLE_UNAVAILABLE"
        /// The peer is out of range or closed the connection without signalling the end.
        case disconnected = "BLE_DISCONNECTED"
        /// Closed by this side, or ended before the call.
        case closed = "BLE_CLOSED"
        /// The peer lacks the service, a characteristic or a common mode.
        case unusable = "BLE_UNUSABLE"
        /// The connected reader does not belong to this engagement.
        case identMismatch = "BLE_IDENT"
        /// The peer violated the protocol with a chunk, a State value or their order.
        case protocolFault = "BLE_PROTOCOL"
        /// A message exceeds its limit.
        case tooLarge = "BLE_TOO_LARGE"
    }

    /// The stable reason for callers to branch on.
    public let reason: Reason
    /// One sentence for developers.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The stable reason.
    ///   - message: One sentence for developers.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}
