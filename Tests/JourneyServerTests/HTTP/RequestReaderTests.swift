import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

@Suite("Request reader")
struct RequestReaderTests {
    private static let host = "localhost:8443"
    private static let rules = RequestHead.Rules(names: ["localhost"], port: 8443, limits: ServerLimits())

    private func read(_ bytes: [UInt8], pieces: [Int]) -> [FedRequest] {
        var feed = RequestFeed(rules: Self.rules)
        var rest = bytes[...]
        for count in pieces {
            feed.take(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        feed.take(rest)
        return feed.requests
    }

    @Test("each row has the required response, whole and in any pieces", arguments: FramingCase.all)
    func table(row: FramingCase) {
        let bytes = row.bytes(host: Self.host)
        let whole = read(bytes, pieces: [])
        #expect(whole.map(\.answer) == row.answers)
        #expect(read(bytes, pieces: bytes.map { _ in 1 }) == whole)
        var generator = SplitMix(state: UInt64(bytes.count))
        for largest in [2, 5, 17, 200] {
            let pieces = (0..<min(bytes.count, 500)).map { _ in Int.random(in: 0...largest, using: &generator) }
            #expect(read(bytes, pieces: pieces) == whole)
        }
        if bytes.count < 400 {
            for place in stride(from: 3, to: bytes.count, by: 5) { #expect(read(bytes, pieces: [place]) == whole) }
        }
    }

    @Test("the table has enough rows of each class, with unique names")
    func size() {
        #expect(FramingCase.all.count >= 150)
        for kind in FramingCase.Kind.allCases { #expect(FramingCase.all.filter { $0.kind == kind }.count >= 20) }
        let names = Set(FramingCase.all.map(\.description))
        #expect(names.count == FramingCase.all.count)
    }

    @Test("a head is parsed with trimmed values and without the client's request ID")
    func head() throws {
        let text = """
            PUT /a%2Fb?c=d HTTP/1.1\r\nHost: localhost:8443\r\nX-Test: \t a \t b\t \r\nx-request-id: mine\r\n\
            x-test:\r\nX-Request-Ids: c\r\n\r\n
            """
        let request = try #require(read(Array(text.utf8), pieces: []).first)
        #expect(request.method == .put)
        #expect(request.url?.description == "https://localhost:8443/a%2Fb?c=d")
        #expect(
            request.headers == ["Host": "localhost:8443", "X-Test": "a \t b", "x-test": "", "X-Request-Ids": "c"])
    }

    @Test("limits apply to heads, chunk extensions and trailers together")
    func bounds() {
        let limits = ServerLimits(target: 20, head: 200, fields: 4)
        let host = "Host: localhost:8443\r\n"
        let chunked = "POST / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n"
        /// Returns a head of `count` bytes, followed by `rest`.
        func padded(_ start: String, _ count: Int, _ rest: String = "") -> String {
            start + "A: " + String(repeating: "a", count: count - start.utf8.count - 7) + "\r\n\r\n" + rest
        }
        let rows: [(String, FramingCase.Answer)] = [
            ("GET /\(String(repeating: "a", count: 19)) HTTP/1.1\r\n\(host)\r\n", .accepted),
            ("GET /\(String(repeating: "a", count: 20)) HTTP/1.1\r\n\(host)\r\n", .refused(414)),
            ("GET /\(String(repeating: "a", count: 300))", .refused(414)),
            ("GET /\(String(repeating: "a", count: 60))", .unfinished),
            (String(repeating: "A", count: 60), .unfinished), (String(repeating: "A", count: 300), .refused(501)),
            (String(repeating: " ", count: 300), .refused(400)),
            ("GET / " + String(repeating: "H", count: 300), .refused(400)),
            ("GET / HTTP/1.1\r\n\(host)A: a\r\nB: b\r\nC: c\r\n\r\n", .accepted),
            ("GET / HTTP/1.1\r\n\(host)A: a\r\nB: b\r\nC: c\r\nD: d\r\n\r\n", .refused(431)),
            (padded("GET / HTTP/1.1\r\n\(host)", 200), .accepted),
            (padded("GET / HTTP/1.1\r\n\(host)", 201), .refused(431)),
            (String(decoding: padded("GET / HTTP/1.1\r\n\(host)", 201).utf8.dropLast(), as: UTF8.self), .refused(431)),
            (padded(chunked, 190, "1;abcd=efgh\r\nx\r\n0\r\n\r\n"), .accepted(body: "x")),
            (padded(chunked, 190, "1;abcd=efghi\r\nx\r\n0\r\n\r\n"), .refused(431)),
            (padded(chunked, 190, "1;abcd\r\nx\r\n0;abcd\r\n\r\n"), .accepted(body: "x")),
            (padded(chunked, 190, "1;abcd\r\nx\r\n0;abcde\r\n\r\n"), .refused(431)),
            (padded(chunked, 190, "0\r\nA: bcdef\r\n\r\n"), .accepted),
            (padded(chunked, 190, "0\r\nA: bcdefg\r\n\r\n"), .refused(431)),
            (chunked + "\r\n0\r\nA: b\r\nC: d\r\n\r\n", .accepted),
            (chunked + "\r\n0\r\nA: b\r\nC: d\r\nE: f\r\n\r\n", .refused(431)),
        ]
        for (text, answer) in rows {
            let bytes = Array(text.utf8)
            let rules = RequestHead.Rules(names: ["localhost"], port: 8443, limits: limits)
            for size in [1, 7, bytes.count] {
                var feed = RequestFeed(rules: rules)
                for start in stride(from: 0, to: bytes.count, by: size) { feed.take(bytes[start...].prefix(size)) }
                #expect(feed.requests.map(\.answer) == [answer], "\(text.debugDescription)")
            }
        }
    }

    @Test(
        "a reader is idle between requests until the next one's first byte",
        arguments: [
            ("", true), ("\r", true), ("\r\n", true), ("G", false), ("\r\nG", false), ("GET / HTTP/1.1\r\n", false),
            ("GET / HTTP/1.1\r\nHost: localhost:8443\r\n\r\n", true),
            ("GET / HTTP/1.1\r\nHost: localhost:8443\r\n\r\n\r\n", true),
            ("GET / HTTP/1.1\r\nHost: localhost:8443\r\nContent-Length: 1\r\n\r\n", false),
            ("GET / HTTP/1.1\r\nHost: localhost:8443\r\nContent-Length: 1\r\n\r\nx", true),
            ("\n", false),
        ])
    func idle(text: String, isIdle: Bool) {
        var feed = RequestFeed(rules: Self.rules)
        feed.take(text.utf8)
        #expect(feed.reader.isIdle == isIdle)
    }

    @Test("the maximum Content-Length is accepted")
    func longest() throws {
        let text = "POST / HTTP/1.1\r\nHost: localhost:8443\r\nContent-Length: \(Int.max)\r\n\r\nabc"
        let request = try #require(read(Array(text.utf8), pieces: [80]).first)
        #expect(request.body.count == 3)
        #expect(request.answer == .unfinished)
    }
}
