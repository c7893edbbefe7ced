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
    private var parked: [(parcel: Packet, sender: CheckedContinuation<TransportError?, Never>)] = []

    init(buffer: Int) { self.buffer = buffer }

    /// `true` while the channel accepts a value, to deliver or to buffer.
    var hasRoom: Bool { !isStalled || backlog.count < buffer }

    /// Accepts a value, applies `fault` to it and returns the values to deliver now.
    mutating func take(_ parcel: Packet, _ fault: RadioFault.Kind?) -> [Packet] {
        var parcels = [parcel]
        switch fault {
        case .drop, .loss: parcels = []
        case .duplicate: parcels.append(parcel)
        case .reorder:
            held.append(parcel)
            return []
        case .corrupt(let byte):
            if !parcel.value.isEmpty { parcels[0].value[min(max(byte, 0), parcel.value.count - 1)] ^= 1 }
        case .truncate(let count): parcels[0].value = Array(parcel.value.prefix(max(count, 0)))
        case .wrongRole: parcels[0].characteristic = parcel.characteristic.opposite
        case .stall, nil: break
        }
        parcels += held
        held = []
        guard isStalled else { return parcels }
        backlog += parcels
        return []
    }

    /// Suspends the sender of a value until the channel has room.
    mutating func park(_ parcel: Packet, _ sender: CheckedContinuation<TransportError?, Never>) {
        parked.append((parcel, sender))
    }

    /// Ends the stall. Returns the buffered values in order and the senders to resume.
    mutating func resume() -> ([Packet], [CheckedContinuation<TransportError?, Never>]) {
        isStalled = false
        defer { (backlog, parked) = ([], []) }
        return (backlog + parked.map(\.parcel), parked.map(\.sender))
    }

    /// Discards all values and returns the suspended senders.
    mutating func abandon() -> [CheckedContinuation<TransportError?, Never>] {
        defer { (backlog, parked, held) = ([], [], []) }
        return parked.map(\.sender)
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
