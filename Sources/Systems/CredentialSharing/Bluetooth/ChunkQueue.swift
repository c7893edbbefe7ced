/// Messages that wait for being sent, cut into chunks when their turn comes, because the limit of a value may be known late.
struct ChunkQueue: Sendable {
    /// A message of a connection, by the order in which it was given.
    typealias Number = Int

    private var messages: [(number: Number, bytes: [UInt8])] = []
    private var offset = 0

    var isEmpty: Bool { messages.isEmpty }
    var numbers: [Number] { messages.map(\.number) }
    /// How much of the first message was cut, of how much.
    var progress: (sent: Int, total: Int) { (offset, messages.first?.bytes.count ?? 0) }

    /// Puts a message, which is not empty, behind the others.
    mutating func append(_ bytes: [UInt8], number: Number) { messages.append((number, bytes)) }

    /// The next value, of at most `limit` bytes (two at least), and the message that is whole with it.
    mutating func next(limit: Int) -> (value: [UInt8], completes: Number?)? {
        guard let first = messages.first else { return nil }
        let end = min(offset + limit - 1, first.bytes.count)
        let isLast = end == first.bytes.count
        var value: [UInt8] = []
        value.reserveCapacity(end - offset + 1)
        value.append(isLast ? 0 : 1)
        value += first.bytes[offset..<end]
        offset = isLast ? 0 : end
        if isLast { messages.removeFirst() }
        return (value, isLast ? first.number : nil)
    }
}
