import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Time and memory limits, turn by turn", .timeLimit(.minutes(2)))
struct SteppedLimitTests {
    private static let service = Router([
        Route(.get, "/large") { _, _ in
            HTTPResponse(status: 200, body: [UInt8](repeating: 0x78, count: 600_000))
        },
        Route(.get, "/small") { _, _ in HTTPResponse(status: 204) },
        Route(.get, "/never") { _, _ in await never() },
        Route(.post, "/collected") { request, _ in HTTPResponse(status: request.body.isEmpty ? 400 : 204) },
        Route(.post, "/streamed", body: .streamed(limit: 1 << 30)) { request, _ in
            guard let stream = request.stream else { return HTTPResponse(status: 500) }
            do { for try await _ in stream {} } catch { return HTTPResponse(status: 500) }
            return HTTPResponse(status: 204)
        },
        Route(.post, "/unread", body: .streamed(limit: 1 << 30)) { _, _ in await never() },
        Route(.post, "/first", body: .streamed(limit: 1 << 30)) { request, _ in
            guard let stream = request.stream else { return HTTPResponse(status: 500) }
            do { for try await _ in stream { break } } catch { return HTTPResponse(status: 500) }
            return HTTPResponse(status: 204)
        },
        Route(.post, "/none", body: .streamed(limit: 1 << 30)) { _, _ in HTTPResponse(status: 204) },
    ])

