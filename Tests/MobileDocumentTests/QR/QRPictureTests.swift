import JourneyBase
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite struct QRPictureTests {
    private func picture() throws -> QRPicture { try #require(QRPicture("mdoc:owBjMS4wAYIB2BhYS6QBAiABIVgg")) }

    @Test func `a code has exactly three finder patterns`() throws {
        let code = try picture()
        #expect((code.side - 17).isMultiple(of: 4) && code.side >= 21)
        func isFinder(_ row: Int, _ column: Int) -> Bool {
            (0..<7).allSatisfy { y in
                (0..<7).allSatisfy { x in
                    let ring = min(min(x, 6 - x), min(y, 6 - y))
                    return code.isDark(row + y, column + x) == (ring != 1)
                }
            }
        }
        let last = code.side - 7
        #expect(isFinder(0, 0) && isFinder(0, last) && isFinder(last, 0) && !isFinder(last, last))
        #expect(!code.isDark(-1, 0) && !code.isDark(0, code.side))
    }

    @Test func `a text that is empty or too long for a code is refused`() {
        #expect(QRPicture("") == nil)
        #expect(QRPicture(String(repeating: "a", count: 2_331)) != nil)
        #expect(QRPicture(String(repeating: "a", count: 2_332)) == nil)
    }

    @Test func `the SVG image and the terminal text show the same modules`() throws {
        let code = try picture()
        let size = code.side + 8
        #expect(code.svg.contains("viewBox=\"0 0 \(size) \(size)\"") && code.svg.contains("M4 4h7v1h-7z"))
        let lines = code.text(isInverted: true).split(separator: "\n")
        #expect(lines.count == (size + 1) / 2 && lines.allSatisfy { $0.count == size })
        for (number, line) in lines.enumerated() {
            for (column, letter) in line.enumerated() {
                let top = code.isDark(number * 2 - 4, column - 4)
                let bottom = code.isDark(number * 2 - 3, column - 4)
                #expect(letter == (top ? (bottom ? "█" : "▀") : (bottom ? "▄" : " ")))
            }
        }
    }

    /// `true` if zbarimg, an independent reader of codes, is installed.
    private static let hasReader = (try? run("zbarimg", ["--version"]).status == 0) ?? false

    @Test(.enabled(if: hasReader, "zbarimg is missing: `make test` installs it (zbar-tools)"))
    func `another program decodes the address from the image`() throws {
        let engagement = try Engagement(
            key: EphemeralKey().publicKey,
            methods: [.bluetooth(BluetoothOptions(centralUUID: [UInt8](repeating: 7, count: 16)))])
        let folder = try Scratch()
        for address in [engagement.address(), "mdoc:" + String(repeating: "-_aZ09", count: 200)] {
            let code = try #require(QRPicture(address))
            let path = try folder.write(code.png(scale: 4), "code.png")
            let result = try run("zbarimg", ["--nodbus", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path])
            #expect(result.text == address + "\n")
        }
    }

    @Test(.enabled(if: Python.isPresent, "\(Python.missing)"), arguments: [1, 3, 8])
    func `the PNG image shows the modules according to Python's zlib`(scale: Int) throws {
        let code = try picture()
        let answer = try Python.run(
            """
            import sys, zlib, struct
            data = bytes.fromhex(sys.argv[1]); assert data[:8] == b"\\x89PNG\\r\\n\\x1a\\n"; data = data[8:]; parts = {}
            while data:
                count, kind = struct.unpack(">I4s", data[:8]); body = data[8:8 + count]
                assert zlib.crc32(kind + body) == struct.unpack(">I", data[8 + count:12 + count])[0]
                parts[kind] = body; data = data[12 + count:]
            width, height, depth, color = struct.unpack(">IIBB", parts[b"IHDR"][:10]); assert (depth, color) == (1, 0)
            rows = zlib.decompress(parts[b"IDAT"]); stride = (width + 7) // 8 + 1; assert len(rows) == stride * height
            for y in range(height):
                row = rows[y * stride:(y + 1) * stride]; assert row[0] == 0
                print("".join("01"[not (row[1 + x // 8] >> (7 - x % 8)) & 1] for x in range(width)))
            """, [Hex.encode(code.png(scale: scale))])
        let rows = answer.split(separator: "\n").map { Array($0.utf8) }
        #expect(rows.count == (code.side + 8) * scale)
        for (y, row) in rows.enumerated() {
            for (x, pixel) in row.enumerated()
            where (pixel == UInt8(ascii: "1")) != code.isDark(y / scale - 4, x / scale - 4) {
                Issue.record("pixel \(x), \(y)")
                return
            }
        }
    }
}
