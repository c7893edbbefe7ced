/// A frame between this program and its radio process: a length of 2 bytes, big-endian, an operation and a body.
/// `docs/reference/credential-sharing.md` has the table.
package enum RadioFrame {
    /// The protocol version in the first report of a radio process.
    package static let version: UInt8 = 2
    /// The maximum length of operation and body, in bytes.
    package static let longest = 1_024
    /// The maximum length of a characteristic's value (Bluetooth Core, volume 3, part F, section 3.2.9) and of a piece
    /// of channel data, in bytes.
    package static let longestValue = 512

    /// Returns the frame of an operation, with its length.
    static func encode(_ operation: UInt8, _ body: [UInt8]) -> [UInt8] {
        let count = body.count + 1
        return [UInt8(count >> 8), UInt8(count & 0xFF), operation] + body
    }

    static func peer(_ peer: LinkPeer) -> [UInt8] {
        (0..<4).reversed().map { UInt8(truncatingIfNeeded: peer.number >> (8 * $0)) }
    }

    static func fault(_ message: String = "The radio process sent a frame that violates the protocol.")
        -> TransportError
    {
        TransportError(.unavailable, message)
    }

    /// A parser of a frame's body.
    struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func byte() throws(TransportError) -> UInt8 {
            guard let byte = rest.popFirst() else { throw RadioFrame.fault() }
            return byte
        }

        mutating func bytes(_ count: Int) throws(TransportError) -> [UInt8] {
            guard rest.count >= count else { throw RadioFrame.fault() }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        mutating func peer() throws(TransportError) -> LinkPeer {
            LinkPeer(try bytes(4).reduce(0) { $0 << 8 | UInt64($1) })
        }

        mutating func characteristic() throws(TransportError) -> GATTCharacteristic {
            guard let found = GATTCharacteristic(number: try byte()) else { throw RadioFrame.fault() }
            return found
        }

        mutating func value() throws(TransportError) -> [UInt8] {
            guard rest.count <= RadioFrame.longestValue else { throw RadioFrame.fault() }
            return try bytes(rest.count)
        }

        func end() throws(TransportError) {
            guard rest.isEmpty else { throw RadioFrame.fault() }
        }
    }
}

/// A parser that splits the bytes of the socket into frames.
package struct RadioFrames: Sendable {
    private var unread: [UInt8] = []

    package init() {}

    package mutating func append(_ bytes: some Sequence<UInt8>) { unread += bytes }

    /// Returns the next complete frame, operation and body, or `nil` while bytes are missing. Throws `BLE_UNAVAILABLE`
    /// for an invalid length, after which nothing can be parsed.
    package mutating func next() throws(TransportError) -> ArraySlice<UInt8>? {
        guard unread.count >= 2 else { return nil }
        let length = Int(unread[0]) << 8 | Int(unread[1])
        guard (1...RadioFrame.longest).contains(length) else { throw RadioFrame.fault() }
        guard unread.count >= length + 2 else { return nil }
        defer { unread.removeFirst(length + 2) }
        return unread[2..<length + 2]
    }
}

extension GATTCharacteristic {
    /// The characteristic's number on the socket and its GATT properties: 02 read, 04 write without response, 10
    /// notify.
    private var code: (number: UInt8, properties: UInt8) {
        switch self {
        case .state: (1, 0x14)
        case .clientToServer: (2, 0x04)
        case .serverToClient: (3, 0x10)
        case .ident: (4, 0x02)
        case .channel: (5, 0x02)
        }
    }

    var number: UInt8 { code.number }
    var properties: UInt8 { code.properties }

    init?(number: UInt8) {
        guard let found = GATTCharacteristic.allCases.first(where: { $0.number == number }) else { return nil }
        self = found
    }
}
