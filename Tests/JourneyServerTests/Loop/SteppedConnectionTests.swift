import Glibc
import JourneyBase
import Testing

@testable import JourneyServer

/// Connections step by step, so that waiting can be counted instead of timed.
@Suite("Connections, turn by turn", .timeLimit(.minutes(2)))
struct SteppedConnectionTests {
    /// A server and its clients on one thread: everything that a test does between two turns happens at one instant.
    private final class House {
        let server: SteppedServer
        private var sockets: [Int32] = []

        init(limits: ServerLimits = ServerLimits()) throws {
            let service = Router([
                Route(.get, "/small") { _, _ in HTTPResponse(status: 204) },
                Route(.get, "/never") { _, _ in
                    // Nothing arrives, so that only a cancellation ends it.
                    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
                    for await _ in stream {}
                    continuation.finish()
                    return HTTPResponse(status: 200)
                },
                Route(.get, "/busy") { _, _ in
                    while !Task.isCancelled { await Task.yield() }
                    return HTTPResponse(status: 200)
                },
                Route(.get, "/large") { _, _ in
                    HTTPResponse(status: 200, body: [UInt8](repeating: 0x78, count: 100_000))
                },
                Route(.post, "/upload", body: .streamed(limit: 1 << 30)) { request, _ in
                    guard let stream = request.stream else { return HTTPResponse(status: 400) }
                    do { for try await _ in stream {} } catch { return HTTPResponse(status: 400) }
                    return HTTPResponse(status: 204)
                },
            ])
            server = try SteppedServer(service: service, name: "bank.example", limits: limits)
        }

        deinit { for socket in sockets { close(socket) } }

        func connect(isHTTP2: Bool = false) throws -> Int32 {
            let socket = try #require(server.connect(isHTTP2: isHTTP2))
            sockets.append(socket)
            return socket
        }

        func leave(_ socket: Int32) {
            sockets.removeAll { $0 == socket }
            close(socket)
        }

        /// Sends as much of `bytes` as the socket accepts.
        @discardableResult func send(_ bytes: [UInt8], on socket: Int32) -> Int {
            Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        func send(_ text: String, on socket: Int32) { send(Array(text.utf8), on: socket) }

        func received(on socket: Int32) -> [UInt8] {
            var room = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(socket, &room, room.count, 0)
            return count > 0 ? Array(room[..<count]) : []
        }

        /// Returns the number of turns until `isDone`; `nil` after `most`.
        func turns(most: Int = 50, until isDone: () -> Bool) -> Int? {
            for turn in 0...most {
                if isDone() { return turn }
                server.turn()
            }
            return nil
        }
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: bank.example\r\n\r\n" }

    @Test("a client that sends endlessly delays another one by a few turns at most")
    func uploads() throws {
        let house = try House()
        let (loud, small) = (try house.connect(), try house.connect())
        house.send("POST /upload HTTP/1.1\r\nHost: bank.example\r\nContent-Length: 1000000000\r\n\r\n", on: loud)
        let piece = [UInt8](repeating: 0x62, count: 1 << 18)
        var sent = 0
        for _ in 0..<20 {
            sent += max(0, house.send(piece, on: loud))
            house.server.turn()
        }
        // The client reads all the time.
        #expect(sent > 1 << 20)
        house.send(Self.get("/small"), on: small)
        let turns = house.turns {
            house.send(piece, on: loud)
            return !house.received(on: small).isEmpty
        }
        #expect(try #require(turns) <= 3)
    }

    @Test(
        "a service that never waits delays no other, and is cancelled when its client leaves",
        arguments: ["/busy", "/never"])
    func services(path: String) throws {
        let house = try House()
        let (first, small) = (try house.connect(), try house.connect())
        house.send(Self.get(path), on: first)
        _ = house.turns(most: 3) { false }
        house.send(Self.get("/small"), on: small)
        #expect(try #require(house.turns { !house.received(on: small).isEmpty }) <= 3)
        #expect(!house.server.isEmpty)
        house.leave(first)
        house.leave(small)
        #expect(house.turns { house.server.isEmpty } != nil)
    }

    @Test("a closed HTTP/2 window holds its stream no longer than the streaming time")
    func window() throws {
        let house = try House(limits: ServerLimits(transfer: .milliseconds(100), streaming: .milliseconds(100)))
        let client = try house.connect(isHTTP2: true)
        // SETTINGS_INITIAL_WINDOW_SIZE 0, then GET /large (RFC 9113, sections 3.4, 6.5.2 and 6.2; RFC 7541).
        let settings: [UInt8] = [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]
        let block: [UInt8] =
            [0x82, 0x04, 6] + Array("/large".utf8) + [0x87, 0x41, 0x0C] + Array("bank.example".utf8)
        house.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", on: client)
        house.send(settings + [0, 0, UInt8(block.count), 1, 5, 0, 0, 0, 1] + block, on: client)
        var answer: [UInt8] = []
        let begin = ContinuousClock.now
        // RST_STREAM of the first stream, or the connection's end.
        _ = house.turns(most: .max - 1) {
            answer += house.received(on: client)
            return Self.frames(answer).contains(3) || house.server.isEmpty || ContinuousClock.now - begin > .seconds(30)
        }
        #expect(Self.frames(answer).contains(1), "the response had begun")
        #expect(ContinuousClock.now - begin < .seconds(10))
    }

    /// Returns the types of whole frames (RFC 9113, section 4.1).
    private static func frames(_ bytes: [UInt8]) -> [UInt8] {
        var types: [UInt8] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            types.append(rest[rest.startIndex + 3])
            rest = rest.dropFirst(9 + rest.prefix(3).reduce(0) { $0 << 8 | Int($1) })
        }
        return types
    }

    @Test("a request aborted at any point leaves nothing open")
    func brokenOff() throws {
        let house = try House()
        let requests = [
            Self.get("/small"), Self.get("/large"), Self.get("/never"),
            "POST /upload HTTP/1.1\r\nHost: bank.example\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        ]
        for request in requests {
            for count in stride(from: 1, through: request.utf8.count, by: 7) {
                let client = try house.connect()
                house.send(Array(request.utf8.prefix(count)), on: client)
                house.server.turn()
                house.leave(client)
                #expect(house.turns { house.server.isEmpty } != nil, "\(count) bytes of \(request)")
            }
        }
    }
}
