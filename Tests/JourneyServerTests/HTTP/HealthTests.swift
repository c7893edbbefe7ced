import JourneyBase
import Synchronization
import Testing

@testable import JourneyServer

@Suite("Health and readiness", .timeLimit(.minutes(10)))
struct HealthTests {
    @Test("a server is live once it runs, and ready when every check passes", arguments: [true, false])
    func checks(works: Bool) async throws {
        let readiness = Readiness([
            Readiness.Check("keys") { true }, Readiness.Check("database") { works },
        ])
        let test = try await TestServer(ClosureService.echo, readiness: readiness)
        #expect(try await test.ask("GET /health")?.status == 200)
        let answer = try #require(try await test.ask("GET /ready"))
        #expect(answer.status == (works ? 200 : 503))
        #expect(answer.headers["cache-control"] == "no-store")
        let body = try JSONReader.read(Array(answer.body.utf8))
        #expect(body == ["status": works ? "ready" : "unready", "checks": ["keys": true, "database": .bool(works)]])
        #expect(try await test.ask("POST /ready")?.status == 405)
        await test.server.stop()
    }

    @Test("a stopping server is not ready while it still accepts clients, and closes after each response")
    func stopping() async throws {
        let readiness = Readiness()
        let gate = Gate()
        let test = try await TestServer(
            ClosureService { _ in
                await gate.wait()
                return HTTPResponse(status: 200)
            }, readiness: readiness)
        async let held = test.ask("GET /held")
        await gate.arrived()
        async let stopped: Void = test.server.stop(notice: .seconds(3_600), grace: .zero)
        while !readiness.isStopping { await Task.yield() }
        let answer = try #require(try await test.ask("GET /ready"))
        #expect(answer.status == 503)
        #expect(try JSONReader.read(Array(answer.body.utf8))["status"] == "stopping")
        #expect(answer.headers["connection"] == "close")
        #expect(try await test.ask("GET /health")?.status == 200)
        await gate.open()
        #expect(try await held?.status == 200)
        // A second call ends the grace period.
        await test.server.stop(grace: .seconds(3_600))
        await stopped
    }
}

@Suite("Requests per connection and the access log", .timeLimit(.minutes(10)))
struct AccessLogTests {
    @Test("a connection closes after its maximum number of requests")
    func lastRequest() async throws {
        let test = try await TestServer(ClosureService.echo, limits: ServerLimits(requestsPerConnection: 2))
        let text = test.message("GET /1") + test.message("GET /2") + test.message("GET /3")
        let answers = try await test.exchange(Array(text.utf8), count: 3)
        #expect(answers.map { $0?.status } == [200, 200, nil])
        #expect(answers.map { $0?.headers["connection"] == "close" } == [false, true, false])
        await test.server.stop()
    }

    private static let canary = "c4n4ry"

    private static let router = Router([
        Route(.post, "/accounts/{id}") { _, _ in HTTPResponse(status: 201, body: Array(canary.utf8)) }
    ])

    @Test("each request has one log line with route and outcome, without data from the client")
    func accessLog() async throws {
        let lines = Mutex<[Log.Entry]>([])
        let log = Log { entry in lines.withLock { $0.append(entry) } }
        let test = try await TestServer(Self.router, log: log)
        let trace = "0af7651916cd43dd8448eb211c80319c"
        let answer = try await test.ask(
            "POST /accounts/\(Self.canary)?\(Self.canary)=\(Self.canary)",
            [
                "Authorization: Bearer \(Self.canary)", "Cookie: \(Self.canary)", "X-Request-Id: \(Self.canary)",
                "User-Agent: \(Self.canary)", "traceparent: 00-\(trace)-b7ad6b7169203331-01",
                "tracestate: a=\(Self.canary)",
            ], body: Self.canary)
        _ = try await test.ask("GET /\(Self.canary)", ["traceparent: 00-\(Self.canary)-b7ad6b7169203331-01"])
        await test.server.stop()
        let entries = lines.withLock { $0 }
        #expect(entries.count == 2)
        let first = try #require(entries.first).fields
        #expect(first[.status] == "201")
        #expect(first[.method] == "POST")
        #expect(first[.route] == "/accounts/{id}")
        #expect(first[.trace] == trace)
        #expect(first[.bytes] == "6")
        #expect(first[.request] == answer?.headers["x-request-id"])
        #expect(first[.milliseconds].flatMap { Int($0) } != nil)
        #expect(entries.last?.fields[.route] == nil)
        #expect(entries.last?.fields[.trace] == nil)
        for entry in entries { #expect(!"\(entry)".contains(Self.canary)) }
    }

    @Test("every request has its own ID, visible to service and client")
    func requestID() async throws {
        let test = try await TestServer(
            ClosureService { request in
                HTTPResponse(
                    status: 200, headers: ["X-Request-Id": "forged"],
                    body: Array(request.headers.values(of: "X-Request-Id").joined(separator: ",").utf8))
            })
        let text = test.message("GET /", ["X-Request-Id: mine"]) + test.message("GET /")
        let answers = try await test.exchange(Array(text.utf8), count: 2)
        #expect(answers.map { $0?.body } == answers.map { $0?.headers["x-request-id"] })
        #expect(Set(answers.map { $0?.body }).count == 2)
        #expect(answers.first??.body != "mine")
        await test.server.stop()
    }
}
