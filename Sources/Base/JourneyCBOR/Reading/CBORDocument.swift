/// A decoded input as one flat list of items in document order: the items of a container follow it. All items share it, so
/// decoding allocates twice, however many items there are.
final class CBORDocument: Sendable {
    /// The input as received.
    let bytes: ArraySlice<UInt8>
    let nodes: [CBORNode]

    init(bytes: ArraySlice<UInt8>, nodes: [CBORNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }
}

/// One item of a document. Offsets count from the document's first byte.
struct CBORNode: Sendable {
    /// The head's argument; for a container of indefinite length, the number of items or pairs.
    var argument: UInt64
    let start: UInt32
    /// The offset after the item's last byte.
    var end: UInt32
    /// The index after the item and its contents.
    var next: UInt32
    /// The first byte.
    let initial: UInt8

    // Three bits select one of eight types.
    var major: CBORHead.Major { CBORHead.Major(rawValue: initial >> 5) ?? .other }
    var information: UInt8 { initial & 0x1F }
    var isIndefinite: Bool { information == CBORHead.indefinite }

    /// The offset of the content after the head.
    var contentStart: Int {
        let size = (24...27).contains(information) ? 1 << (Int(information) - 24) : 0
        return Int(start) + 1 + size
    }
}
