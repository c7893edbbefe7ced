/// A radio for Bluetooth Low Energy. It carries values of characteristics and decides nothing: chunks, modes and their rules
/// are `BluetoothTransport`'s.
///
/// Conformers: CoreBluetooth; a radio process on Linux; an in-process air, with faults on demand.
public protocol ProximityTransport: Sendable {
    /// Whether it can be used, now.
    func state() async -> RadioState
    /// Each change of that, from now on.
    func states() -> AsyncStream<RadioState>
    /// Asks the person to let the app use the radio, where that is asked; gives what came of it.
    func requestAuthorization() async -> RadioState
    /// Offers `service` as a GATT server, advertises its UUID and waits for whoever connects: further peers too, until
    /// `stopAdvertising`. Returns at once: what happens comes as events. A radio with L2CAP offers a channel as well, and its
    /// number under `channel`, in two bytes, the highest first.
    func advertise(_ service: GATTService) -> any ProximityLink
    /// Looks for a server that advertises the UUID of `service`, connects, exchanges the MTU and discovers the service.
    /// Returns at once.
    func connect(to service: GATTService) -> any ProximityLink
}

/// Whether a radio can be used.
public enum RadioState: String, Hashable, Sendable {
    case poweredOn
    /// Switched off by the person.
    case poweredOff
    /// The person was not asked yet.
    case notDetermined
    /// The app may not use it.
    case unauthorized
    /// There is none on this device.
    case unsupported
    /// Not known yet, or starting anew.
    case resetting
}

/// One use of the radio: a server that advertises and whoever connects to it, or a client and its server.
public protocol ProximityLink: AnyObject, Sendable {
    /// What happens, in order; one reader. The stream ends after `closed`.
    var events: AsyncStream<LinkEvent> { get }
    /// As a client writes (without response), as a server notifies `peer`; on `channel`, once that is open, writes to it: what
    /// arrives there is the same bytes, cut anyhow. Returns when the radio can take another value, which
    /// is the flow control: who awaits it never has two under way. Throws `TransportError`.
    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError)
    /// Reads a value of the server, as a client. Throws `TransportError`, at once where the server has no such characteristic.
    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8]
    /// Subscribes to the notifications of a characteristic, as a client. Throws `TransportError`.
    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError)
    /// Opens the server's L2CAP channel of that number, as a client. Throws `TransportError` when that fails, and always for a
    /// radio without L2CAP, which need not have this.
    func openChannel(_ number: UInt16) async throws(TransportError)
    /// Takes no further peers: what is connected stays.
    func stopAdvertising()
    /// Disconnects, stops advertising or looking, removes the service. At once and any number of times: a `deinit` may call it.
    func close()
}

extension ProximityLink {
    /// There is no L2CAP.
    public func openChannel(_ number: UInt16) async throws(TransportError) {
        throw TransportError(.unusable, "The radio has no L2CAP channels.")
    }
}

/// A device on the other side of a link; a server may see several.
public struct LinkPeer: Hashable, Sendable {
    public let number: UInt64
    /// The peer of that number; a client's server is `server`.
    public init(_ number: UInt64) { self.number = number }
    /// The only peer of a client.
    public static let server = LinkPeer(0)
}

/// What happens on a link.
public enum LinkEvent: Hashable, Sendable {
    /// A peer is there. As a client: the service was discovered, and values can be read.
    case connected(LinkPeer)
    /// The longest value that goes to that peer, in bytes, as the radio says: at most MTU − 3.
    case valueLimit(Int, LinkPeer)
    /// A client of this server subscribed.
    case subscribed(GATTCharacteristic, LinkPeer)
    /// A client of this server opened its channel.
    case channelOpened(LinkPeer)
    /// A client wrote, or the server notified; on `channel` bytes came out of it.
    case received([UInt8], GATTCharacteristic, LinkPeer)
    /// A peer is gone, or its channel is.
    case disconnected(LinkPeer, LinkEnd)
    /// The last event: the radio does nothing more for this link.
    case closed(LinkEnd)
}

/// How a peer or a link went.
public enum LinkEnd: Hashable, Sendable {
    /// This side closed it.
    case here
    /// The peer closed it.
    case peer
    /// Nothing was heard for the supervision timeout.
    case lost
    /// The radio was switched off, taken away or failed.
    case radio(RadioState)
    /// The service or a characteristic is not there, or connecting failed.
    case unusable
}
