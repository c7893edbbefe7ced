import JourneyBase
import Synchronization
import Testing

@testable import JourneyDevice

/// Streams that a server ends early.
@Suite("HTTP/2 stream resets")
struct HTTP2ResetTests {
    private func code(_ method: HTTPMethod, _ peer: FramePeer, key: String? = nil) async throws -> String {
        let server = try RawTLSServer(Loopback.setup.get().identity, isHTTP2: true, serve: peer.serve)
        let transport = CurlTransport(trust: try Loopback.trust())
        var request = try Loopback.request(server, method)
        if let key { request.headers["X-Idempotency-Key"] = key }
        return await Loopback.code { try await transport.send(request, options: Loopback.patient).status }
    }

    @Test("a reset stream is NET_UNREACHABLE, before and within a response", arguments: [true, false])
    func reset(isBegun: Bool) async throws {
        let fault = FramePeer.internalError
        let peer = FramePeer { _ in isBegun ? .brokenOff(fault) : .reset(fault) }
        #expect(try await code(.get, peer) == "NET_UNREACHABLE")
        #expect(peer.requests == 1)
    }

    @Test("an idempotent request that was refused unprocessed is retried a few times at most")
    func refused() async throws {
        let once = FramePeer { $0 == 1 ? .reset(FramePeer.refusedStream) : .ok }
        #expect(try await code(.get, once) == "no error: 200")
        #expect(once.requests == 2)
        let always = FramePeer { _ in .reset(FramePeer.refusedStream) }
        #expect(try await code(.get, always) == "NET_UNREACHABLE")
        #expect((2...10).contains(always.requests))
    }

    @Test("a POST is sent once, refused or not; a caller with its key may retry", arguments: [nil, "key-1"])
    func post(key: String?) async throws {
        let peer = FramePeer { $0 == 1 ? .reset(FramePeer.refusedStream) : .ok }
        #expect(try await code(.post, peer, key: key) == "NET_UNREACHABLE")
        #expect(peer.requests == 1)
    }

    /// Returns how a POST to `peer` ends: its status, or its code and fate. `before` is sent first, on the same transport.
    private func end(
        _ peer: FramePeer, idleLimit: Duration = .zero,
        before: (CurlTransport, RawTLSServer) async throws -> Void = { _, _ in }
    ) async throws -> String {
        let server = try RawTLSServer(
            Loopback.setup.get().identity, isHTTP2: true, alsoHTTP1: true, serve: peer.serve)
        let transport = CurlTransport(trust: try Loopback.trust())
        try await before(transport, server)
        let request = try Loopback.request(server, .post, body: Array("amount=1".utf8))
        do {
            let options = HTTPOptions(timeout: .seconds(60), connectionIdleLimit: idleLimit)
            return "\(try await transport.send(request, options: options).status)"
        } catch let error as JourneyError {
            return "\(error.code) \(error.requestFate?.rawValue ?? "none")"
        }
    }

    @Test(
        "a POST is known to be unprocessed only after REFUSED_STREAM on its own new connection",
        arguments: [
            (FramePeer.Answer.reset(FramePeer.refusedStream), "NET_UNREACHABLE notSent"),
            // libcurl 7.88 does not distinguish a GOAWAY from a broken connection.
            (.goAway, "NET_UNREACHABLE unknown"),
            (.reset(FramePeer.internalError), "NET_UNREACHABLE unknown"),
            (.reset(FramePeer.http11Required), "NET_UNREACHABLE unknown"),
            (.brokenOff(FramePeer.internalError), "NET_UNREACHABLE unknown"),
            // Status and reset arrive in one packet, so that nothing of the response is delivered.
            (.brokenOff(FramePeer.refusedStream), "NET_UNREACHABLE unknown"),
        ])
    func fate(answer: FramePeer.Answer, expected: String) async throws {
        let peer = FramePeer { $0 == 1 ? answer : .ok }
        let end = try await end(peer)
        #expect(end == expected)
        #expect(peer.requests == 1)
    }

    @Test("a POST refused on a kept connection has an unknown fate, like one on a dead connection")
    func refusedOnKeptConnection() async throws {
        let peer = FramePeer { $0 == 2 ? .reset(FramePeer.refusedStream) : .ok }
        let end = try await end(peer, idleLimit: .seconds(60)) { transport, server in
            let first = try await transport.send(Loopback.request(server), options: Loopback.patient)
            #expect(first.status == 200)
        }
        #expect(end == "NET_UNREACHABLE unknown")
        #expect(peer.requests == 2)
    }

    @Test("a POST refused while another exchange was under way has an unknown fate")
    func refusedBesideAnother() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let peer = FramePeer { number in
            arrived.continuation.yield()
            return number == 1 ? .silence : .reset(FramePeer.refusedStream)
        }
        let waiting = Mutex<Task<Void, Never>?>(nil)
        let end = try await end(peer) { transport, server in
            let request = try Loopback.request(server)
            waiting.withLock { $0 = Task { _ = try? await transport.send(request, options: Loopback.patient) } }
            for await _ in arrived.stream { break }
        }
        #expect(end == "NET_UNREACHABLE unknown")
        waiting.withLock { $0 }?.cancel()
        await waiting.withLock { $0 }?.value
    }

    @Test("a POST refused unprocessed is retried by a caller that may retry, and processed once")
    func refusedAndSentAgain() async throws {
        let peer = FramePeer { $0 == 1 ? .reset(FramePeer.refusedStream) : .ok }
        let server = try RawTLSServer(Loopback.setup.get().identity, isHTTP2: true, serve: peer.serve)
        let response = try await CurlTransport(trust: try Loopback.trust()).send(
            Loopback.request(server, .post), options: Loopback.patient,
            retry: HTTPRetry(tries: 2, firstWait: .milliseconds(1)),
            by: HTTPDeadline(after: .seconds(60), clock: ContinuousClock()),
            random: { [UInt8](repeating: 0, count: $0) })
        #expect(response.status == 200)
        #expect(peer.requests == 2)
    }
}
