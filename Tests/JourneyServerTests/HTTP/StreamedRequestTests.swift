import JourneyBase
import Synchronization
import Testing

@testable import JourneyServer

@Suite("Streamed requests", .timeLimit(.minutes(10)))
struct StreamedRequestTests {
    /// Reads bodies of up to a million bytes in pieces.
    private struct Intake: HTTPService {
        let body: @Sendable (HTTPBodyStream) async -> HTTPResponse

        func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { .streamed(limit: 1_000_000) }

        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            guard let stream = request.stream, request.body.isEmpty else { return HTTPResponse(status: 500) }
            return await body(stream)
        }
    }

    private static let count = Intake { stream in
        guard let whole = try? await stream.collected(limit: .max) else { return HTTPResponse(status: 400) }
        return HTTPResponse(status: 200, body: Array("\(whole.count)".utf8))
    }

    @Test("a piece reaches the service before the next one is sent")
    func pieceByPiece() async throws {
        let gate = Gate()
        let test = try await TestServer(
            Intake { stream in
                var pieces: [[UInt8]] = []
                do {
                    for try await piece in stream {
                        pieces.append(piece)
                        await gate.open()
                    }
                } catch { return HTTPResponse(status: 400) }
                return HTTPResponse(status: 200, body: Array(pieces.joined()))
            })
        let caller = try await Caller(test)
        let head = test.message("POST /", ["Content-Length: 6"])
        try await caller.run { try $0.send(head + "one") }
        await gate.wait()
        let answer = try await caller.run { client in
            try client.send("two")
            return try client.answer()
        }
        #expect(answer?.body == "onetwo")
        await test.server.stop()
    }

    @Test("every body arrives whole: with a length, chunked, long and empty", arguments: [0, 1, 900_000])
    func whole(count: Int) async throws {
        let test = try await TestServer(Self.count, limits: ServerLimits(body: 10))
        let body = String(repeating: "x", count: count)
        #expect(try await test.ask("POST /", body: body)?.body == "\(count)")
        let chunk = count == 0 ? "" : String(count, radix: 16) + "\r\n" + body + "\r\n"
        let text = test.message("POST /", ["Transfer-Encoding: chunked"]) + chunk + "0\r\n\r\n"
        #expect(try await test.exchange(Array(text.utf8)).first??.body == "\(count)")
        await test.server.stop()
    }

    @Test("a service that does not read applies back-pressure, and gets everything once it reads")
    func backPressure() async throws {
        let gate = Gate()
        let test = try await TestServer(
            Intake { stream in
                await gate.wait()
                return await Self.count.body(stream)
            })
        async let answer = test.ask("POST /", body: String(repeating: "x", count: 1_000_000))
        await gate.arrived()
        // Other connections are served meanwhile.
        #expect(try await test.ask("GET /health")?.status == 200)
        await gate.open()
        #expect(try await answer?.body == "1000000")
        await test.server.stop()
    }

    @Test("a declared overlong body is refused before reading, and one that grows too long is cut off")
    func limit() async throws {
        let broken = Mutex<[ErrorCode?]>([])
        let test = try await TestServer(
            Intake { stream in
                do { _ = try await stream.collected(limit: .max) } catch {
                    broken.withLock { $0.append((error as? JourneyError)?.code) }
                }
                return HTTPResponse(status: 200)
            })
        let announced = test.message("POST /", ["Content-Length: 1000001"])
        #expect(try await test.exchange(Array(announced.utf8)).first??.status == 413)
        let piece = String(repeating: "x", count: 500_000)
        let chunk = String(500_000, radix: 16) + "\r\n" + piece + "\r\n"
        let caller = try await Caller(test)
        let head = test.message("POST /", ["Transfer-Encoding: chunked"])
        let answer = try await caller.run { client in
            // The server may close before the last of it is written.
            try? client.send(head + chunk + chunk + chunk + "0\r\n\r\n")
            return try client.answer()
        }
        #expect(answer == nil)
        await test.server.stop(grace: .seconds(3_600))
        #expect(broken.withLock { $0 } == [.responseTooLarge])
    }

    @Test("a body that the client aborts ends with an error")
    func brokenOff() async throws {
        let (ended, ending) = AsyncStream<Bool>.makeStream()
        let gate = Gate()
        let test = try await TestServer(
            Intake { stream in
                do {
                    for try await _ in stream { await gate.open() }
                    ending.yield(true)
                } catch { ending.yield(false) }
                return HTTPResponse(status: 200)
            })
        let caller = try await Caller(test)
        let head = test.message("POST /", ["Content-Length: 6"])
        try await caller.run { try $0.send(head + "one") }
        await gate.wait()
        caller.close()
        for await isWhole in ended {
            #expect(!isWhole)
            break
        }
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("a service may answer without reading")
    func early() async throws {
        let test = try await TestServer(Intake { _ in HTTPResponse(status: 403) })
        #expect(try await test.ask("POST /", body: "abc")?.status == 403)
        #expect(try await test.ask("POST /")?.status == 403)
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("a response during the body reaches the client at the body's end")
    func middle() async throws {
        let test = try await TestServer(
            Intake { stream in
                var iterator = stream.makeAsyncIterator()
                _ = try? await iterator.next()
                return HTTPResponse(status: 202)
            })
        #expect(try await test.ask("POST /", body: String(repeating: "x", count: 700_000))?.status == 202)
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("an incomplete upload is cut off")
    func slow() async throws {
        let test = try await TestServer(
            Self.count, limits: ServerLimits(handling: .seconds(6), transfer: .seconds(6)))
        let caller = try await Caller(test)
        let head = test.message("POST /", ["Content-Length: 6"])
        #expect(
            try await caller.run { client in
                try client.send(head + "one")
                return try client.isClosed()
            })
        await test.server.stop(grace: .seconds(3_600))
    }
}
