import JourneyBase

/// Limits on untrusted input, applied before parsing.
package struct DERLimits: Sendable {
    /// The longest input, in bytes.
    var bytes: Int
    /// The maximum nesting depth.
    var depth: Int

    /// Creates limits; the defaults suit a certificate or a signature.
    package init(bytes: Int = 64 << 10, depth: Int = 16) {
        self.bytes = bytes
        self.depth = depth
    }
}

/// Reads DER (X.690) strictly and without copying: definite lengths in their shortest form, one-byte tags, no trailing bytes.
///
/// The caller drives the reader, which never recurses on its own. The work is bounded by the input's length; lists are read with
/// a limit.
package struct DERReader: Sendable {
    private var rest: ArraySlice<UInt8>
    private let depth: Int
    private let leniency: DERLeniency

    /// Creates a reader of `bytes`, which hold one element or several. Throws `DERError` when there are too many bytes.
    package init(_ bytes: ArraySlice<UInt8>, limits: DERLimits = DERLimits()) throws(DERError) {
        try self.init(bytes, limits: limits, leniency: [])
    }

    init(_ bytes: ArraySlice<UInt8>, limits: DERLimits, leniency: DERLeniency) throws(DERError) {
        guard bytes.count <= limits.bytes else {
            throw DERError(.tooLarge, at: bytes.startIndex + limits.bytes, "longer than allowed")
        }
        self.init(rest: bytes, depth: limits.depth, leniency: leniency)
    }

    init(rest: ArraySlice<UInt8>, depth: Int, leniency: DERLeniency = []) {
        self.rest = rest
        self.depth = depth
        self.leniency = leniency
    }

    /// Returns the single element that `bytes` encode.
    package static func element(
        _ tag: DERTag, in bytes: ArraySlice<UInt8>, limits: DERLimits = DERLimits()
    ) throws(DERError) -> DERElement {
        var reader = try DERReader(bytes, limits: limits)
        let element = try reader.next(tag)
        try reader.end()
        return element
    }

    /// `true` if no bytes are left.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The offset of the next element.
    var offset: Int { rest.startIndex }

    /// Creates the next element's tag, or `nil` at the end.
    var nextTag: DERTag? { rest.first.map(DERTag.init(rawValue:)) }

    /// Reads the next element, regardless of its tag.
    package mutating func next() throws(DERError) -> DERElement {
        let start = rest.startIndex
        let end = rest.endIndex
        guard end - start >= 2 else { throw DERError(.unexpectedEnd, at: end, "the input ends before tag and length") }
        let tag = DERTag(rawValue: rest[start])
        guard tag.rawValue & 0x1F != 0x1F else {
            throw DERError(.unexpectedTag, at: start, "multi-byte tags are not supported")
        }
        var position = start + 2
        var length = Int(rest[start + 1])
        if length >= 0x80 {
            let count = length & 0x7F
            guard count != 0 else { throw DERError(.badLength, at: start + 1, "indefinite lengths are not DER") }
            // Four bytes exceed every accepted input.
            guard count <= 4 else { throw DERError(.badLength, at: start + 1, "a length of more than four bytes") }
            guard end - position >= count else {
                throw DERError(.unexpectedEnd, at: end, "the input ends inside the length")
            }
            length = 0
            for index in position..<(position + count) { length = length << 8 | Int(rest[index]) }
            guard length >= 0x80, length >> (8 * (count - 1)) != 0 else {
                throw DERError(.badLength, at: start + 1, "the length is not in its shortest form")
            }
            position += count
        }
        guard length <= end - position else {
            throw DERError(.unexpectedEnd, at: start + 1, "the length exceeds the enclosing element")
        }
        let next = position + length
        defer { rest = rest[next..<end] }
        return DERElement(
            tag: tag, encoded: rest[start..<next], content: rest[position..<next], depth: depth, leniency: leniency)
    }

    /// Reads the next element, which must have the tag `tag`.
    package mutating func next(_ tag: DERTag) throws(DERError) -> DERElement {
        guard let found = nextTag else { throw DERError(.unexpectedEnd, at: rest.endIndex, "an element is missing") }
        guard found == tag else {
            throw DERError(
                .unexpectedTag, at: offset,
                "expected tag \(Hex.encode([tag.rawValue])), found \(Hex.encode([found.rawValue]))")
        }
        return try next()
    }

    /// Reads the next element when it has the tag `tag`, otherwise returns `nil`.
    mutating func optional(_ tag: DERTag) throws(DERError) -> DERElement? {
        nextTag == tag ? try next() : nil
    }

    /// Reads the next element, which must have the tag `tag`, and returns a reader of its content.
    mutating func enter(_ tag: DERTag) throws(DERError) -> DERReader { try next(tag).reader() }

    /// Throws `DERError` unless all bytes were read.
    package func end() throws(DERError) {
        guard rest.isEmpty else { throw DERError(.trailingBytes, at: offset, "trailing bytes after the last element") }
    }
}
