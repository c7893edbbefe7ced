import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Slow clients", .timeLimit(.minutes(10)))
struct SlowClientTests {
    /// A long idle limit, so that a connection is closed for its total transfer time, which suffices for a handshake on a busy
    /// machine.
    private let limits = ServerLimits(idle: .seconds(60), transfer: .seconds(6))

    @Test(
        "an incomplete request is cut off at any point",
        arguments: [
            "", "GET / HT", "GET / HTTP/1.1\r\nHost: loc",
            "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 9\r\n\r\nab",
        ])
    func request(beginning: String) async throws {
        let test = try await TestServer(ClosureService.echo, limits: limits)
        let (port, authority) = (test.port, test.authorityPEM)
        let isClosed = try await blocking {
            let client = try RawClient(port: port, authority: authority)
            try client.send(beginning.replacing("HOST", with: "localhost:\(port)"))
            return try client.isClosed()
        }
        #expect(isClosed)
        #expect(try await test.ask("GET /")?.status == 200)
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("a response that is not read is cut off")
    func response() async throws {
        let (ended, ending) = AsyncStream<Void>.makeStream()
        let body = [UInt8](repeating: 0x78, count: 16 << 20)
        let test = try await TestServer(
            ClosureService { _ in HTTPResponse(status: 200, body: body) }, limits: limits,
            log: Log { _ in ending.yield() })
        let (port, authority, request) = (test.port, test.authorityPEM, test.message("GET /"))
        let client = try await blocking { () -> Held in
            let client = try RawClient(port: port, authority: authority)
            try client.send(request)
            return Held(client: client)
        }
        for await _ in ended { break }
        #expect(try await blocking { try client.client.answer() } == nil)
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("an address gets its limit of connections")
    func addressLimit() async throws {
        let test = try await TestServer(ClosureService.echo, limits: ServerLimits(connectionsPerAddress: 2))
        let (port, authority) = (test.port, test.authorityPEM)
        try await blocking {
            let first = try RawClient(port: port, authority: authority)
            let second = try RawClient(port: port, authority: authority)
            #expect((try? RawClient(port: port, authority: authority)) == nil)
            withExtendedLifetime((first, second)) {}
        }
        await test.server.stop()
    }
}

/// Passes a client from one thread to the next. It is never used by two at once.
private struct Held: @unchecked Sendable {
    let client: RawClient
}
