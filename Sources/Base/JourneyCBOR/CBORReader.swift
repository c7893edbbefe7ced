/// Reads CBOR (RFC 8949) strictly and within bounds: well-formed items with valid text and no key twice.
///
/// Heads longer than they have to be and indefinite lengths are good CBOR and are taken; `CBORItem.isDeterministic` tells.
/// Tags are kept and not looked at. No room is made for a count before that many bytes are there.
public struct CBORReader: Sendable {
    var rest: ArraySlice<UInt8>
    let depth: Int
    var left: Int

    /// A reader of `bytes`, which hold one item or several (a sequence, RFC 8742). Throws `CBORError` when there are too
    /// many.
    public init(_ bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits()) throws(CBORError) {
        guard bytes.count <= limits.bytes else {
            throw CBORError(.tooLarge, at: bytes.startIndex + limits.bytes, "longer than allowed")
        }
        rest = bytes
        depth = limits.depth
        left = limits.items
    }

    /// The one item that `bytes` are.
    public static func item(
        in bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits()
    ) throws(CBORError) -> CBORItem {
        var reader = try CBORReader(bytes, limits: limits)
        let item = try reader.next()
        try reader.end()
        return item
    }

    /// Whether nothing is left.
    public var isAtEnd: Bool { rest.isEmpty }

    /// Where the next item begins.
    public var offset: Int { rest.startIndex }

    /// The next item, whatever it is. After an error the reader is of no more use.
    public mutating func next() throws(CBORError) -> CBORItem { try item(depth: depth) }

    /// Throws `CBORError` unless everything was read.
    public func end() throws(CBORError) {
        guard rest.isEmpty else { throw CBORError(.trailingBytes, at: offset, "something after the last item") }
    }

    // MARK: Heads

    /// An item's head as it was read.
    struct Head {
        let offset: Int
        let major: CBORHead.Major
        let information: UInt8
        /// `nil` for an indefinite length, and for the end of one.
        let argument: UInt64?

        func definite() throws(CBORError) -> UInt64 {
            guard let argument else { throw CBORError(.badHead, at: offset, "an indefinite length of what has none") }
            return argument
        }
    }

    mutating func head() throws(CBORError) -> Head {
        guard let first = rest.first else { throw CBORError(.unexpectedEnd, at: rest.endIndex, "an item is missing") }
        let offset = rest.startIndex
        guard left > 0 else { throw CBORError(.tooMany, at: offset, "more items than allowed") }
        left -= 1
        rest.removeFirst()
        // Three bits name one of eight types.
        guard let major = CBORHead.Major(rawValue: first >> 5) else {
            throw CBORError(.badHead, at: offset, "no major type")
        }
        let information = first & 0x1F
        let argument: UInt64?
        switch information {
        case ..<24: argument = UInt64(information)
        case 24...27:
            let size = 1 << (information - 24)
            guard rest.count >= size else {
                throw CBORError(.unexpectedEnd, at: rest.endIndex, "no room for the argument")
            }
            argument = rest.prefix(size).reduce(0) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(size)
        case CBORHead.indefinite: argument = nil
        default: throw CBORError(.badHead, at: offset, "additional information that is reserved")
        }
        return Head(offset: offset, major: major, information: information, argument: argument)
    }
}
