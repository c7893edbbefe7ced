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
        "a name takes one whole segment, decoded",
        arguments: [
            ("/things/7", "7"), ("/things/a%20b", "a b"), ("/things/%C3%A9", "é"), ("/things/7?x=/y", "7"),
            ("/things/%25", "%"),
        ])
    func parameters(path: String, expected: String) async throws {
        #expect(try await answer(.get, path).body == JSONValue.object(["id": .string(expected)]).compactBytes)
    }

    @Test(
        "what does not fit is not found",
        arguments: [
            "/", "/things/", "/things/7/", "//things/7", "/Things/7", "/things/7/parts", "/things/a%2Fb",
            "/things/a%00b", "/things/%FF", "/things/%5c", "/thing%73/7",
        ])
    func notFound(path: String) async throws {
        let response = try await answer(.get, path)
        #expect(response.status == 404)
        #expect(response.headers["Content-Type"] == "application/problem+json")
    }

    @Test("a path with another method says which it takes")
    func methodNotAllowed() async throws {
        let response = try await answer(.delete, "/things")
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "OPTIONS, POST")
        #expect(try await answer(.post, "/things/7").headers["Allow"] == "GET, HEAD, OPTIONS")
    }

    @Test("OPTIONS tells what an address takes, and of no address that is not there")
    func options() async throws {
        let response = try await answer(.options, "/things/7")
        #expect(response.status == 204)
        #expect(response.headers["Allow"] == "GET, HEAD, OPTIONS")
        #expect(try await answer(.options, "/").status == 404)
    }

    @Test("a route says how it takes bodies, and its pattern is its name")
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

    @Test("HEAD is answered by GET")
    func head() async throws { #expect(try await answer(.head, "/things/7").status == 200) }

    @Test("two names are two parameters")
    func twoNames() async throws {
        let response = try await answer(.get, "/things/7/parts/8")
        #expect(response.body == JSONValue.object(["id": "7", "part": "8"]).compactBytes)
    }
}
