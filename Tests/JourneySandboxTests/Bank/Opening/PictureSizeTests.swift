import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("The size of a picture")
struct PictureSizeTests {
    private func png(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + width + height
            + [UInt8](repeating: 0, count: 9)
    }

    @Test("a PNG's size is read from its header")
    func ofPNG() {
        let size = PictureSize(png: png([0, 0, 3, 112], [0, 0, 2, 108]))
        #expect(size?.width == 880 && size?.height == 620)
        #expect(PictureSize(png: png([0, 0, 0, 0], [0, 0, 0, 1])) == nil)
        #expect(PictureSize(png: png([0x80, 0, 0, 0], [0, 0, 0, 1])) == nil)
        #expect(PictureSize(png: Array(png([0, 0, 0, 1], [0, 0, 0, 1]).dropLast())) == nil)
        #expect(PictureSize(png: []) == nil)
    }

    @Test("a JPEG's size is read from its first frame, after other segments")
    func ofJPEG() {
        let segment: [UInt8] = [0xFF, 0xE0, 0, 4, 1, 2]
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 2, 108, 3, 112, 3]
        let size = PictureSize(jpeg: [0xFF, 0xD8] + segment + frame)
        #expect(size?.width == 880 && size?.height == 620)
        #expect(PictureSize(jpeg: [0xFF, 0xD8] + segment) == nil)
        // A Huffman table (C4) is no frame, and a length below two would loop forever.
        #expect(PictureSize(jpeg: [0xFF, 0xD8, 0xFF, 0xC4, 0, 11, 8, 2, 108, 3, 112, 3]) == nil)
        #expect(PictureSize(jpeg: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0] + frame) == nil)
        #expect(PictureSize(jpeg: frame) == nil)
    }

    @Test("the specimen picture is large enough")
    func specimen() throws {
        let size = PictureSize(png: try #require(SandboxJourneys.specimenDocument))
        #expect(size?.width == 880 && size?.height == 620)
    }
}
