/// One data item that was read, with its bytes as received: they are what is hashed or signed.
///
/// All slices share the bytes that the reader was given, and their indices are offsets in them.
public struct CBORItem: Sendable {
    /// What the item is. A string that came in pieces is put together.
    public indirect enum Content: Sendable {
        case unsigned(UInt64)
        /// The number -1 - n.
        case negative(UInt64)
        case bytes(ArraySlice<UInt8>)
        case text(String)
        case array([CBORItem])
        /// The members in the order in which they came; no key stands there twice.
        case map([Member])
        case tagged(UInt64, CBORItem)
        case boolean(Bool)
        case null
        case undefined
        case simple(UInt8)
        /// The bits of a binary64 number.
        case float(bits: UInt64)
    }

    /// A key and its value.
    public struct Member: Sendable {
        public let key: CBORItem
        public let value: CBORItem
    }

    /// Every byte of the item, as received.
    public let encoded: ArraySlice<UInt8>
    public let content: Content

    /// Where the item begins.
    public var offset: Int { encoded.startIndex }

    /// The value, without the bytes that spelled it.
    public var value: CBORValue {
        switch content {
        case .unsigned(let value): .unsigned(value)
        case .negative(let value): .negative(value)
        case .bytes(let bytes): .bytes(Array(bytes))
        case .text(let text): .text(text)
        case .array(let items): .array(items.map(\.value))
        case .map(let members):
            .map(Dictionary(members.map { ($0.key.value, $0.value.value) }, uniquingKeysWith: { first, _ in first }))
        case .tagged(let tag, let item): .tagged(tag, item.value)
        case .boolean(let value): .boolean(value)
        case .null: .null
        case .undefined: .undefined
        case .simple(let value): .simple(value)
        case .float(let bits): .float(bits: bits)
        }
    }

    /// Whether it came in core deterministic encoding (RFC 8949, section 4.2.1).
    public var isDeterministic: Bool { value.encoded[...] == encoded }
}
