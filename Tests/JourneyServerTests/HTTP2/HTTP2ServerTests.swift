import Foundation
import JourneyBase
import JourneyServer
import TestSupport
import Testing

/// The server's HTTP/2 against an independent client: nghttp2's `h2load`.
@Suite(
    "HTTP/2 over sockets, with h2load", .timeLimit(.minutes(10)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/h2load"),
        "it needs h2load, of Debian's nghttp2-client"))
struct HTTP2ServerTests {
    private static let service = Router([
        Route(.get, "/small") { _, _ in .json(["answer": true]) },
        Route(.get, "/large") { _, _ in HTTPResponse(status: 200, body: [UInt8](repeating: 0x78, count: 300_000)) },
        Route(.get, "/pieces") { _, _ in
            HTTPResponse(
                status: 200,
                stream: .produced { pipe in
                    for _ in 0..<100 { try await pipe.write([UInt8](repeating: 0x79, count: 3_000)) }
                })
        },
        Route(.post, "/whole") { request, _ in HTTPResponse(status: request.body.count == 200_000 ? 200 : 400) },
        Route(.post, "/streamed", body: .streamed(limit: 1_000_000)) { request, _ in
            let count = (try? await request.stream?.collected(limit: .max))?.count
            return HTTPResponse(status: count == 200_000 ? 200 : 400)
        },
    ])

    @Test(
        "every request on many streams is answered, with bodies in both directions",
        arguments: [
            ("/small", 2_000, false), ("/large", 60, false), ("/pieces", 60, false), ("/whole", 60, true),
            ("/streamed", 60, true),
        ])
    func requests(path: String, count: Int, hasBody: Bool) async throws {
        let scratch = try Scratch()
        defer { withExtendedLifetime(scratch) {} }
        let body = try scratch.write(String(repeating: "b", count: 200_000), "body")
        let test = try await TestServer(Self.service)
        let port = test.port
        let text = try await blocking {
            try TestSupport.run(
                "h2load",
                ["-n", "\(count)", "-c", "4", "-m", "20"] + (hasBody ? ["-d", body] : [])
                    + ["https://localhost:\(port)\(path)"]
            ).text
        }
        #expect(text.contains("Application protocol: h2"))
        #expect(text.contains("\(count) succeeded, 0 failed, 0 errored, 0 timeout"), "\(text)")
        #expect(text.contains("status codes: \(count) 2xx, 0 3xx, 0 4xx, 0 5xx"))
        // If anything of it remained, this would wait for the grace period.
        await test.server.stop(grace: .seconds(3_600))
    }
}
