import Foundation
import JourneyBase
import Testing

@testable import JourneyServer

@Suite("HTTP server")
struct HTTPServerTests {
    @Test("the service receives method, path, query, headers, body and origin as sent")
    func serviceSeesTheRequest() async throws {
        let test = try await TestServer(ClosureService.echo)
        let answer = try #require(
            try await test.ask("POST /a%20b/c?d=%2F&e", ["X-Test: yes"], body: #"{"n":1}"#))
        let seen = try JSONReader.read(Array(answer.body.utf8))
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(seen["method"] == "POST")
        #expect(seen["path"] == "/a%20b/c")
        #expect(seen["query"] == "d=%2F&e")
        #expect(seen["body"] == #"{"n":1}"#)
        #expect(seen["x-test"] == "yes")
        #expect(seen["origin"] == .string("https://localhost:\(test.port)"))
        await test.server.stop()
    }

    @Test("many requests on one connection are answered in order")
    func keepAlive() async throws {
        let test = try await TestServer(ClosureService.echo)
        let text = (0..<20).map { test.message("GET /\($0)") }.joined()
        let answers = try await test.exchange(Array(text.utf8), count: 20)
        for (index, answer) in answers.enumerated() {
            let body = try JSONReader.read(Array(try #require(answer).body.utf8))
            #expect(body["path"] == .string("/\(index)"))
        }
        await test.server.stop()
    }

    @Test("a waiting service does not block others")
    func waitingServiceDoesNotBlock() async throws {
        let gate = Gate()
        let test = try await TestServer(
            ClosureService { request in
                if request.url.path == "/slow" { await gate.wait() }
                return HTTPResponse(status: 200, body: Array(request.url.path.utf8))
            })
        async let slow = test.ask("GET /slow")
        await gate.arrived()
        #expect(try await test.ask("GET /fast")?.body == "/fast")
        await gate.open()
        #expect(try await slow?.body == "/slow")
        await test.server.stop()
    }

    @Test("responses from other executors reach their request")
    func otherExecutors() async throws {
        let counter = Counter()
        let test = try await TestServer(
            ClosureService { request in
                await counter.add()
                await Task.detached { await Task.yield() }.value
                return HTTPResponse(status: 200, body: Array(request.url.path.utf8))
            })
        let (port, authority) = (test.port, test.authorityPEM)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<8 {
                let paths = (0..<25).map { "/\(client)/\($0)" }
                let requests = paths.map { test.message("GET \($0)") }
                group.addTask {
                    try await blocking {
                        let connection = try RawClient(port: port, authority: authority)
                        for (path, request) in zip(paths, requests) {
                            try connection.send(request)
                            #expect(try connection.answer()?.body == path)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await counter.count == 200)
        await test.server.stop()
    }

    @Test("a body of the largest size arrives whole, one byte more is refused before it is read")
    func bodyLimit() async throws {
        let test = try await TestServer(ClosureService.echo, limits: ServerLimits(body: 100_000))
        let whole = String(repeating: "x", count: 100_000)
        let answer = try #require(try await test.ask("POST /", body: whole))
        #expect(try JSONReader.read(Array(answer.body.utf8))["body"] == .string(whole))
        let refused = try await test.exchange(
            Array("POST / HTTP/1.1\r\nHost: localhost:\(test.port)\r\nContent-Length: 100001\r\n\r\n".utf8))
        #expect(refused.first??.status == 413)
        await test.server.stop()
    }

    @Test("a chunked body is joined, and cut off beyond the limit")
    func chunkedBody() async throws {
        let test = try await TestServer(ClosureService.echo, limits: ServerLimits(body: 10))
        let head = "POST / HTTP/1.1\r\nHost: localhost:\(test.port)\r\nTransfer-Encoding: chunked\r\n\r\n"
        let good = try await test.exchange(Array((head + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n").utf8))
        let answer = try #require(good.first ?? nil)
        #expect(try JSONReader.read(Array(answer.body.utf8))["body"] == "abcde")
        let bad = try await test.exchange(Array((head + "b\r\nabcdefghijk\r\n0\r\n\r\n").utf8))
        #expect(bad == [nil])
        await test.server.stop()
    }

    @Test("a head over the limit is refused, and the next request works")
    func headLimit() async throws {
        let test = try await TestServer(ClosureService.echo, limits: ServerLimits(head: 4_096))
        let answers = try await test.exchange(
            Array(test.message("GET /", ["X-Test: " + String(repeating: "y", count: 9_000)]).utf8))
        #expect([431, nil].contains(answers.first??.status))
        #expect(try await test.ask("GET /")?.status == 200)
        // Were the refused request still counted, this would wait for the grace period.
        await test.server.stop(grace: .seconds(3_600))
    }

    @Test("a response to HEAD has the length but no body")
    func headHasNoBody() async throws {
        let test = try await TestServer(ClosureService { _ in HTTPResponse(status: 200, body: Array("four".utf8)) })
        let text = test.message("HEAD /") + test.message("HEAD /")
        let answers = try await test.exchange(Array(text.utf8), count: 2, hasBody: false)
        #expect(answers.map { $0?.headers["content-length"] } == ["4", "4"])
        await test.server.stop()
    }

    @Test("a response that would split headers becomes a 500")
    func unsafeHeaders() async throws {
        let test = try await TestServer(
            ClosureService { _ in HTTPResponse(status: 200, headers: ["X-A": "b\r\nSet-Cookie: c=d"]) })
        let answer = try #require(try await test.ask("GET /"))
        #expect(answer.status == 500)
        #expect(answer.headers["set-cookie"] == nil)
        await test.server.stop()
    }

    @Test("a service that exceeds its time is cancelled, and the client gets a response")
    func slowServiceIsCut() async throws {
        let wasCancelled = Gate()
        let test = try await TestServer(
            ClosureService { _ in
                await wasCancelled.waitForCancellation()
                return HTTPResponse(status: 200)
            }, limits: ServerLimits(handling: .milliseconds(50)))
        #expect(try await test.ask("GET /")?.status == 503)
        await wasCancelled.wait()
        await test.server.stop()
    }

    @Test("stopping waits for the request under way and refuses new connections")
    func stopWaits() async throws {
        let gate = Gate()
        let test = try await TestServer(
            ClosureService { _ in
                await gate.wait()
                return HTTPResponse(status: 200, body: Array("done".utf8))
            })
        async let answer = test.ask("GET /")
        await gate.arrived()
        async let stopped: Void = test.server.stop(grace: .seconds(60))
        let (port, authority) = (test.port, test.authorityPEM)
        // The kernel may still take a connection that nobody will accept.
        while (try? await blocking { _ = try RawClient(port: port, authority: authority, patience: 0.5) }) != nil {}
        await gate.open()
        #expect(try await answer?.body == "done")
        await stopped
        await test.server.stop()
    }

    @Test("stopping does not wait longer than the grace period")
    func stopCuts() async throws {
        let gate = Gate()
        let test = try await TestServer(
            ClosureService { _ in
                await gate.wait()
                return HTTPResponse(status: 200)
            })
        async let answer = test.ask("GET /")
        await gate.arrived()
        await test.server.stop(grace: .milliseconds(10))
        #expect(try await answer?.status == 503)
        await gate.open()
    }

    @Test("a connection over the limit is served, and the longest idle one is closed for it")
    func connectionLimit() async throws {
        let test = try await TestServer(ClosureService.echo, limits: ServerLimits(connections: 2))
        let (port, authority) = (test.port, test.authorityPEM)
        let request = test.message("GET /")
        let found = try await blocking { () -> (late: Int?, idlest: Bool, other: Int?) in
            let first = try RawClient(port: port, authority: authority)
            try first.send(request)
            _ = try first.answer()
            let second = try RawClient(port: port, authority: authority)
            try second.send(request)
            _ = try second.answer()
            let third = try RawClient(port: port, authority: authority)
            try third.send(request)
            let late = try third.answer()?.status
            let isClosed = try first.isClosed()
            try second.send(request)
            return (late, isClosed, try second.answer()?.status)
        }
        #expect(found.late == 200 && found.idlest && found.other == 200)
        await test.server.stop()
    }

    @Test("a client that half-closes after its last request gets every response")
    func halfClosed() async throws {
        let test = try await TestServer(ClosureService.echo)
        let (port, authority) = (test.port, test.authorityPEM)
        let text = test.message("GET /1") + test.message("GET /2")
        let statuses = try await blocking { () -> [Int?] in
            let client = try RawClient(port: port, authority: authority)
            try client.send(text)
            client.finish()
            return [try client.answer()?.status, try client.answer()?.status, try client.answer()?.status]
        }
        #expect(statuses == [200, 200, nil])
        await test.server.stop()
    }

    @Test("TLS before 1.2 and plain HTTP are refused")
    func oldTLS() async throws {
        let test = try await TestServer(ClosureService.echo)
        let (port, authority) = (test.port, test.authorityPEM)
        for version: Int32 in [0x0301, 0x0302] {
            #expect(
                await (try? blocking { _ = try RawClient(port: port, authority: authority, newest: version) }) == nil)
        }
        let modern: Void? = try? await blocking { _ = try RawClient(port: port, authority: authority, newest: 0x0303) }
        #expect(modern != nil)
        await test.server.stop()
    }

    @Test("a bad key or a port in use is an error")
    func badStart() async throws {
        let test = try await TestServer(ClosureService.echo)
        await #expect(throws: JourneyError.self) {
            _ = try await HTTPServer.start(
                service: ClosureService.echo, names: ["localhost"],
                tls: TLSIdentity(certificatePEM: test.authorityPEM, keyPEM: Secret(copying: "no key".utf8)))
        }
        await test.server.stop()
    }
}

private actor Counter {
    var count = 0

    func add() { count += 1 }
}
