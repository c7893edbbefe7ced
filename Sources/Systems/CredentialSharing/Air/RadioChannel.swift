/// One direction between two devices: what is on its way, and what goes wrong with it.
struct RadioChannel {
    struct Packet: Hashable, Sendable {
        var value: [UInt8]
        var characteristic: GATTCharacteristic
    }

    /// How many values it takes while nothing is delivered.
    let buffer: Int
    var isStalled = false
    /// Delivered after the next one.
    private var held: [Packet] = []
    private var backlog: [Packet] = []
    private var parked: [(parcel: Packet, sender: CheckedContinuation<TransportError?, Never>)] = []

    init(buffer: Int) { self.buffer = buffer }

    /// Whether it takes a value now, to deliver or to keep.
    var hasRoom: Bool { !isStalled || backlog.count < buffer }

    /// Takes a value, of which `fault` says what goes wrong; gives what is to be delivered now.
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

    /// Lets the sender of a value wait until there is room.
    mutating func park(_ parcel: Packet, _ sender: CheckedContinuation<TransportError?, Never>) {
        parked.append((parcel, sender))
    }

    /// Delivers again: what was kept, in order, and who may go on.
    mutating func resume() -> ([Packet], [CheckedContinuation<TransportError?, Never>]) {
        isStalled = false
        defer { (backlog, parked) = ([], []) }
        return (backlog + parked.map(\.parcel), parked.map(\.sender))
    }

    /// Who waits, when there is nothing to wait for any more.
    mutating func abandon() -> [CheckedContinuation<TransportError?, Never>] {
        defer { (backlog, parked, held) = ([], [], []) }
        return parked.map(\.sender)
    }
}

extension GATTCharacteristic {
    /// The same for the other direction.
    fileprivate var opposite: GATTCharacteristic {
        switch self {
        case .clientToServer: .serverToClient
        case .serverToClient: .clientToServer
        case .state, .ident, .channel: self
        }
    }
}
