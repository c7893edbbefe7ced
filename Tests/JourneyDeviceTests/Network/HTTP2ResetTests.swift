import JourneyBase
import Testing

@testable import JourneyDevice

/// Streams that a server ends before their time.
@Suite("HTTP/2 streams that are reset")
struct HTTP2ResetTests {
    private func code(_ method: HTTPMethod, _ peer: FramePeer, key: String? = nil) async throws -> String {
        let server = try RawTLSServer(Loopback.setup.get().identity, isHTTP2: true, serve: peer.serve)
        let transport = CurlTransport(trust: try Loopback.trust())
        var request = try Loopback.request(server, method)
        if let key { request.headers["X-Idempotency-Key"] = key }
        return await Loopback.code { try await transport.send(request, options: Loopback.patient).status }
    }

    @Test("a reset stream is NET_UNREACHABLE, before a response and in the middle of one", arguments: [true, false])
    func reset(isBegun: Bool) async throws {
        let fault = FramePeer.internalError
        let peer = FramePeer { _ in isBegun ? .brokenOff(fault) : .reset(fault) }
        #expect(try await code(.get, peer) == "NET_UNREACHABLE")
        #expect(peer.requests == 1)
    }

    @Test("an idempotent request that the server says it refused unseen is sent again, a few times at most")
    func refused() async throws {
        let once = FramePeer { $0 == 1 ? .reset(FramePeer.refusedStream) : .ok }
        #expect(try await code(.get, once) == "no error: 200")
        #expect(once.requests == 2)
        let always = FramePeer { _ in .reset(FramePeer.refusedStream) }
        #expect(try await code(.get, always) == "NET_UNREACHABLE")
        #expect((2...10).contains(always.requests))
    }

    @Test("a POST goes out once, refused or not; whoever has its key tries again", arguments: [nil, "key-1"])
    func post(key: String?) async throws {
        let peer = FramePeer { $0 == 1 ? .reset(FramePeer.refusedStream) : .ok }
        #expect(try await code(.post, peer, key: key) == "NET_UNREACHABLE")
        #expect(peer.requests == 1)
    }
}
