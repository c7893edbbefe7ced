extension QRPicture {
    /// A picture in PNG (ISO/IEC 15948), one bit a pixel, black on white, with its margin; each module is `scale` pixels
    /// wide, 1 to 64.
    public func png(scale: Int = 8) -> [UInt8] {
        let scale = min(max(scale, 1), 64)
        let width = (side + 2 * QRPicture.margin) * scale
        var rows: [UInt8] = []
        for row in -QRPicture.margin..<side + QRPicture.margin {
            // A row begins with its filter, none.
            var line: [UInt8] = [0] + [UInt8](repeating: 0xFF, count: (width + 7) / 8)
            for pixel in 0..<width where isDark(row, pixel / scale - QRPicture.margin) {
                line[1 + pixel / 8] &= ~(0x80 >> UInt8(pixel % 8))
            }
            for _ in 0..<scale { rows += line }
        }
        var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let size = PNGChunk.number(UInt32(width))
        PNGChunk.write("IHDR", size + size + [1, 0, 0, 0, 0], into: &out)
        PNGChunk.write("IDAT", PNGChunk.stored(rows), into: &out)
        PNGChunk.write("IEND", [], into: &out)
        return out
    }
}

/// The parts of a PNG file that are more than bytes.
private enum PNGChunk {
    static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    static func write(_ type: String, _ data: [UInt8], into out: inout [UInt8]) {
        out += number(UInt32(data.count))
        let body = Array(type.utf8) + data
        out += body
        out += number(crc32(body))
    }

    /// A zlib stream (RFC 1950) of stored blocks: a code is small, and nothing has to be compressed.
    static func stored(_ data: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var rest = data[...]
        while !rest.isEmpty {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            out.append(rest.isEmpty ? 1 : 0)
            out += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
            out += block
        }
        return out + number(adler32(data))
    }

    /// ISO 3309, as PNG has it.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = .max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return ~crc
    }

    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }
}
