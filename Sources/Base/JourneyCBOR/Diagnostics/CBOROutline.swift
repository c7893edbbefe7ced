/// An item as a list of lines, each with its offset, to inspect received data.
///
/// CBOR in byte strings under tag 24 is decoded too, a few levels deep.
public struct CBOROutline: Sendable {
    /// One item without its contents, which follow one level deeper.
    public struct Line: Sendable {
        /// The nesting depth.
        package let depth: Int
        /// The item's key in a map, in diagnostic notation; `nil` elsewhere.
        public let key: String?
        package let item: CBORItem
        /// The value in diagnostic notation, shortened, or the kind of container.
        public let text: String

        /// The offset of the item.
        package var offset: Int { item.offset }
        /// The number of bytes of the item.
        public var count: Int { item.encoded.count }
    }

    /// The lines, in the order of the bytes.
    package private(set) var lines: [Line] = []
    /// `true` if there are more lines than the limit.
    package private(set) var isCut = false
    private let most: Int

    /// The most bytes of a string to show.
    static let shown = 48
    /// The most levels of byte strings within byte strings to decode.
    static let deepestEmbedded = 8

    /// Creates the outline of `item` with at most `most` lines.
    package init(of item: CBORItem, most: Int = 20_000) {
        self.most = most
        add(item, key: nil, depth: 0, embedded: 0)
    }

    private mutating func add(_ item: CBORItem, key: String?, depth: Int, embedded: Int) {
        guard lines.count < most else {
            isCut = true
            return
        }
        let inner = embedded < CBOROutline.deepestEmbedded ? item.embeddedItem : nil
        lines.append(Line(depth: depth, key: key, item: item, text: item.summary(isOpened: inner != nil)))
        if let inner { return add(inner, key: nil, depth: depth + 1, embedded: embedded + 1) }
        switch item.content {
        case .array(let items):
            for part in items { add(part, key: nil, depth: depth + 1, embedded: embedded) }
        case .map(let members):
            for member in members {
                add(member.value, key: member.key.shortDiagnostic, depth: depth + 1, embedded: embedded)
            }
        case .tagged(_, let content) where content.isContainer:
            add(content, key: nil, depth: depth + 1, embedded: embedded)
        default: break
        }
    }
}

extension CBORItem {
    /// The content of a byte string under tag 24, decoded leniently; `nil` if it isn't exactly one item.
    fileprivate var embeddedItem: CBORItem? {
        guard let bytes = tagged(24)?.bytes else { return nil }
        let limits = CBORLimits(bytes: bytes.count, depth: CBORLimits.deepest, items: bytes.count)
        return try? CBORReader.item(in: bytes, limits: limits, profile: .lenient)
    }

    fileprivate var isContainer: Bool { [.array, .map, .tag].contains(node.major) }

    fileprivate func summary(isOpened: Bool) -> String {
        let mark = node.isIndefinite ? ", of indefinite length" : ""
        switch content {
        case .array(let items): return "array of \(items.count)\(mark)"
        case .map(let members): return "map of \(members.count)\(mark)"
        case .tagged(let tag, let item):
            if isOpened, let count = item.bytes?.count { return "tag \(tag), CBOR in \(count) bytes" }
            return item.isContainer ? "tag \(tag)" : "\(tag)(\(item.shortDiagnostic))"
        default: return shortDiagnostic
        }
    }

    /// Diagnostic notation; a long one ends with an ellipsis and the length.
    fileprivate var shortDiagnostic: String {
        let count = encoded.count
        guard count > CBOROutline.shown * 2 else { return diagnostic }
        switch content {
        case .bytes(let bytes):
            return CBORValue.bytes(Array(bytes.prefix(CBOROutline.shown))).short + " (\(bytes.count) bytes)"
        case .text(let text): return CBORValue.text(String(text.prefix(CBOROutline.shown))).short + " (\(count) bytes)"
        default: return "… (\(count) bytes)"
        }
    }
}

extension CBORValue {
    /// The beginning of a longer string.
    fileprivate var short: String {
        let encoded = encoded
        let item = try? CBORReader.item(in: encoded[...])
        return (item?.diagnostic.dropLast()).map { "\($0)…" } ?? ""
    }
}
