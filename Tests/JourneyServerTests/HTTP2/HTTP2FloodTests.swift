import JourneyBase
import Testing

@testable import JourneyServer

@Suite("HTTP/2 floods")
struct HTTP2FloodTests {
    /// A flood: the bytes before it, the repeated bytes, and the allowed number of repetitions.
    struct Flood: CustomTestStringConvertible {
        let testDescription: String
        var before: [HTTP2Frame] = []
        let allowed: Int
        let reason: HTTP2Failure.Reason
        var limits = HTTP2Limits()
        let frames: @Sendable (Int) -> [HTTP2Frame]

        init(
            _ name: String, allowed: Int, _ reason: HTTP2Failure.Reason, limits: HTTP2Limits = HTTP2Limits(),
            before: [HTTP2Frame] = [], frames: @escaping @Sendable (Int) -> [HTTP2Frame]
        ) {
            testDescription = name
            self.before = before
            self.allowed = allowed
            self.reason = reason
            self.limits = limits
            self.frames = frames
        }
    }

    private static func stream(_ index: Int) -> Int32 { Int32(2 * index + 1) }
    private static let upload = HTTP2Frame.headers(1, HTTP2Frame.post(), isLast: false)

    private static let small = RateLimit(burst: 9_000, perSecond: 100)

    private static let floodRows = [
        Flood("resets (CVE-2023-44487)", allowed: 200, .resets) {
            [.headers(stream($0), HTTP2Frame.get()), .reset(stream($0))]
        },
        Flood("requests that the server must reset (CVE-2025-8671): a window that is too large", allowed: 200, .resets)
        {
            [.headers(stream($0), HTTP2Frame.get()), .windowUpdate(stream($0), by: 0x7FFF_FFFF)]
        },
        Flood("requests that the server must reset: malformed", allowed: 200, .resets) {
            [.headers(stream($0), HTTP2Frame.get() + [("connection", "close")])]
        },
        Flood("requests that the server must reset: longer than declared", allowed: 200, .resets) {
            [
                .headers(stream($0), HTTP2Frame.post() + [("content-length", "1")], isLast: false),
                .data(stream($0), [1, 2]),
            ]
        },
        // One was in the client's first frames.
        Flood("settings (CVE-2019-9515)", allowed: 15, .settings) { _ in [.settings()] },
        Flood("ping (CVE-2019-9512)", allowed: 200, .pings) { _ in [.ping] },
        // The acknowledgement of the settings was one such frame, and a request gives room for more than itself.
        Flood("priority (CVE-2019-9513)", allowed: 999, .overhead) { [.priority(stream($0))] },
        Flood("empty data (CVE-2019-9518)", allowed: 1_000, .overhead, before: [upload]) { _ in [.data(1, [])] },
        Flood("padding alone", allowed: 1_000, .overhead, before: [upload]) { _ in
            [HTTP2Frame(kind: .data, flags: HTTP2Frame.padded, stream: 1, payload: [9] + Array(repeating: 0, count: 9))]
        },
        Flood("data by the byte", allowed: 1_000, .overhead, before: [upload]) { _ in [.data(1, [1])] },
        Flood("window of the connection", allowed: 999, .overhead) { _ in [.windowUpdate(0, by: 1)] },
        Flood("window of a closed stream", allowed: 1_000, .overhead, before: [.headers(1, HTTP2Frame.get())]) { _ in
            [.windowUpdate(1, by: 1)]
        },
        Flood("acknowledgements of nothing", allowed: 999, .overhead) { _ in
            [HTTP2Frame(kind: .ping, flags: HTTP2Frame.acknowledgement, payload: HTTP2Frame.ping.payload)]
        },
        Flood("heads of older streams", allowed: 1_000, .overhead, before: [.headers(9_999, HTTP2Frame.get())]) {
            [.headers(stream($0), HTTP2Frame.get())]
        },
        Flood("unknown frames", allowed: 9_000 / 9, .ignored, limits: HTTP2Limits(ignored: small)) { _ in
            [HTTP2Frame(kind: .unknown)]
        },
        Flood("updates of priority", allowed: 9_000 / 14, .ignored, limits: HTTP2Limits(ignored: small)) {
            [HTTP2Frame(kind: .priorityUpdate, payload: HTTP2Frame.number(UInt32(stream($0))) + [117])]
        },
    ]

    /// Feeds a flood in pieces, as a socket delivers it, and returns the peer.
    private static func feed(_ flood: Flood, times: Int) throws -> HTTP2Peer {
        let peer = try HTTP2Peer(flood.limits)
        peer.answers = false
        peer.open()
        peer.feed(flood.before)
        var bytes: [UInt8] = []
        for index in 0..<times {
            bytes += flood.frames(index).flatMap(\.bytes)
            if bytes.count >= 2_048 || index == times - 1 {
                peer.feed(bytes)
                bytes = []
            }
        }
        return peer
    }

