import Dispatch
import JourneyBase
import Synchronization
import Testing

@testable import JourneyDevice

/// Consecutive requests to a server that closes idle connections.
@Suite("Idle connections that the server has closed", .timeLimit(.minutes(5)))
struct IdleConnectionTests {
    /// The way in which a server ends an idle connection.
    enum End: String, CaseIterable, Sendable {
        /// TLS's `close_notify`, then FIN: libcurl 7.88 takes such a connection for a live one.
        case goodbye
        /// FIN alone.
        case fin
        /// RST.
        case reset
    }

    /// A server that answers one request on each connection and then ends it by `end`, without announcing it in the response.
    /// Counts executed requests, by their body.
    private final class Peer: Sendable {
        let done = Mutex<[String: Int]>([:])
        private let end: End
        private let closed: AsyncStream<Void>.Continuation
        /// Signalled for each response that has arrived: a reset before that discards the response.
        let arrived = DispatchSemaphore(value: 0)
        /// One element for each closed connection.
        let closings: AsyncStream<Void>

        init(_ end: End) {
            self.end = end
            (closings, closed) = AsyncStream.makeStream()
        }

        func serve(_ connection: RawConnection) {
            guard let request = connection.request(), let body = request.split(separator: "\r\n").last else { return }
            done.withLock { $0[String(body), default: 0] += 1 }
            connection.respond("done")
            switch end {
            case .goodbye:
                connection.sendCloseNotify()
                connection.shutdownWriting { self.closed.yield() }
            case .fin: connection.shutdownWriting { self.closed.yield() }
            case .reset:
                _ = arrived.wait(timeout: .now() + 60)
                connection.closeWithReset()
                connection.onClose { self.closed.yield() }
            }
        }
    }

    /// Sends `count` POSTs, each after the server has closed the connection of the one before. Returns how they ended.
    private func posts(_ count: Int, _ end: End, options: HTTPOptions) async throws -> (ends: [String: Int], peer: Peer)
    {
        let peer = Peer(end)
        let server = try Loopback.server(serve: peer.serve)
        let transport = CurlTransport(trust: try Loopback.trust())
        var closings = peer.closings.makeAsyncIterator()
        var ends: [String: Int] = [:]
        for number in 0..<count {
            let request = try Loopback.request(server, .post, body: Array("payment-\(number)".utf8))
            let end = await Loopback.code { try await transport.send(request, options: options).status }
            ends[end, default: 0] += 1
            peer.arrived.signal()
            if end == "no error: 200" { await closings.next() }
        }
        return (ends, peer)
    }

    @Test("200 unrepeatable POSTs are all answered, and none is processed twice", arguments: End.allCases)
    func unrepeatable(end: End) async throws {
        let (ends, peer) = try await posts(200, end, options: HTTPOptions(timeout: .seconds(60)))
        #expect(ends == ["no error: 200": 200])
        #expect(peer.done.withLock { $0.count == 200 && $0.values.allSatisfy { $0 == 1 } })
    }

    @Test("a repeatable POST on a dead kept connection is retried by the transport", arguments: End.allCases)
    func repeatable(end: End) async throws {
        let (ends, _) = try await posts(50, end, options: HTTPOptions(timeout: .seconds(60), isRepeatable: true))
        #expect(ends == ["no error: 200": 50])
    }

    @Test("a POST reuses a connection only within its idle limit; less than a second means no reuse")
    func idleLimit() async throws {
        let server = try Loopback.server()
        let transport = CurlTransport(trust: try Loopback.trust())
        func isReused(_ limit: Duration) async throws -> Bool? {
            let options = HTTPOptions(timeout: .seconds(60), connectionIdleLimit: limit)
            return try await transport.send(Loopback.request(server, .post), options: options).trace?.isReused
        }
        #expect(try await isReused(.seconds(60)) == false)
        #expect(try await isReused(.seconds(60)) == true)
        #expect(try await isReused(.milliseconds(999)) == false)
        #expect(try await isReused(.zero) == false)
        #expect(try await isReused(.seconds(-1)) == false)
        // The real time is tested: libcurl uses its own clock. All kept connections are older by then.
        try await Task.sleep(for: .milliseconds(1_100))
        #expect(try await isReused(.seconds(1)) == false)
        #expect(try await isReused(.seconds(60)) == true)
    }
}
