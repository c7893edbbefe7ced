/// A Bluetooth Low Energy radio. It transfers values of characteristics and makes no protocol decisions:
/// `BluetoothTransport` handles chunks, modes and their rules.
///
/// Conforming types: CoreBluetooth, a radio process on Linux, and an in-process medium with injectable faults.
public protocol ProximityTransport: Sendable {
    /// Returns the current state of the radio.
    func state() async -> RadioState
    /// Returns the state after each change from now on.
    func states() -> AsyncStream<RadioState>
    /// Requests permission to use the radio, where the system requires it, and returns the resulting state.
    func requestAuthorization() async -> RadioState
    /// Offers `service` as a GATT server, advertises its UUID and accepts peers until `stopAdvertising`.
    ///
    /// Returns at once; events report what happens. A radio with L2CAP also offers a channel, whose PSM is the value of
    /// `channel`: two bytes, big-endian.
    func advertise(_ service: GATTService) -> any ProximityLink
    /// Scans for a server that advertises the UUID of `service`, connects, exchanges the MTU and discovers the service.
    ///
    /// Returns at once; events report what happens.
    func connect(to service: GATTService) -> any ProximityLink
}

/// The state of a radio.
public enum RadioState: String, Hashable, Sendable {
    case poweredOn
    /// The user has switched it off.
    case poweredOff
    /// The user was not asked yet.
    case notDetermined
    /// The app is not allowed to use it.
    case unauthorized
    /// The device has no radio.
    case unsupported
    /// The state is not known yet, or the radio is restarting.
    case resetting
}

/// One use of the radio: an advertising server with its peers, or a client with its server.
public protocol ProximityLink: AnyObject, Sendable {
    /// The link's events in order, for one consumer. The stream ends after `closed`.
    var events: AsyncStream<LinkEvent> { get }
    /// Sends a value: a client writes without response, a server notifies `peer`.
    ///
    /// On `channel`, once it is open, writes to the channel: the same bytes arrive, cut anywhere. Returns when the
    /// radio can accept another value, which is the flow control: one call at a time. Throws `TransportError`.
    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError)
    /// Reads a value of the server, as a client. Throws `TransportError`, at once if the server lacks the
    /// characteristic.
    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8]
    /// Subscribes to notifications of a characteristic, as a client. Throws `TransportError`.
    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError)
    /// Opens the server's L2CAP channel of this PSM, as a client. Throws `TransportError` on failure, and always for a
    /// radio without L2CAP, which need not implement it.
    func openChannel(_ number: UInt16) async throws(TransportError)
    /// Stops accepting peers; connected peers stay.
    func stopAdvertising()
    /// Disconnects, stops advertising or scanning, and removes the service, at once. May be called repeatedly and from
    /// `deinit`.
    func close()
}

extension ProximityLink {
    /// Refuses the channel: the radio has no L2CAP.
    ///
    /// - Parameter number: The PSM of the channel.
    /// - Throws: `TransportError` with `BLE_UNUSABLE`, always.
    public func openChannel(_ number: UInt16) async throws(TransportError) {
        throw TransportError(.unusable, "The radio has no L2CAP channels.")
    }
}

/// The device on the other side of a link; a server may have several.
public struct LinkPeer: Hashable, Sendable {
    /// The number of the peer on its link.
    public let number: UInt64
    /// Creates the peer of this number; a client's server is `server`.
    public init(_ number: UInt64) { self.number = number }
    /// The only peer of a client.
    public static let server = LinkPeer(0)
}

/// An event of a link.
public enum LinkEvent: Hashable, Sendable {
    /// A peer connected. For a client, the service was discovered and values can be read.
    case connected(LinkPeer)
    /// The maximum length of a value to the peer, in bytes, as the radio reports it: at most MTU − 3.
    case valueLimit(Int, LinkPeer)
    /// A client of this server subscribed.
    case subscribed(GATTCharacteristic, LinkPeer)
    /// A client of this server opened its channel.
    case channelOpened(LinkPeer)
    /// A client wrote, or the server notified; for `channel`, bytes arrived on the channel.
    case received([UInt8], GATTCharacteristic, LinkPeer)
    /// A peer disconnected, or its channel was closed.
    case disconnected(LinkPeer, LinkEnd)
    /// The last event: the radio has ended its work for this link.
    case closed(LinkEnd)
}

/// The cause of the end of a link or of a peer's connection.
public enum LinkEnd: Hashable, Sendable {
    /// Closed by this side.
    case here
    /// Closed by the peer.
    case peer
    /// Contact was lost for the supervision timeout.
    case lost
    /// The radio was switched off, became unauthorized or failed.
    case radio(RadioState)
    /// The service or a characteristic is missing, or connecting failed.
    case unusable
}
