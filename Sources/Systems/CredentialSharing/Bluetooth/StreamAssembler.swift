/// Cuts the messages out of an L2CAP channel: each follows its length, in four bytes, the highest first.
struct StreamAssembler: Sendable {
    /// The longest message, in bytes.
    let limit: Int
    private var header: [UInt8] = []
    private var buffer: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// How much of a message is there, its length included.
    var count: Int { header.count + buffer.count }

    /// The messages that `bytes` complete, wherever they were cut. Throws `TransportError`, and keeps nothing then.
    mutating func take(_ bytes: [UInt8]) throws(TransportError) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if header.count < 4 {
                let part = rest.prefix(4 - header.count)
                header += part
                rest = rest.dropFirst(part.count)
                guard header.count == 4 else { break }
                // Nothing is reserved for what is only said.
                guard (1...limit).contains(length) else { throw refusal() }
            }
            let part = rest.prefix(length - buffer.count)
            buffer += part
            rest = rest.dropFirst(part.count)
            guard buffer.count == length else { break }
            messages.append(buffer)
            drop()
        }
        return messages
    }

    /// Forgets what is there.
    mutating func drop() { (header, buffer) = ([], []) }

    private var length: Int { header.reduce(0) { $0 << 8 | Int($1) } }

    private mutating func refusal() -> TransportError {
        defer { drop() }
        return length == 0
            ? TransportError(.protocolFault, "A message carries nothing.")
            : TransportError(.tooLarge, "A message is longer than allowed.")
    }
}
