import JourneyBase
import MobileDocument
import Testing

@testable import JourneyDocumentTool

@Suite("codes in pictures") struct QRReaderTests {
    private static let address = "mdoc:owBjMS4wAYIB2BhYS6QBAiABIVggWojRgrze77f" + String(repeating: "Az09_-", count: 20)

    private func texts(_ file: [UInt8]) throws -> [String] { QRReader.texts(in: try GrayscaleImage(file: file)) }

    @Test("our own picture of a code is read back, at each size", arguments: [1, 2, 3, 8, 24])
    func ownPicture(_ scale: Int) throws {
        let code = try #require(QRPicture(Self.address))
        #expect(try texts(code.png(scale: scale)) == [Self.address])
    }

    @Test("PGM, PPM, grey PNG and transparent PNG are read alike")
    func forms() throws {
        let drawing = try Drawing(Self.address)
        for file in [drawing.pgm, drawing.ppm, drawing.png(), drawing.png(isTransparent: true)] {
            #expect(try texts(file) == [Self.address])
        }
    }

    @Test("a rotated code is read", arguments: [7.0, 45, 90, 133, 180, 270, 359])
    func turned(_ degrees: Double) throws {
        #expect(try texts(Drawing(Self.address, degrees: degrees).png()) == [Self.address])
    }

    @Test("a light code on a dark background is read, as a terminal draws it") func inverted() throws {
        #expect(try texts(Drawing(Self.address).inverted.png()) == [Self.address])
    }

    @Test("a small code in a large picture is read, and so are several codes") func large() throws {
        var drawing = Drawing(blank: 4_000, 3_000)
        let code = try #require(QRPicture(Self.address))
        drawing.draw(code, at: (3_200, 2_400), scale: 4, degrees: 12)
        #expect(try texts(drawing.png()) == [Self.address])
        drawing.draw(try #require(QRPicture("https://utopia.example")), at: (700, 600), scale: 5)
        #expect(try Set(texts(drawing.png())) == [Self.address, "https://utopia.example"])
    }

    @Test("a picture without a code gives none, and neither does a half-covered code") func none() throws {
        #expect(try texts(Drawing(blank: 640, 480).png()).isEmpty)
        var drawing = try Drawing(Self.address)
        for place in drawing.pixels.indices where place % drawing.width > drawing.width / 2 {
            drawing.pixels[place] = 0xF0
        }
        #expect(try texts(drawing.png()).isEmpty)
    }

    @Test("a truncated or changed file is reported as damaged")
    func damaged() throws {
        let drawing = try Drawing(Self.address, scale: 2)
        for file in [drawing.png(), drawing.png(isTransparent: true), drawing.pgm, drawing.ppm] {
            for count in stride(from: 12, to: file.count - 12, by: max(1, file.count / 97)) {
                #expect(throws: GrayscaleImage.Fault.damaged, "cut at \(count)") {
                    _ = try GrayscaleImage(file: Array(file[..<count]))
                }
            }
        }
        var file = drawing.png()
        for place in stride(from: 30, to: file.count - 16, by: 7) {
            file[place] ^= 0x55
            // The checksum is wrong then: the result is an error or the original picture.
            if let picture = try? GrayscaleImage(file: file) { #expect(picture.width == drawing.width) }
            file[place] ^= 0x55
        }
    }

    @Test("a picture that claims an excessive size is refused before memory is allocated")
    func tooLarge() throws {
        var file = try #require(QRPicture(Self.address)).png(scale: 1)
        // 65,536 by 65,536 pixels, with the matching checksum.
        file.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
        file.replaceSubrange(29..<33, with: Checksum.crc32(Array(file[12..<29])))
        #expect(throws: GrayscaleImage.Fault.tooLarge) { _ = try GrayscaleImage(file: file) }
        #expect(throws: GrayscaleImage.Fault.tooLarge) {
            _ = try GrayscaleImage(file: Array("P5 99999 99999 255 ".utf8))
        }
        #expect(throws: GrayscaleImage.Fault.tooLarge) {
            _ = try GrayscaleImage(file: [UInt8](repeating: 0x50, count: GrayscaleImage.largestFile + 1))
        }
    }

    @Test(
        "a file that is not a picture is refused",
        arguments: [
            ("", GrayscaleImage.Fault.unknownForm), ("mdoc:AAAA", .unknownForm), ("P4 1 1 ", .unknownForm),
            ("P5", .damaged), ("P5 1 1 65535 aa", .damaged), ("P5 0 1 255 ", .damaged), ("P5 1 1 255 aa", .damaged),
            ("P6 1 1 255 aa", .damaged), ("P5 -1 1 255 a", .damaged), ("P5 99999999999999999999 1 255 a", .damaged),
            ("P5 # never ends", .damaged), ("GIF89a", .unknownForm),
        ])
    func noPicture(_ text: String, _ fault: GrayscaleImage.Fault) {
        #expect(throws: fault) { _ = try GrayscaleImage(file: Array(text.utf8)) }
    }
}

/// The checksum of a PNG chunk (ISO 3309).
private enum Checksum {
    static func crc32(_ bytes: [UInt8]) -> [UInt8] {
        var crc: UInt32 = .max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return withUnsafeBytes(of: (~crc).bigEndian) { Array($0) }
    }
}
