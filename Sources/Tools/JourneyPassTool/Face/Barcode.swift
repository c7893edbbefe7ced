import CZint

/// The modules of a barcode, line by line, without a quiet zone; `true` is dark.
struct Barcode: Hashable, Sendable {
    /// The barcode formats, by their names in passes.
    enum Format: String, Sendable, CaseIterable {
        case qr = "PKBarcodeFormatQR"
        case pdf417 = "PKBarcodeFormatPDF417"
        case aztec = "PKBarcodeFormatAztec"
        case code128 = "PKBarcodeFormatCode128"

        /// `true` if the code is as high as it is wide.
        var isSquare: Bool { self == .qr || self == .aztec }
    }

    let format: Format
    let width: Int
    /// The lines, each `width` modules long, top first. A linear code has one.
    let lines: [[Bool]]

    /// The longest message, in bytes; more than any of the four formats holds.
    static let longest = 3_000

    /// Creates the barcode of those bytes with libzint; `nil` when the format cannot hold them.
    init?(_ message: [UInt8], format: Format) {
        guard (1...Barcode.longest).contains(message.count), let symbol = ZBarcode_Create() else { return nil }
        defer { ZBarcode_Delete(symbol) }
        symbol.pointee.symbology =
            switch format {
            case .qr: BARCODE_QRCODE
            case .pdf417: BARCODE_PDF417
            case .aztec: BARCODE_AZTEC
            case .code128: BARCODE_CODE128
            }
        symbol.pointee.input_mode = DATA_MODE
        symbol.pointee.show_hrt = 0
        // One pixel per module, as characters: '1' is dark.
        symbol.pointee.scale = 0.5
        symbol.pointee.output_options = OUT_BUFFER_INTERMEDIATE | BARCODE_NO_QUIET_ZONES
        // Medium error correction, as in Wallet; the other formats have defaults.
        if format == .qr { symbol.pointee.option_1 = 2 }
        let status = message.withUnsafeBufferPointer {
            ZBarcode_Encode_and_Buffer(symbol, $0.baseAddress, Int32($0.count), 0)
        }
        let (width, height) = (Int(symbol.pointee.bitmap_width), Int(symbol.pointee.bitmap_height))
        guard status < ZINT_ERROR, let bitmap = symbol.pointee.bitmap, (1...4_096).contains(width),
            (1...4_096).contains(height)
        else { return nil }
        let rows = format == .code128 ? 1 : height
        lines = (0..<rows).map { row in (0..<width).map { bitmap[row * width + $0] == UInt8(ascii: "1") } }
        self.width = width
        self.format = format
    }

    /// Returns a complete SVG with a quiet zone, dark on transparent, one unit a module. A linear code is `height` units high.
    func svg(height: Int = 0) -> String {
        let (quiet, high) = (format.isSquare ? 2 : 4, lines.count == 1 ? max(height, 1) : lines.count)
        var path = ""
        for (y, line) in lines.enumerated() {
            var x = 0
            while x < width {
                guard line[x] else {
                    x += 1
                    continue
                }
                let start = x
                while x < width, line[x] { x += 1 }
                path += "M\(start + quiet) \(y + quiet)h\(x - start)v\(lines.count == 1 ? high : 1)h-\(x - start)z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width + 2 * quiet) \(high + 2 * quiet)" \
            shape-rendering="crispEdges"><path d="\(path)"/></svg>
            """
    }
}
