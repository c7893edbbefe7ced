/// Reads CBOR (RFC 8949) within bounds and, by the strict profile, well-formed items with valid text and no key twice.
///
/// Heads longer than they have to be and indefinite lengths are good CBOR and are taken; `CBORItem.isDeterministic` tells.
/// Tags are kept and not looked at. No room is made for a count before that many bytes are there.
package struct CBORReader: Sendable {
    private var rest: ArraySlice<UInt8>
    private let depth: Int
    private let profile: CBORProfile
    private var left: Int

    /// A reader of `bytes`, which hold one item or several (a sequence, RFC 8742). Throws `CBORError` when there are too
    /// many.
    package init(
        _ bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits(), profile: CBORProfile = .strict
    ) throws(CBORError) {
        let most = min(limits.bytes, CBORLimits.longest)
        guard bytes.count <= most else {
            throw CBORError(.tooLarge, at: bytes.startIndex + most, "longer than allowed")
        }
        rest = bytes
        depth = min(limits.depth, CBORLimits.deepest)
        left = min(limits.items, CBORLimits.longest)
        self.profile = profile
    }

    /// The one item that `bytes` are.
    package static func item(
        in bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits(), profile: CBORProfile = .strict
    ) throws(CBORError) -> CBORItem {
        var reader = try CBORReader(bytes, limits: limits, profile: profile)
        let item = try reader.next()
        try reader.end()
        return item
    }

    /// Whether nothing is left.
    package var isAtEnd: Bool { rest.isEmpty }

    /// Where the next item begins.
    package var offset: Int { rest.startIndex }

    /// The next item, whatever it is. After an error the reader is of no more use.
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

    /// Throws `CBORError` unless everything was read.
    package func end() throws(CBORError) {
        guard rest.isEmpty else { throw CBORError(.trailingBytes, at: offset, "something after the last item") }
    }
}
