import JourneyBase
import Testing

@Suite("Media types")
struct MediaTypeTests {
    @Test(
        "a valid media type is parsed and normalised",
        arguments: [
            ("text/plain", "text/plain"), ("Text/HTML; Charset=utf-8", "text/html; charset=utf-8"),
            ("application/vnd.api+json", "application/vnd.api+json"), ("a/b ; c=d\t; e=f", "a/b; c=d; e=f"),
            (#"a/b; c="d e""#, #"a/b; c="d e""#), (#"a/b; c="d\"\\e""#, #"a/b; c="d\"\\e""#),
            (#"a/b; c="""#, #"a/b; c="""#),
        ])
    func good(text: String, spelled: String) {
        #expect(MediaType(text)?.description == spelled)
    }

    @Test(
        "an invalid media type is refused",
        arguments: [
            "", "text", "text/", "/plain", "text /plain", "text/plain;", "text/plain; a", "text/plain; a=",
            "text/plain a=b",
            "text/plain; a=b; A=c", "text/plain; a=\"b", "text/plain\r\nX: y", "text/plain; a=\"b\r\nc\"",
            "t\u{EB}xt/plain",
            "text/plain, text/html", "text/plain; a=b c", "*",
        ])
    func bad(text: String) {
        #expect(MediaType(text) == nil)
        #expect(MediaType("a/b; c=" + String(repeating: "d", count: 300)) == nil)
    }
}
