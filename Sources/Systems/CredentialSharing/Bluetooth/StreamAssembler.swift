/// Extracts messages from an L2CAP channel: each is preceded by its length in four bytes, big-endian.
struct StreamAssembler: Sendable {
    /// The longest message, in bytes.
    let limit: Int
    private var header: [UInt8] = []
    private var buffer: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// The number of bytes received of an incomplete message, its length prefix included.
    var count: Int { header.count + buffer.count }

    /// Adds bytes, cut anywhere, and returns the messages that they complete. Throws `TransportError` and then discards
    /// all bytes.
    mutating func append(_ bytes: [UInt8]) throws(TransportError) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if header.count < 4 {
                let part = rest.prefix(4 - header.count)
                header += part
                rest = rest.dropFirst(part.count)
                guard header.count == 4 else { break }
                // No memory is reserved for a length that is only announced.
                guard (1...limit).contains(length) else { throw refusal() }
            }
            let part = rest.prefix(length - buffer.count)
            buffer += part
            rest = rest.dropFirst(part.count)
            guard buffer.count == length else { break }
            messages.append(buffer)
            reset()
        }
        return messages
    }

    /// Discards the incomplete message.
    mutating func reset() { (header, buffer) = ([], []) }

    private var length: Int { header.reduce(0) { $0 << 8 | Int($1) } }

    private mutating func refusal() -> TransportError {
        defer { reset() }
        return length == 0
            ? TransportError(.protocolFault, "Received a message of length 0.")
            : TransportError(.tooLarge, "The received message exceeds \(limit) bytes.")
    }
}
