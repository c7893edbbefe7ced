import JourneyBase
import Synchronization
import Testing

@testable import JourneyServer

@Suite("Streamed responses", .timeLimit(.minutes(10)))
struct StreamedResponseTests {
    private func stream(_ body: @escaping @Sendable (HTTPBodyPipe) async throws -> Void) -> ClosureService {
        ClosureService { _ in HTTPResponse(status: 200, stream: .produced(body)) }
    }

    @Test("a piece reaches the client before the next is produced")
    func pieceByPiece() async throws {
        let gate = Gate()
        let test = try await TestServer(
            stream { pipe in
                try await pipe.write(Array("first".utf8))
                await gate.wait()
                try await pipe.write(Array("second".utf8))
            })
        let caller = try await Caller(test)
        let request = test.message("GET /")
        let head = try await caller.run { client in
            try client.send(request)
            return try client.answer(hasBody: false)
        }
        #expect(head?.headers["transfer-encoding"] == "chunked")
        #expect(try await caller.run { try $0.chunk() } == "first")
        await gate.open()
        #expect(try await caller.run { try $0.chunks() } == "second")
        // The connection continues to serve.
        #expect(
            try await caller.run { client in
                try client.send(request)
                _ = try client.answer(hasBody: false)
                return try client.chunks()
            } == "firstsecond")
        await test.server.stop()
    }

    @Test("a long body arrives whole, in order")
    func long() async throws {
        let test = try await TestServer(
            stream { pipe in
                for index in 0..<2_000 {
                    try await pipe.write(Array(repeating: UInt8(0x61 + index % 26), count: 1_000))
                }
            })
        let caller = try await Caller(test)
        let request = test.message("GET /")
        let whole = try await caller.run { client in
            try client.send(request)
            _ = try client.answer(hasBody: false)
            return try client.chunks()
        }
        let expected = (0..<2_000).map {
            String(repeating: Character(UnicodeScalar(UInt8(0x61 + $0 % 26))), count: 1_000)
        }
        #expect(whole == expected.joined())
        await test.server.stop()
    }

    @Test("a known length is declared")
    func length() async throws {
        let test = try await TestServer(
            ClosureService { _ in
                HTTPResponse(
                    status: 200, headers: ["Content-Length": "6"],
                    stream: .produced { pipe in for _ in 0..<3 { try await pipe.write([0x61, 0x62]) } })
            })
        let answer = try await test.ask("GET /")
        #expect(answer?.body == "ababab")
        #expect(answer?.headers["content-length"] == "6")
        await test.server.stop()
    }

    @Test("a failing body is cut off without its last chunk")
    func failure() async throws {
        let test = try await TestServer(
            stream { pipe in
                try await pipe.write(Array("half".utf8))
                throw JourneyError(.serverError, "It broke.")
            })
        let caller = try await Caller(test)
        let request = test.message("GET /")
        await #expect(throws: RawClient.Failure.self) {
            try await caller.run { client in
                try client.send(request)
                _ = try client.answer(hasBody: false)
                return try client.chunks()
            }
        }
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("a client that leaves a silent stream cancels its producer without a write")
    func leavesSilence() async throws {
        let gate = Gate()
        let test = try await TestServer(
            stream { pipe in
                try await pipe.write(Array("first".utf8))
                await gate.waitForCancellation()
            })
        let caller = try await Caller(test)
        let request = test.message("GET /")
        try await caller.run { client in
            try client.send(request)
            _ = try client.answer(hasBody: false)
            _ = try client.chunk()
        }
        caller.close()
        await gate.wait()
        // If anything of it remained, this would wait for the grace period.
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("a producer waits for a client that does not read, and ends when it leaves")
    func backPressure() async throws {
        let (ended, ending) = AsyncStream<Int>.makeStream()
        let test = try await TestServer(
            stream { pipe in
                var count = 0
                defer { ending.yield(count) }
                while true {
                    try await pipe.write([UInt8](repeating: 0x78, count: 16_384))
                    count += 1
                }
            })
        let caller = try await Caller(test)
        let request = test.message("GET /")
        try await caller.run { client in
            try client.send(request)
            _ = try client.answer(hasBody: false)
            _ = try client.chunk()
        }
        caller.close()
        // The two sockets' buffers and the server's own two: some MB, but bounded.
        for await count in ended {
            #expect(count < 2_000)
            break
        }
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("a response to HEAD produces no body")
    func head() async throws {
        let started = Mutex(false)
        let test = try await TestServer(
            stream { _ in started.withLock { $0 = true } })
        let answers = try await test.exchange(Array(test.message("HEAD /").utf8), hasBody: false)
        #expect(answers.first??.status == 200)
        await test.server.stop()
        #expect(!started.withLock { $0 })
    }

    @Test("a stream over the limit is refused, and accepted when another has ended")
    func limit() async throws {
        let gate = Gate()
        let test = try await TestServer(
            stream { pipe in
                try await pipe.write([0x61])
                await gate.wait()
            }, limits: ServerLimits(streams: 1))
        let caller = try await Caller(test)
        let request = test.message("GET /")
        try await caller.run { client in
            try client.send(request)
            _ = try client.answer(hasBody: false)
            _ = try client.chunk()
        }
        let refused = try await test.ask("GET /")
        #expect(refused?.status == 503)
        #expect(refused?.headers["retry-after"] == "1")
        await gate.open()
        #expect(try await caller.run { try $0.chunks() } == "")
        #expect(try await test.exchange(Array(request.utf8), hasBody: false).first??.status == 200)
        await test.server.stop()
    }

    @Test(
        "a stream beyond its time limit, or a stopping server's, is cut off", arguments: [true, false])
    func duration(isLimit: Bool) async throws {
        let gate = Gate()
        let test = try await TestServer(
            stream { pipe in
                // The limit may have passed before there is anything to write.
                try? await pipe.write([0x61])
                await gate.waitForCancellation()
            }, limits: ServerLimits(streaming: isLimit ? .milliseconds(1) : .seconds(60)))
        let caller = try await Caller(test)
        let request = test.message("GET /")
        try await caller.run { client in
            try client.send(request)
            _ = try client.answer(hasBody: false)
        }
        if !isLimit { await test.server.stop(grace: .zero) }
        await gate.wait()
        await #expect(throws: RawClient.Failure.self) { _ = try await caller.run { try $0.chunks() } }
        await test.server.stop(grace: .seconds(3_600))
    }
}
