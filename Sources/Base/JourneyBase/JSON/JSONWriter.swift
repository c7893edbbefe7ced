extension JSONValue {
    /// The value as compact JSON, with members in code-unit order and numbers in their original text.
    public var compactBytes: [UInt8] {
        var writer = JSONWriter(spelling: .exact)
        writer.append(self)
        return writer.out
    }

    /// The value as compact JSON text.
    public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

    /// The canonical form of RFC 8785, or `nil` if a number exceeds the largest finite binary one.
    public var canonicalBytes: [UInt8]? {
        var writer = JSONWriter(spelling: .canonical)
        writer.append(self)
        return writer.isComplete ? writer.out : nil
    }

    /// The canonical form of RFC 8785, or `nil` if it would change the text of a number.
    package var canonicalBytesIfSame: [UInt8]? {
        var writer = JSONWriter(spelling: .canonical)
        writer.append(self)
        return writer.isComplete && writer.isSame ? writer.out : nil
    }
}

/// Writes a value in one pass.
struct JSONWriter {
    enum Spelling { case exact, canonical }

    let spelling: Spelling
    private(set) var out: [UInt8] = []
    /// `true` while every number had a canonical text.
    private(set) var isComplete = true
    /// `true` while every number kept its text.
    private(set) var isSame = true

    init(spelling: Spelling) {
        self.spelling = spelling
        out.reserveCapacity(256)
    }

    mutating func append(_ value: JSONValue) {
        switch value {
        case .null: out += "null".utf8
        case .bool(let truth): out += (truth ? "true" : "false").utf8
        case .number(let number): append(number)
        case .string(let text): quote(text)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            var isFirst = true
            for element in elements {
                if !isFirst { out.append(UInt8(ascii: ",")) }
                isFirst = false
                append(element)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members): append(members)
        }
    }

    private mutating func append(_ number: JSONNumber) {
        switch spelling {
        case .exact: out += number.lexeme.utf8
        case .canonical:
            guard let text = number.canonicalText else {
                isComplete = false
                return
            }
            isSame = isSame && text == number.lexeme
            out += text.utf8
        }
    }

    private mutating func append(_ members: [String: JSONValue]) {
        out.append(UInt8(ascii: "{"))
        var isFirst = true
        for (name, value) in members.sorted(by: { JSONWriter.precedes($0.key, $1.key) }) {
            if !isFirst { out.append(UInt8(ascii: ",")) }
            isFirst = false
            quote(name)
            out.append(UInt8(ascii: ":"))
            append(value)
        }
        out.append(UInt8(ascii: "}"))
    }

    /// Returns `true` if `a` sorts before `b` by UTF-16 code units (RFC 8785, section 3.2.3), without conversion from UTF-8.
    ///
    /// The orders of UTF-8 and UTF-16 differ only for characters beyond U+FFFF: UTF-16 encodes them as surrogates, which sort
    /// before U+E000. Their UTF-8 starts with F0 or more, that of U+E000 to U+FFFF with EE or EF.
    static func precedes(_ a: String, _ b: String) -> Bool {
        let answer = a.utf8.withContiguousStorageIfAvailable { a in
            b.utf8.withContiguousStorageIfAvailable { b in precedes(a, b) }
        }
        return (answer ?? nil) ?? precedes(Array(a.utf8), Array(b.utf8))
    }

    private static func precedes(_ a: some RandomAccessCollection<UInt8>, _ b: some RandomAccessCollection<UInt8>)
        -> Bool
    {
        func rank(_ byte: UInt8) -> UInt8 { byte == 0xEE || byte == 0xEF ? byte + 0x0A : byte }
        for (one, other) in zip(a, b) where one != other { return rank(one) < rank(other) }
        return a.count < b.count
    }

    /// Appends a string, with only the escapes of RFC 8785, section 3.2.2.2.
    private mutating func quote(_ text: String) {
        out.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for at in bytes.indices where bytes[at] < 0x20 || bytes[at] == 0x22 || bytes[at] == 0x5C {
                out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<at]))
                escape(bytes[at])
                start = at + 1
            }
            out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
        out.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        out.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: out.append(UInt8(ascii: "b"))
        case 0x09: out.append(UInt8(ascii: "t"))
        case 0x0A: out.append(UInt8(ascii: "n"))
        case 0x0C: out.append(UInt8(ascii: "f"))
        case 0x0D: out.append(UInt8(ascii: "r"))
        case 0..<0x20: out += [UInt8(ascii: "u"), 0x30, 0x30, Hex.digit(byte >> 4), Hex.digit(byte & 15)]
        default: out.append(byte)
        }
    }
}
