import CZbar
import Foundation
import Testing

@testable import JourneyPassTool

@Suite("Barcodes")
struct BarcodeTests {
    /// Returns the content that zbar reads from the code, at `scale` pixels a module with a quiet zone.
    private func read(_ code: Barcode, scale: Int = 4) -> [UInt8]? {
        let quiet = 12
        let rows = code.lines.count == 1 ? Array(repeating: code.lines[0], count: 30) : code.lines
        let (width, height) = ((code.width + 2 * quiet) * scale, (rows.count + 2 * quiet) * scale)
        var pixels = [UInt8](repeating: 0xFF, count: width * height)
        for (y, row) in rows.enumerated() {
            for (x, isDark) in row.enumerated() where isDark {
                for dy in 0..<scale {
                    for dx in 0..<scale { pixels[((y + quiet) * scale + dy) * width + (x + quiet) * scale + dx] = 0 }
                }
            }
        }
        guard let scanner = zbar_image_scanner_create(), let image = zbar_image_create() else { return nil }
        defer {
            zbar_image_destroy(image)
            zbar_image_scanner_destroy(scanner)
        }
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 1)
        // Otherwise zbar converts to UTF-8 from an encoding that it guesses.
        zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
        zbar_image_set_format(image, czbar_grey())
        zbar_image_set_size(image, UInt32(width), UInt32(height))
        return pixels.withUnsafeBytes { bytes in
            zbar_image_set_data(image, bytes.baseAddress, UInt(bytes.count), nil)
            guard zbar_scan_image(scanner, image) > 0, let symbol = zbar_image_first_symbol(image),
                let data = zbar_symbol_get_data(symbol)
            else { return nil }
            let count = Int(zbar_symbol_get_data_length(symbol))
            return UnsafeBufferPointer(start: data, count: count).map { UInt8(bitPattern: $0) }
        }
    }

    @Test(
        "another program decodes the same bytes",
        arguments: [
            (Barcode.Format.qr, Array("JK-0001-7F3A".utf8)), (.code128, Array("JK-0001-7F3A".utf8)),
            (.qr, Array("https://passes.example.com/t/1?x=%20".utf8)), (.code128, Array("0123456789".utf8)),
            (.qr, [UInt8](repeating: 65, count: 1_500)), (.qr, [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72]),
        ])
    func read(format: Barcode.Format, message: [UInt8]) throws {
        let code = try #require(Barcode(message, format: format))
        #expect(read(code) == message)
        #expect(code.lines.allSatisfy { $0.count == code.width } && code.format == format)
        #expect(format == .qr ? code.lines.count == code.width : code.lines.count == 1)
    }

    @Test("PDF417 lines have the standard's start and stop, and Aztec its bull's eye")
    func structure() throws {
        let start = "11111111010101000".map { $0 == "1" }
        let stop = "111111101000101001".map { $0 == "1" }
        let stacked = try #require(Barcode(Array("M1BYRON/ADA JK815".utf8), format: .pdf417))
        #expect(stacked.lines.count > 6)
        for line in stacked.lines { #expect(Array(line.prefix(17)) == start && Array(line.suffix(18)) == stop) }
        let aztec = try #require(Barcode(Array("M1BYRON/ADA JK815".utf8), format: .aztec))
        #expect(aztec.lines.count == aztec.width)
        let middle = aztec.width / 2
        // Rings of one module each around the middle, dark and light in turn.
        for distance in 0...4 {
            for (dx, dy) in [(distance, 0), (-distance, 0), (0, distance), (0, -distance), (distance, distance)] {
                #expect(aztec.lines[middle + dy][middle + dx] == distance.isMultiple(of: 2))
            }
        }
    }

    @Test("a text that a format cannot hold is not drawn")
    func tooMuch() {
        for format in Barcode.Format.allCases {
            #expect(Barcode([], format: format) == nil)
            #expect(Barcode([UInt8](repeating: 65, count: 3_001), format: format) == nil)
        }
        #expect(Barcode([UInt8](repeating: 65, count: 2_500), format: .code128) == nil)
        #expect(Barcode([UInt8](repeating: 200, count: 2_900), format: .aztec) == nil)
    }

    @Test("the SVG has one rectangle per run of dark modules")
    func svg() throws {
        let code = try #require(Barcode(Array("A".utf8), format: .qr))
        let svg = code.svg()
        let runs = code.lines.reduce(0) { sum, line in
            sum + line.indices.count { line[$0] && ($0 == 0 || !line[$0 - 1]) }
        }
        #expect(svg.split(separator: "M").count - 1 == runs && svg.contains("viewBox=\"0 0 25 25\""))
        #expect(try #require(Barcode(Array("A".utf8), format: .code128)).svg(height: 40).contains("v40h-"))
    }
}
