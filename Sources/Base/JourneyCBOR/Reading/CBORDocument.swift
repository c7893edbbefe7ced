/// What was read, as one list of items in the order in which they stand: a container's items follow it. All items share it,
/// so that reading takes two pieces of memory, however many items there are.
final class CBORDocument: Sendable {
    /// As received.
    let bytes: ArraySlice<UInt8>
    let nodes: [CBORNode]

    init(bytes: ArraySlice<UInt8>, nodes: [CBORNode]) {
        self.bytes = bytes
        self.nodes = nodes
    }
}

/// One item of a document. Offsets count from the document's first byte.
struct CBORNode: Sendable {
    /// The head's argument; the number of items or pairs for a container of indefinite length.
    var argument: UInt64
    let start: UInt32
    /// Where the item's last byte is past.
    var end: UInt32
    /// The index after the item and all that it holds.
    var next: UInt32
    /// The first byte.
    let initial: UInt8

    // Three bits name one of eight types.
    var major: CBORHead.Major { CBORHead.Major(rawValue: initial >> 5) ?? .other }
    var information: UInt8 { initial & 0x1F }
    var isIndefinite: Bool { information == CBORHead.indefinite }

    /// Where the content begins, behind the head.
    var contentStart: Int {
        let size = (24...27).contains(information) ? 1 << (Int(information) - 24) : 0
        return Int(start) + 1 + size
    }
}
