import JourneyCBOR

/// A list with a status of a few bits per document (Token Status List, section 4): 0 is valid, 1 invalid, 2 suspended.
package struct StatusList: Sendable, Hashable {
    /// The number of bits per document: 1, 2, 4 or 8.
    let bits: Int
    /// The statuses; the first is in the lowest bits of a byte.
    private(set) var bytes: [UInt8]

    /// The maximum length in bytes: sixteen million documents with one bit each.
    static let most = 2 << 20

    /// Creates a list of `count` valid documents; `nil` for unsupported numbers.
    package init?(bits: Int, count: Int) {
        guard [1, 2, 4, 8].contains(bits), count >= 0, count <= StatusList.most * 8 / bits else { return nil }
        self.bits = bits
        bytes = [UInt8](repeating: 0, count: (count * bits + 7) / 8)
    }

    /// The status at `index`; `nil` outside the list. Setting a status outside the list, or one that does not fit, has
    /// no effect.
    package subscript(_ index: UInt64) -> UInt8? {
        get {
            guard let (byte, shift) = place(index) else { return nil }
            return bytes[byte] >> shift & mask
        }
        set {
            guard let value = newValue, value <= mask, let (byte, shift) = place(index) else { return }
            bytes[byte] = bytes[byte] & ~(mask << shift) | value << shift
        }
    }

    private var mask: UInt8 { UInt8(truncatingIfNeeded: (1 << bits) - 1) }

    private func place(_ index: UInt64) -> (byte: Int, shift: Int)? {
        let perByte = UInt64(8 / bits)
        guard index / perByte < UInt64(bytes.count) else { return nil }
        return (Int(index / perByte), Int(index % perByte) * bits)
    }

    init(_ item: CBORItem) throws(CBORError) {
        let width = try item.expectMember("bits")
        guard let bits = width.integer, [1, 2, 4, 8].contains(bits) else {
            throw width.failure(.notAllowed, "bits is not 1, 2, 4 or 8")
        }
        self.bits = Int(bits)
        let list = try item.expectMember("lst")
        guard let bytes = Zlib.inflate(try list.expectBytes("lst"), limit: StatusList.most) else {
            throw list.failure(.notAllowed, "lst is not a zlib stream or is too long")
        }
        self.bytes = bytes
    }

    /// Creates a list from its compressed form; `nil` for another number of bits, and for what is not exactly one zlib
    /// stream of at most two mebibytes.
    package init?(bits: Int, compressed: ArraySlice<UInt8>) {
        guard [1, 2, 4, 8].contains(bits), let bytes = Zlib.inflate(compressed, limit: StatusList.most) else {
            return nil
        }
        self.bits = bits
        self.bytes = bytes
    }

    /// The number of statuses, which are a multiple of those in one byte.
    package var count: Int { bytes.count * 8 / bits }

    /// The list as a zlib stream, which is not smaller.
    package var compressed: [UInt8] { Zlib.store(bytes) }

    var cbor: CBORValue { ["bits": .integer(Int64(bits)), "lst": .bytes(compressed)] }
}
