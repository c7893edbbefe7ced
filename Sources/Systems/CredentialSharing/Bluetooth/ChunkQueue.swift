/// Outgoing messages, cut into chunks only when they are sent: the value limit may be known late.
package struct ChunkQueue: Sendable {
    /// The number of a message, in the order in which messages were queued.
    package typealias Number = Int

    private var messages: [(number: Number, bytes: [UInt8])] = []
    private var offset = 0

    var isEmpty: Bool { messages.isEmpty }
    var numbers: [Number] { messages.map(\.number) }
    /// The number of bytes cut from the first message, and its length.
    var progress: (sent: Int, total: Int) { (offset, messages.first?.bytes.count ?? 0) }

    /// Queues a message, which must not be empty.
    mutating func append(_ bytes: [UInt8], number: Number) { messages.append((number, bytes)) }

    /// Returns the next piece for an L2CAP channel, of at most `limit` bytes, and the number of the message that it
    /// completes.
    ///
    /// Each message is preceded by its length in four bytes, big-endian.
    mutating func nextPiece(limit: Int) -> (value: [UInt8], completes: Number?)? {
        guard let first = messages.first else { return nil }
        let end = min(offset + limit, first.bytes.count)
        let header = offset == 0 ? (0..<4).map { UInt8(truncatingIfNeeded: first.bytes.count >> (24 - 8 * $0)) } : []
        return (header + first.bytes[offset..<end], advance(to: end))
    }

    /// Returns the next value, of at most `limit` bytes (at least two), and the number of the message that it
    /// completes.
    mutating func next(limit: Int) -> (value: [UInt8], completes: Number?)? {
        guard let first = messages.first else { return nil }
        let end = min(offset + limit - 1, first.bytes.count)
        let isLast = end == first.bytes.count
        var value: [UInt8] = []
        value.reserveCapacity(end - offset + 1)
        value.append(isLast ? 0 : 1)
        value += first.bytes[offset..<end]
        return (value, advance(to: end))
    }

    /// Advances past the bytes that were cut. Returns the number of the message that they complete.
    private mutating func advance(to end: Int) -> Number? {
        guard let first = messages.first, end == first.bytes.count else {
            offset = end
            return nil
        }
        offset = 0
        messages.removeFirst()
        return first.number
    }
}
