/// The bounds of a connection. The defaults fit phones; none of them can be switched off.
public struct TransportLimits: Hashable, Sendable {
    /// The longest value that is sent, in bytes: at most 512, whatever the MTU (Bluetooth Core, volume 3, part F, 3.2.9).
    /// BlueZ drops what is longer than 510 without a word: such peers need that.
    public var value = 512
    /// The longest message to a holder, in bytes.
    public var request = 64 << 10
    /// The longest message to a reader, in bytes: portraits are in it.
    public var response = 4 << 20
    /// How many messages may wait for being looked at.
    public var waiting = 16
    /// How long the peer gets to read the end before the link goes.
    public var farewell = Duration.milliseconds(500)
    /// How long an end waits for the radio to take one more value.
    public var patience = Duration.seconds(5)

    /// The defaults.
    public init() {}

    /// The longest message that a side takes.
    func incoming(_ role: ConnectionPlan.Role) -> Int { role == .holder ? request : response }
    /// The longest message that a side sends.
    func outgoing(_ role: ConnectionPlan.Role) -> Int { role == .holder ? response : request }
}
