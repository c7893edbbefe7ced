import Foundation
import JourneyBase
import Synchronization
import Testing

@testable import JourneyDevice

/// The permitted effects and costs of one exchange, against real TLS servers on loopback.
struct CurlExchangeTests {
    let transport: CurlTransport

    init() throws { transport = CurlTransport(trust: try Loopback.trust(), userAgent: "tests/1") }

    @Test(
        "each method is sent as is, with its body and no extra headers",
        arguments: HTTPMethod.allCases)
    func methods(method: HTTPMethod) async throws {
        let seen = Mutex("")
        let server = try Loopback.server { connection in
            guard let request = connection.request() else { return }
            seen.withLock { $0 = request }
            connection.respond(status: "204 No Content")
        }
        let body = [.post, .put, .patch].contains(method) ? Array(#"{"a":1}"#.utf8) : []
        let headers: HTTPFields = body.isEmpty ? ["X-Empty": ""] : ["Content-Type": "application/json", "X-Empty": ""]
        let request = try Loopback.request(
            server, method, path: "/a%20b/c", headers: headers, body: body)
        let response = try await transport.send(request, options: HTTPOptions())
        #expect(response.status == 204)
        let text = seen.withLock { $0 }
        #expect(text.hasPrefix("\(method.rawValue) /a%20b/c HTTP/1.1\r\n"))
        #expect(text.hasSuffix("\r\n\r\n" + String(decoding: body, as: UTF8.self)))
        let names = text.split(separator: "\r\n").dropFirst().compactMap {
            $0.split(separator: ":").first?.lowercased()
        }
        let always: Set<String> = ["host", "user-agent", "accept", "x-empty"]
        let withBody: Set<String> = ["content-length", "content-type", "{\"a\""]
        #expect(Set(names) == (body.isEmpty ? always : always.union(withBody)))
        #expect(text.contains("User-Agent: tests/1\r\n"))
    }

    @Test("a POST without a body has Content-Length 0")
    func emptyPost() async throws {
        let server = try Loopback.server { connection in
            guard let request = connection.request() else { return }
            connection.respond(request.lowercased().contains("content-length: 0\r\n") ? "empty" : request)
        }
        let response = try await transport.send(Loopback.request(server, .post), options: HTTPOptions())
        #expect(String(decoding: response.body, as: UTF8.self) == "empty")
    }

    @Test("a redirect is returned like any other response", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let server = try Loopback.server { connection in
            while connection.request() != nil {
                connection.respond("moved", status: "\(status) Moved", headers: ["Location: https://evil.test/"])
            }
        }
        let response = try await transport.send(Loopback.request(server), options: HTTPOptions())
        #expect(response.status == status)
        #expect(response.headers["location"] == "https://evil.test/")
        #expect(server.connections == 1)
    }

    @Test(
        "a header field that could split or steer a request is refused before anything is sent",
        arguments: [
            ("X-A", "1\r\nX-B: 2"), ("X-A", "1\nX-B: 2"), ("X-A\r\nX-B", "1"), ("X A", "1"), ("", "1"), ("X-A:", "1"),
            ("X-A", "1\0"), ("Host", "evil.test"), ("host", "evil.test"), ("Content-Length", "5"),
            ("Transfer-Encoding", "chunked"), ("Connection", "close"), ("Expect", "100-continue"), ("TE", "trailers"),
        ])
    func badHeader(name: String, value: String) async throws {
        let server = try Loopback.server()
        var headers = HTTPFields()
        headers.add(name, value)
        let request = try Loopback.request(server, headers: headers)
        #expect(await Loopback.code { try await transport.send(request, options: HTTPOptions()) } == "VALIDATION_FAIL")
        #expect(server.connections == 0)
    }

    @Test("a user agent that could split a request is not sent")
    func badUserAgent() async throws {
        let server = try Loopback.server { connection in
            guard let request = connection.request() else { return }
            connection.respond(request)
        }
        let transport = CurlTransport(trust: try Loopback.trust(), userAgent: "a\r\nX-Evil: 1")
        let response = try await transport.send(Loopback.request(server), options: HTTPOptions())
        #expect(!String(decoding: response.body, as: UTF8.self).contains("Evil"))
    }

    @Test("a server that never answers is NET_TIMEOUT, and so is a timeout of zero")
    func timeout() async throws {
        let server = try Loopback.server { $0.waitForEnd() }
        let request = try Loopback.request(server)
        for limit in [Duration.milliseconds(150), .zero, .seconds(-1)] {
            let code = await Loopback.code { try await transport.send(request, options: HTTPOptions(timeout: limit)) }
            #expect(code == "NET_TIMEOUT")
        }
        // A slow body does not extend the deadline.
        let trickle = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nx")
            connection.waitForEnd()
        }
        let slow = try Loopback.request(trickle)
        let code = await Loopback.code {
            try await transport.send(slow, options: HTTPOptions(timeout: .milliseconds(150)))
        }
        #expect(code == "NET_TIMEOUT")
    }

