import Foundation
import JourneyBase
import Synchronization
import Testing

@testable import JourneyDevice

/// Streamed bodies, both ways, over real TLS on loopback.
struct CurlStreamTests {
    let transport: CurlTransport

    init() throws { transport = CurlTransport(trust: try Loopback.trust()) }

    private static let block = String(repeating: "0123456789abcdef", count: 1_024)

    /// Starts a server that sends `count` blocks of 16 KiB, chunked or with their length.
    private func downloads(_ count: Int, chunked: Bool = true) throws -> RawTLSServer {
        try Loopback.server { connection in
            while connection.request() != nil {
                let block = Self.block
                let head = chunked ? "Transfer-Encoding: chunked" : "Content-Length: \(count * block.utf8.count)"
                connection.write("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n")
                for _ in 0..<count {
                    guard connection.write(chunked ? "4000\r\n\(block)\r\n" : block) else { return }
                }
                if chunked { connection.write("0\r\n\r\n") }
            }
        }
    }

    @Test("a 2 MB body arrives in pieces, complete and in order, and the connection is kept", arguments: [true, false])
    func download(chunked: Bool) async throws {
        let server = try downloads(128, chunked: chunked)
        for _ in 0..<2 {
            let response = try await transport.open(Loopback.request(server), options: Loopback.patient)
            #expect(response.status == 200 && response.body.isEmpty)
            let body = try await response.stream?.collected(limit: Int.max)
            #expect(body == Array(String(repeating: Self.block, count: 128).utf8))
        }
        #expect(server.connections == 1)
    }

