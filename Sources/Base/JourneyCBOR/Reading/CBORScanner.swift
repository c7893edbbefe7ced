/// Scans one well-formed item without recursion: open containers are a list that the limits bound.
///
/// Offsets count from the first byte of the input.
struct CBORScanner {
    private struct Frame {
        let node: Int
        /// The number of items still expected; unused for an indefinite length.
        var left: UInt64
        let isIndefinite: Bool
        let isMap: Bool
        var count: UInt64 = 0
    }

    /// The input from its first byte.
    let source: ArraySlice<UInt8>
    let depth: Int
    let profile: CBORProfile
    /// The number of heads that may still be read.
    var left: Int
    var at = 0
    var nodes: [CBORNode] = []
    private var open: [Frame] = []

    init(_ source: ArraySlice<UInt8>, depth: Int, items: Int, profile: CBORProfile) {
        self.source = source
        self.depth = depth
        self.profile = profile
        left = items
        // Capacity for a small message, limited by the input; the list grows for larger ones.
        nodes.reserveCapacity(min(64, source.count / 2 + 1))
        open.reserveCapacity(min(8, depth))
    }

    /// Scans the next item with its contents.
    mutating func scan(_ bytes: borrowing Span<UInt8>) throws(CBORError) {
        repeat {
            try item(bytes)
            try closeCompleted(bytes)
        } while !open.isEmpty
    }

    /// Closes the containers that are complete.
    private mutating func closeCompleted(_ bytes: borrowing Span<UInt8>) throws(CBORError) {
        while let frame = open.last {
            if frame.isIndefinite {
                guard at < bytes.count else {
                    throw CBORError(.unexpectedEnd, at: at, "an indefinite-length array or map without its break")
                }
                // A break in place of a map's value is scanned as an item, which fails.
                guard bytes[at] == CBORHead.breakByte, !frame.isMap || frame.count.isMultiple(of: 2) else { return }
                at += 1
            } else if frame.left > 0 {
                return
            }
            open.removeLast()
            nodes[frame.node].end = UInt32(at)
            nodes[frame.node].next = UInt32(nodes.count)
            if frame.isIndefinite { nodes[frame.node].argument = frame.isMap ? frame.count / 2 : frame.count }
            if frame.isMap, profile == .strict,
                let key = try CBORKeys.duplicate(in: frame.node, nodes, bytes, source: source)
            {
                throw CBORError(.duplicateKey, at: Int(nodes[key].start), "the map has this key already")
            }
            countItem()
        }
    }

    /// Counts a completed item in its container.
    private mutating func countItem() {
        guard let last = open.indices.last else { return }
        open[last].count += 1
        if !open[last].isIndefinite { open[last].left -= 1 }
    }

    private mutating func item(_ bytes: borrowing Span<UInt8>) throws(CBORError) {
        let start = at
        let head = try head(bytes)
        switch head.major {
        case .unsigned, .negative: _ = try head.definite()
        case .bytes, .text: try string(head, bytes)
        case .other: try other(head)
        case .tag:
            _ = try head.definite()
            return try enter(head, items: 1, isMap: false)
        case .array, .map:
            let isMap = head.major == .map
            guard open.count < depth else { throw tooDeep(head) }
            guard let count = head.argument else { return try enter(head, items: 0, isMap: isMap) }
            try checkRoom(count, of: isMap ? 2 : 1, head, bytes)
            return try enter(head, items: isMap ? count * 2 : count, isMap: isMap)
        }
        nodes.append(
            CBORNode(
                argument: head.argument ?? 0, start: UInt32(start), end: UInt32(at), next: UInt32(nodes.count + 1),
                initial: head.initial))
        countItem()
    }

    private mutating func enter(_ head: Head, items: UInt64, isMap: Bool) throws(CBORError) {
        guard open.count < depth else { throw tooDeep(head) }
        open.append(
            Frame(node: nodes.count, left: items, isIndefinite: head.argument == nil, isMap: isMap))
        nodes.append(
            CBORNode(argument: head.argument ?? 0, start: UInt32(head.offset), end: 0, next: 0, initial: head.initial))
    }

    private func tooDeep(_ head: Head) -> CBORError {
        CBORError(.tooDeep, at: head.offset, "nested deeper than \(depth) levels")
    }

    /// Checks that the input has enough bytes, and the limit enough items, for a count before memory is reserved.
    private func checkRoom(
        _ count: UInt64, of size: UInt64, _ head: Head, _ bytes: borrowing Span<UInt8>
    ) throws(CBORError) {
        guard count <= UInt64(bytes.count - at) / size else {
            throw CBORError(.unexpectedEnd, at: head.offset, "a count beyond the end of the input")
        }
        guard count <= UInt64(max(left, 0)) / size else {
            throw CBORError(.tooMany, at: head.offset, "the input has too many items")
        }
    }
}