    @Test("cancelling ends the exchange with CancellationError and closes the connection")
    func cancel() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let (ends, ended) = AsyncStream.makeStream(of: Void.self)
        let server = try Loopback.server { connection in
            _ = connection.request()
            arrived.yield()
            connection.waitForEnd()
            ended.yield()
        }
        let request = try Loopback.request(server)
        let task = Task { await Loopback.code { try await transport.send(request, options: HTTPOptions()) } }
        for await _ in arrivals { break }
        task.cancel()
        #expect(await task.value == "CancellationError")
        for await _ in ends { break }
        // Cancelled before it starts.
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Loopback.code { try await transport.send(request, options: HTTPOptions()) }
        }
        #expect(await late.value == "CancellationError")
        #expect(server.connections == 1)
    }

    @Test("a body of the limit is accepted and one byte more is not, declared or chunked")
    func bodyCap() async throws {
        let server = try Loopback.server { connection in
            while let request = connection.request() {
                let count = request.contains("/over") ? 1_001 : 1_000
                let body = String(repeating: "x", count: count)
                if request.contains("/length") {
                    connection.respond(body)
                } else {
                    connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                    connection.write("\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
                }
            }
        }
        for kind in ["length", "chunked"] {
            let options = HTTPOptions(bodyLimit: 1_000)
            let fits = try Loopback.request(server, path: "/fits/\(kind)")
            #expect(try await transport.send(fits, options: options).body.count == 1_000)
            let over = try Loopback.request(server, path: "/over/\(kind)")
            #expect(await Loopback.code { try await transport.send(over, options: options) } == "RESPONSE_TOO_LARGE")
        }
        let none = try Loopback.request(server, path: "/fits/length")
        let code = await Loopback.code { try await transport.send(none, options: HTTPOptions(bodyLimit: 0)) }
        #expect(code == "RESPONSE_TOO_LARGE")
    }

    @Test("a header of 10 KB is accepted; 200 KB, ten thousand fields, or endless interim responses are not")
    func headerCap() async throws {
        let server = try Loopback.server { connection in
            while let request = connection.request() {
                if request.contains("/10k") {
                    connection.respond(headers: ["X-Big: " + String(repeating: "a", count: 10_240)])
                }
                if request.contains("/200k") {
                    connection.respond(headers: ["X-Big: " + String(repeating: "a", count: 204_800)])
                }
                if request.contains("/many") { connection.respond(headers: (0..<10_000).map { "X-\($0): 1" }) }
                if request.contains("/interim") {
                    let one = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
                    while connection.write(String(repeating: one, count: 100)) {}
                }
            }
        }
        let fits = try Loopback.request(server, path: "/10k")
        #expect(try await transport.send(fits, options: HTTPOptions()).headers["X-Big"]?.utf8.count == 10_240)
        for path in ["/200k", "/many", "/interim"] {
            let over = try Loopback.request(server, path: path)
            let code = await Loopback.code { try await transport.send(over, options: HTTPOptions()) }
            #expect(code == "RESPONSE_TOO_LARGE", "\(path)")
        }
    }

    @Test("an interim response's fields are not part of the final response")
    func interim() async throws {
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n")
            connection.respond("done", headers: ["X-Late: 1"])
        }
        let response = try await transport.send(Loopback.request(server), options: HTTPOptions())
        #expect(response.headers["X-Early"] == nil && response.headers["X-Late"] == "1")
    }

    @Test(
        "a truncated, missing or malformed response is NET_UNREACHABLE",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhalf",
            // No length: an attacker could have truncated it.
            "HTTP/1.1 200 OK\r\n\r\nhalf", "", "HTTP/1.1 200 OK\r\nX-", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-",
            "HTTP/1.1 204 No Content\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nhalf", "HTTP/1.0 200 OK\r\n\r\n",
            "SSH-2.0-OpenSSH_9.2\r\n", "hello",
        ])
    func cutOff(answer: String) async throws {
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            if !answer.isEmpty { connection.write(answer) }
        }
        let request = try Loopback.request(server)
        #expect(await Loopback.code { try await transport.send(request, options: HTTPOptions()) } == "NET_UNREACHABLE")
    }

    @Test("trailers of a chunked body are not read as header fields")
    func trailers() async throws {
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Late\r\n\r\n")
            connection.write("2\r\nok\r\n0\r\nX-Late: 1\r\n\r\n")
        }
        let response = try await transport.send(Loopback.request(server), options: HTTPOptions())
        #expect(response.body == Array("ok".utf8) && response.headers["X-Late"] == nil)
    }

    @Test("a closed port and an unknown host name are NET_UNREACHABLE")
    func nobody() async throws {
        let server = try Loopback.server { _ in }
        let nowhere = try Loopback.request(server)
        server.stop()
        #expect(await Loopback.code { try await transport.send(nowhere, options: HTTPOptions()) } == "NET_UNREACHABLE")
        let unknown = HTTPRequest(url: try #require(HTTPSURL("https://no-such-host.invalid/")))
        #expect(await Loopback.code { try await transport.send(unknown, options: HTTPOptions()) } == "NET_UNREACHABLE")
    }

    @Test("sequential requests share a connection; a POST gets its own unless it is repeatable")
    func keepAlive() async throws {
        let server = try Loopback.server()
        for index in 0..<20 {
            let trace = try await transport.send(Loopback.request(server), options: HTTPOptions()).trace
            #expect(trace?.isReused == (index > 0))
        }
        #expect(server.connections == 1)
        let keyed = HTTPOptions(isRepeatable: true)
        #expect(try await transport.send(Loopback.request(server, .post), options: keyed).trace?.isReused == true)
        #expect(server.connections == 1)
        let post = try await transport.send(Loopback.request(server, .post), options: HTTPOptions())
        #expect(post.trace?.isReused == false)
        #expect(server.connections == 2)
    }

    @Test("a POST whose connection dies without a response is sent once", arguments: [nil, false])
    func noRepeat(isRepeatable: Bool?) async throws {
        let posts = Atomic<Int>(0)
        let server = try Loopback.server { connection in
            while let request = connection.request() {
                if request.hasPrefix("POST") {
                    posts.add(1, ordering: .relaxed)
                    return
                }
                connection.respond()
            }
        }
        _ = try await transport.send(Loopback.request(server), options: HTTPOptions())
        for body in [[], [1]] as [[UInt8]] {
            posts.store(0, ordering: .relaxed)
            let post = try Loopback.request(server, .post, body: body)
            let options = HTTPOptions(isRepeatable: isRepeatable)
            #expect(await Loopback.code { try await transport.send(post, options: options) } == "NET_UNREACHABLE")
            #expect(posts.load(ordering: .relaxed) == 1)
            _ = try await transport.send(Loopback.request(server), options: HTTPOptions())
        }
    }

    @Test("a GET on a kept connection that died is retried on a new one")
    func staleConnection() async throws {
        let server = try Loopback.server { connection in
            // One response for each connection, without announcing that it is the last.
            if connection.request() != nil { connection.respond() }
        }
        for _ in 0..<5 {
            #expect(try await transport.send(Loopback.request(server), options: HTTPOptions()).status == 200)
        }
    }

    @Test("64 concurrent requests each get their own response, over a few connections")
    func concurrent() async throws {
        let server = try Loopback.server()
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for index in 0..<64 {
                group.addTask {
                    let request = try Loopback.request(server, path: "/item/\(index)")
                    let response = try await transport.send(request, options: HTTPOptions())
                    return (index, String(decoding: response.body, as: UTF8.self))
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 64)
        #expect(answers.allSatisfy { $0.value == "GET /item/\($0.key) HTTP/1.1" })
        #expect(server.connections <= 16)
    }

    @Test("the environment's proxy is ignored")
    func noProxy() async {
        // In a separate process: other threads of this one read the environment, and must not while it is written.
        await #expect(processExitsWith: .success) {
            setenv("https_proxy", "http://127.0.0.1:1", 1)
            setenv("ALL_PROXY", "http://127.0.0.1:1", 1)
            let (server, transport) = (try Loopback.server(), CurlTransport(trust: try Loopback.trust()))
            let response = try await transport.send(Loopback.request(server), options: Loopback.patient)
            try #require(response.status == 200)
        }
    }

    @Test("cookies are not stored")
    func noCookies() async throws {
        let server = try Loopback.server { connection in
            while let request = connection.request() {
                connection.respond(request.contains("Cookie") ? "cookie" : "none", headers: ["Set-Cookie: a=b; Path=/"])
            }
        }
        for _ in 0..<2 {
            let response = try await transport.send(Loopback.request(server), options: HTTPOptions())
            #expect(String(decoding: response.body, as: UTF8.self) == "none")
        }
    }

    @Test("the thread and its connections end when the transport is released")
    func teardown() async throws {
        let (ends, ended) = AsyncStream.makeStream(of: String.self)
        let server = try Loopback.server { connection in
            Loopback.answer(connection)
            ended.yield("connection")
        }
        var transport: CurlTransport? = CurlTransport(trust: try Loopback.trust(), userAgent: nil) {
            ended.yield("thread")
        }
        _ = try await transport?.send(Loopback.request(server), options: HTTPOptions())
        transport = nil
        var seen: Set<String> = []
        for await end in ends {
            seen.insert(end)
            if seen.count == 2 { break }
        }
        #expect(seen == ["connection", "thread"])
    }
}
