import JourneyBase
import Synchronization
import Testing

@Suite("Streamed bodies", .timeLimit(.minutes(10)))
struct HTTPBodyStreamTests {
    @Test("pieces arrive in order, empty ones are skipped, and the stream ends once")
    func order() async throws {
        let stream = HTTPBodyStream.produced { pipe in
            for piece in [[1], [], [2, 3], [], [4]] as [[UInt8]] { try await pipe.write(piece) }
        }
        var pieces: [[UInt8]] = []
        for try await piece in stream { pieces.append(piece) }
        #expect(pieces == [[1], [2, 3], [4]])
    }

    @Test("a writer is never further ahead of its reader than the pipe's capacity")
    func backPressure() async throws {
        let written = Mutex(0)
        let stream = HTTPBodyStream.produced(capacity: 10) { pipe in
            for _ in 0..<200 {
                try await pipe.write([UInt8](repeating: 7, count: 5))
                written.withLock { $0 += 1 }
            }
        }
        var read = 0
        for try await _ in stream {
            read += 1
            // Two chunks fill the pipe; another one may have been written since this one was read.
            #expect(written.withLock { $0 } <= read + 3)
        }
        #expect(read == 200)
    }

    @Test("a failing body throws after the pieces already written")
    func failure() async throws {
        let stream = HTTPBodyStream.produced { pipe in
            try await pipe.write([1])
            throw JourneyError(.serverError, "It broke.")
        }
        var iterator = stream.makeAsyncIterator()
        #expect(try await iterator.next() == [1])
        await #expect(throws: JourneyError.self) { _ = try await iterator.next() }
    }

    @Test("cancelling, dropping the stream or a cancelled task ends the writer", arguments: 0..<3)
    func cancellation(way: Int) async throws {
        let (ended, ending) = AsyncStream<Bool>.makeStream()
        var stream: HTTPBodyStream? = HTTPBodyStream.produced(capacity: 1) { pipe in
            do { while true { try await pipe.write([1, 2]) } } catch {
                ending.yield(error is CancellationError)
                throw error
            }
        }
        if way == 2 {
            let reader = Task { [stream] in for try await _ in try #require(stream) {} }
            stream = nil
            reader.cancel()
            await #expect(throws: (any Error).self) { try await reader.value }
        } else {
            var iterator = stream?.makeAsyncIterator()
            _ = try await iterator?.next()
            if way == 0 { stream?.cancel() }
            iterator = nil
            stream = nil
        }
        // A writer that never started has nothing to end.
        if way < 2 { for await isCancelled in ended { #expect(isCancelled); break } }
    }

    @Test("a body is collected up to its limit, and not one byte more")
    func limit() async throws {
        #expect(try await HTTPBodyStream([1, 2, 3]).collected(limit: 3) == [1, 2, 3])
        #expect(try await HTTPBodyStream([]).collected(limit: 0).isEmpty)
        await #expect(throws: JourneyError.self) { _ = try await HTTPBodyStream([1, 2, 3]).collected(limit: 2) }
    }

    @Test("data offered to a full pipe is kept, and the source is notified once there is room")
    func offer() async throws {
        let pipe = HTTPBodyPipe(capacity: 4)
        let rooms = Mutex(0)
        let tell: @Sendable () -> Void = { rooms.withLock { $0 += 1 } }
        #expect(pipe.offer([1, 2], onRoom: tell))
        #expect(!pipe.offer([3, 4], onRoom: tell))
        #expect(!pipe.offer([5], onRoom: tell))
        var iterator = pipe.stream.makeAsyncIterator()
        #expect(try await iterator.next() == [1, 2])
        #expect(rooms.withLock { $0 } == 1)
        pipe.finish()
        #expect(try await iterator.next() == [3, 4])
        #expect(try await iterator.next() == [5])
        #expect(try await iterator.next() == nil)
        #expect(rooms.withLock { $0 } == 1)
    }
}

@Suite("Services in-process")
struct HTTPServiceTests {
    private struct Measure: HTTPService {
        let rule: HTTPBodyRule

        func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { rule }

        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            guard let stream = request.stream else { return HTTPResponse(status: 200, body: request.body) }
            guard let body = try? await stream.collected(limit: .max) else { return HTTPResponse(status: 400) }
            return HTTPResponse(status: 202, body: body)
        }
    }

    @Test(
        "a service receives bodies by its rule, within its limit and the server's",
        arguments: [
            (HTTPBodyRule.whole(), 4, 200), (.whole(), 5, 413), (.whole(limit: 3), 3, 200), (.whole(limit: 3), 4, 413),
            (.whole(limit: 9), 5, 413), (.streamed(limit: 9), 9, 202), (.streamed(limit: 9), 0, 202),
        ])
    func rules(rule: HTTPBodyRule, count: Int, status: Int) async throws {
        let url = try #require(HTTPSURL("https://a.localhost/"))
        let body = [UInt8](repeating: 1, count: count)
        let plain = await Measure(rule: rule).answer(HTTPRequest(url: url, body: body), bodyLimit: 4)
        #expect(plain.status == status)
        let pieces = HTTPRequest(
            url: url, stream: .produced { pipe in for byte in body { try await pipe.write([byte]) } })
        let streamed = await Measure(rule: rule).answer(pieces, bodyLimit: 4)
        #expect(streamed.status == status)
        if status < 300 { #expect(plain.body == body && streamed.body == body) }
    }

    @Test("a streamed body over the limit is refused if declared, and cut off otherwise")
    func tooLong() async throws {
        let url = try #require(HTTPSURL("https://a.localhost/"))
        let service = Measure(rule: .streamed(limit: 2))
        #expect(await service.answer(HTTPRequest(url: url, body: [1, 2, 3])).status == 413)
        let pieces = HTTPBodyStream.produced { pipe in for byte: UInt8 in 1...3 { try await pipe.write([byte]) } }
        #expect(await service.answer(HTTPRequest(url: url, stream: pieces)).status == 400)
    }
}
