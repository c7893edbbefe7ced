/// The checksum of zip's files (APPNOTE, section 4.4.7; the polynomial of IEEE 802.3, reflected).
///
/// Eight bytes a step: each table holds what a byte becomes after so many more.
enum CRC32 {
    private static let tables: [[UInt32]] = {
        let first: [UInt32] = (0..<256).map { (value: UInt32) -> UInt32 in
            var rest = value
            for _ in 0..<8 { rest = rest & 1 == 1 ? (rest >> 1) ^ 0xEDB8_8320 : rest >> 1 }
            return rest
        }
        var tables = [first]
        for _ in 1..<8 {
            let last = tables[tables.count - 1]
            tables.append(last.map { ($0 >> 8) ^ first[Int($0 & 0xFF)] })
        }
        return tables
    }()

    static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
        bytes.withContiguousStorageIfAvailable { checksum(UnsafeRawBufferPointer($0)) }
            ?? Array(bytes).withUnsafeBytes { checksum($0) }
    }

    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var rest = UInt32.max
        var index = 0
        while bytes.count - index >= 8 {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ UInt64(rest)
            rest = 0
            for byte in 0..<8 { rest ^= tables[7 - byte][Int(word >> UInt64(8 * byte) & 0xFF)] }
            index += 8
        }
        for byte in bytes[index...] { rest = (rest >> 8) ^ tables[0][Int((rest ^ UInt32(byte)) & 0xFF)] }
        return ~rest
    }
}
