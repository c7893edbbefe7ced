import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Request head")
struct RequestHeadTests {
    private let rules = RequestHead.Rules(
        names: ["bank.localhost"], port: 8443, limits: ServerLimits(target: 40, fields: 3))

    private func status(
        _ method: String, _ target: String, _ headers: HTTPFields, version: String = "HTTP/1.1"
    ) -> Int {
        do throws(RequestHead.Refusal) {
            let head = try RequestHead(
                method: method, target: target, version: version, headers: headers, rules: rules)
            try head.checkLength(limit: 10)
            return 200
        } catch {
            return error.status
        }
    }

    @Test(
        "a request behind a mapped port may name the public port or the server's own",
        arguments: [
            ("gateway.example", 443, true), ("gateway.example:443", 443, true), ("GATEWAY.example", 443, true),
            ("gateway.example:8443", 443, true), ("gateway.example:8444", 443, false), ("other.example", 443, false),
            ("gateway.example", nil, false), ("gateway.example:9443", 9443, true), ("gateway.example", 9443, false),
        ] as [(String, Int?, Bool)])
    func mappedPort(host: String, publicPort: Int?, isTaken: Bool) {
        let rules = RequestHead.Rules(
            names: ["gateway.example"], port: 8443, publicPort: publicPort, limits: ServerLimits())
        let head = try? RequestHead(method: "GET", target: "/", headers: ["Host": host], rules: rules)
        #expect((head != nil) == isTaken)
    }

    @Test(
        "a request for another host is 421, and an invalid host 400",
        arguments: [
            ("bank.localhost:8443", 200), ("BANK.localhost:8443", 200), ("bank.localhost", 421),
            ("bank.localhost:8444", 421), ("evil.bank.localhost:8443", 421), ("bank.localhost.evil.test:8443", 421),
            ("127.0.0.1:8443", 421), ("localhost:8443", 421), ("bank.localhost.:8443", 400), ("", 400),
            ("user@bank.localhost:8443", 400), ("bank.localhost:8443/x", 400), ("bank.localhost:", 400),
            ("bank.localhost:08443", 400), ("[::1]:8443", 400), ("bank.localhost:8443?x", 400),
            ("bank localhost:8443", 400),
        ])
    func hosts(host: String, expected: Int) {
        #expect(status("GET", "/", ["Host": host]) == expected)
    }

    @Test("a missing or repeated Host is a 400")
    func hostCount() {
        #expect(status("GET", "/", [:]) == 400)
        #expect(status("GET", "/", ["Host": "bank.localhost:8443", "host": "bank.localhost:8443"]) == 400)
    }

    @Test(
        "ambiguous targets are refused",
        arguments: [
            ("/", 200), ("/a/b?c=d", 200), ("/a?b=?", 200), ("/a%2Fb", 200), ("*", 400),
            ("https://bank.localhost:8443/", 400), ("//evil", 200), ("/a/../b", 400), ("/a/%2e%2E/b", 400),
            ("/a\\b", 400),
            ("/a b", 400), ("/a%zz", 400), ("/a#b", 400), ("/\u{e9}", 400), ("", 400),
            ("/" + String(repeating: "a", count: 40), 414),
        ])
    func targets(target: String, expected: Int) {
        #expect(status("GET", target, ["Host": "bank.localhost:8443"]) == expected)
    }

    @Test(
        "ambiguous framing is refused",
        arguments: [
            (["Content-Length": "10"], 200), (["Content-Length": "11"], 413), (["Content-Length": "+5"], 400),
            (["Content-Length": "5, 5"], 400), (["Content-Length": "5", "content-length": "5"], 400),
            (["Content-Length": ""], 400), (["Content-Length": "-1"], 400),
            (["Content-Length": "99999999999999999999"], 413), (["Transfer-Encoding": "chunked"], 200),
            (["Transfer-Encoding": "Chunked"], 200), (["Transfer-Encoding": "gzip, chunked"], 501),
            (["Transfer-Encoding": "chunked", "Content-Length": "5"], 400),
            (["Transfer-Encoding": "chunked", "transfer-encoding": "chunked"], 400),
        ] as [(HTTPFields, Int)])
    func framing(fields: HTTPFields, expected: Int) {
        var fields = fields
        fields.add("Host", "bank.localhost:8443")
        #expect(status("POST", "/", fields) == expected)
    }

    @Test(
        "only the methods that journeys use are supported, case-sensitively",
        arguments: [("GET", 200), ("PATCH", 200), ("get", 501), ("TRACE", 501), ("CONNECT", 501), ("", 501)])
    func methods(method: String, expected: Int) {
        #expect(status(method, "/", ["Host": "bank.localhost:8443"]) == expected)
    }

    @Test(
        "only HTTP/1.1 and 1.0 are supported, and 1.0 has no chunked bodies",
        arguments: [
            ("HTTP/1.1", false, 200), ("HTTP/1.0", false, 200), ("HTTP/1.0", true, 400), ("HTTP/2.0", false, 505),
            ("HTTP/1.2", false, 505), ("http/1.1", false, 505), ("", false, 505),
        ])
    func versions(version: String, isChunked: Bool, expected: Int) {
        var fields: HTTPFields = ["Host": "bank.localhost:8443"]
        if isChunked { fields["Transfer-Encoding"] = "chunked" }
        #expect(status("POST", "/", fields, version: version) == expected)
    }

    @Test("the number of fields is limited", arguments: [(2, 200), (3, 431)])
    func fieldCount(others: Int, expected: Int) {
        var fields: HTTPFields = ["Host": "bank.localhost:8443"]
        for index in 0..<others { fields.add("X-\(index)", "1") }
        #expect(status("GET", "/", fields) == expected)
    }
}
