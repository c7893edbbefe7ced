/// The bounds of a connection. The defaults suit phones; no bound can be switched off.
public struct TransportLimits: Hashable, Sendable {
    /// The maximum length of a sent value, in bytes: at most 512, whatever the MTU (Bluetooth Core, volume 3, part F,
    /// section 3.2.9).
    ///
    /// BlueZ silently drops values longer than 510 bytes; use 510 for such peers.
    public var value = 512
    /// The maximum length of a message to a holder, in bytes.
    public var request = 64 << 10
    /// The maximum length of a message to a reader, in bytes. Responses contain portraits.
    public var response = 4 << 20
    /// The maximum number of received messages that the caller has not consumed.
    public var waiting = 16
    /// The time that the peer gets to read the end before the link closes.
    public var closingDelay = Duration.milliseconds(500)
    /// The time that closing waits for the radio to accept one more value.
    public var sendTimeout = Duration.seconds(5)

    /// Creates the default limits.
    public init() {}

    /// The maximum length of a message that `role` receives.
    func incoming(_ role: ConnectionPlan.Role) -> Int { role == .holder ? request : response }
    /// The maximum length of a message that `role` sends.
    func outgoing(_ role: ConnectionPlan.Role) -> Int { role == .holder ? response : request }
}
