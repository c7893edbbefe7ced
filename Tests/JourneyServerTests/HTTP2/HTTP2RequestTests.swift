import JourneyBase
import Testing

@testable import JourneyServer

@Suite("HTTP/2 requests")
struct HTTP2RequestTests {
    /// The end of a request.
    enum End: Equatable {
        case served
        /// The request is answered with a refusal.
        case refused(Int)
        /// `RST_STREAM` with `PROTOCOL_ERROR`; the service never receives it (RFC 9113, section 8.1.1).
        case malformed
    }

    private static func end(_ peer: HTTP2Peer, _ stream: Int32 = 1) -> End? {
        if peer.resets[stream] == 1, peer.rejected[stream] == 1, peer.exchanges[stream] == nil { return .malformed }
        if let status = peer.exchanges[stream]?.refusal { return .refused(status) }
        return peer.exchanges[stream]?.closed == 0 && peer.exchanges[stream]?.isEnded == true ? .served : nil
    }

    private static func with(_ changes: (String, String?)...) -> [(String, String)] {
        var fields = HTTP2Frame.get()
        for (name, value) in changes {
            let index = fields.firstIndex { $0.0 == name && name.hasPrefix(":") }
            switch (index, value) {
            case (let index?, let value?): fields[index].1 = value
            case (let index?, nil): fields.remove(at: index)
            case (nil, let value): fields.append((name, value ?? ""))
            }
        }
        return fields
    }

    private static let headRows: [([(String, String)], End)] = [
        (with(), .served),
        // Pseudo-header fields (RFC 9113, section 8.3).
        (with((":method", nil)), .malformed), (with((":scheme", nil)), .malformed), (with((":path", nil)), .malformed),
        (with() + [(":path", "/b")], .malformed), (with((":status", "200")), .malformed),
        (with((":protocol", "websocket")), .malformed), (with((":other", "1")), .malformed),
        ([("accept", "*/*")] + with(), .malformed), (with((":path", "")), .malformed),
        (with((":path", "a")), .malformed),
        (with((":path", "*")), .malformed), (with((":method", "OPTIONS"), (":path", "*")), .refused(400)),
        (with((":path", "/a b")), .malformed), (with((":path", "/a#b")), .refused(400)),
        (with((":path", "/a/../b")), .refused(400)), (with((":path", "/%zz")), .refused(400)),
        (with((":path", "https://bank.localhost:8443/")), .malformed), (with((":path", "/a?b=?")), .served),
        (with((":path", "/" + String(repeating: "a", count: 199))), .served),
        (with((":path", "/" + String(repeating: "a", count: 200))), .refused(414)),
        (with((":scheme", "http")), .refused(421)), (with((":scheme", "HTTPS")), .refused(421)),
        (with((":scheme", "1:")), .malformed),
        (with((":method", "TRACE")), .refused(501)), (with((":method", "get")), .refused(501)),
        (with((":method", "GE T")), .malformed),
        ([(":method", "CONNECT"), (":authority", "bank.localhost:8443")], .refused(501)),
        (with((":method", "CONNECT")), .malformed),
        // The host (section 8.3.1).
        (with((":authority", nil)), .malformed), (with((":authority", nil), ("host", "bank.localhost:8443")), .served),
        (with(("host", "bank.localhost:8443")), .served), (with(("host", "BANK.localhost:8443")), .served),
        (with(("host", "other.localhost:8443")), .refused(400)), (with(("host", "bank.localhost")), .refused(400)),
        (with(("host", "")), .malformed),
        (with(("host", "bank.localhost:8443"), ("host", "bank.localhost:8443")), .malformed),
        (with((":authority", "other.localhost:8443")), .refused(421)), (with((":authority", "")), .malformed),
        (with((":authority", "me@bank.localhost:8443")), .refused(400)),
        (with((":authority", "bank.localhost:8443/a")), .malformed),
        // Fields of a connection (section 8.2.2).
        (with(("connection", "close")), .malformed), (with(("keep-alive", "1")), .malformed),
        (with(("proxy-connection", "close")), .malformed), (with(("transfer-encoding", "chunked")), .malformed),
        (with(("upgrade", "h3")), .malformed), (with(("te", "gzip")), .malformed), (with(("te", "trailers")), .served),
        (with(("te", "")), .malformed), (with(("connection-x", "1")), .served),
        // Names and values (section 8.2.1).
        (with(("X-One", "1")), .malformed), (with(("x one", "1")), .malformed), (with(("x:one", "1")), .malformed),
        (with(("", "1")), .malformed), (with(("x-\u{e9}", "1")), .malformed), (with(("x_one", "1")), .served),
        (with(("x", "a\r\nb: c")), .malformed), (with(("x", "a\nb")), .malformed), (with(("x", "a\u{0}b")), .malformed),
        (with(("x", " a")), .malformed), (with(("x", "a\t")), .malformed), (with(("x", "a\u{7f}")), .malformed),
        (with(("x", "a \tb")), .served), (with(("x", "")), .served), (with(("x", "\u{e9}")), .served),
        // Lengths without a body (section 8.1.1).
        (with(("content-length", "0")), .served), (with(("content-length", "1")), .malformed),
        (with(("content-length", "+0")), .malformed), (with(("content-length", "0, 0")), .malformed),
        (with(("content-length", "")), .malformed),
        (with(("content-length", "0"), ("content-length", "0")), .malformed),
        (with(("content-length", "99999999999999999999")), .malformed),
    ]

