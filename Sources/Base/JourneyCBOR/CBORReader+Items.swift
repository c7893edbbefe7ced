extension CBORReader {
    /// The next item, with at most `depth` levels below it.
    mutating func item(depth: Int) throws(CBORError) -> CBORItem {
        let start = rest
        let head = try head()
        let content = try content(head, depth: depth)
        return CBORItem(encoded: start[start.startIndex..<rest.startIndex], content: content)
    }

    private mutating func content(_ head: Head, depth: Int) throws(CBORError) -> CBORItem.Content {
        switch head.major {
        case .unsigned: return .unsigned(try head.definite())
        case .negative: return .negative(try head.definite())
        case .bytes: return .bytes(try string(head))
        case .text:
            guard let argument = head.argument else {
                let pieces = try pieces(head)
                var text = ""
                // Each piece is text of its own: no character may be cut (RFC 8949, section 3.2.3).
                for piece in pieces { text += try CBORReader.text(piece) }
                return .text(text)
            }
            return .text(try CBORReader.text(try take(argument, from: head)))
        case .array: return .array(try array(head, depth: try below(depth, head)))
        case .map: return .map(try map(head, depth: try below(depth, head)))
        case .tag:
            let number = try head.definite()
            return .tagged(number, try item(depth: try below(depth, head)))
        case .other: return try other(head)
        }
    }

    private func below(_ depth: Int, _ head: Head) throws(CBORError) -> Int {
        guard depth > 0 else { throw CBORError(.tooDeep, at: head.offset, "nested deeper than allowed") }
        return depth - 1
    }

    private func other(_ head: Head) throws(CBORError) -> CBORItem.Content {
        guard let argument = head.argument else { throw CBORError(.badBreak, at: head.offset, "an end of nothing") }
        switch head.information {
        case 20, 21: return .boolean(argument == 21)
        case 22: return .null
        case 23: return .undefined
        case 24:
            guard argument >= 32 else {
                throw CBORError(.badSimple, at: head.offset, "a simple value below 32 in two bytes")
            }
            return .simple(UInt8(argument))
        case 25: return .float(bits: CBORFloat.widen(half: UInt16(argument)))
        case 26: return .float(bits: CBORFloat.widen(single: UInt32(argument)))
        case 27: return .float(bits: argument)
        default: return .simple(UInt8(argument))
        }
    }

    // MARK: Arrays and maps

    private mutating func array(_ head: Head, depth: Int) throws(CBORError) -> [CBORItem] {
        var items: [CBORItem] = []
        if let count = head.argument { items.reserveCapacity(try room(count, of: 1, head)) }
        while try goesOn(head, after: items.count) { items.append(try item(depth: depth)) }
        return items
    }

    private mutating func map(_ head: Head, depth: Int) throws(CBORError) -> [CBORItem.Member] {
        var members: [CBORItem.Member] = []
        var seen: Set<CBORValue> = []
        if let count = head.argument { members.reserveCapacity(try room(count, of: 2, head)) }
        while try goesOn(head, after: members.count) {
            let key = try item(depth: depth)
            guard seen.insert(key.value).inserted else {
                throw CBORError(.duplicateKey, at: key.offset, "a key that stands there already")
            }
            members.append(CBORItem.Member(key: key, value: try item(depth: depth)))
        }
        return members
    }

    /// The count as a number of elements to make room for: so many items of at least a byte each have to be there.
    private func room(_ count: UInt64, of size: UInt64, _ head: Head) throws(CBORError) -> Int {
        guard count <= UInt64(rest.count) / size else {
            throw CBORError(.unexpectedEnd, at: head.offset, "a count beyond what follows")
        }
        guard count <= UInt64(max(left, 0)) / size else {
            throw CBORError(.tooMany, at: head.offset, "more items than allowed")
        }
        return Int(count)
    }

    /// Whether an array or a map of `count` elements so far has another.
    private mutating func goesOn(_ head: Head, after count: Int) throws(CBORError) -> Bool {
        if let argument = head.argument { return UInt64(count) < argument }
        return try !takesBreak()
    }

    /// Whether the next byte ends an indefinite length; it is taken then.
    private mutating func takesBreak() throws(CBORError) -> Bool {
        guard let first = rest.first else {
            throw CBORError(.unexpectedEnd, at: rest.endIndex, "an indefinite length without its end")
        }
        guard first == CBORHead.breakByte else { return false }
        rest.removeFirst()
        return true
    }

    // MARK: Strings

    private mutating func string(_ head: Head) throws(CBORError) -> ArraySlice<UInt8> {
        if let argument = head.argument { return try take(argument, from: head) }
        return try pieces(head).reduce(into: []) { $0 += $1 }
    }

    private mutating func pieces(_ head: Head) throws(CBORError) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        while try !takesBreak() {
            let piece = try self.head()
            guard piece.major == head.major, let argument = piece.argument else {
                throw CBORError(.badPiece, at: piece.offset, "a piece that is no definite string of the same type")
            }
            pieces.append(try take(argument, from: piece))
        }
        return pieces
    }

    private mutating func take(_ count: UInt64, from head: Head) throws(CBORError) -> ArraySlice<UInt8> {
        guard count <= UInt64(rest.count) else {
            throw CBORError(.unexpectedEnd, at: head.offset, "a length beyond what follows")
        }
        let taken = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return taken
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(CBORError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CBORError(.badUTF8, at: bytes.startIndex, "text that is not UTF-8")
        }
        return text
    }
}
