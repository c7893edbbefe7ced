import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Router")
struct RouterTests {
    private let router = Router([
        Route(.get, "/things/{id}") { _, parameters in .json(["id": .string(parameters["id"])]) },
        Route(.post, "/things") { _, _ in HTTPResponse(status: 201) },
        Route(.get, "/things/{id}/parts/{part}") { _, parameters in
            .json(["id": .string(parameters["id"]), "part": .string(parameters["part"])])
        },
    ])

    private func answer(_ method: HTTPMethod, _ path: String) async throws -> HTTPResponse {
        await router.handle(HTTPRequest(method: method, url: try #require(HTTPSURL("https://a.localhost" + path))))
    }

    @Test(
        "a parameter matches one whole decoded segment",
        arguments: [
            ("/things/7", "7"), ("/things/a%20b", "a b"), ("/things/%C3%A9", "é"), ("/things/7?x=/y", "7"),
            ("/things/%25", "%"),
        ])
    func parameters(path: String, expected: String) async throws {
        #expect(try await answer(.get, path).body == JSONValue.object(["id": .string(expected)]).compactBytes)
    }

    @Test(
        "a path that does not match is not found",
        arguments: [
            "/", "/things/", "/things/7/", "//things/7", "/Things/7", "/things/7/parts", "/things/a%2Fb",
            "/things/a%00b", "/things/%FF", "/things/%5c", "/thing%73/7",
        ])
    func notFound(path: String) async throws {
        let response = try await answer(.get, path)
        #expect(response.status == 404)
        #expect(response.headers["Content-Type"] == "application/problem+json")
    }

    @Test("a path with another method returns the allowed ones")
    func methodNotAllowed() async throws {
        let response = try await answer(.delete, "/things")
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "OPTIONS, POST")
        #expect(try await answer(.post, "/things/7").headers["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test("OPTIONS returns the allowed methods, and 404 for an unknown path")
    func options() async throws {
        let response = try await answer(.options, "/things/7")
        #expect(response.status == 204)
        #expect(response.headers["Allow"] == "GET, HEAD, OPTIONS")
        #expect(try await answer(.options, "/").status == 404)
    }

    @Test("a route declares its body handling, and its pattern is its name")
    func rules() throws {
        let router = Router([
            Route(.post, "/up/{id}", body: .streamed(limit: 9)) { _, _ in HTTPResponse(status: 200) },
            Route(.post, "/small", body: .whole(limit: 1)) { _, _ in HTTPResponse(status: 200) },
        ])
        func request(_ method: HTTPMethod, _ path: String) throws -> HTTPRequest {
            HTTPRequest(method: method, url: try #require(HTTPSURL("https://a.localhost" + path)))
        }
        #expect(try router.bodyRule(for: request(.post, "/up/secret")) == .streamed(limit: 9))
        #expect(try router.bodyRule(for: request(.post, "/small")) == .whole(limit: 1))
        #expect(try router.bodyRule(for: request(.get, "/small")) == .whole())
        #expect(try router.routeName(for: request(.post, "/up/secret")) == "/up/{id}")
        #expect(try router.routeName(for: request(.get, "/up/secret")) == "/up/{id}")
        #expect(try router.routeName(for: request(.get, "/secret")) == nil)
    }

    @Test("HEAD is answered by the GET route")
    func head() async throws { #expect(try await answer(.head, "/things/7").status == 200) }

    @Test("two parameters in a pattern are separate")
    func twoNames() async throws {
        let response = try await answer(.get, "/things/7/parts/8")
        #expect(response.body == JSONValue.object(["id": "7", "part": "8"]).compactBytes)
    }

    @Test(
        "a literal segment precedes a parameter, in any order of routes", arguments: [false, true])
    func nested(isReversed: Bool) async throws {
        func route(_ method: HTTPMethod, _ pattern: String) -> Route {
            Route(method, pattern) { _, _ in HTTPResponse(status: 200, body: Array("\(method) \(pattern)".utf8)) }
        }
        let routes = [
            route(.get, "/a/{x}"), route(.get, "/a/b"), route(.post, "/a/{x}"), route(.get, "/a/b/c"),
            route(.get, "/{y}/b/d"), route(.get, "/a/{x}/e"), route(.get, "/h"), route(.head, "/h"),
        ]
        let router = Router(isReversed ? routes.reversed() : routes)
        func answer(_ method: HTTPMethod, _ path: String) async throws -> String {
            let url = try #require(HTTPSURL("https://a.localhost" + path))
            let response = await router.handle(HTTPRequest(method: method, url: url))
            if response.status == 405 { return try #require(response.headers["Allow"]) }
            return response.status == 200 ? String(decoding: response.body, as: UTF8.self) : "\(response.status)"
        }
        for (method, path, expected) in [
            (HTTPMethod.get, "/a/b", "get /a/b"), (.get, "/a/z", "get /a/{x}"), (.post, "/a/b", "post /a/{x}"),
            (.delete, "/a/b", "GET, HEAD, OPTIONS, POST"), (.get, "/a/b/c", "get /a/b/c"),
            // The subtree of a literal segment may end before the path does.
            (.get, "/a/b/d", "get /{y}/b/d"), (.get, "/a/b/e", "get /a/{x}/e"), (.get, "/a/b/f", "404"),
            (.head, "/h", "head /h"), (.get, "/h", "get /h"), (.get, "/a", "404"), (.get, "/a//e", "404"),
        ] {
            #expect(try await answer(method, path) == expected, "\(method) \(path)")
        }
    }

    @Test("the first of equal routes is used, and the others are reported")
    func hidden() async throws {
        let routes = [201, 202, 203].map { status in
            Route(.get, status == 202 ? "/a/{y}" : "/a/{x}") { _, _ in HTTPResponse(status: status) }
        }
        let router = Router(routes + [Route(.post, "/a/{x}") { _, _ in HTTPResponse(status: 204) }])
        let url = try #require(HTTPSURL("https://a.localhost/a/b"))
        #expect(await router.handle(HTTPRequest(url: url)).status == 201)
        #expect(router.hidden == ["GET /a/{y}", "GET /a/{x}"])
        #expect(Router(router.routes.suffix(2)).hidden == [])
    }
}
