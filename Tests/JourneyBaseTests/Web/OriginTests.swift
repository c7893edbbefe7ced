import JourneyBase
import Testing

@Suite("Origins")
struct OriginTests {
    @Test(
        "an unusual host makes no origin",
        arguments: [
            "", ".", "a.", ".a", "a..b", "A.example", "pay_example", "-a.example", "a-.example", "a b", "a/b", "a:80",
            "a@b", "[::1]", "::1", "é.example", "a.example\n", "a.example\u{0}", "a%2eb", "ｐay.example",
            "\u{212A}.example",
            "0x7f000001", "0x7f.1", "127.1", "127.0.0.1.1", "127.0.0.01", "256.0.0.1", "2130706433", "1.2.3", "a.1",
            "a.0x",
            "a.0x1f", "127.0.0.0x1", String(repeating: "a", count: 64), String(repeating: "a.", count: 126) + "aa",
        ])
    func badHosts(host: String) { #expect(Origin(scheme: "https", host: host, port: 443) == nil) }

    @Test(
        "plain hosts make origins",
        arguments: [
            "a", "localhost", "pay.example", "xn--bcher-kva.example", "127.0.0.1", "0.0.0.0", "1a.example", "a.x0",
            "a.0xg",
        ])
    func goodHosts(host: String) { #expect(Origin(scheme: "https", host: host, port: 443)?.host == host) }

    @Test(
        "other schemes and ports out of range make no origin",
        arguments: [
            ("http", 443), ("HTTPS", 443), ("", 443), ("file", 0), ("blob", 443), ("https:", 443), ("https", -1),
            ("https", 65_536),
        ])
    func badParts(scheme: String, port: Int) { #expect(Origin(scheme: scheme, host: "pay.example", port: port) == nil) }

    @Test("port zero means the default port, which is not written")
    func defaultPort() {
        let origin = Origin(scheme: "https", host: "pay.example", port: 0)
        #expect(origin == Origin(scheme: "https", host: "pay.example", port: 443))
        #expect(origin?.description == "https://pay.example")
        #expect(Origin(scheme: "https", host: "pay.example", port: 8_443)?.description == "https://pay.example:8443")
    }

    @Test(
        "a similar origin is refused",
        arguments: [
            ("http", "pay.example", 443), ("https", "pay.example.evil.test", 0), ("https", "pay.example", 8_443),
            ("https", "pay.example.", 0), ("https", "pay.example\\@evil.test", 0), ("https", "example", 0),
            ("https", "xpay.example", 0), ("https", "www.pay.example", 0), ("https", "pay-example", 0),
            ("https", "PAY.EXAMPLE", 0), ("https", "pay.examp1e", 0),
        ])
    func lookAlikes(scheme: String, host: String, port: Int) {
        let policy = SourcePolicy([Origin(scheme: "https", host: "pay.example", port: 0)])
        #expect(!policy.admits(Origin(scheme: scheme, host: host, port: port), isMainFrame: true))
    }

    @Test("only listed origins in the main frame are admitted; an empty list admits none, a bad entry voids all")
    func policy() {
        let origin = Origin(scheme: "https", host: "pay.example", port: 0)
        #expect(SourcePolicy([origin]).admits(origin, isMainFrame: true))
        #expect(!SourcePolicy([origin]).admits(origin, isMainFrame: false))
        #expect(!SourcePolicy([origin]).admits(nil, isMainFrame: true))
        #expect(!SourcePolicy([]).admits(origin, isMainFrame: true))
        #expect(!SourcePolicy([origin, nil]).admits(origin, isMainFrame: true))
    }
}