    @Test("a burst at the limit is allowed, and one more ends the connection as a flood", arguments: floodRows)
    func floods(flood: Flood) throws {
        let allowed = try Self.feed(flood, times: flood.allowed)
        #expect(allowed.failure == nil)
        #expect(allowed.goAway == nil)
        #expect(!allowed.isOver)
        let flooded = try Self.feed(flood, times: flood.allowed + 1)
        #expect(flooded.sessionFailure?.reason == flood.reason)
        #expect(flooded.goAway == 11)
        #expect(flooded.isOver)
        // Nothing is accepted after that.
        flooded.feed(.headers(99_999, HTTP2Frame.get()))
        #expect(flooded.failure?.reason == flood.reason)
        #expect(flooded.exchanges[99_999] == nil)
    }

    private static let slowRows: [(String, perSecond: Int, isAllowed: Bool, frames: @Sendable (Int) -> [HTTP2Frame])] =
        [
            ("settings", 1, true, { _ in [.settings()] }), ("settings", 2, false, { _ in [.settings()] }),
            ("ping", 20, true, { _ in [.ping] }), ("ping", 22, false, { _ in [.ping] }),
            ("priority", 100, true, { [.priority(stream($0))] }), ("priority", 120, false, { [.priority(stream($0))] }),
            ("resets", 2, true, { [.headers(stream($0), HTTP2Frame.get()), .reset(stream($0))] }),
            ("resets", 10, false, { [.headers(stream($0), HTTP2Frame.get()), .reset(stream($0))] }),
            // Unknown frames between requests do not count as a flood, whatever their number.
            (
                "requests with their own", 2_000, true,
                {
                    [
                        .headers(stream($0), HTTP2Frame.get()), .windowUpdate(0, by: 1), .priority(stream($0)),
                        .windowUpdate(0, by: 1),
                    ]
                }
            ),
        ]

    @Test("a rate is sustained for two minutes or is too high", arguments: slowRows.indices)
    func rates(index: Int) throws {
        let row = Self.slowRows[index]
        let peer = try HTTP2Peer()
        peer.open()
        // A reset comes before its answer.
        peer.answers = row.0 != "resets"
        var count = 0
        for _ in 0..<(row.perSecond == 2_000 ? 5 : 120) {
            peer.advance(by: .seconds(1))
            for _ in 0..<row.perSecond {
                peer.feed(row.frames(count))
                count += 1
            }
            _ = peer.takeOutput()
        }
        #expect((peer.failure == nil) == row.isAllowed, "\(row.0), \(row.perSecond) a second")
    }

    @Test("each completed response allows one more reset", arguments: [(1, true), (0, false)])
    func answered(finished: Int, isAllowed: Bool) throws {
        let peer = try HTTP2Peer()
        peer.open()
        for index in 0..<1_000 {
            peer.advance(by: .milliseconds(25))
            peer.answers = true
            for other in 0..<finished { peer.feed(.headers(Self.stream(4 * index + other), HTTP2Frame.get())) }
            peer.answers = false
            let stream = Self.stream(4 * index + 2)
            peer.feed(.headers(stream, HTTP2Frame.get()), .reset(stream))
        }
        #expect(peer.failure?.reason == (isAllowed ? nil : .unanswered))
    }

