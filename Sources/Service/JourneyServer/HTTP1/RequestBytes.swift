/// Byte tests of the request reader: it searches eight bytes at a time and judges one byte by two words of bits, so that nothing
/// is allocated or looked up in memory.
extension UInt8 {
    static let carriageReturn: UInt8 = 0x0D
    static let lineFeed: UInt8 = 0x0A
    static let space: UInt8 = 0x20
    static let tab: UInt8 = 0x09

    /// A space or a tab (RFC 9110, section 5.6.3).
    var isBlank: Bool { self == .space || self == .tab }

    /// `true` if it is a control character that no value may hold (RFC 9110, section 5.5). A tab may stand there.
    var isForbidden: Bool { (self < 0x20 && self != .tab) || self == 0x7F }
}

extension UnsafeRawBufferPointer {
    /// The position of the first control character, tabs included, in a range; `end` when there is none.
    func firstControl(from start: Int, to end: Int) -> Int {
        var place = start
        while place + 8 <= end {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt64.self))
            // The highest bit of each byte that is below 0x20 or is 0x7F. A borrow reaches higher bytes alone, so the
            // lowest bit that is set is right.
            let below = (word &- 0x2020_2020_2020_2020) & ~word
            let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let found = (below | ((delete &- 0x0101_0101_0101_0101) & ~delete)) & 0x8080_8080_8080_8080
            if found != 0 { return place + found.trailingZeroBitCount / 8 }
            place += 8
        }
        while place < end, self[place] >= 0x20, self[place] != 0x7F { place += 1 }
        return place
    }

    /// The text of the bytes between two places, or `nil` when they are no UTF-8.
    func text(from start: Int, to end: Int) -> String? {
        let bytes = UnsafeRawBufferPointer(rebasing: self[start..<end])
        // Much is ASCII, which needs no check that can fail; the check that can looks types up while it runs.
        guard bytes.isASCII else { return String(validating: bytes, as: UTF8.self) }
        return bytes.withMemoryRebound(to: UInt8.self) { String(decoding: $0, as: UTF8.self) }
    }

    private var isASCII: Bool {
        var (place, all) = (0, UInt64(0))
        while place + 8 <= count {
            all |= loadUnaligned(fromByteOffset: place, as: UInt64.self)
            place += 8
        }
        while place < count {
            all |= UInt64(self[place])
            place += 1
        }
        // A byte alone sets the lowest eight bits, of which the highest is in this mask as well.
        return all & 0x8080_8080_8080_8080 == 0
    }
}

/// Checks UTF-8 byte by byte (Unicode 15, table 3-7), for text that is checked but not kept.
struct UTF8Check: Sendable {
    /// Bytes that the character under way still needs.
    private var owed = 0
    /// The range of the next continuation byte.
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// Takes the next byte, and says whether it may follow those before it.
    mutating func accepts(_ byte: UInt8) -> Bool {
        if owed > 0 {
            guard next.contains(byte) else { return false }
            owed -= 1
            next = 0x80...0xBF
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: owed = 1
        case 0xE0: (owed, next) = (2, 0xA0...0xBF)
        case 0xED: (owed, next) = (2, 0x80...0x9F)
        case 0xE1...0xEF: owed = 2
        case 0xF0: (owed, next) = (3, 0x90...0xBF)
        case 0xF1...0xF3: owed = 3
        case 0xF4: (owed, next) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}
