import JourneyBase
import Testing

@testable import JourneyServer

@Suite("HTTP/2 session")
struct HTTP2SessionTests {
    private let client = HTTP2Client()

    @Test("a request reaches the service as one of HTTP/1.1 would, and its answer the client")
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

    @Test("bodies go both ways in pieces, whatever size they are read by", arguments: [0, 1, 16_375, 16_376, 300_000])
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

    @Test("a hundred requests at once are served, and as many after them on the same connection")
    func many() throws {
        let peer = try HTTP2Peer()
        for round in 0..<3 {
            let streams = (0..<100).map { _ in client.request(HTTP2Frame.get()) }
            client.talk(to: peer)
            #expect(streams.allSatisfy { client.answers[$0]?.status == "200" }, "round \(round)")
        }
        #expect(peer.openStreams == 0)
    }
}
