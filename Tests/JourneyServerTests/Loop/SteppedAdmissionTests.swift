import Glibc
import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Connection and stream limits, turn by turn", .timeLimit(.minutes(2)))
struct SteppedAdmissionTests {
    private static let service = Router([
        Route(.get, "/small/{id}") { _, _ in HTTPResponse(status: 200, body: Array("small".utf8)) },
        Route(.get, "/never") { _, _ in
            let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
            for await _ in stream {}
            continuation.finish()
            return HTTPResponse(status: 200)
        },
        Route(.post, "/streamed", body: .streamed(limit: 1 << 20)) { request, _ in
            guard let stream = request.stream else { return HTTPResponse(status: 500) }
            do { for try await _ in stream {} } catch { return HTTPResponse(status: 500) }
            return HTTPResponse(status: 204)
        },
    ])

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    private static func fields(_ path: String) -> [(String, String)] {
        [(":method", "GET"), (":scheme", "https"), (":authority", "localhost"), (":path", path)]
    }

    private static let opening = HTTP2Frame.preface + HTTP2Frame.settings().bytes

    // MARK: Handshakes and idle connections

    @Test("an incomplete handshake is closed at its deadline, however busy the client")
    func handshakes() throws {
        let identity = try TLSFixture().issue().identity()
        let fixture = try SteppedFixture(
            Self.service, limits: ServerLimits(handshake: .seconds(10)), identities: [identity])
        let (silent, trickling) = (try fixture.connect(), try fixture.connect())
        let halfway = try TLSClient(try #require(fixture.server.connect(isHTTP2: false)), TLSClient.Settings())
        let honest = try TLSClient(try #require(fixture.server.connect(isHTTP2: false)), TLSClient.Settings())
        // The server answers, and the client doesn't.
        halfway.shakeHands()
        for _ in 0..<4 {
            honest.shakeHands()
            fixture.turn()
        }
        #expect(honest.isDone)
        // The head of a record of 512 bytes, and its first bytes, one each second.
        for byte in [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC] as [UInt8] {
            fixture.send([byte], on: trickling)
            fixture.pass(.seconds(1))
        }
        #expect(!fixture.receive(on: silent).isEnded && !fixture.receive(on: trickling).isEnded)
        fixture.pass(.seconds(2))
        #expect(fixture.receive(on: silent).isEnded && fixture.receive(on: trickling).isEnded)
        halfway.shakeHands()
        _ = halfway.read()
        #expect(halfway.failure != nil || halfway.read() == nil)
        #expect(honest.write(Self.get("/small/1")))
        fixture.turn()
        #expect(honest.read()?.hasPrefix("HTTP/1.1 200 ") == true)
        #expect(fixture.ended == [["200", ""]])
        honest.cutOff()
        fixture.turn()
        // The client in the middle of its handshake still holds its socket, and the server nothing.
        #expect(fixture.server.isEmpty)
        withExtendedLifetime(halfway) {}
    }

    @Test("an idle connection is closed, before its first request and after it")
    func idle() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(idle: .seconds(30)))
        let (unused, used) = (try fixture.connect(), try fixture.connect())
        fixture.turn()
        fixture.pass(.seconds(20))
        fixture.send(Self.get("/small/1"), on: used)
        fixture.turn()
        #expect(fixture.receive(on: used).bytes.count > 0)
        fixture.pass(.seconds(11))
        #expect(fixture.receive(on: unused).isEnded && !fixture.receive(on: used).isEnded)
        fixture.pass(.seconds(18))
        #expect(!fixture.receive(on: used).isEnded)
        fixture.pass(.seconds(2))
        #expect(fixture.receive(on: used).isEnded)
        #expect(fixture.ended == [["200", ""]] && fixture.server.isEmpty)
    }

