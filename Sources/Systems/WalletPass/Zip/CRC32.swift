/// The CRC-32 of zip files (APPNOTE, section 4.4.7; the polynomial of IEEE 802.3, reflected).
///
/// Processes eight bytes a step: each table holds the effect of a byte after a number of further bytes.
enum CRC32 {
    private static let tables: [UInt32] = {
        var tables: [UInt32] = (0..<256).map { (value: UInt32) -> UInt32 in
            var rest = value
            for _ in 0..<8 { rest = rest & 1 == 1 ? (rest >> 1) ^ 0xEDB8_8320 : rest >> 1 }
            return rest
        }
        for index in 256..<2_048 {
            let last = tables[index - 256]
            tables.append((last >> 8) ^ tables[Int(last & 0xFF)])
        }
        return tables
    }()

    static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.withContiguousStorageIfAvailable { checksum(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { checksum($0) }
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        tables.withUnsafeBufferPointer { tables in
            var rest = UInt32.max
            var index = 0
            while bytes.count - index >= 8 {
                let word =
                    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(rest)
                func part(_ byte: Int) -> UInt32 { tables[256 * (7 - byte) + Int(word >> UInt64(8 * byte) & 0xFF)] }
                let (low, high) = (part(0) ^ part(1) ^ part(2) ^ part(3), part(4) ^ part(5) ^ part(6) ^ part(7))
                rest = low ^ high
                index += 8
            }
            for byte in bytes[index...] { rest = (rest >> 8) ^ tables[Int((rest ^ UInt32(byte)) & 0xFF)] }
            return ~rest
        }
    }
}
