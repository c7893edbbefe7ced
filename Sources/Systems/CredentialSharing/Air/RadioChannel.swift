/// One direction of a connection between two devices: the values in transit and the faults applied to them.
struct RadioChannel {
    struct Packet: Hashable, Sendable {
        var value: [UInt8]
        var characteristic: GATTCharacteristic
    }

    /// The number of values that the channel buffers while it is stalled.
    let buffer: Int
    var isStalled = false
    /// Values to deliver after the next one.
    private var held: [Packet] = []
    private var backlog: [Packet] = []
    private var suspended: [(packet: Packet, sender: CheckedContinuation<TransportError?, Never>)] = []

    init(buffer: Int) { self.buffer = buffer }

    /// `true` while the channel accepts a value, to deliver or to buffer.
    var hasRoom: Bool { !isStalled || backlog.count < buffer }

    /// Accepts a value, applies `fault` to it and returns the values to deliver now.
    mutating func accept(_ packet: Packet, _ fault: RadioFault.Kind?) -> [Packet] {
        var packets = [packet]
        switch fault {
        case .drop, .loss: packets = []
        case .duplicate: packets.append(packet)
        case .reorder:
            held.append(packet)
            return []
        case .corrupt(let byte):
            if !packet.value.isEmpty { packets[0].value[min(max(byte, 0), packet.value.count - 1)] ^= 1 }
        case .truncate(let count): packets[0].value = Array(packet.value.prefix(max(count, 0)))
        case .wrongRole: packets[0].characteristic = packet.characteristic.opposite
        case .stall, nil: break
        }
        packets += held
        held = []
        guard isStalled else { return packets }
        backlog += packets
        return []
    }

    /// Suspends the sender of a value until the channel has room.
    mutating func suspend(_ packet: Packet, _ sender: CheckedContinuation<TransportError?, Never>) {
        suspended.append((packet, sender))
    }

    /// Ends the stall. Returns the buffered values in order and the senders to resume.
    mutating func resume() -> ([Packet], [CheckedContinuation<TransportError?, Never>]) {
        isStalled = false
        defer { (backlog, suspended) = ([], []) }
        return (backlog + suspended.map(\.packet), suspended.map(\.sender))
    }

    /// Discards all values and returns the suspended senders.
    mutating func abandon() -> [CheckedContinuation<TransportError?, Never>] {
        defer { (backlog, suspended, held) = ([], [], []) }
        return suspended.map(\.sender)
    }
}

extension GATTCharacteristic {
    /// The data characteristic of the other direction; other characteristics are returned unchanged.
    fileprivate var opposite: GATTCharacteristic {
        switch self {
        case .clientToServer: .serverToClient
        case .serverToClient: .clientToServer
        case .state, .ident, .channel: self
        }
    }
}
