/// CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, no reflection, no final XOR. It detects damage and proves no origin.
enum Checksum {
    private static let table: [UInt16] = (0..<256).map { index in
        var value = UInt16(index) << 8
        for _ in 0..<8 { value = value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x1021 }
        return value
    }

    /// Returns the checksum of `bytes`.
    static func value(_ bytes: some Sequence<UInt8>) -> UInt16 {
        table.withUnsafeBufferPointer { table in
            bytes.reduce(0xFFFF) { $0 << 8 ^ table[Int(UInt8(truncatingIfNeeded: $0 >> 8) ^ $1)] }
        }
    }

    /// Returns the checksum of `bytes` as four hexadecimal capitals.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        let value = value(bytes)
        return Hex.encode([UInt8(value >> 8), UInt8(value & 0xFF)]).uppercased()
    }
}
