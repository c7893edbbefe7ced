/// A decoded data item with its bytes as received, which are the input of hashes and signatures.
///
/// All slices share the reader's input, and their indices are offsets in it.
package struct CBORItem: Sendable {
    /// The content of an item. Chunks of a string are concatenated.
    package enum Content: Sendable {
        case unsigned(UInt64)
        /// The number -1 - n.
        case negative(UInt64)
        case bytes(ArraySlice<UInt8>)
        case text(String)
        case array([CBORItem])
        /// The members in their original order, with unique keys.
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
    package struct Member: Sendable {
        package let key: CBORItem
        package let value: CBORItem
    }

    let document: CBORDocument
    let index: Int

    var node: CBORNode { document.nodes[index] }

    /// The bytes of the item, as received.
    package var encoded: ArraySlice<UInt8> { slice(Int(node.start)..<Int(node.end)) }

    /// The offset of the item.
    package var offset: Int { document.bytes.startIndex + Int(node.start) }

    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let start = document.bytes.startIndex
        return document.bytes[start + range.lowerBound..<start + range.upperBound]
    }

    /// The content, one level deep.
    package var content: Content {
        let node = node
        switch node.major {
        case .unsigned: return .unsigned(node.argument)
        case .negative: return .negative(node.argument)
        case .bytes: return .bytes(joined)
        case .text: return .text(String(decoding: joined, as: UTF8.self))
        case .array: return .array(items)
        case .map: return .map(pairs)
        case .tag: return .tagged(node.argument, CBORItem(document: document, index: index + 1))
        case .other: return other(node)
        }
    }

    private func other(_ node: CBORNode) -> Content {
        switch node.information {
        case 20, 21: .boolean(node.information == 21)
        case 22: .null
        case 23: .undefined
        case 25: .float(bits: CBORFloat.widen(half: UInt16(truncatingIfNeeded: node.argument)))
        case 26: .float(bits: CBORFloat.widen(single: UInt32(truncatingIfNeeded: node.argument)))
        case 27: .float(bits: node.argument)
        default: .simple(UInt8(truncatingIfNeeded: node.argument))
        }
    }

    /// The value, independent of its encoding.
    package var value: CBORValue {
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

    /// `true` if the item was received in core deterministic encoding (RFC 8949, section 4.2.1).
    package var isDeterministic: Bool { value.encoded[...] == encoded }
}
