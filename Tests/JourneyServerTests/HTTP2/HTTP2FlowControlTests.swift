import JourneyBase
import Testing

@testable import JourneyServer

@Suite("HTTP/2 flow control")
struct HTTP2FlowControlTests {
    private let client = HTTP2Client()

    @Test("a client may send as much as was consumed")
    func streamWindow() throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        peer.consumes = false
        let stream = client.request(HTTP2Frame.post(), body: Array(repeating: 1, count: 100_000))
        client.talk(to: peer)
        #expect(peer.exchanges[stream]?.body.count == 65_535)
        peer.with { $0.consumed(40_000, of: stream) }
        client.talk(to: peer)
        #expect(peer.exchanges[stream]?.body.count == 100_000)
        #expect(peer.exchanges[stream]?.isEnded == true)
        // More than the total counts as the total.
        peer.with { $0.consumed(1_000_000, of: stream) }
        peer.respond(stream)
        client.talk(to: peer)
        #expect(client.answers[stream]?.closed == 0)
    }

    @Test("exceeding a window resets the stream or closes the connection", arguments: [65_535, 65_536])
    func windowExceeded(count: Int) throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        peer.consumes = false
        peer.open()
        for stream in [1, 3, 5, 7] as [Int32] {
            peer.feed(.headers(stream, HTTP2Frame.post(), isLast: false))
            for _ in 0..<3 { peer.feed(.data(stream, Array(repeating: 1, count: 16_384))) }
            peer.feed(.data(stream, Array(repeating: 1, count: count - 3 * 16_384)))
            #expect(peer.resets[stream] == (count == 65_535 ? nil : 3))
        }
        // Four bytes are left of the connection's window.
        guard count == 65_535 else { return }
        peer.feed(.headers(9, HTTP2Frame.post(), isLast: false), .data(9, [1, 2, 3, 4]))
        #expect(peer.goAway == nil)
        peer.feed(.data(9, [5]))
        #expect(peer.goAway == 3)
    }

    @Test("a stream that ends returns its unread window")
    func unreadBodies() throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        peer.consumes = false
        var streams: [Int32] = []
        for round in 0..<20 {
            let stream = client.request(HTTP2Frame.post(), body: Array(repeating: 1, count: 60_000))
            streams.append(stream)
            client.talk(to: peer)
            #expect(peer.exchanges[stream]?.body.count == 60_000, "round \(round)")
            switch round % 3 {
            case 0: peer.respond(stream)
            case 1: client.reset(stream)
            default: peer.with { $0.reset(stream, code: 8) }
            }
            client.talk(to: peer)
            #expect(peer.exchanges[stream]?.closed == (round % 3 == 0 ? 0 : 8))
            // Too late to matter.
            peer.with { $0.consumed(60_000, of: stream) }
            peer.with { $0.resume(stream) }
            peer.respond(stream)
        }
        #expect(peer.failure == nil)
        #expect(peer.openStreams == 0)
    }

    @Test("the body of a refused request is dropped, and its windows stay open")
    func refusedBody() throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        peer.consumes = false
        var fields = HTTP2Frame.post()
        fields[2].1 = "other.localhost:8443"
        let stream = client.request(fields, body: Array(repeating: 1, count: 300_000))
        client.talk(to: peer)
        #expect(peer.exchanges[stream] == HTTP2Peer.Exchange(refusal: 421))
        peer.respond(stream, status: 421)
        client.talk(to: peer)
        #expect(client.answers[stream]?.status == "421")
        #expect(client.answers[stream]?.closed == 0)
    }

    @Test("a response blocked by the client's windows is stalled until they open")
    func stall() throws {
        let peer = try HTTP2Peer()
        peer.open([(4, 10)])
        peer.answers = false
        func isStalled(_ stream: Int32) -> Bool {
            var isStalled = false
            peer.with { isStalled = $0.isStalled(stream) }
            return isStalled
        }
        peer.feed(.headers(1, HTTP2Frame.get()))
        #expect(!isStalled(1))
        peer.respond(1, body: Array(repeating: 1, count: 15))
        #expect(isStalled(1))
        #expect(peer.frames.last?.payload.count == 10)
        peer.feed(.windowUpdate(1, by: 5))
        #expect(peer.frames.last?.payload.count == 5)
        #expect(peer.exchanges[1]?.closed == 0)
        #expect(!isStalled(1))
        // The connection's window blocks all of them.
        peer.feed(.settings([(4, 1_000_000)]))
        for stream in [3, 5] as [Int32] {
            peer.feed(.headers(stream, HTTP2Frame.get()))
            peer.respond(stream, body: Array(repeating: 1, count: 100_000))
        }
        #expect(isStalled(3))
        #expect(isStalled(5))
        peer.feed(.windowUpdate(0, by: 1_000_000))
        #expect(peer.exchanges[3]?.closed == 0)
        #expect(peer.exchanges[5]?.closed == 0)
    }
}
