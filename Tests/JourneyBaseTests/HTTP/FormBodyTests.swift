import JourneyBase
import TestSupport
import Testing

@Suite("URL-encoded forms")
struct FormBodyTests {
    @Test(
        "names and values are encoded as the URL standard defines",
        arguments: [
            ("a b", "a+b"), ("a+b", "a%2Bb"), ("50%", "50%25"), ("ä€😀", "%C3%A4%E2%82%AC%F0%9F%98%80"),
            ("*-._~", "*-._%7E"), ("a&b=c", "a%26b%3Dc"), ("\r\n\0", "%0D%0A%00"), ("", ""), ("Az09", "Az09"),
            ("e\u{301}", "e%CC%81"),
        ])
    func spelling(text: String, escaped: String) {
        #expect(FormBody([.init(text, text)]).bytes == Array("\(escaped)=\(escaped)".utf8))
    }

    @Test("order and repetition are kept, and a form round-trips")
    func roundTrip() {
        let form = FormBody([.init("a", "1"), .init("b", "x y+z"), .init("a", "&=%"), .init("", "")])
        #expect(form.bytes == Array("a=1&b=x+y%2Bz&a=%26%3D%25&=".utf8))
        #expect(FormBody(parsing: form.bytes) == form)
        #expect(
            FormBody(parsing: Array("a&b=&&c=d=e".utf8))
                == FormBody([.init("a", ""), .init("b", ""), .init("c", "d=e")]))
    }

    @Test(
        "partial escapes, invalid UTF-8 and too many entries are refused",
        arguments: ["a=%", "a=%4", "a=%zz", "%C3=1", "a=%FF"])
    func malformed(text: String) {
        #expect(FormBody(parsing: Array(text.utf8)) == nil)
        #expect(FormBody(parsing: Array("a&b&c".utf8), entryLimit: 2) == nil)
    }

    @Test("a form request has its content type")
    func request() throws {
        let request = HTTPRequest.post(FormBody([.init("q", "a b")]), to: try #require(HTTPSURL("https://a.example/")))
        #expect(request.method == .post && request.body == Array("q=a+b".utf8))
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    }
}
