/// A report of a radio process to this program. The process is not trusted: everything is checked.
package enum RadioReport: Hashable, Sendable {
    case ready(RadioState)
    case connected(LinkPeer)
    case limit(Int, LinkPeer)
    case subscribed(GATTCharacteristic, LinkPeer)
    case received([UInt8], GATTCharacteristic, LinkPeer)
    case sent(LinkPeer)
    /// The value that was read, or `nil` when the server refused.
    case read(GATTCharacteristic, [UInt8]?)
    case didSubscribe(GATTCharacteristic, Bool)
    case disconnected(LinkPeer, LinkEnd)
    /// The last report, with a reason.
    case closed(LinkEnd, String)
    case channelOpened(LinkPeer)
    case didOpenChannel(Bool)

    /// Parses operation and body, at most `RadioFrame.longest` bytes. Throws `BLE_UNAVAILABLE` if they violate the
    /// protocol.
    package init(_ frame: ArraySlice<UInt8>) throws(TransportError) {
        var reader = RadioFrame.Reader(rest: frame)
        switch try reader.byte() {
        case 0x81:
            guard try reader.byte() == RadioFrame.version else {
                throw RadioFrame.fault("The radio process uses another protocol version than \(RadioFrame.version).")
            }
            self = .ready(try reader.byte() == 1 ? .poweredOn : .poweredOff)
        case 0x82: self = .connected(try reader.peer())
        case 0x83:
            let peer = try reader.peer()
            let limit = Int(try reader.byte()) << 8 | Int(try reader.byte())
            guard (1...RadioFrame.longestValue).contains(limit) else { throw RadioFrame.fault() }
            self = .limit(limit, peer)
        case 0x84:
            let peer = try reader.peer()
            self = .subscribed(try reader.characteristic(), peer)
        case 0x85:
            let peer = try reader.peer()
            let characteristic = try reader.characteristic()
            self = .received(try reader.value(), characteristic, peer)
        case 0x86: self = .sent(try reader.peer())
        case 0x87:
            let characteristic = try reader.characteristic()
            let isRead = try reader.byte() == 0
            let value = try reader.value()
            self = .read(characteristic, isRead ? value : nil)
        case 0x88: self = .didSubscribe(try reader.characteristic(), try reader.byte() == 0)
        case 0x89: self = .disconnected(try reader.peer(), RadioReport.end(reason: try reader.byte()))
        case 0x8A:
            let end: LinkEnd = try reader.byte() == 2 ? .radio(.resetting) : .unusable
            self = .closed(end, String(decoding: reader.rest.prefix(200), as: UTF8.self))
            reader.rest = []
        case 0x8B: self = .channelOpened(try reader.peer())
        case 0x8C: self = .didOpenChannel(try reader.byte() == 0)
        default: throw RadioFrame.fault()
        }
        try reader.end()
    }

    /// The report's frame, with its length, as a radio sends it.
    package var encoded: [UInt8] {
        switch self {
        case .ready(let state): RadioFrame.encode(0x81, [RadioFrame.version, state == .poweredOn ? 1 : 2])
        case .connected(let peer): RadioFrame.encode(0x82, RadioFrame.peer(peer))
        case .limit(let limit, let peer):
            RadioFrame.encode(0x83, RadioFrame.peer(peer) + [UInt8(limit >> 8), UInt8(limit & 0xFF)])
        case .subscribed(let characteristic, let peer):
            RadioFrame.encode(0x84, RadioFrame.peer(peer) + [characteristic.number])
        case .received(let value, let characteristic, let peer):
            RadioFrame.encode(0x85, RadioFrame.peer(peer) + [characteristic.number] + value)
        case .sent(let peer): RadioFrame.encode(0x86, RadioFrame.peer(peer))
        case .read(let characteristic, let value):
            RadioFrame.encode(0x87, [characteristic.number, value == nil ? 1 : 0] + (value ?? []))
        case .didSubscribe(let characteristic, let isSubscribed):
            RadioFrame.encode(0x88, [characteristic.number, isSubscribed ? 0 : 1])
        case .disconnected(let peer, let end):
            RadioFrame.encode(0x89, RadioFrame.peer(peer) + [end == .peer ? 0x13 : end == .here ? 0x16 : 0x08])
        case .closed(let end, let text):
            RadioFrame.encode(0x8A, [end == .unusable ? 1 : 2] + text.utf8.prefix(200))
        case .channelOpened(let peer): RadioFrame.encode(0x8B, RadioFrame.peer(peer))
        case .didOpenChannel(let isOpen): RadioFrame.encode(0x8C, [isOpen ? 0 : 1])
        }
    }

    /// Returns the meaning of a controller's error code (Bluetooth Core, volume 1, part F).
    private static func end(reason: UInt8) -> LinkEnd {
        switch reason {
        case 0x13, 0x14, 0x15: .peer
        case 0x16: .here
        default: .lost
        }
    }
}
