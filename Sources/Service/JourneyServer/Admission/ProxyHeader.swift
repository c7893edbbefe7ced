/// The header with which a proxy names the client of a connection: PROXY protocol, version 2 (haproxy's proxy-protocol.txt,
/// section 2.2). Version 1, a line of text, is refused.
package struct ProxyHeader: Hashable, Sendable {
    /// The end of the connection behind the proxy.
    package enum Source: Hashable, Sendable {
        /// The client's address and port.
        case client(ClientAddress, port: UInt16)
        /// The proxy itself, such as its health check, or a client whose address it does not know: the connection's own peer counts.
        case peer
    }

    /// The reason for which a connection is closed.
    package enum Refusal: String, Error, Hashable, Sendable {
        /// The connection begins with something else.
        case missing
        /// The header is version 1's `PROXY` line.
        case version1
        /// The header has another version, or an unknown command, family or protocol.
        case unsupported
        /// The header announces fewer bytes than its family's addresses have.
        case short
        /// The header announces more than `longest`.
        case long
    }

    /// The longest header that is read, in bytes. Senders have at most 65,551; what is announced beyond the addresses (TLVs) is
    /// skipped, and does not need that much.
    package static let longest = 16 + 536

    /// The length in bytes; the connection's own bytes begin behind it.
    package let length: Int
    package let source: Source

    /// Reads the header at the start of a connection.
    ///
    /// - Parameter bytes: What has arrived, from the first byte on.
    /// - Returns: The header; `nil` while bytes are missing: fewer than `longest` are there then.
    /// - Throws: The reason for which the connection is to be closed, as soon as the bytes have one.
    package static func read(_ bytes: UnsafeRawBufferPointer) throws(Refusal) -> ProxyHeader? {
        let start = bytes.prefix(signature.count)
        guard start.elementsEqual(signature.prefix(start.count)) else {
            throw start.starts(with: "PROXY ".utf8) ? .version1 : .missing
        }
        guard bytes.count > 12 else { return nil }
        let isLocal = bytes[12] == 0x20
        guard isLocal || bytes[12] == 0x21 else { throw .unsupported }
        guard bytes.count > 13 else { return nil }
        let (family, transport) = (bytes[13] >> 4, bytes[13] & 0xF)
        // What a LOCAL connection says of them is ignored.
        guard isLocal || (family <= 3 && transport <= 2) else { throw .unsupported }
        guard bytes.count > 15 else { return nil }
        let announced = Int(bytes[14]) << 8 | Int(bytes[15])
        guard isLocal || transport == 0 || announced >= addressBytes(family) else { throw .short }
        guard 16 + announced <= longest else { throw .long }
        guard bytes.count >= 16 + announced else { return nil }
        // Datagrams reach no server of connections: their addresses are of no use.
        guard !isLocal, transport == 1 else { return ProxyHeader(length: 16 + announced, source: .peer) }
        return ProxyHeader(
            length: 16 + announced, source: source(UnsafeRawBufferPointer(rebasing: bytes[16...]), family))
    }

    private static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]

    /// The bytes of both addresses and ports of a family.
    private static func addressBytes(_ family: UInt8) -> Int {
        switch family {
        case 1: 12
        case 2: 36
        case 3: 216
        default: 0
        }
    }

    /// The source in a block of addresses that is long enough for its family.
    private static func source(_ block: UnsafeRawBufferPointer, _ family: UInt8) -> Source {
        let size: Int
        switch family {
        case 1: size = 4
        case 2: size = 16
        case 3: return .client(.unix, port: 0)
        default: return .peer
        }
        guard let address = ClientAddress(block.prefix(size)) else { return .peer }
        return .client(address, port: UInt16(block[2 * size]) << 8 | UInt16(block[2 * size + 1]))
    }
}
