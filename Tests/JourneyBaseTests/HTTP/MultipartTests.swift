import Foundation
import JourneyBase
import Testing

@Suite("Multipart forms")
struct MultipartTests {
    private let reader = MultipartReader()

    private static func fixed(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xAB, count: count) }

    @Test("the bytes equal those that browsers send")
    func known() throws {
        let png = try #require(MediaType("image/png"))
        let body = MultipartBody(
            [.text("note", "a\nb"), .file("photo", fileName: "me.png", type: png, bytes: [0, 1])],
            random: MultipartTests.fixed)
        let mark = "journey-" + String(repeating: "ab", count: 16)
        #expect(body.contentType == "multipart/form-data; boundary=\(mark)")
        let text = """
            --\(mark)\r
            Content-Disposition: form-data; name="note"\r
            \r
            a\nb\r
            --\(mark)\r
            Content-Disposition: form-data; name="photo"; filename="me.png"\r
            Content-Type: image/png\r
            \r
            \0\u{1}\r
            --\(mark)--\r\n
            """
        #expect(body.bytes.map { String(decoding: $0, as: UTF8.self) } == text)
        #expect(body.length == text.utf8.count)
    }

    @Test(
        "a name cannot end its line or quotes",
        arguments: [
            "a\"b", "a\r\nX-Evil: 1", "a\nb", "a\rb", "a\\", "a\\\"b", "ä€😀.pdf", "../../etc/passwd", "a;b=c", "",
            "a\tb", "\"\r\n\r\nbody",
        ])
    func names(name: String) throws {
        let body = MultipartBody([.file(name, fileName: name, bytes: [1])], random: MultipartTests.fixed)
        let bytes = try #require(body.bytes)
        let head = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n\r\n")[0]
        #expect(head.split(separator: "\r\n", omittingEmptySubsequences: false).count == 3)
        let parts = try reader.read(bytes, contentType: body.contentType)
        #expect(parts.map(\.name) == [name])
        #expect(parts.first?.fileName == parts.first?.name)
    }

    @Test("a boundary that occurs in a part is drawn again")
    func collision() throws {
        var draws: [UInt8] = [1, 1, 2]
        let evil = Array(("journey-" + String(repeating: "01", count: 16)).utf8)
        let body = withUnsafeMutablePointer(to: &draws) { draws in
            MultipartBody([.file("f", fileName: "f", bytes: [9] + evil)]) {
                [UInt8](repeating: draws.pointee.removeFirst(), count: $0)
            }
        }
        #expect(body.boundary == "journey-" + String(repeating: "02", count: 16))
        #expect(try reader.read(#require(body.bytes), contentType: body.contentType).first?.bytes == ([9] + evil)[...])
    }

    @Test("a streamed form equals the buffered one, with a length if every part has one")
    func pieces() async throws {
        let parts: @Sendable (Int?) -> [MultipartBody.Part] = { length in
            [
                .text("a", "1"), .file("empty", fileName: "e", bytes: []),
                .file("f", fileName: "f", stream: Self.stream([[1, 2], [3]], length: length)), .text("z", ""),
            ]
        }
        let whole = MultipartBody(
            [
                .text("a", "1"), .file("empty", fileName: "e", bytes: []), .file("f", fileName: "f", bytes: [1, 2, 3]),
                .text("z", ""),
            ],
            random: MultipartTests.fixed)
        let known = MultipartBody(parts(3), random: MultipartTests.fixed)
        #expect(known.bytes == nil && known.length == whole.length && known.stream.length == whole.length)
        #expect(try await known.stream.collected(limit: 10_000) == whole.bytes)
        let unknown = MultipartBody(parts(nil), random: MultipartTests.fixed)
        #expect(unknown.length == nil)
        #expect(try await unknown.stream.collected(limit: 10_000) == whole.bytes)
        let none = MultipartBody([], random: MultipartTests.fixed)
        #expect(try reader.read(#require(none.bytes), contentType: none.contentType).isEmpty)
    }

    private static func stream(_ pieces: [[UInt8]], length: Int?) -> HTTPBodyStream {
        .produced(length: length) { pipe in
            for piece in pieces { try await pipe.write(piece) }
        }
    }

    @Test("two thousand random forms round-trip")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            // Mostly bytes that delimiters consist of.
            let alphabet: [UInt8] = [0x0D, 0x0A, 0x2D, 0x2D, 0x6A, .random(in: 0...255, using: &generator)]
            let parts = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                    alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                }
            }
            let body = MultipartBody(parts.map { .file("f", fileName: "f", bytes: $0) }) { count in
                (0..<count).map { _ in .random(in: 0...255) }
            }
            let read = try reader.read(#require(body.bytes), contentType: body.contentType)
            #expect(read.map { Array($0.bytes) } == parts)
        }
    }

    private static let good = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"

    @Test("the plain form behind the near misses is read, also without the last line break")
    func plain() throws {
        for text in [Self.good, String(Self.good.dropLast(1))] {
            let parts = try reader.read(Array(text.utf8), contentType: "Multipart/Form-Data; boundary=\"x\"")
            #expect(parts.map(\.name) == ["a"] && parts.first?.bytes == [0x31])
            #expect(parts.first?.type.essence == "text/plain" && parts.first?.fileName == nil)
        }
    }

    @Test(
        "ambiguous forms are refused",
        arguments: [
            ("", ""), ("--x\r\n", "preamble\r\n--x\r\n"), ("--x--\r\n", "--x--\r\nepilogue"), ("--x--\r\n", "--x--\n"),
            ("--x\r\n", "--x \r\n"), ("--x\r\n", "--x\n"), ("\r\n\r\n1", "\n\n1"),
            ("--x--", "--y--"), ("\r\n--x--\r\n", ""), ("1\r\n--x--", "1--x--"),
            ("form-data", "attachment"), ("name=\"a\"", ""), ("name=\"a\"", "name=\"a\"; name=\"b\""),
            ("name=\"a\"", "name=\"a\"; filename*=UTF-8''x"), ("name=\"a\"", "name=\"a\\\"b\""),
            ("name=\"a\"", "name=\"a"), ("name=\"a\"", "name=\"a\"; evil"), ("; name", " name"),
            ("Content-Disposition", "Content-Disposition "), ("Content-Disposition", " Content-Disposition"),
            ("Content-Disposition: form-data; name=\"a\"", "X-A: 1"),
            ("name=\"a\"", "name=\"a\"\r\nContent-Disposition: form-data; name=\"b\""),
            ("name=\"a\"", "name=\"a\"\r\nContent-Transfer-Encoding: base64"),
            ("name=\"a\"", "name=\"a\"\r\nContent-Type: nothing"),
            ("name=\"a\"", "name=\"a\r\n b\""),
        ])
    func strict(from: String, to: String) {
        let text = from.isEmpty && to.isEmpty ? "" : Self.good.replacing(from, with: to)
        #expect(throws: MultipartReader.Failure.malformed) {
            try reader.read(Array(text.utf8), contentType: "multipart/form-data; boundary=x")
        }
    }

    @Test(
        "a content type without a usable boundary is refused",
        arguments: [
            "multipart/form-data", "multipart/mixed; boundary=x", "multipart/form-data; boundary=\"\"",
            "text/plain; boundary=x",
            "multipart/form-data; boundary=\"x \"", "multipart/form-data; boundary=\"x\ty\"",
            "multipart/form-data; boundary=x; boundary=y",
            "multipart/form-data; boundary=" + String(repeating: "x", count: 71), "multipart/form-data; boundary=x,y",
            "",
        ])
    func contentTypes(type: String) {
        #expect(throws: MultipartReader.Failure.notMultipart) {
            try reader.read(Array(Self.good.utf8), contentType: type)
        }
    }

    @Test("parts, fields and headers have limits")
    func limits() throws {
        let part = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let many = Array((String(repeating: part, count: 4) + "--x--").utf8)
        #expect(try MultipartReader(partLimit: 4).read(many, contentType: "multipart/form-data; boundary=x").count == 4)
        #expect(throws: MultipartReader.Failure.tooMuch) {
            try MultipartReader(partLimit: 3).read(many, contentType: "multipart/form-data; boundary=x")
        }
        for extra in [
            "X-A: " + String(repeating: "a", count: 5_000), (0..<9).map { "X-\($0): 1" }.joined(separator: "\r\n"),
        ] {
            let text = Self.good.replacing("\r\n\r\n1", with: "\r\n\(extra)\r\n\r\n1")
            #expect(throws: MultipartReader.Failure.tooMuch) {
                try reader.read(Array(text.utf8), contentType: "multipart/form-data; boundary=x")
            }
        }
    }

    @Test("a body made almost only of delimiters is parsed in linear time")
    func quadratic() throws {
        let boundary = String(repeating: "-", count: 70)
        let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
        let body = Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "-"), count: 300_000)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(throws: MultipartReader.Failure.malformed) {
            try reader.read(body, contentType: "multipart/form-data; boundary=\(boundary)")
        }
        // A search that backtracks after each mismatch would examine 21 million bytes here.
        #expect(clock.now - start < .seconds(10))
    }

    @Test(
        "a file that must not be copied is sent in place, byte for byte, at any read size",
        arguments: [1, 7, 64, 4_096])
    func inPlace(step: Int) async throws {
        let png = try #require(MediaType("image/png"))
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        func buffer() -> WipedBuffer { bytes.withUnsafeBytes { WipedBuffer(copying: $0) } }
        func body(_ last: [MultipartBody.Part]) -> MultipartBody {
            MultipartBody(
                [.text("note", "a"), .file("photo", fileName: "me.png", type: png, contents: buffer())] + last,
                random: MultipartTests.fixed)
        }
        let whole = try #require(
            MultipartBody(
                [.text("note", "a"), .file("photo", fileName: "me.png", type: png, bytes: bytes), .text("end", "")],
                random: MultipartTests.fixed
            ).bytes)
        let form = body([.text("end", "")])
        #expect(form.bytes == nil && form.length == whole.count)
        let fill = try #require(form.stream.fill)
        var out: [UInt8] = []
        while true {
            let piece = try [UInt8](unsafeUninitializedCapacity: step) { memory, count in
                count = try fill(UnsafeMutableRawBufferPointer(memory))
            }
            if piece.isEmpty { break }
            out += piece
        }
        #expect(out == whole)
        // A reader of chunks gets the same bytes, also beside a streamed part.
        #expect(try await form.stream.collected(limit: .max) == whole)
        let mixed = body([.file("end", fileName: "e", stream: HTTPBodyStream([1, 2]))])
        #expect(mixed.stream.fill == nil)
        let parts = try reader.read(
            try await mixed.stream.collected(limit: .max), contentType: mixed.contentType)
        #expect(parts.map { Array($0.bytes) } == [Array("a".utf8), bytes, [1, 2]])
        let wiped = buffer()
        let late = MultipartBody([.file("photo", fileName: "me.png", contents: wiped)], random: MultipartTests.fixed)
        wiped.wipe()
        await #expect(throws: JourneyError.self) { try await late.stream.collected(limit: .max) }
    }
}
