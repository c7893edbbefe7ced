extension CBORScanner {
    /// A decoded head.
    struct Head {
        let offset: Int
        let initial: UInt8
        /// The argument; `nil` for an indefinite length and for a "break".
        let argument: UInt64?

        // Three bits select one of eight types.
        var major: CBORHead.Major { CBORHead.Major(rawValue: initial >> 5) ?? .other }

        func definite() throws(CBORError) -> UInt64 {
            guard let argument else {
                throw CBORError(.badHead, at: offset, "an indefinite length, which this type does not allow")
            }
            return argument
        }
    }

    @inline(__always)
    mutating func head(_ bytes: borrowing Span<UInt8>) throws(CBORError) -> Head {
        guard at < bytes.count else {
            throw CBORError(.unexpectedEnd, at: at, "the input ends where an item is expected")
        }
        guard left > 0 else { throw CBORError(.tooMany, at: at, "the input has too many items") }
        left -= 1
        let offset = at
        let initial = bytes[at]
        at += 1
        let information = initial & 0x1F
        if information < 24 { return Head(offset: offset, initial: initial, argument: UInt64(information)) }
        if information == CBORHead.indefinite { return Head(offset: offset, initial: initial, argument: nil) }
        guard information <= 27 else {
            throw CBORError(.badHead, at: offset, "reserved additional information (28 to 30)")
        }
        let size = 1 << (Int(information) - 24)
        guard bytes.count - at >= size else {
            throw CBORError(.unexpectedEnd, at: bytes.count, "the input ends within the argument of a head")
        }
        var argument: UInt64 = 0
        for index in at..<at + size { argument = argument << 8 | UInt64(bytes[index]) }
        at += size
        return Head(offset: offset, initial: initial, argument: argument)
    }

    func other(_ head: Head) throws(CBORError) {
        guard let argument = head.argument else {
            throw CBORError(.badBreak, at: head.offset, "a break without an open indefinite length")
        }
        guard head.initial & 0x1F != 24 || argument >= 32 else {
            throw CBORError(.badSimple, at: head.offset, "a simple value below 32 encoded in two bytes")
        }
    }

    // MARK: Strings

    mutating func string(_ head: Head, _ bytes: borrowing Span<UInt8>) throws(CBORError) {
        guard head.argument == nil else { return try skip(head, bytes) }
        while true {
            guard at < bytes.count else {
                throw CBORError(.unexpectedEnd, at: at, "an indefinite-length string without its break")
            }
            if bytes[at] == CBORHead.breakByte {
                at += 1
                return
            }
            let piece = try self.head(bytes)
            guard piece.major == head.major, piece.argument != nil else {
                throw CBORError(
                    .badPiece, at: piece.offset, "a chunk that is not a definite-length string of the same type")
            }
            // Each chunk must be valid UTF-8 by itself (RFC 8949, section 3.2.3).
            try skip(piece, bytes)
        }
    }

    private mutating func skip(_ head: Head, _ bytes: borrowing Span<UInt8>) throws(CBORError) {
        guard let count = head.argument, count <= UInt64(bytes.count - at) else {
            throw CBORError(.unexpectedEnd, at: head.offset, "a length beyond the end of the input")
        }
        let end = at + Int(count)
        if head.major == .text, profile == .strict, !CBORText.isUTF8(bytes, at..<end) {
            throw CBORError(.badUTF8, at: at, "a text string that is not valid UTF-8")
        }
        at = end
    }
}

enum CBORText {
    static func isASCII(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        var all: UInt8 = 0
        for index in range { all |= bytes[index] }
        return all < 0x80
    }

    static func isUTF8(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        isASCII(bytes, range)
            || bytes.extracting(range).withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) != nil }
    }
}