    @Test("a reader that stops applies back-pressure to the server, and the deadline still applies")
    func backPressure() async throws {
        let written = Mutex(0)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while connection.write("4000\r\n\(Self.block)\r\n") { written.withLock { $0 += Self.block.utf8.count } }
            ended.yield()
        }
        let response = try await transport.open(
            Loopback.request(server), options: HTTPOptions(timeout: .seconds(5), bodyLimit: .max))
        for await _ in ends { break }
        // The capacity of the sockets' buffers and the pipe; without back-pressure it would be hundreds of megabytes.
        #expect(written.withLock { $0 } < 24 << 20)
        let code = await Loopback.code { try await response.stream?.collected(limit: Int.max).count }
        #expect(code == "NET_TIMEOUT")
    }

    @Test("a slow reader receives the whole body")
    func slowReader() async throws {
        let server = try downloads(64)
        let response = try await transport.open(Loopback.request(server), options: Loopback.patient)
        var count = 0
        for try await piece in try #require(response.stream) {
            count += piece.count
            // Other tasks run, so that the pipe fills between two reads.
            for _ in 0..<20 { await Task.yield() }
        }
        #expect(count == 64 * 16_384)
    }

    @Test("releasing the stream or cancelling its reader ends the transfer")
    func letGo() async throws {
        for isCancelled in [false, true] {
            let (ends, ended) = AsyncStream.makeStream(of: Void.self)
            let server = try Loopback.server { connection in
                guard connection.request() != nil else { return }
                connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
                connection.waitForEnd()
                ended.yield()
            }
            let request = try Loopback.request(server)
            let (starts, started) = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                let response = try await transport.open(request, options: Loopback.patient)
                for try await _ in try #require(response.stream) {
                    started.yield()
                    if !isCancelled { break }
                }
            }
            for await _ in starts { break }
            if isCancelled { task.cancel() }
            _ = await task.result
            for await _ in ends { break }
        }
    }

    @Test("the limit applies to the whole stream, and a truncated body throws at its end")
    func faults() async throws {
        let server = try downloads(4)
        let over = try await transport.open(
            Loopback.request(server), options: HTTPOptions(timeout: .seconds(60), bodyLimit: 4 * 16_384 - 1))
        #expect(await Loopback.code { try await over.stream?.collected(limit: Int.max).count } == "RESPONSE_TOO_LARGE")
        let fits = try await transport.open(
            Loopback.request(server), options: HTTPOptions(timeout: .seconds(60), bodyLimit: 4 * 16_384))
        #expect(try await fits.stream?.collected(limit: Int.max).count == 4 * 16_384)
        for head in ["Content-Length: 10", "Transfer-Encoding: chunked", "X-No: length"] {
            let cut = try Loopback.server { connection in
                guard connection.request() != nil else { return }
                connection.write("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n5\r\nab")
                connection.sendCloseNotify()
            }
            let response = try await transport.open(Loopback.request(cut), options: Loopback.patient)
            #expect(await Loopback.code { try await response.stream?.collected(limit: Int.max) } == "NET_UNREACHABLE")
        }
        let declared = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
            connection.waitForEnd()
        }
        let options = HTTPOptions(bodyLimit: 1_000)
        #expect(
            await Loopback.code { try await transport.open(Loopback.request(declared), options: options) }
                == "RESPONSE_TOO_LARGE")
    }

    @Test("an error before the header is thrown by open; an empty body ends at once")
    func early() async throws {
        let gone = try Loopback.server { connection in _ = connection.request() }
        #expect(
            await Loopback.code { try await transport.open(Loopback.request(gone), options: Loopback.patient) }
                == "NET_UNREACHABLE")
        let empty = try Loopback.server { connection in
            while connection.request() != nil { connection.respond(status: "204 No Content") }
        }
        let response = try await transport.open(Loopback.request(empty), options: Loopback.patient)
        #expect(try await response.stream?.collected(limit: 0) == [])
    }

    /// Starts a server that answers with the body's framing and its bytes.
    private func echo() throws -> RawTLSServer {
        try Loopback.server { connection in
            guard var text = connection.request() else { return }
            if text.lowercased().contains("transfer-encoding: chunked") {
                while !text.hasSuffix("0\r\n\r\n"), let more = connection.read() { text += more }
            }
            connection.respond(text)
        }
    }

    @Test("a body of known length is sent with Content-Length, and one of unknown length in chunks")
    func upload() async throws {
        for length in [11, nil] as [Int?] {
            let body = HTTPBodyStream.produced(length: length) { pipe in
                for piece in ["hello", " ", "world"] { try await pipe.write(Array(piece.utf8)) }
            }
            var request = try Loopback.request(echo(), .post)
            request.stream = body
            let text = String(
                decoding: try await transport.send(request, options: Loopback.patient).body, as: UTF8.self)
            if length == nil {
                #expect(text.contains("Transfer-Encoding: chunked") && !text.contains("Content-Length"))
                let joined = text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "|")
                #expect(joined.contains("hello") && joined.contains("world"))
            } else {
                #expect(text.contains("Content-Length: 11\r\n") && text.hasSuffix("\r\n\r\nhello world"))
            }
            #expect(text.hasPrefix("POST /hello HTTP/1.1\r\n") && !text.contains("Expect:"))
        }
    }

    @Test("a failing source, a wrong length, and two bodies are errors", arguments: 0..<5)
    func badUpload(kind: Int) async throws {
        struct Broken: Error {}
        var request = try Loopback.request(echo(), .put)
        let expected: String
        switch kind {
        case 0:
            request.stream = .produced { pipe in
                try await pipe.write([1])
                throw Broken()
            }
            expected = "Broken"
        case 1, 2:
            request.stream = .produced(length: kind == 1 ? 2 : 4) { pipe in try await pipe.write([1, 2, 3]) }
            expected = "VALIDATION_FAIL"
        case 3:
            request.stream = HTTPBodyStream([1])
            request.body = [1]
            expected = "VALIDATION_FAIL"
        default:
            request.stream = HTTPBodyStream([1])
            request.method = .get
            expected = "VALIDATION_FAIL"
        }
        #expect(
            await Loopback.code { try await transport.send(request, options: HTTPOptions(timeout: .seconds(60))) }
                == expected)
    }

    @Test("a server that stops reading pauses the source, and the end of the exchange cancels it")
    func uploadBackPressure() async throws {
        let release = DispatchSemaphore(value: 0)
        let server = try Loopback.server { connection in
            // Reads the header, and nothing more until the client has given up.
            _ = connection.read()
            release.wait()
        }
        let taken = Mutex(0)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        var request = try Loopback.request(server, .post)
        request.stream = HTTPBodyStream(
            next: {
                taken.withLock { $0 += 16_384 }
                return Array(Self.block.utf8)
            }, onCancel: { ended.yield() })
        let code = await Loopback.code {
            try await transport.send(request, options: HTTPOptions(timeout: .milliseconds(700)))
        }
        #expect(code == "NET_TIMEOUT")
        for await _ in ends { break }
        #expect(taken.withLock { $0 } < 24 << 20)
        release.signal()
    }

    @Test("an upload in progress does not lift the limit on an unread response")
    func bothWays() async throws {
        let written = Mutex(0)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            connection.floodWhileReading("4000\r\n\(Self.block)\r\n") {
                written.withLock { $0 += Self.block.utf8.count }
            }
            ended.yield()
        }
        var request = try Loopback.request(server, .post)
        request.stream = HTTPBodyStream(next: {
            await Task.yield()
            return [0x2E]
        })
        let response = try await transport.open(
            request, options: HTTPOptions(timeout: .seconds(5), bodyLimit: .max))
        for await _ in ends { break }
        #expect(response.status == 200 && written.withLock { $0 } < 24 << 20)
        let code = await Loopback.code { try await response.stream?.collected(limit: Int.max).count }
        #expect(code == "NET_TIMEOUT")
    }

    @Test("cancelling during an upload ends the source and the connection")
    func cancelUpload() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: String.self)
        let server = try Loopback.server { connection in
            _ = connection.read()
            arrived.yield()
            connection.waitForEnd()
            ended.yield("connection")
        }
        var request = try Loopback.request(server, .post)
        request.stream = HTTPBodyStream(
            next: {
                try await Task.sleep(for: .milliseconds(1))
                return Array(Self.block.utf8)
            }, onCancel: { ended.yield("source") })
        let sent = request
        let task = Task { await Loopback.code { try await transport.send(sent, options: Loopback.patient) } }
        for await _ in arrivals { break }
        task.cancel()
        #expect(await task.value == "CancellationError")
        var seen: Set<String> = []
        for await end in ends {
            seen.insert(end)
            if seen.count == 2 { break }
        }
    }
}