    @Test("an idle HTTP/2 connection gets GOAWAY first")
    func idleHTTP2() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(idle: .seconds(30)))
        let client = try fixture.connect(isHTTP2: true)
        fixture.send(Self.opening + HTTP2Frame.headers(1, Self.fields("/small/1")).bytes, on: client)
        fixture.turn()
        fixture.pass(.seconds(29))
        #expect(!HTTP2Frame.frames(in: fixture.receive(on: client).bytes).contains { $0.kind == .goAway })
        fixture.pass(.seconds(2))
        #expect(HTTP2Frame.frames(in: fixture.receive(on: client).bytes).first { $0.kind == .goAway }?.code == 0)
        fixture.pass(.seconds(3))
        #expect(fixture.receive(on: client).isEnded && fixture.server.isEmpty)
    }

    // MARK: Streams

    @Test("a streamed body over the limit is answered 503 until another has ended")
    func streamedBodies() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(streams: 1))
        let head = "POST /streamed HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n"
        let (first, second, third) = (try fixture.connect(), try fixture.connect(), try fixture.connect())
        fixture.send(head + "hello", on: first)
        fixture.turn()
        fixture.send(head + "hello", on: second)
        fixture.turn()
        let refusal = String(decoding: fixture.receive(on: second).bytes, as: UTF8.self)
        #expect(refusal.hasPrefix("HTTP/1.1 503 ") && refusal.contains("\r\nRetry-After: 1\r\n"))
        fixture.send("world", on: first)
        fixture.turn()
        fixture.send(head + "helloworld", on: third)
        fixture.turn()
        for client in [first, third] {
            let text = String(decoding: fixture.receive(on: client).bytes, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 204 "))
        }
        #expect(fixture.ended == [["503", "TOO_MANY_STREAMS"], ["204", ""], ["204", ""]])
    }

    @Test("a stream over an HTTP/2 connection's limit is refused, and the others continue")
    func streamsPerConnection() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(streamsPerConnection: 2))
        let client = try fixture.connect(isHTTP2: true)
        var bytes = Self.opening
        for (stream, path) in [(1, "/never"), (3, "/never"), (5, "/small/5")] as [(Int32, String)] {
            bytes += HTTP2Frame.headers(stream, Self.fields(path)).bytes
        }
        fixture.send(bytes, on: client)
        fixture.turn()
        let frames = HTTP2Frame.frames(in: fixture.receive(on: client).bytes)
        // SETTINGS_MAX_CONCURRENT_STREAMS, then REFUSED_STREAM (RFC 9113, sections 5.1.2 and 7).
        let settings = try #require(frames.first { $0.kind == .settings && $0.flags == 0 })
        #expect(settings.payload.contains([0, 3, 0, 0, 0, 2]))
        #expect(frames.filter { $0.kind == .reset }.map(\.stream) == [5])
        #expect(frames.first { $0.kind == .reset }?.code == 7 && !frames.contains { $0.kind == .goAway })
        // When one has ended, there is room again.
        fixture.send(HTTP2Frame.reset(1).bytes + HTTP2Frame.headers(7, Self.fields("/small/7")).bytes, on: client)
        fixture.turn()
        #expect(
            HTTP2Frame.frames(in: fixture.receive(on: client).bytes).contains { $0.kind == .data && $0.stream == 7 })
    }

    @Test("an HTTP/2 connection ends after its maximum number of requests")
    func requestsPerConnection() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(requestsPerConnection: 2))
        let client = try fixture.connect(isHTTP2: true)
        fixture.send(Self.opening, on: client)
        for stream in [1, 3] as [Int32] {
            fixture.send(HTTP2Frame.headers(stream, Self.fields("/small/1")).bytes, on: client)
            fixture.turn()
        }
        let frames = HTTP2Frame.frames(in: fixture.receive(on: client).bytes)
        #expect(frames.filter { $0.kind == .data }.map(\.stream) == [1, 3])
        #expect(frames.first { $0.kind == .goAway }?.code == 0)
    }
}