    @Test("a head is served, refused with HTTP/1.1's status, or malformed", arguments: headRows, [0, 1])
    func heads(head: ([(String, String)], End), size: Int) throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.feed(HTTP2Frame.headers(1, head.0).bytes, by: size == 0 ? nil : size)
        #expect(Self.end(peer) == head.1, "\(head.0)")
        #expect(!peer.isReceivingHead)
        // The next request is served in any case.
        peer.feed(.headers(3, HTTP2Frame.get()))
        #expect(Self.end(peer, 3) == .served)
        #expect(peer.failure == nil)
    }

    @Test("field count is limited", arguments: [(19, End.served), (20, .refused(431)), (60, .refused(431))])
    func fieldCount(others: Int, end: End) throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.feed(.headers(1, HTTP2Frame.get() + (0..<others).map { ("x-\($0)", "1") }))
        #expect(Self.end(peer) == end)
    }

    @Test("the field section has the announced limit", arguments: [(0, End.served), (1, .refused(431))])
    func headSize(surplus: Int, end: End) throws {
        let peer = try HTTP2Peer()
        peer.open()
        let size = HTTP2Frame.get().reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 32 }
        let value = String(repeating: "a", count: 4_096 - size - 1 - 32 + surplus)
        peer.feed(.headers(1, HTTP2Frame.get() + [("x", value)]))
        #expect(Self.end(peer) == end)
    }

    @Test("a value that is not UTF-8 is refused")
    func encoding() throws {
        let peer = try HTTP2Peer()
        peer.open()
        var frame = HTTP2Frame.headers(1, HTTP2Frame.get())
        frame.payload += [0x10, 1, UInt8(ascii: "x"), 1, 0xE9]
        peer.feed(frame)
        #expect(Self.end(peer) == .refused(400))
    }

    @Test("cookie fields are joined, and a client's request ID is dropped")
    func cookies() throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.feed(
            .headers(
                1,
                HTTP2Frame.get() + [("cookie", "a=1"), ("x-request-id", "1"), ("cookie", "b=2"), ("cookie", "c=3")]))
        #expect(peer.exchanges[1]?.fields == ["cookie: a=1; b=2; c=3", "Host: bank.localhost:8443"])
    }

    private static let bodyRows: [([HTTP2Frame], End)] = [
        ([.data(1, [1, 2, 3], isLast: true)], .served),
        ([.data(1, [1]), .data(1, []), .data(1, [2, 3]), .data(1, [], isLast: true)], .served),
        ([.data(1, [1, 2], isLast: true)], .malformed), ([.data(1, [1, 2, 3, 4])], .malformed),
        ([.data(1, [1, 2, 3]), .data(1, [4], isLast: true)], .malformed), ([.data(1, [], isLast: true)], .malformed),
        ([.data(1, [1, 2, 3]), .headers(1, [("x-sum", "6")])], .served),
        ([.data(1, [1, 2]), .headers(1, [("x-sum", "6")])], .malformed),
        ([.data(1, [1, 2, 3]), .headers(1, [(":path", "/")])], .malformed),
        ([.data(1, [1, 2, 3]), .headers(1, [("x-sum", "6")], isLast: false)], .malformed),
        ([.data(1, [1, 2, 3]), .headers(1, [("X-Sum", "6")])], .malformed),
        ([.data(1, [1, 2, 3]), .headers(1, [("connection", "close")])], .malformed),
        ([.data(1, [1, 2, 3]), .headers(1, [("x-sum", " 6")])], .malformed),
    ]

    @Test(
        "a wrong body length or invalid trailers reset the stream", arguments: bodyRows)
    func bodies(frames: [HTTP2Frame], end: End) throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.feed([.headers(1, HTTP2Frame.post() + [("content-length", "3")], isLast: false)] + frames)
        if end == .served {
            #expect(Self.end(peer) == .served)
            #expect(peer.exchanges[1]?.body == [1, 2, 3])
            #expect(peer.exchanges[1]?.fields == ["content-length: 3", "Host: bank.localhost:8443"])
        } else {
            #expect(peer.resets[1] == 1)
            #expect(peer.exchanges[1]?.closed == 1)
            #expect(peer.exchanges[1]?.isEnded == false)
        }
        #expect(peer.failure == nil)
    }

    @Test("trailers have the same limit as the head", arguments: [(4_096 - 33, true), (4_096 - 32, false)])
    func trailers(count: Int, isServed: Bool) throws {
        let peer = try HTTP2Peer()
        peer.open()
        let trailers = HTTP2Frame.headers(1, [("x", String(repeating: "a", count: count))])
        peer.feed(.headers(1, HTTP2Frame.post(), isLast: false), trailers)
        #expect(peer.exchanges[1]?.isEnded == isServed)
        #expect(peer.resets[1] == (isServed ? nil : 11))
    }

    @Test("a head counts as incoming until it is complete")
    func partialHead() throws {
        let peer = try HTTP2Peer()
        peer.open()
        let bytes = HTTP2Frame.headers(1, HTTP2Frame.get()).bytes
        peer.feed(Array(bytes.dropLast(5)))
        #expect(peer.isReceivingHead)
        #expect(peer.exchanges[1] == nil)
        peer.feed(Array(bytes.suffix(5)))
        #expect(!peer.isReceivingHead)
        #expect(peer.exchanges[1]?.closed == 0)
    }
}
