/// Detection of duplicate keys in a map, whatever their encoding.
enum CBORKeys {
    /// The most items of one key, itself included. A key that contains items is compared by value at each level of nesting;
    /// without a limit, a small message could take seconds.
    static let mostItems = 32

    /// Returns the index of the first key of the map at `map` that repeats an earlier one, or `nil`. Throws `tooMany` for a key
    /// with too many items.
    static func duplicate(
        in map: Int, _ nodes: [CBORNode], _ bytes: borrowing Span<UInt8>, source: ArraySlice<UInt8>
    ) throws(CBORError) -> Int? {
        let count = Int(nodes[map].argument)
        var keys: [Int] = []
        keys.reserveCapacity(count)
        var isAscending = true
        var key = map + 1
        while keys.count < count {
            guard isPlain(nodes[key], bytes) else { return try general(map, nodes, source) }
            if isAscending, let last = keys.last { isAscending = precedes(nodes[last], nodes[key], bytes) }
            keys.append(key)
            key = Int(nodes[Int(nodes[key].next)].next)
        }
        // Sorted keys, as in deterministic encoding, can't repeat.
        return isAscending ? nil : hashed(keys, nodes, bytes)
    }

    /// Returns `true` for keys that are equal exactly if type and argument or bytes are: integers, byte strings and ASCII texts.
    private static func isPlain(_ node: CBORNode, _ bytes: borrowing Span<UInt8>) -> Bool {
        switch node.major {
        case .unsigned, .negative: true
        case .bytes: !node.isIndefinite
        case .text: !node.isIndefinite && CBORText.isASCII(bytes, node.contentStart..<Int(node.end))
        case .array, .map, .tag, .other: false
        }
    }

    private static func precedes(_ a: CBORNode, _ b: CBORNode, _ bytes: borrowing Span<UInt8>) -> Bool {
        guard a.major == b.major else { return a.major.rawValue < b.major.rawValue }
        guard a.argument == b.argument else { return a.argument < b.argument }
        guard a.major == .bytes || a.major == .text else { return false }
        let (from, other) = (a.contentStart, b.contentStart)
        for index in 0..<Int(a.argument) where bytes[from + index] != bytes[other + index] {
            return bytes[from + index] < bytes[other + index]
        }
        return false
    }

    private static func areEqual(_ a: CBORNode, _ b: CBORNode, _ bytes: borrowing Span<UInt8>) -> Bool {
        guard a.major == b.major, a.argument == b.argument else { return false }
        guard a.major == .bytes || a.major == .text else { return true }
        let (from, other) = (a.contentStart, b.contentStart)
        for index in 0..<Int(a.argument) where bytes[from + index] != bytes[other + index] { return false }
        return true
    }

    /// Finds a duplicate with an open-addressing hash table, whose hashes are seeded per process.
    private static func hashed(_ keys: [Int], _ nodes: [CBORNode], _ bytes: borrowing Span<UInt8>) -> Int? {
        var size = 16
        while size < keys.count * 2 { size *= 2 }
        var table = [Int](repeating: -1, count: size)
        for key in keys {
            let node = nodes[key]
            var hasher = Hasher()
            hasher.combine(node.major.rawValue)
            hasher.combine(node.argument)
            if node.major == .bytes || node.major == .text {
                bytes.extracting(node.contentStart..<Int(node.end)).withUnsafeBufferPointer {
                    hasher.combine(bytes: UnsafeRawBufferPointer($0))
                }
            }
            var place = hasher.finalize() & (size - 1)
            while table[place] >= 0 {
                if areEqual(nodes[table[place]], node, bytes) { return key }
                place = (place + 1) & (size - 1)
            }
            table[place] = key
        }
        return nil
    }

    /// Finds a duplicate by value: arrays, maps, floats and composed characters have several encodings.
    private static func general(
        _ map: Int, _ nodes: [CBORNode], _ source: ArraySlice<UInt8>
    ) throws(CBORError) -> Int? {
        var seen: Set<CBORValue> = []
        let item = CBORItem(document: CBORDocument(bytes: source, nodes: nodes), index: map)
        for key in item.keys {
            guard Int(nodes[key.index].next) - key.index <= mostItems else {
                throw CBORError(.tooMany, at: Int(nodes[key.index].start), "a map key has more than \(mostItems) items")
            }
            if !seen.insert(key.value).inserted { return key.index }
        }
        return nil
    }
}
