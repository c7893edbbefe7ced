/// A QR code (ISO/IEC 18004) as a square of modules, with its renderings.
public struct QRPicture: Hashable, Sendable {
    /// The number of modules per side, without the margin.
    package let side: Int
    /// The modules row by row, `true` for dark.
    let modules: [Bool]

    /// The width of the empty margin that a camera needs, in modules (ISO/IEC 18004, section 6.3.8).
    package static let margin = 4

    /// Creates the code of `text`, in the smallest version, with error correction for 15 % of it; `nil` when the text
    /// is empty or too long.
    ///
    /// - Parameter text: The text, at most 2,331 bytes, or 2,330 if it is not ASCII. On Linux, such a text is announced as
    ///   UTF-8 (ECI 26); Core Image can't announce it.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count <= 2_331, let (side, modules) = QRPicture.encode(bytes) else { return nil }
        self.side = side
        self.modules = modules
    }

    /// Returns `true` if the module is dark. Outside the code all modules are light.
    package func isDark(_ row: Int, _ column: Int) -> Bool {
        let range = 0..<side
        return range.contains(row) && range.contains(column) && modules[row * side + column]
    }

    /// The code as SVG, with its margin, one unit per module.
    public var svg: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                let start = column
                while isDark(row, column) { column += 1 }
                if column > start {
                    path +=
                        "M\(start + QRPicture.margin) \(row + QRPicture.margin)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        let size = side + 2 * QRPicture.margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size) \(size)" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(size)v\(size)H0z"/><path d="\(path)"/></svg>

            """
    }

    /// Returns the code as text for a terminal, two rows of modules per line, with its margin.
    ///
    /// - Parameter isInverted: `false` for light text on a dark background, in which dark modules are spaces; `true`
    ///   for dark text on a light one.
    public func text(isInverted: Bool = false) -> String {
        var out = ""
        let range = -QRPicture.margin..<side + QRPicture.margin
        for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            for column in range {
                let top = isDark(row, column) == isInverted
                // Below the last row nothing is drawn.
                let bottom = row + 1 < range.upperBound ? isDark(row + 1, column) == isInverted : false
                out += top ? (bottom ? "█" : "▀") : (bottom ? "▄" : " ")
            }
            out += "\n"
        }
        return out
    }

    /// Returns the code as PNG (ISO/IEC 15948), one bit per pixel, black on white, with its margin.
    ///
    /// - Parameter scale: The width of a module in pixels, 1 to 64.
    public func png(scale: Int = 8) -> [UInt8] {
        let scale = min(max(scale, 1), 64)
        let width = (side + 2 * QRPicture.margin) * scale
        var rows: [UInt8] = []
        for row in -QRPicture.margin..<side + QRPicture.margin {
            // Each row starts with its filter type, none.
            var line: [UInt8] = [0] + [UInt8](repeating: 0xFF, count: (width + 7) / 8)
            for pixel in 0..<width where isDark(row, pixel / scale - QRPicture.margin) {
                line[1 + pixel / 8] &= ~(0x80 >> UInt8(pixel % 8))
            }
            for _ in 0..<scale { rows += line }
        }
        var out: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let size = PNGChunk.number(UInt32(width))
        PNGChunk.write("IHDR", size + size + [1, 0, 0, 0, 0], into: &out)
        PNGChunk.write("IDAT", Zlib.store(rows), into: &out)
        PNGChunk.write("IEND", [], into: &out)
        return out
    }
}

/// The encoding of PNG chunks.
private enum PNGChunk {
    static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    static func write(_ type: String, _ data: [UInt8], into out: inout [UInt8]) {
        out += number(UInt32(data.count))
        let body = Array(type.utf8) + data
        out += body
        out += number(crc32(body))
    }

    /// Returns the CRC of ISO 3309, as used in PNG.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = .max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return ~crc
    }
}
