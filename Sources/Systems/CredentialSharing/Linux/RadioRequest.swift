/// A request of this program to its radio process.
package enum RadioRequest: Hashable, Sendable {
    case advertise(GATTService)
    case connect(GATTService)
    case value([UInt8], GATTCharacteristic, LinkPeer)
    case read(GATTCharacteristic)
    case subscribe(GATTCharacteristic)
    case stopAdvertising
    /// Opens the server's channel of this PSM.
    case openChannel(UInt16)

    /// The request's frame, with its length.
    package var encoded: [UInt8] {
        switch self {
        case .advertise(let service): RadioFrame.encode(0x01, RadioRequest.describe(service, asServer: true))
        case .connect(let service): RadioFrame.encode(0x02, RadioRequest.describe(service, asServer: false))
        case .value(let value, let characteristic, let peer):
            RadioFrame.encode(0x03, RadioFrame.peer(peer) + [characteristic.number] + value)
        case .read(let characteristic): RadioFrame.encode(0x04, [characteristic.number])
        case .subscribe(let characteristic): RadioFrame.encode(0x05, [characteristic.number])
        case .stopAdvertising: RadioFrame.encode(0x06, [])
        case .openChannel(let number): RadioFrame.encode(0x07, [UInt8(number >> 8), UInt8(number & 0xFF)])
        }
    }

    /// Describes the service and its characteristics: the process knows none, except that a channel's needs L2CAP, and
    /// its value.
    private static func describe(_ service: GATTService, asServer: Bool) -> [UInt8] {
        let offered = (service.characteristics + [.channel]).compactMap { characteristic in
            service.uuid(of: characteristic).map { (characteristic, $0) }
        }
        return service.uuid + [UInt8(offered.count)]
            + offered.flatMap { characteristic, uuid in
                let value = asServer && characteristic == .ident ? service.ident ?? [] : []
                return [characteristic.number, characteristic.properties] + uuid + [UInt8(value.count)] + value
            }
    }

    /// Parses operation and body, as a radio does. Throws `BLE_UNAVAILABLE` if they violate the protocol or the
    /// standard.
    package init(_ frame: ArraySlice<UInt8>) throws(TransportError) {
        var reader = RadioFrame.Reader(rest: frame)
        switch try reader.byte() {
        case 0x01: self = .advertise(try RadioRequest.service(&reader))
        case 0x02: self = .connect(try RadioRequest.service(&reader))
        case 0x03:
            let peer = try reader.peer()
            let characteristic = try reader.characteristic()
            let value = try reader.value()
            guard !value.isEmpty else { throw RadioFrame.fault() }
            self = .value(value, characteristic, peer)
        case 0x04: self = .read(try reader.characteristic())
        case 0x05: self = .subscribe(try reader.characteristic())
        case 0x06: self = .stopAdvertising
        case 0x07: self = .openChannel(UInt16(try reader.byte()) << 8 | UInt16(try reader.byte()))
        default: throw RadioFrame.fault()
        }
        try reader.end()
    }

    /// Returns the service of the standard's mode that has exactly these characteristics.
    private static func service(_ reader: inout RadioFrame.Reader) throws(TransportError) -> GATTService {
        let rest = reader.rest
        let uuid = try reader.bytes(16)
        var ident: [UInt8]?
        for _ in 0..<Int(try reader.byte()) {
            let characteristic = try reader.characteristic()
            _ = try reader.bytes(17)
            let value = try reader.bytes(Int(try reader.byte()))
            if characteristic == .ident, !value.isEmpty { ident = value }
        }
        for mode in BluetoothMode.allCases {
            guard let service = GATTService(mode, uuid: uuid, ident: ident) else { continue }
            for asServer in [true, false] where Array(rest) == describe(service, asServer: asServer) { return service }
        }
        throw RadioFrame.fault()
    }
}
