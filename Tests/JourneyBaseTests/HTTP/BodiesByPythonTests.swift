import Foundation
import JourneyBase
import TestSupport
import Testing

/// Interoperability with Python's standard library: its parsers read our output, and we read its output.
@Suite(
    "Forms against Python", .enabled(if: Python.isPresent, "Python's packages are missing: make test installs them"))
struct BodiesByPythonTests {
    private static let names = [
        "a", "a b+c", "ä€😀", "x&y=z%41", "semi;colon", "new\r\nline", "quo\"te", "back\\slash", "",
    ]

    @Test("urllib parses every form as meant, and its forms are parsed")
    func form() throws {
        let form = FormBody(Self.names.map { .init($0, $0 + "!") })
        let script = """
            import sys, json, urllib.parse
            raw = bytes.fromhex(sys.argv[1]).decode()
            pairs = urllib.parse.parse_qsl(raw, keep_blank_values=True, strict_parsing=True)
            print(json.dumps([pairs, urllib.parse.urlencode(pairs)]))
            """
        let answer = try JSONReader.read(Array(try Python.run(script, [Hex.encode(form.bytes)]).utf8))
        let pairs = answer.array?.first?.array?.map { $0.array?.compactMap(\.string) ?? [] }
        #expect(pairs == form.entries.map { [$0.name, $0.value] })
        let written = try #require(answer.array?.last?.string)
        #expect(FormBody(parsing: Array(written.utf8)) == form)
    }

    @Test("Python's email package finds the same parts, names, types and bytes")
    func multipart() throws {
        let pdf = try #require(MediaType("application/pdf"))
        let bytes: [UInt8] = Array(0...255) + Array("\r\n--journey-".utf8)
        let parts = Self.names.map { MultipartBody.Part.file($0, fileName: $0 + ".pdf", type: pdf, bytes: bytes) }
        let body = MultipartBody([.text("note", "plain")] + parts) { _ in [UInt8](repeating: 7, count: 16) }
        let script = """
            import sys, json
            from email.parser import BytesParser
            from email.policy import HTTP
            head = ('Content-Type: ' + sys.argv[1] + '\\r\\n\\r\\n').encode()
            message = BytesParser(policy=HTTP).parsebytes(head + bytes.fromhex(sys.argv[2]))
            assert not message.defects, message.defects
            # The header's raw bytes: the email package reads parameters by mail's rules, not by the form's.
            def raw(part):
                return next(v for k, v in part.raw_items() if k.lower() == 'content-disposition')
            print(json.dumps([[str(raw(p)).encode('utf-8', 'surrogateescape').decode(), p.get_content_type(),
                               p.get_payload(decode=True).hex()] for p in message.iter_parts()]))
            """
        let bytesInHex = Hex.encode(try #require(body.bytes))
        let answer = try JSONReader.read(Array(try Python.run(script, [body.contentType, bytesInHex]).utf8))
        let found = try #require(answer.array?.map { $0.array?.compactMap(\.string) ?? [] })
        let expected =
            [[#"form-data; name="note""#, "text/plain", Hex.encode("plain".utf8)]]
            + Self.names.map { name in
                let escaped = name.replacing("\"", with: "%22").replacing("\r\n", with: "%0D%0A")
                return [
                    "form-data; name=\"\(escaped)\"; filename=\"\(escaped).pdf\"", "application/pdf", Hex.encode(bytes),
                ]
            }
        #expect(found == expected)
    }
}
