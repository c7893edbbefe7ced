import JourneyBase
import Testing

@Suite("https addresses")
struct HTTPSURLTests {
    /// URLs from which parsers read different hosts, and their neighbours.
    @Test(
        "an address that parsers read differently is refused",
        arguments: [
            "https://pay.example\\@evil.test/", "https:///pay.example", "https://0x7f.1/", "https://0x7f000001/",
            "https://pay.example:65536/", "blob:https://pay.example/1", "https:/pay.example/", "https:pay.example",
            "https:\\\\pay.example/", "https://pay.example:/", "https://pay.example:0443/", "https://pay.example:0/",
            "https://pay.example:443:1/", "https://pay.example:+443/", "https://pay.example:４43/",
            "https://user@pay.example/", "https://user:secret@pay.example/", "https://@pay.example/",
            "https://pay.example@evil.test/", "https://pay.example#@evil.test/", "https://pay.example?@evil.test/#x",
            "https://pay.example/#fragment", "https://pay.example#", "HTTPS://pay.example/", "http://pay.example/",
            " https://pay.example/", "https://pay.example/ ", "https://pay.example/\n", "https://pay\t.example/",
            "https://pay.example/a b", "https://pay.example/\u{7F}", "https://PAY.example/", "https://pay.example./",
            "https://pay%2eexample/", "https://pay.example%00.evil.test/", "https://pаy.example/",
            "https://ｐay.example/",
            "https://[::1]/", "https://[::ffff:127.0.0.1]/", "https://2130706433/", "https://127.1/",
            "https://127.0.0.01/",
            "https://1.2.3.4.5/", "https://pay.example/../x", "https://pay.example/a/..", "https://pay.example/./x",
            "https://pay.example/%2e%2e/x", "https://pay.example/.%2E/x", "https://pay.example/%2E/x",
            "https://pay.example/a\\b", "https://pay.example/%", "https://pay.example/%4", "https://pay.example/%zz",
            "https://pay.example/<a>", "https://pay.example/\"", "https://pay.example/{id}", "https://pay.example/é",
            "https://pay.example/?a=é", "https://pay.example/?a=b c", "https://pay.example/?a=[1]",
            "https://pay.example/^",
            "https://pay.example/`", "https://pay.example/|", "javascript:alert(1)", "data:text/html,x",
            "file:///etc/passwd",
            "about:blank", "//pay.example/", "/pay.example", "pay.example", "", "https://", "https://?", "https:///",
            "https://\u{301}pay.example/", "https://pay.example/\u{301}",
        ])
    func refused(text: String) { #expect(HTTPSURL(text) == nil) }

    @Test(
        "a plain address keeps its spelling",
        arguments: [
            ("https://pay.example", "https://pay.example/"), ("https://pay.example/", "https://pay.example/"),
            ("https://pay.example:443/", "https://pay.example/"),
            ("https://pay.example:8443/a/b?c=d&e=%20f", "https://pay.example:8443/a/b?c=d&e=%20f"),
            ("https://pay.example?x", "https://pay.example/?x"), ("https://pay.example/?", "https://pay.example/?"),
            ("https://pay.example/a?b?c/d", "https://pay.example/a?b?c/d"),
            ("https://127.0.0.1:65535/", "https://127.0.0.1:65535/"),
            ("https://pay.example/a..b/...", "https://pay.example/a..b/..."),
            ("https://pay.example//a", "https://pay.example//a"),
            ("https://pay.example/-._~!$&'()*+,;=:@", "https://pay.example/-._~!$&'()*+,;=:@"),
        ])
    func accepted(text: String, spelled: String) { #expect(HTTPSURL(text)?.description == spelled) }

    @Test("an address made from parts is checked like a whole one")
    func parts() throws {
        let origin = try #require(Origin(scheme: "https", host: "pay.example", port: 8_443))
        #expect(HTTPSURL(origin: origin, path: "/a", query: "b=c")?.description == "https://pay.example:8443/a?b=c")
        for path in ["", "a", "?", "/a?b", "/a#b", "/../a", "/a\r\nHost: evil.test", "@evil.test/"] {
            #expect(HTTPSURL(origin: origin, path: path) == nil, "\(path)")
        }
        for query in ["a#b", "a b", "a\r\nX: y", "%", "é"] {
            #expect(HTTPSURL(origin: origin, path: "/", query: query) == nil, "\(query)")
        }
    }

    @Test("an overlong address is refused")
    func length() {
        let path = String(repeating: "a", count: 7_999)
        #expect(HTTPSURL("https://pay.example/" + path) != nil)
        #expect(HTTPSURL("https://pay.example/" + path + "a") == nil)
        #expect(HTTPSURL("https://pay.example/" + path + "?a") == nil)
    }
}
