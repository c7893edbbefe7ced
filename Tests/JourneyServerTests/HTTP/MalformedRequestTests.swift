import JourneyBase
import Testing

@testable import JourneyServer

@Suite("Malformed requests, over a socket")
struct MalformedRequestTests {
    @Test(
        "a malformed request is refused or disconnected, and the next client is served",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n", "GET  /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET /\u{0}x HTTP/1.1\r\nHost: @\r\n\r\n", "GET /x\u{0} HTTP/1.1\r\nHost: @\r\n\r\n",
            "GET /?a\u{0}=b HTTP/1.1\r\nHost: @\r\n\r\n", "GET /?a=b\u{0}\u{0} HTTP/1.1\r\nHost: @\r\n\r\n",
            "GET / HTTP/1.1\u{0}\r\nHost: @\r\n\r\n", "G\u{0}ET / HTTP/1.1\r\nHost: @\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: @\r\nX-Test: a\u{0}b\r\n\r\n",
            "GET / HTTP/1.1\r\nX-Test: a\u{0}\u{0}\r\nHost: @\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: @\u{0}.evil.test\r\n\r\n", "GET / HTTP/1.1\r\nHost: @\r\nX\u{0}Y: a\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: @\r\nContent-Length: 1\u{0}0\r\n\r\nabcdefghij",
            "POST / HTTP/1.0\r\nHost: @\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
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
        #expect((answers.first ?? nil).map { $0.status >= 400 } ?? true)
        #expect(try await test.ask("GET /")?.status == 200)
        await test.server.stop(grace: .seconds(3_600))
    }
}
