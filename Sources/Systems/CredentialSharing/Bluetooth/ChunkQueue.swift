/// Messages that wait for being sent, cut into chunks when their turn comes, because the limit of a value may be known late.
package struct ChunkQueue: Sendable {
    /// A message of a connection, by the order in which it was given.
    package typealias Number = Int

    private var messages: [(number: Number, bytes: [UInt8])] = []
    private var offset = 0

    var isEmpty: Bool { messages.isEmpty }
    var numbers: [Number] { messages.map(\.number) }
    /// How much of the first message was cut, of how much.
    var progress: (sent: Int, total: Int) { (offset, messages.first?.bytes.count ?? 0) }

    /// Puts a message, which is not empty, behind the others.
    mutating func append(_ bytes: [UInt8], number: Number) { messages.append((number, bytes)) }

    /// The next piece for a channel, of at most `limit` bytes: each message follows its length, in four bytes.
    mutating func nextPiece(limit: Int) -> (value: [UInt8], completes: Number?)? {
        guard let first = messages.first else { return nil }
        let end = min(offset + limit, first.bytes.count)
        let header = offset == 0 ? (0..<4).map { UInt8(truncatingIfNeeded: first.bytes.count >> (24 - 8 * $0)) } : []
        return (header + first.bytes[offset..<end], advance(to: end))
    }

    /// The next value, of at most `limit` bytes (two at least), and the message that is whole with it.
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

    /// Goes on behind what was cut; gives the message that is whole with it.
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
