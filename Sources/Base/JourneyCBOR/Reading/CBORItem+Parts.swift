/// Contents of an item, located through the document's list.
extension CBORItem {
    /// The items of an array.
    var items: [CBORItem] {
        var items: [CBORItem] = []
        items.reserveCapacity(Int(node.argument))
        var next = index + 1
        while items.count < Int(node.argument) {
            items.append(CBORItem(document: document, index: next))
            next = Int(document.nodes[next].next)
        }
        return items
    }

    /// The members of a map.
    var pairs: [Member] {
        var pairs: [Member] = []
        pairs.reserveCapacity(Int(node.argument))
        var key = index + 1
        while pairs.count < Int(node.argument) {
            let value = Int(document.nodes[key].next)
            pairs.append(
                Member(key: CBORItem(document: document, index: key), value: CBORItem(document: document, index: value))
            )
            key = Int(document.nodes[value].next)
        }
        return pairs
    }

    /// The keys of a map.
    var keys: [CBORItem] { pairs.map(\.key) }

    /// Returns the value of the first key of a map for which `isWanted` returns `true`, without allocating a list.
    func value(where isWanted: (CBORNode) -> Bool) -> CBORItem? {
        guard node.major == .map else { return nil }
        var key = index + 1
        for _ in 0..<node.argument {
            let value = Int(document.nodes[key].next)
            if isWanted(document.nodes[key]) { return CBORItem(document: document, index: value) }
            key = Int(document.nodes[value].next)
        }
        return nil
    }

    /// The content of a string: a slice of the input, or its chunks concatenated.
    var joined: ArraySlice<UInt8> {
        guard node.isIndefinite else { return slice(node.contentStart..<Int(node.end)) }
        return pieces.reduce(into: []) { $0 += $1 }
    }

    /// The chunks of a string of indefinite length, which the scanner has verified to be definite-length strings.
    var pieces: [ArraySlice<UInt8>] {
        let limits = CBORLimits(whole: document.bytes.count)
        var pieces: [ArraySlice<UInt8>] = []
        var rest = slice(Int(node.start) + 1..<Int(node.end) - 1)
        while !rest.isEmpty {
            guard var reader = try? CBORReader(rest, limits: limits, profile: .lenient), let piece = try? reader.next()
            else { return pieces }
            pieces.append(piece.slice(piece.node.contentStart..<Int(piece.node.end)))
            rest = rest[reader.offset...]
        }
        return pieces
    }
}
