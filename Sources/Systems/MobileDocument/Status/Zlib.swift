/// The zlib format (RFC 1950) for status lists and PNG, without a C library: the lists are short, and their bytes are
/// untrusted.
enum Zlib {
    /// Decompresses a stream; `nil` when `bytes` is not exactly one valid stream, or its content exceeds `limit` bytes.
    static func inflate(_ bytes: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        guard bytes.count >= 6 else { return nil }
        let (method, flags) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        guard method & 0x0F == 8, method >> 4 <= 7, flags & 0x20 == 0,
            (UInt16(method) << 8 | UInt16(flags)).isMultiple(of: 31)
        else { return nil }
        var inflater = Inflater(bytes.dropFirst(2).dropLast(4), limit: limit)
        guard let out = inflater.run() else { return nil }
        let sum = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return sum == adler32(out) ? out : nil
    }

    /// Returns a stream that contains `bytes` uncompressed, in stored blocks.
    static func store(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            out.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] { out += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            out += block
        } while !rest.isEmpty
        let sum = adler32(bytes)
        for shift in [24, 16, 8, 0] { out.append(UInt8(truncatingIfNeeded: sum >> UInt32(shift))) }
        return out
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
