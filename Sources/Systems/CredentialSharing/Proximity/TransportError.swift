/// An error of a link: it ended, or a message was not accepted.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for a `TransportError`; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// The radio is off, forbidden or missing.
        ///
        /// Next step: Turn Bluetooth on, and allow it for the app.
        case unavailable = "BLE_UNAVAILABLE"
        /// The peer is out of range or closed the connection without signalling the end.
        ///
        /// Next step: Hold the devices together, and start again.
        case disconnected = "BLE_DISCONNECTED"
        /// The link was closed by this side, or had ended before the call.
        ///
        /// Next step: Open a new link.
        case closed = "BLE_CLOSED"
        /// The peer lacks the service, a characteristic or a common mode.
        ///
        /// Next step: Check that the peer implements ISO/IEC 18013-5, and in which mode.
        case unusable = "BLE_UNUSABLE"
        /// The connected reader does not belong to this engagement.
        ///
        /// Next step: Scan the code of the device in front of you again.
        case identMismatch = "BLE_IDENT"
        /// The peer violated the protocol with a chunk, a State value or their order.
        ///
        /// Next step: Start again. If the error persists, record the exchange and report it to the peer's maker.
        case protocolFault = "BLE_PROTOCOL"
        /// A message exceeds its limit.
        ///
        /// Next step: Request fewer elements.
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
