import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import JourneySandbox

@Suite("An author's server behind a fake bank")
struct UpstreamTests {
    private static func upstream(
        _ address: String, _ steps: [ScriptedTransport.Step], report: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> (Upstream, ScriptedTransport) {
        let transport = ScriptedTransport(steps)
        return (
            Upstream(address: try #require(HTTPSURL(address)), transport: transport, report: report), transport
        )
    }

    private static func request(
        _ path: String, _ method: HTTPMethod = .post, headers: HTTPFields = [:]
    ) throws -> HTTPRequest {
        HTTPRequest(
            method: method, url: try #require(HTTPSURL("https://bank.localhost:4444" + path)), headers: headers,
            body: method == .get ? [] : [1, 2, 3])
    }

    @Test(
        "a request goes to the author's server, whose own path takes the place of the document's base",
        arguments: [
            ("https://api.localhost:9443", "/v1/orders", "https://api.localhost:9443/v1/orders"),
            ("https://api.localhost:9443/", "/v1/orders?a=%20b", "https://api.localhost:9443/v1/orders?a=%20b"),
            ("https://api.localhost/dev", "/v1/orders/7", "https://api.localhost/dev/orders/7"),
            ("https://api.localhost/dev/", "/v1", "https://api.localhost/dev"),
        ])
    func addresses(upstream: String, path: String, asked: String) async throws {
        let (upstream, transport) = try UpstreamTests.upstream(upstream, [.response(HTTPResponse(status: 204))])
        #expect(await upstream.answer(to: try UpstreamTests.request(path), base: "/v1").status == 204)
        #expect(transport.requests.map { "\($0.url)" } == [asked] && transport.requests[0].body == [1, 2, 3])
    }

    @Test("fields of the connection stay on their side; all others pass, in both directions")
    func fields() async throws {
        let answer = HTTPResponse(
            status: 201,
            headers: [
                "Content-Type": "application/json", "Content-Length": "2", "Keep-Alive": "5", "X-Own": "1",
                "Connection": "close, X-Hop", "X-Hop": "2",
            ], body: Array("{}".utf8))
        let (upstream, transport) = try UpstreamTests.upstream("https://api.localhost", [.response(answer)])
        let got = await upstream.answer(
            to: try UpstreamTests.request(
                "/a",
                headers: [
                    "Host": "bank.localhost", "Authorization": "Bearer t", "X-Idempotency-Key": "k", "TE": "trailers",
                    "Accept-Encoding": "br", "Content-Length": "3", "Connection": "X-Mine", "X-Mine": "3",
                ]), base: "")
        #expect(transport.requests.first?.headers.fields.map(\.name) == ["Authorization", "X-Idempotency-Key"])
        #expect(
            got.status == 201 && got.headers.fields.map(\.name) == ["Content-Type", "X-Own"] && got.body == answer.body)
    }

    @Test("a server that is silent, away or not trusted is a problem with its address, for the page's author")
    func failures() async throws {
        let told = Mutex<[String]>([])
        let (upstream, _) = try UpstreamTests.upstream(
            "https://api.localhost:9443",
            [
                .failure(JourneyError(.netTimeout, "Timed out.")),
                .failure(JourneyError(.netUnreachable, "Connection refused.")),
                .failure(JourneyError(.tlsFail, "Unknown authority.")),
                .failure(JourneyError(.netTimeout, "Timed out.")),
            ]
        ) { sentence in told.withLock { $0.append(sentence) } }
        var seen: [String] = []
        for _ in 0..<3 {
            let response = await upstream.answer(to: try UpstreamTests.request("/pay"), base: "")
            let problem = try JSONReader.read(response.body)
            seen.append("\(response.status) \(problem["code"]?.string ?? "") \(problem["title"]?.string ?? "")")
        }
        #expect(
            seen == [
                "504 UPSTREAM_TIMEOUT The upstream https://api.localhost:9443/ did not answer within 10.0 seconds.",
                "502 UPSTREAM_UNREACHABLE The upstream https://api.localhost:9443/ could not be asked: Connection refused.",
                "502 UPSTREAM_UNREACHABLE The upstream https://api.localhost:9443/ could not be asked: Unknown authority.",
            ])
        #expect(told.withLock { $0.count } == 3 && told.withLock { $0[0] }.hasPrefix("POST /pay: The upstream"))
        let error = await #expect(throws: JourneyError.self) { try await upstream.check() }
        #expect(error?.code == .upstreamTimeout)
    }

    @Test("any status is an answer of a server that is there")
    func there() async throws {
        let (upstream, transport) = try UpstreamTests.upstream(
            "https://api.localhost/dev", [.response(HTTPResponse(status: 404))])
        try await upstream.check()
        #expect(transport.requests.map { "\($0.method.rawValue) \($0.url)" } == ["GET https://api.localhost/dev"])
    }
}
