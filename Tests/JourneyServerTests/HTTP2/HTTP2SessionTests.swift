import JourneyBase
import Testing

@testable import JourneyServer

@Suite("HTTP/2 session")
struct HTTP2SessionTests {
    private let client = HTTP2Client()

    @Test("a request reaches the service like one of HTTP/1.1, and its response the client")
    func exchange() throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        let stream = client.request(
            HTTP2Frame.get("/a?b=c") + [("accept", "text/plain"), ("x-request-id", "mine")])
        client.talk(to: peer)
        #expect(
            peer.exchanges[stream]
                == HTTP2Peer.Exchange(
                    target: "GET https://bank.localhost:8443/a?b=c",
                    fields: ["accept: text/plain", "Host: bank.localhost:8443"], isEnded: true))
        peer.respond(
            stream, status: 201,
            [
                ("Content-Type", "text/plain"), ("Connection", "close"), ("keep-alive", "1"),
                ("Transfer-Encoding", "chunked"), ("Upgrade", "h3"), ("Proxy-Connection", "x"), ("X-One", ""),
            ], body: Array("hello".utf8))
        client.talk(to: peer)
        #expect(
            client.answers[stream]
                == HTTP2Client.Answer(
                    status: "201", fields: ["content-type: text/plain", "x-one: "], body: Array("hello".utf8), closed: 0
                ))
        #expect(peer.exchanges[stream]?.closed == 0)
        #expect(peer.openStreams == 0)
    }

    @Test("bodies pass both ways in pieces of any size", arguments: [0, 1, 16_384, 16_385, 300_000])
    func bodies(count: Int) throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let stream = client.request(HTTP2Frame.post(), body: body)
        client.talk(to: peer)
        #expect(peer.exchanges[stream]?.body == body)
        #expect(peer.exchanges[stream]?.isEnded == true)
        peer.respond(stream, body: body)
        client.talk(to: peer)
        #expect(client.answers[stream]?.body == body)
        #expect(client.answers[stream]?.closed == 0)
    }

    @Test("a hundred concurrent requests are served, and as many more on the same connection")
    func many() throws {
        let peer = try HTTP2Peer()
        for round in 0..<3 {
            let streams = (0..<100).map { _ in client.request(HTTP2Frame.get()) }
            client.talk(to: peer)
            #expect(streams.allSatisfy { client.answers[$0]?.status == "200" }, "round \(round)")
        }
        #expect(peer.openStreams == 0)
    }

    @Test("a body without bytes yet is read again when it has some")
    func deferredBody() throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        let stream = client.request(HTTP2Frame.get())
        client.talk(to: peer)
        peer.isBodyOpen = true
        peer.respond(stream, body: [])
        client.talk(to: peer)
        #expect(client.answers[stream]?.status == "200")
        let reads = peer.reads
        client.talk(to: peer)
        #expect(peer.reads == reads)
        for piece in ["one", "two"] {
            peer.add(Array(piece.utf8), to: stream)
            client.talk(to: peer)
            #expect(client.answers[stream]?.body.suffix(3) == Array(piece.utf8)[...])
        }
        #expect(client.answers[stream]?.closed == nil)
        peer.isBodyOpen = false
        peer.add([], to: stream)
        client.talk(to: peer)
        #expect(client.answers[stream]?.body == Array("onetwo".utf8))
        #expect(client.answers[stream]?.closed == 0)
    }

    @Test(
        "a response before the request's end is followed by a reset only if the rest may not fit the window",
        arguments: [("65535", nil), ("65536", 0), (nil, 0)] as [(String?, UInt32?)])
    func earlyResponse(announced: String?, reset: UInt32?) throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        peer.open()
        let fields = HTTP2Frame.post() + (announced.map { [("content-length", $0)] } ?? [])
        peer.feed(.headers(1, fields, isLast: false))
        peer.respond(1, status: 413)
        #expect(peer.resets[1] == reset)
        #expect(peer.openStreams == (reset == nil ? 1 : 0))
        guard reset == nil else { return }
        // The rest comes and is dropped; its end closes the stream.
        let rest = (0..<5).map { HTTP2Frame.data(1, Array(repeating: 7, count: 13_107), isLast: $0 == 4) }
        peer.feed(rest)
        #expect(peer.resets.isEmpty)
        #expect(peer.exchanges[1]?.closed == 0)
        #expect(peer.openStreams == 0)
    }

    @Test("a failing body resets its stream and does not count against the client")
    func brokenBody() throws {
        let peer = try HTTP2Peer(HTTP2Limits(resets: RateLimit(burst: 0, perSecond: 0)))
        peer.answers = false
        let stream = client.request(HTTP2Frame.get())
        client.talk(to: peer)
        peer.respond(stream, body: [])
        peer.bodies[stream] = nil
        peer.isBodyOpen = true
        let other = client.request(HTTP2Frame.get())
        client.talk(to: peer)
        peer.respond(other, body: [1])
        peer.bodies[other] = nil
        peer.with { $0.resume(other) }
        client.talk(to: peer)
        #expect(client.answers[other]?.closed == 2)
        #expect(peer.exchanges[other]?.closed == 2)
        #expect(peer.failure == nil)
    }

    @Test("a response before the request's end stops the rest without an error and arrives whole")
    func earlyAnswer() throws {
        let peer = try HTTP2Peer(HTTP2Limits(resets: RateLimit(burst: 0, perSecond: 0)))
        peer.answers = false
        peer.consumes = false
        let stream = client.request(HTTP2Frame.post(), body: Array(repeating: 1, count: 200_000))
        client.talk(to: peer)
        peer.respond(stream, status: 413, body: Array("too long".utf8))
        #expect(peer.resets == [stream: 0])
        client.talk(to: peer)
        #expect(client.answers[stream]?.status == "413")
        #expect(client.answers[stream]?.body == Array("too long".utf8))
        #expect(client.answers[stream]?.closed == 0)
        #expect(peer.exchanges[stream]?.closed == 0)
        #expect(peer.exchanges[stream]?.isEnded == false)
        #expect(peer.failure == nil)
    }

    @Test("100 Continue is sent before the response")
    func expectation() throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.feed(.headers(1, HTTP2Frame.post() + [("expect", "100-continue")], isLast: false))
        peer.with { $0.sendContinue(1) }
        #expect(peer.frames.map(\.kind) == [.headers])
        #expect(peer.frames.first?.flags == HTTP2Frame.endHeaders)
        peer.feed(.data(1, [1], isLast: true))
        #expect(peer.exchanges[1]?.body == [1])
        #expect(peer.exchanges[1]?.closed == 0)
        #expect(peer.frames.map(\.kind) == [.headers, .headers])
    }

    @Test(
        "frames are written together as far as they fit",
        arguments: [HTTP2Output.longestFrame, HTTP2Output.longestFrame + 1, 2 * HTTP2Output.longestFrame, 200_000])
    func room(room: Int) throws {
        let peer = try HTTP2Peer()
        peer.room = room
        peer.open()
        peer.answers = false
        for stream in [1, 3, 5] as [Int32] {
            peer.feed(.headers(stream, HTTP2Frame.get()))
            peer.respond(stream, body: [UInt8](repeating: UInt8(stream), count: 20_000))
            let frames = peer.frames.filter { $0.stream == stream }
            #expect(frames.map(\.kind) == [.headers, .data, .data])
            #expect(frames.map(\.payload.count).suffix(2) == [16_384, 3_616])
            #expect(frames.dropFirst().allSatisfy { $0.payload.allSatisfy { $0 == UInt8(stream) } })
        }
        // A short answer is one write.
        _ = peer.takeOutput()
        peer.feed(.headers(7, HTTP2Frame.get()))
        peer.isReading = false
        peer.respond(7, body: [1])
        var buffer = [UInt8](repeating: 0, count: max(room, 2 * HTTP2Output.longestFrame))
        var counts: [Int] = []
        peer.with { session in
            for _ in 0..<2 { counts.append(buffer.withUnsafeMutableBytes { session.send(into: $0) }) }
        }
        #expect(HTTP2Frame.frames(in: Array(buffer[..<counts[0]])).map(\.kind) == [.headers, .data])
        #expect(counts[1] == 0)
    }

    @Test("a connection that shuts down finishes its streams and accepts no new ones after a round trip")
    func shutDown() throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.answers = false
        peer.feed(.headers(1, HTTP2Frame.get()))
        peer.with { $0.shutDown() }
        #expect(peer.frames.map(\.kind) == [.goAway, .ping])
        #expect(peer.frames.first?.payload == HTTP2Frame.number(0x7FFF_FFFF) + HTTP2Frame.number(0))
        // This was in transit.
        peer.feed(.headers(3, HTTP2Frame.get()))
        #expect(peer.exchanges[3] != nil)
        let ping = peer.frames[1]
        peer.feed(HTTP2Frame(kind: .ping, flags: HTTP2Frame.acknowledgement, payload: ping.payload))
        #expect(peer.frames.last?.payload == HTTP2Frame.number(3) + HTTP2Frame.number(0))
        peer.feed(.headers(5, HTTP2Frame.get()))
        #expect(peer.exchanges[5] == nil)
        peer.respond(1)
        #expect(!peer.isOver)
        peer.respond(3)
        #expect(peer.exchanges[3]?.closed == 0)
        #expect(peer.isOver)
        #expect(peer.failure == nil)
    }

    @Test("a second shutdown does not wait for an unresponsive client")
    func shutDownTwice() throws {
        let peer = try HTTP2Peer()
        peer.open()
        for _ in 0..<3 { peer.with { $0.shutDown() } }
        #expect(peer.frames.map(\.kind) == [.goAway, .ping, .goAway])
        #expect(peer.isOver)
    }

    @Test("a client that sends GOAWAY is served to the end")
    func clientLeaves() throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.answers = false
        peer.feed(
            .headers(1, HTTP2Frame.get()), HTTP2Frame(kind: .goAway, payload: Array(repeating: 0, count: 8)))
        #expect(!peer.isOver)
        peer.respond(1)
        #expect(peer.exchanges[1]?.closed == 0)
        #expect(peer.isOver)
    }
}
