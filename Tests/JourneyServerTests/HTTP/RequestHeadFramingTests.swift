import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Request head: framing and connection")
struct RequestHeadFramingTests {
    private let rules = RequestHead.Rules(
        names: ["bank.localhost"], port: 8443, limits: ServerLimits(target: 40, fields: 4))

    private func head(_ fields: HTTPFields, version: String = "HTTP/1.1") throws(RequestHead.Refusal) -> RequestHead {
        var fields = fields
        fields.add("Host", "bank.localhost:8443")
        return try RequestHead(method: "POST", target: "/", version: version, headers: fields, rules: rules)
    }

    @Test(
        "the framing is the declared one",
        arguments: [
            ([:], .none, false), (["Content-Length": "0"], .length(0), false),
            (["Content-Length": "007"], .length(7), true), (["content-length": "7"], .length(7), true),
            (["Transfer-Encoding": "chunked"], .chunked, true), (["TRANSFER-ENCODING": "CHUNKED"], .chunked, true),
        ] as [(HTTPFields, RequestHead.Framing, Bool)])
    func framing(fields: HTTPFields, expected: RequestHead.Framing, hasBody: Bool) throws {
        let head = try head(fields)
        #expect(head.framing == expected)
        #expect(head.hasBody == hasBody)
    }

    @Test(
        "a transfer coding not ended by chunked is a 400, and an unknown one a 501",
        arguments: [
            ("gzip, chunked", 501), ("a,b,\tchunked ", 501), ("gzip", 400), ("chunked, gzip", 400),
            ("chunked, chunked", 400),
            ("chunked,", 400), (", chunked", 400), ("gzip,, chunked", 400), ("", 400), ("chunked;a=b", 400),
            ("chunkedx", 400), ("gzip chunked", 400),
        ])
    func codings(value: String, status: Int) {
        #expect(throws: RequestHead.Refusal(status: status)) { _ = try head(["Transfer-Encoding": value]) }
    }

    @Test(
        "a connection is kept alive unless the client closes it, in HTTP/1.1 only",
        arguments: [
            ("HTTP/1.1", [:], true), ("HTTP/1.0", [:], false), ("HTTP/1.0", ["Connection": "keep-alive"], false),
            ("HTTP/1.1", ["Connection": "close"], false), ("HTTP/1.1", ["connection": "Close"], false),
            ("HTTP/1.1", ["Connection": "upgrade ,\tclose\t, a"], false),
            ("HTTP/1.1", ["Connection": "a", "connection": "close"], false),
            ("HTTP/1.1", ["Connection": "closed"], true),
            ("HTTP/1.1", ["Connection": "not-close, clos e"], true), ("HTTP/1.1", ["Connection": ""], true),
            ("HTTP/1.1", ["Connections": "close"], true),
        ] as [(String, HTTPFields, Bool)])
    func persistence(version: String, fields: HTTPFields, isPersistent: Bool) throws {
        #expect(try head(fields, version: version).isPersistent == isPersistent)
    }

    @Test(
        "a client waits for 100 Continue if it asks, has a body and uses HTTP/1.1",
        arguments: [
            ("HTTP/1.1", ["Expect": "100-continue", "Content-Length": "1"], true),
            ("HTTP/1.1", ["expect": "100-Continue", "Transfer-Encoding": "chunked"], true),
            ("HTTP/1.1", ["Expect": "100-continue"], false),
            ("HTTP/1.1", ["Expect": "100-continue", "Content-Length": "0"], false),
            ("HTTP/1.0", ["Expect": "100-continue", "Content-Length": "1"], false),
            ("HTTP/1.1", ["Expect": "200-ok", "Content-Length": "1"], false),
        ] as [(String, HTTPFields, Bool)])
    func expectation(version: String, fields: HTTPFields, expected: Bool) throws {
        #expect(try head(fields, version: version).expectsContinue == expected)
    }

    @Test("both versions are read", arguments: [("HTTP/1.1", RequestHead.Version.http11), ("HTTP/1.0", .http10)])
    func version(text: String, version: RequestHead.Version) throws {
        #expect(try head([:], version: text).version == version)
    }

    @Test(
        "an HTTP/2 head is checked like any other",
        arguments: [
            ("/", "bank.localhost:8443", [:], true, 200), ("/", nil, ["host": "bank.localhost:8443"], true, 200),
            ("/", "bank.localhost:8443", ["host": "bank.localhost:8443"], true, 200),
            ("/", "bank.localhost:8443", ["host": "other.localhost:8443"], true, 400),
            ("/", "bank.localhost:8443", ["host": "bank.localhost:8443", "Host": "bank.localhost:8443"], true, 400),
            ("/", nil, [:], true, 400), ("/", "evil.test", [:], true, 421),
            ("*", "bank.localhost:8443", [:], true, 400),
            ("/" + String(repeating: "a", count: 40), "bank.localhost:8443", [:], true, 414),
            ("/", "bank.localhost:8443", ["connection": "close"], true, 400),
            ("/", "bank.localhost:8443", ["transfer-encoding": "chunked"], false, 400),
            ("/", "bank.localhost:8443", ["keep-alive": "1"], true, 400),
            ("/", "bank.localhost:8443", ["proxy-connection": "a"], true, 400),
            ("/", "bank.localhost:8443", ["upgrade": "a"], true, 400),
            ("/", "bank.localhost:8443", ["te": "gzip"], true, 400),
            ("/", "bank.localhost:8443", ["te": "trailers"], true, 200),
            ("/", "bank.localhost:8443", ["content-length": "5"], false, 200),
            ("/", "bank.localhost:8443", ["content-length": "5"], true, 400),
            ("/", "bank.localhost:8443", ["content-length": "0"], true, 200),
            ("/", "bank.localhost:8443", ["content-length": "a"], false, 400),
            ("/", "bank.localhost:8443", ["a": "", "b": "", "c": "", "d": "", "e": ""], true, 431),
        ] as [(String, String?, HTTPFields, Bool, Int)])
    func http2(path: String, authority: String?, fields: HTTPFields, isEnded: Bool, expected: Int) {
        var status = 200
        do throws(RequestHead.Refusal) {
            let head = try RequestHead(
                method: "GET", path: path, authority: authority, headers: fields, isEnded: isEnded, rules: rules)
            #expect(head.headers.values(of: "Host") == ["bank.localhost:8443"])
            #expect(head.version == .http2)
            #expect(head.isPersistent)
        } catch { status = error.status }
        #expect(status == expected)
    }

    @Test("an HTTP/2 body ends with its stream")
    func http2Framing() throws {
        func framing(_ fields: HTTPFields, isEnded: Bool) throws -> RequestHead.Framing {
            try RequestHead(
                method: "POST", path: "/", authority: "bank.localhost:8443", headers: fields, isEnded: isEnded,
                rules: rules
            ).framing
        }
        #expect(try framing([:], isEnded: true) == .none)
        #expect(try framing([:], isEnded: false) == .chunked)
        #expect(try framing(["content-length": "5"], isEnded: false) == .length(5))
        #expect(try framing(["content-length": "0"], isEnded: true) == .length(0))
    }
}