    /// Waits until the request is cancelled.
    private static func never() async -> HTTPResponse {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        return HTTPResponse(status: 200)
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n" }

    private static func post(_ path: String, _ field: String) -> String {
        "POST \(path) HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n"
    }

    /// Returns the frame of a request for `path`, with the header's `flags`.
    private static func headers(_ path: String, stream: Int32, flags: UInt8) -> HTTP2Frame {
        let block =
            [0x82, 0x04, UInt8(path.utf8.count)] + Array(path.utf8) + [0x87, 0x41, 0x09] + Array("localhost".utf8)
        return HTTP2Frame(kind: .headers, flags: flags, stream: stream, payload: block)
    }

    private static let opening = HTTP2Frame.preface + HTTP2Frame.settings().bytes

    private func code(_ text: [UInt8]) -> [UInt32?] {
        HTTP2Frame.frames(in: text).filter { $0.kind == .goAway }.map(\.code)
    }

    // MARK: Memory

    @Test("unread responses count towards the buffers, and the client that exceeds them is disconnected")
    func wholeBodies() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(buffers: 1_000_000))
        let (first, second) = (try fixture.connect(), try fixture.connect())
        fixture.send(Self.get("/large"), on: first)
        fixture.turn()
        #expect(fixture.ended.isEmpty)
        fixture.send(Self.get("/large"), on: second)
        fixture.turn()
        #expect(fixture.ended == [["200", "SERVER_FULL"]])
        #expect(fixture.settle(second).isEnded)
        // The first one gets all of it, which frees its share.
        #expect(fixture.settle(first).bytes.count > 600_000)
        let third = try fixture.connect()
        fixture.send(Self.get("/large"), on: third)
        #expect(fixture.settle(third).bytes.count > 600_000)
        #expect(fixture.ended == [["200", "SERVER_FULL"], ["200", ""], ["200", ""]])
    }

    @Test("unread HTTP/2 responses count over all streams of a connection")
    func wholeBodiesOfStreams() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(buffers: 1_000_000))
        let client = try fixture.connect(isHTTP2: true)
        fixture.send(Self.opening + Self.headers("/large", stream: 1, flags: 5).bytes, on: client)
        #expect(!fixture.settle(client).isEnded)
        fixture.send(HTTP2Frame.reset(1).bytes + Self.headers("/large", stream: 3, flags: 5).bytes, on: client)
        #expect(!fixture.settle(client).isEnded)
        #expect(fixture.ended == [["200", ""]])
        fixture.send(Self.headers("/large", stream: 5, flags: 5).bytes, on: client)
        #expect(fixture.settle(client).isEnded)
        #expect(fixture.ended.dropFirst().allSatisfy { $0 == ["200", "SERVER_FULL"] } && fixture.ended.count == 3)
        #expect(fixture.server.isEmpty)
    }

    // MARK: The pace of a body

    @Test("a client that sends a body too slowly is disconnected, collected or streamed")
    func slowBody() throws {
        for path in ["/collected", "/streamed"] {
            let fixture = try SteppedFixture(Self.service, limits: ServerLimits(leastBodyRate: 500, idle: .seconds(30)))
            let client = try fixture.connect()
            fixture.send(Self.post(path, "Content-Length: 100000"), on: client)
            fixture.send(String(repeating: "b", count: 1_000), on: client)
            fixture.turn()
            // 30 seconds, and two for what has come.
            fixture.pass(.seconds(31))
            #expect(fixture.ended.isEmpty && !fixture.receive(on: client).isEnded, "\(path)")
            fixture.pass(.seconds(2))
            #expect(fixture.ended == [["0", "CLIENT_TOO_SLOW"]] && fixture.receive(on: client).isEnded, "\(path)")
            fixture.turn()
            #expect(fixture.server.isEmpty, "\(path)")
        }
    }

    @Test("an HTTP/2 stream that is too slow is reset alone")
    func slowStream() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(leastBodyRate: 500, idle: .seconds(30)))
        let client = try fixture.connect(isHTTP2: true)
        let block = [0x83, 0x04, 9] + Array("/streamed".utf8) + [0x87, 0x41, 0x09] + Array("localhost".utf8)
        let head = HTTP2Frame(kind: .headers, flags: HTTP2Frame.endHeaders, stream: 1, payload: block)
        let piece = HTTP2Frame(kind: .data, stream: 1, payload: [UInt8](repeating: 0x62, count: 1_000))
        fixture.send(Self.opening + head.bytes + piece.bytes, on: client)
        fixture.turn()
        fixture.pass(.seconds(31))
        #expect(fixture.ended.isEmpty)
        fixture.pass(.seconds(2))
        #expect(fixture.ended == [["0", "CLIENT_TOO_SLOW"]])
        let frames = HTTP2Frame.frames(in: fixture.receive(on: client).bytes)
        #expect(frames.contains { $0.kind == .reset && $0.stream == 1 } && !frames.contains { $0.kind == .goAway })
    }

    @Test("a client at the minimum rate is not disconnected")
    func steadyBody() throws {
        for path in ["/collected", "/streamed"] {
            let limits = ServerLimits(leastBodyRate: 500, idle: .seconds(5), transfer: .seconds(60))
            let fixture = try SteppedFixture(Self.service, limits: limits)
            let client = try fixture.connect()
            fixture.send(Self.post(path, "Content-Length: 30000"), on: client)
            for _ in 0..<50 {
                fixture.send(String(repeating: "b", count: 600), on: client)
                fixture.turn()
                fixture.pass(.seconds(1))
            }
            #expect(fixture.ended == [["204", ""]], "\(path)")
        }
    }

    @Test("time in which the service does not read does not count against the client")
    func unreadBody() throws {
        let limits = ServerLimits(leastBodyRate: 500, idle: .seconds(5), handling: .seconds(30), transfer: .seconds(60))
        let fixture = try SteppedFixture(Self.service, limits: limits)
        let client = try fixture.connect()
        fixture.send(Self.post("/unread", "Content-Length: 10000000"), on: client)
        for _ in 0..<50 {
            fixture.send([UInt8](repeating: 0x62, count: 50_000), on: client)
            fixture.turn(1)
        }
        fixture.pass(.seconds(85))
        #expect(fixture.ended.isEmpty)
        // The limit of the upload as a whole still holds.
        fixture.pass(.seconds(10))
        #expect(fixture.ended == [["0", "CLIENT_TOO_SLOW"]])
    }

    // MARK: Heads

    @Test("a head that takes too long is answered 408, once")
    func slowHead() throws {
        let fixture = try SteppedFixture(Self.service, limits: ServerLimits(headTime: .seconds(20)))
        let client = try fixture.connect()
        fixture.send("GET /small HTTP/1.1\r\nHost: loc", on: client)
        fixture.turn()
        fixture.pass(.seconds(10))
        // More of it doesn't put the end off.
        fixture.send("al", on: client)
        fixture.pass(.seconds(9))
        #expect(fixture.receive(on: client).bytes.isEmpty && fixture.ended.isEmpty)
        fixture.pass(.seconds(2))
        let text = String(decoding: fixture.receive(on: client).bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 408 ") && text.ranges(of: "HTTP/1.1").count == 1)
        #expect(text.contains("Connection: close\r\n") && text.contains("application/problem+json"))
        #expect(fixture.ended == [["408", "CLIENT_TOO_SLOW"]])
        fixture.pass(.seconds(3))
        #expect(fixture.receive(on: client).isEnded && fixture.server.isEmpty)
    }

    @Test("an HTTP/2 field section that takes too long ends the connection", arguments: [false, true])
    func slowFieldSection(isBusy: Bool) throws {
        let limits = ServerLimits(headTime: .seconds(20), handling: .seconds(600), transfer: .seconds(600))
        let fixture = try SteppedFixture(Self.service, limits: limits)
        let client = try fixture.connect(isHTTP2: true)
        fixture.send(Self.opening, on: client)
        if isBusy { fixture.send(Self.headers("/never", stream: 1, flags: 5).bytes, on: client) }
        // END_STREAM without END_HEADERS: CONTINUATION has to follow.
        fixture.send(Self.headers("/small", stream: 3, flags: 1).bytes, on: client)
        fixture.turn()
        fixture.pass(.seconds(19))
        #expect(fixture.ended.isEmpty && code(fixture.receive(on: client).bytes).isEmpty)
        fixture.pass(.seconds(2))
        // ENHANCE_YOUR_CALM (RFC 9113, section 7).
        #expect(code(fixture.receive(on: client).bytes) == [11])
        #expect(fixture.ended.first == ["0", "CLIENT_TOO_SLOW"] && fixture.ended.count == (isBusy ? 2 : 1))
        fixture.pass(.seconds(3))
        #expect(fixture.receive(on: client).isEnded && fixture.server.isEmpty)
    }

    @Test("a field section in time is answered, and the next one has the whole time again")
    func fieldSectionInTime() throws {
        let limits = ServerLimits(idle: .seconds(60), headTime: .seconds(20))
        let fixture = try SteppedFixture(Self.service, limits: limits)
        let client = try fixture.connect(isHTTP2: true)
        fixture.send(Self.opening, on: client)
        for stream in [1, 3] as [Int32] {
            fixture.send(Self.headers("/small", stream: stream, flags: 1).bytes, on: client)
            fixture.turn()
            fixture.pass(.seconds(15))
            fixture.send(
                HTTP2Frame(kind: .continuation, flags: HTTP2Frame.endHeaders, stream: stream).bytes, on: client)
            fixture.turn()
        }
        #expect(fixture.ended == [["204", ""], ["204", ""]])
    }

    // MARK: Malformed chunks

    @Test(
        "a malformed chunk is answered 400 once, whoever reads the body",
        arguments: ["/collected", "/streamed", "/first"])
    func malformedChunk(path: String) throws {
        for chunk in ["zz\r\n", "5\r\nhelloX", "5\nhello", "5 x\r\nhello", "\r\n"] {
            let fixture = try SteppedFixture(Self.service)
            let client = try fixture.connect()
            fixture.send(Self.post(path, "Transfer-Encoding: chunked") + "5\r\nhello\r\n", on: client)
            fixture.turn()
            fixture.send(chunk + Self.get("/small"), on: client)
            fixture.turn()
            let text = String(decoding: fixture.receive(on: client).bytes, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 400 ") && text.ranges(of: "HTTP/1.1").count == 1, "\(chunk)")
            #expect(text.contains("Connection: close\r\n") && text.contains("application/problem+json"), "\(chunk)")
            #expect(fixture.ended == [["400", "REQUEST_MALFORMED"]], "\(chunk)")
            fixture.pass(.seconds(3))
            #expect(fixture.receive(on: client).isEnded && fixture.server.isEmpty, "\(chunk)")
        }
    }

    @Test("a malformed chunk after the response has begun gets no response")
    func malformedChunkAfterAnswer() throws {
        let fixture = try SteppedFixture(Self.service)
        let client = try fixture.connect()
        fixture.send(Self.post("/none", "Transfer-Encoding: chunked"), on: client)
        fixture.turn()
        fixture.send("zz\r\n" + Self.get("/small"), on: client)
        fixture.turn()
        let text = String(decoding: fixture.receive(on: client).bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 204 ") && text.ranges(of: "HTTP/1.1").count == 1)
        #expect(text.contains("Connection: close\r\n") && fixture.ended == [["204", ""]])
        fixture.pass(.seconds(3))
        #expect(fixture.receive(on: client).isEnded && fixture.server.isEmpty)
    }
}
