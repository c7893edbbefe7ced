import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Malformed requests, over a socket")
struct MalformedRequestTests {
    @Test(
        "what is no request is refused or cut off, and the next client is served",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET  /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /\u{0}x HTTP/1.1\r\nHost: @\r\n\r\n",
            "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\nHost: @\r\n\r\n", "GET / HTTP/1.1\r\nHost @\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: @\r\n folded: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: @\r\nX-Test: a\u{1}b\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: @\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: @\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
            "GET https://localhost/ HTTP/1.1\r\nHost: @\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: @\r\n\r\n",
        ])
    func malformed(text: String) async throws {
        let test = try await TestServer(ClosureService.echo)
        let bytes = Array(text.replacing("@", with: "localhost:\(test.port)").utf8)
        let answers = try await test.exchange(bytes)
        // Folding is joined or refused, as RFC 9112, section 5.2 lets a server choose; the library ends a target at a NUL,
        // so that one is served as what stands before it; everything else is refused.
        if !text.contains("folded") && !text.contains("\u{0}") {
            #expect((answers.first ?? nil).map { $0.status >= 400 } ?? true)
        }
        #expect(try await test.ask("GET /")?.status == 200)
        await test.server.stop(grace: .seconds(3_600))
    }
}
