/// A bounded reader for CBOR (RFC 8949). With the strict profile, it accepts well-formed items with valid text and unique keys.
///
/// Longer heads than necessary and indefinite lengths are valid CBOR and accepted; see `CBORItem.isDeterministic`. Tags are kept
/// without interpretation. No memory is reserved for a count before that many bytes are present.
package struct CBORReader: Sendable {
    private var rest: ArraySlice<UInt8>
    private let depth: Int
    private let profile: CBORProfile
    private var left: Int

    /// Creates a reader of `bytes`, which hold one item or a sequence (RFC 8742). Throws `CBORError` if they exceed the limit.
    package init(
        _ bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits(), profile: CBORProfile = .strict
    ) throws(CBORError) {
        let most = min(limits.bytes, CBORLimits.longest)
        guard bytes.count <= most else {
            throw CBORError(.tooLarge, at: bytes.startIndex + most, "the input exceeds \(most) bytes")
        }
        rest = bytes
        depth = min(limits.depth, CBORLimits.deepest)
        left = min(limits.items, CBORLimits.longest)
        self.profile = profile
    }

    /// Reads `bytes` as exactly one item.
    package static func item(
        in bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits(), profile: CBORProfile = .strict
    ) throws(CBORError) -> CBORItem {
        var reader = try CBORReader(bytes, limits: limits, profile: profile)
        let item = try reader.next()
        try reader.end()
        return item
    }

    /// `true` if all bytes were read.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The offset of the next item.
    package var offset: Int { rest.startIndex }

    /// Reads the next item. After an error, the reader can't be used any more.
    package mutating func next() throws(CBORError) -> CBORItem {
        var scanner = CBORScanner(rest, depth: depth, items: left, profile: profile)
        do throws(CBORError) { try scanner.scan(rest.span) } catch {
            throw CBORError(error.reason, at: rest.startIndex + error.offset, error.detail)
        }
        let document = CBORDocument(bytes: rest.prefix(scanner.at), nodes: scanner.nodes)
        rest = rest.dropFirst(scanner.at)
        left = scanner.left
        return CBORItem(document: document, index: 0)
    }

    /// Throws `CBORError` unless all bytes were read.
    package func end() throws(CBORError) {
        guard rest.isEmpty else { throw CBORError(.trailingBytes, at: offset, "unexpected bytes after the last item") }
    }
}
