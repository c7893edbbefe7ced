import CredentialSharing

/// A script of events from a radio and a caller, read from a fuzzer's bytes.
struct LinkScript {
    static let ident: [UInt8] = Array(0..<16)
    /// The ends of peers and links, by byte.
    private static let ends: [LinkEnd] = [.here, .peer, .lost, .radio(.poweredOff), .unusable]

    private var rest: ArraySlice<UInt8>

    init(_ input: [UInt8]) { rest = input[...] }

    var isOver: Bool { rest.isEmpty }

    /// Reads the roles and the mode. An engagement may name the channel.
    mutating func machine(_ limits: TransportLimits) -> LinkMachine? {
        let byte = byte()
        let (isServer, mode) = (byte & 1 == 0, byte & 2 == 0 ? BluetoothMode.peripheralServer : .centralClient)
        let ident = isServer && mode == .centralClient ? Self.ident : nil
        guard let service = GATTService(mode, uuid: [UInt8](repeating: 7, count: 16), ident: ident) else { return nil }
        let way = ConnectionPlan.Option(
            isServer: isServer, service: service,
            expectedIdent: !isServer && mode == .centralClient ? Self.ident : nil, channel: byte & 4 == 0 ? nil : 0x85)
        return LinkMachine(way, role: isServer == (mode == .peripheralServer) ? .holder : .reader, limits: limits)
    }

    /// Reads the next event: the low half is its kind, the high half its peer. `number` is the message's, if it is one.
    mutating func event(_ number: Int) -> LinkMachine.Event {
        let byte = byte()
        let peer = LinkPeer(UInt64(byte >> 6))
        return switch byte & 15 {
        case 0: .happened(.connected(peer))
        case 1: .happened(.valueLimit(Int(self.byte()) * 4, peer))
        case 2: .happened(.subscribed(characteristic(), peer))
        case 3: .happened(.channelOpened(peer))
        case 4: .happened(.received(value(), characteristic(), peer))
        case 5: .happened(.received([1], .state, peer))
        case 6: .happened(.disconnected(peer, Self.ends[Int(self.byte()) % 5]))
        case 7: .happened(.closed(Self.ends[Int(self.byte()) % 5]))
        case 8: .done([])
        case 9: .done(value())
        case 10: .failed(TransportError(.disconnected, "gone"))
        case 11: .send(message(number), number)
        case 12: .consumed(Int(self.byte()) - 2)
        case 13: .finish
        case 14: .passed(Int(self.byte()))
        default: .close
        }
    }

    private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    private mutating func value() -> [UInt8] {
        let count = Int(byte())
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    private mutating func characteristic() -> GATTCharacteristic {
        let all = GATTCharacteristic.allCases
        return all[Int(byte()) % all.count]
    }

    /// Returns bytes that differ from message to message.
    private mutating func message(_ number: Int) -> [UInt8] {
        (0..<Int(byte()) * 16).map { UInt8(truncatingIfNeeded: $0 + number) }
    }
}
