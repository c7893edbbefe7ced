/// The side that is the GATT server (ISO/IEC 18013-5, section 8.3.3.1.1.1).
public enum BluetoothMode: String, CaseIterable, Hashable, Sendable {
    /// The holder's device is the server.
    case peripheralServer
    /// The reader is the server, the holder's device its client.
    case centralClient
}

/// The characteristics of a service (ISO/IEC 18013-5, tables 5 and 6).
public enum GATTCharacteristic: String, CaseIterable, Hashable, Sendable {
    /// Start and end; written by the client, notified by the server.
    case state
    /// Messages of the client, in chunks.
    case clientToServer
    /// Messages of the server, in chunks.
    case serverToClient
    /// The engagement that the server belongs to; only where the reader is the server.
    case ident
    /// The PSM of an L2CAP channel (second edition); only where the server offers one.
    case channel
}

/// A GATT service of the standard: its UUID and the characteristics of its mode.
public struct GATTService: Hashable, Sendable {
    /// The side that is the server.
    public let mode: BluetoothMode
    /// The service UUID of the engagement, 16 bytes, big-endian.
    public let uuid: [UInt8]
    /// The value of Ident that a server returns, 16 bytes; `nil` for a client, and where the holder is the server.
    public let ident: [UInt8]?

    /// Creates a service; `nil` when `uuid` or `ident` does not have 16 bytes.
    ///
    /// - Parameters:
    ///   - mode: The side that is the server.
    ///   - uuid: The service UUID, 16 bytes, big-endian.
    ///   - ident: The value of Ident, 16 bytes; `nil` for a client, and where the holder is the server.
    public init?(_ mode: BluetoothMode, uuid: [UInt8], ident: [UInt8]? = nil) {
        guard uuid.count == 16, ident == nil || ident?.count == 16 else { return nil }
        self.mode = mode
        self.uuid = uuid
        self.ident = ident
    }

    /// The characteristics of a server in this mode.
    public var characteristics: [GATTCharacteristic] {
        mode == .peripheralServer
            ? [.state, .clientToServer, .serverToClient] : [.state, .clientToServer, .serverToClient, .ident]
    }

    /// Returns the UUID of a characteristic, 16 bytes, or `nil` where the mode lacks it.
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
