import JourneyBase

/// Bounds on what is read: untrusted bytes are bounded before they are parsed.
package struct DERLimits: Sendable {
    /// The longest input, in bytes.
    var bytes: Int
    /// The most levels of nesting.
    var depth: Int

    /// The defaults suit a certificate or a signature.
    package init(bytes: Int = 64 << 10, depth: Int = 16) {
        self.bytes = bytes
        self.depth = depth
    }
}

/// Reads DER (X.690) strictly and without copying: definite lengths in their shortest form, tags of one byte, nothing
/// left over.
///
/// It goes where the caller asks and never recurses by itself. Work is bounded by the input's length; lists are read
/// with a limit.
package struct DERReader: Sendable {
    private var rest: ArraySlice<UInt8>
    private let depth: Int

    /// A reader of `bytes`, which hold one element or several. Throws `DERError` when there are too many.
    package init(_ bytes: ArraySlice<UInt8>, limits: DERLimits = DERLimits()) throws(DERError) {
        guard bytes.count <= limits.bytes else {
            throw DERError(.tooLarge, at: bytes.startIndex + limits.bytes, "longer than allowed")
        }
        self.init(rest: bytes, depth: limits.depth)
    }

    init(rest: ArraySlice<UInt8>, depth: Int) {
        self.rest = rest
        self.depth = depth
    }

    /// The one element that `bytes` are.
    package static func element(
        _ tag: DERTag, in bytes: ArraySlice<UInt8>, limits: DERLimits = DERLimits()
    ) throws(DERError) -> DERElement {
        var reader = try DERReader(bytes, limits: limits)
        let element = try reader.next(tag)
        try reader.end()
        return element
    }

    /// Whether nothing is left.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Where the next element begins.
    var offset: Int { rest.startIndex }

    /// The next element's tag, or `nil` at the end.
    var nextTag: DERTag? { rest.first.map(DERTag.init(rawValue:)) }

    /// The next element, whatever its tag.
    package mutating func next() throws(DERError) -> DERElement {
        let start = rest.startIndex
        let end = rest.endIndex
        guard end - start >= 2 else { throw DERError(.unexpectedEnd, at: end, "no room for tag and length") }
        let tag = DERTag(rawValue: rest[start])
        guard tag.rawValue & 0x1F != 0x1F else {
            throw DERError(.unexpectedTag, at: start, "a tag of more than one byte")
        }
        var position = start + 2
        var length = Int(rest[start + 1])
        if length >= 0x80 {
            let count = length & 0x7F
            guard count != 0 else { throw DERError(.badLength, at: start + 1, "an indefinite length") }
            // Four bytes count to more than any input that is read here.
            guard count <= 4 else { throw DERError(.badLength, at: start + 1, "a length of too many bytes") }
            guard end - position >= count else { throw DERError(.unexpectedEnd, at: end, "no room for the length") }
            length = 0
            for index in position..<(position + count) { length = length << 8 | Int(rest[index]) }
            guard length >= 0x80, length >> (8 * (count - 1)) != 0 else {
                throw DERError(.badLength, at: start + 1, "a length not in its shortest form")
            }
            position += count
        }
        guard length <= end - position else {
            throw DERError(.unexpectedEnd, at: start + 1, "a length beyond what surrounds it")
        }
        let next = position + length
        defer { rest = rest[next..<end] }
        return DERElement(tag: tag, encoded: rest[start..<next], content: rest[position..<next], depth: depth)
    }

    /// The next element, which has to have this tag.
    package mutating func next(_ tag: DERTag) throws(DERError) -> DERElement {
        guard let found = nextTag else { throw DERError(.unexpectedEnd, at: rest.endIndex, "an element is missing") }
        guard found == tag else {
            throw DERError(
                .unexpectedTag, at: offset,
                "tag \(Hex.encode([found.rawValue])) where \(Hex.encode([tag.rawValue])) belongs")
        }
        return try next()
    }

    /// The next element when it has this tag, otherwise `nil`.
    mutating func optional(_ tag: DERTag) throws(DERError) -> DERElement? {
        nextTag == tag ? try next() : nil
    }

    /// A reader of what is inside the next element, which has to have this tag.
    mutating func enter(_ tag: DERTag) throws(DERError) -> DERReader { try next(tag).reader() }

    /// Throws `DERError` unless everything was read.
    package func end() throws(DERError) {
        guard rest.isEmpty else { throw DERError(.trailingBytes, at: offset, "something after the last element") }
    }
}