    @Test("the announced number of streams may be open, and one more is refused", arguments: [false, true])
    func streams(isAcknowledged: Bool) throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        peer.feed(HTTP2Frame.preface + HTTP2Frame.settings().bytes)
        if isAcknowledged { peer.feed(.settingsAcknowledgement) }
        for index in 0..<100 { peer.feed(.headers(Self.stream(index), HTTP2Frame.get())) }
        #expect(peer.openStreams == 100)
        #expect(peer.resets.isEmpty)
        #expect(peer.goAway == nil)
        // An answered one makes room for another.
        peer.respond(1)
        peer.feed(.headers(201, HTTP2Frame.get()))
        #expect(peer.exchanges[201] != nil)
        peer.feed(.headers(203, HTTP2Frame.get()))
        #expect(peer.exchanges[203] == nil)
        // A client that has not seen the limit yet may retry (RFC 9113, section 5.1.2).
        #expect(peer.resets == (isAcknowledged ? [:] : [203: 7]))
        #expect(peer.goAway == (isAcknowledged ? 1 : nil))
    }

    @Test("a head in few pieces is accepted, in too many is a flood", arguments: [(8, false), (9, true)], [0, 1])
    func continuations(row: (count: Int, isFlood: Bool), size: Int) throws {
        let peer = try HTTP2Peer()
        peer.open()
        let block = HTTP2Frame.block(HTTP2Frame.get() + [("x-long", String(repeating: "a", count: 100))])
        var frames = [HTTP2Frame(kind: .headers, flags: 1, stream: 1, payload: Array(block.prefix(1)))]
        for index in 0..<row.count {
            let isLast = index == row.count - 1
            frames.append(
                HTTP2Frame(
                    kind: .continuation, flags: isLast ? 4 : 0, stream: 1,
                    payload: isLast ? Array(block.dropFirst(1 + index)) : [block[1 + index]]))
        }
        peer.feed(frames.flatMap(\.bytes), by: size == 0 ? nil : size)
        #expect(peer.failure?.reason == (row.isFlood ? .continuations : nil))
        #expect(peer.goAway == (row.isFlood ? 11 : nil))
        #expect(peer.exchanges[1]?.closed == (row.isFlood ? nil : 0))
    }

    @Test("a head without an end ends the connection", arguments: [0, 1])
    func endlessHead(size: Int) throws {
        let peer = try HTTP2Peer()
        peer.open()
        let start = HTTP2Frame(kind: .headers, stream: 1, payload: HTTP2Frame.block(HTTP2Frame.get()))
        let more = HTTP2Frame(kind: .continuation, stream: 1)
        peer.feed(([start] + Array(repeating: more, count: 1_000)).flatMap(\.bytes), by: size == 0 ? nil : size)
        #expect(peer.goAway == 11)
        #expect(peer.exchanges.isEmpty)
        #expect(peer.isOver)
    }

    @Test(
        "a compressed head that expands too far is refused, and far more ends the connection",
        arguments: [(0, 200, nil), (1, 431, nil), (7, 431, nil), (9, 431, nil), (10, nil, 11), (10_000, nil, 11)]
            as [(Int, Int?, UInt32?)])
    func decompression(repeats: Int, status: Int?, code: UInt32?) throws {
        let peer = try HTTP2Peer()
        peer.open()
        // The first request puts a field of 3,000 bytes into the table; the others name it by its number.
        var first = HTTP2Frame.headers(1, HTTP2Frame.get())
        first.payload += [0x40] + HTTP2Frame.block([("bomb", String(repeating: "a", count: 3_000))]).dropFirst()
        var second = HTTP2Frame.headers(3, HTTP2Frame.get())
        second.payload += [0xBE] + Array(repeating: 0xBE, count: repeats)
        peer.feed(first)
        peer.feed(second)
        #expect(peer.exchanges[1]?.closed == 0)
        #expect(peer.exchanges[3]?.refusal ?? (peer.exchanges[3]?.closed == 0 ? 200 : nil) == status)
        #expect(peer.goAway == code)
        #expect(peer.failure?.reason == (code == nil ? nil : .decompression))
    }

    @Test("a client that does not read the responses it causes is cut off")
    func unreadAnswers() throws {
        var limits = HTTP2Limits()
        limits.pings = RateLimit(burst: 10_000, perSecond: 0)
        let pings = try HTTP2Peer(limits)
        pings.open()
        pings.isReading = false
        pings.feed(Array(repeating: HTTP2Frame.ping, count: 256))
        #expect(pings.failure == nil)
        pings.feed(.ping)
        #expect(pings.failure?.reason == .acknowledgements)
        pings.isReading = true
        pings.drain()
        #expect(pings.goAway == 11)

        // Before the settings are acknowledged, each stream above the limit is refused.
        let resets = try HTTP2Peer()
        resets.answers = false
        resets.feed(HTTP2Frame.preface + HTTP2Frame.settings().bytes)
        resets.isReading = false
        for index in 0..<820 { resets.feed(.headers(Self.stream(index), HTTP2Frame.get())) }
        #expect(resets.failure == nil)
        resets.feed(.headers(Self.stream(820), HTTP2Frame.get()))
        #expect(resets.failure?.reason == .queued)
    }

    @Test(
        "a window that opens byte by byte is closed eventually; one in larger steps is not", arguments: [1, 16_384])
    func dribble(step: Int) throws {
        let peer = try HTTP2Peer()
        peer.open([(4, UInt32(step))])
        peer.answers = false
        peer.feed(.headers(1, HTTP2Frame.get()))
        peer.isBodyOpen = true
        peer.respond(1, body: [])
        var sent = 0
        while peer.failure == nil, sent < 3_000 {
            peer.add(Array(repeating: 0, count: step), to: 1)
            peer.feed(.windowUpdate(1, by: UInt32(step)), .windowUpdate(0, by: UInt32(step)))
            sent += 1
        }
        #expect(peer.failure?.reason == (step == 1 ? .overhead : nil))
        #expect(sent == (step == 1 ? 501 : 3_000))
    }

    @Test("a client reading events may send two window updates per piece")
    func events() throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.answers = false
        peer.feed(.headers(1, HTTP2Frame.get()))
        peer.isBodyOpen = true
        peer.respond(1, body: [])
        for _ in 0..<3_000 {
            peer.add(Array(repeating: 0, count: 20), to: 1)
            peer.feed(.windowUpdate(1, by: 20), .windowUpdate(0, by: 20))
        }
        #expect(peer.failure == nil)
    }
}
