/// Which side is the GATT server (ISO/IEC 18013-5, section 8.3.3.1.1.1).
public enum BluetoothMode: String, CaseIterable, Hashable, Sendable {
    /// The holder's device is the server.
    case peripheralServer
    /// The reader is the server, the holder's device its client.
    case centralClient
}

/// The characteristics of a service (ISO/IEC 18013-5, tables 5 and 6).
public enum GATTCharacteristic: String, CaseIterable, Hashable, Sendable {
    /// Start and end: written by the client, notified by the server.
    case state
    /// Messages of the client, in chunks.
    case clientToServer
    /// Messages of the server, in chunks.
    case serverToClient
    /// Says which engagement the server means; only where the reader is the server.
    case ident
    /// The number of an L2CAP channel (second edition); only where the server has one.
    case channel
}

/// A service of this standard: its UUID, and the characteristics of its mode.
public struct GATTService: Hashable, Sendable {
    public let mode: BluetoothMode
    /// 16 bytes, the highest first, as the engagement has it.
    public let uuid: [UInt8]
    /// What a server answers to who reads Ident, 16 bytes; `nil` for a client, and where the holder is the server.
    public let ident: [UInt8]?

    /// A service of `mode`, or `nil` when `uuid` or `ident` are not 16 bytes.
    public init?(_ mode: BluetoothMode, uuid: [UInt8], ident: [UInt8]? = nil) {
        guard uuid.count == 16, ident == nil || ident?.count == 16 else { return nil }
        self.mode = mode
        self.uuid = uuid
        self.ident = ident
    }

    /// The characteristics that a server of this mode has.
    public var characteristics: [GATTCharacteristic] {
        mode == .peripheralServer
            ? [.state, .clientToServer, .serverToClient] : [.state, .clientToServer, .serverToClient, .ident]
    }

    /// The UUID of a characteristic, 16 bytes; `nil` where the mode has none.
    public func uuid(of characteristic: GATTCharacteristic) -> [UInt8]? {
        let numbers: (server: UInt8?, client: UInt8) =
            switch characteristic {
            case .state: (0x01, 0x05)
            case .clientToServer: (0x02, 0x06)
            case .serverToClient: (0x03, 0x07)
            case .ident: (nil, 0x08)
            case .channel: (0x0A, 0x0B)
            }
        let number = mode == .peripheralServer ? numbers.server : numbers.client
        // The standard's base: 000000nn-A123-48CE-896B-4C76973373E6.
        return number.map {
            [0, 0, 0, $0, 0xA1, 0x23, 0x48, 0xCE, 0x89, 0x6B, 0x4C, 0x76, 0x97, 0x33, 0x73, 0xE6]
        }
    }
}
