import Foundation
import JourneyBase
import Synchronization
import TestSupport
import Testing

@testable import JourneyServer

/// Python's h2 as a client of a running server, well behaved and not.
@Suite(
    "HTTP/2 over sockets against Python's h2", .timeLimit(.minutes(10)),
    .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)))
struct RunningHTTP2Tests {
    /// Does as its first argument says and prints each response, and the code of the server's GOAWAY.
    private static let client = """
        import socket, ssl, sys
        from h2.config import H2Configuration
        from h2.connection import H2Connection
        from h2.settings import SettingCodes
        from h2 import events
        mode, port, authority = sys.argv[1], int(sys.argv[2]), sys.argv[3]
        context = ssl.create_default_context(cafile=authority)
        context.set_alpn_protocols(['h2'])
        link = context.wrap_socket(socket.create_connection(('127.0.0.1', port), 60), server_hostname='localhost')
        assert link.selected_alpn_protocol() == 'h2'
        client = H2Connection(H2Configuration(client_side=True, header_encoding='utf-8'))
        client.initiate_connection()
        responses, ended, code = {}, set(), None

        def head(path, method='GET'):
            return [(':method', method), (':scheme', 'https'), (':authority', f'localhost:{port}'), (':path', path)]

        def flush():
            try:
                link.sendall(client.data_to_send())
                return True
            except (OSError, ssl.SSLError):
                return False

        def read():
            global code
            try:
                data = link.recv(65536)
            except (OSError, ssl.SSLError):
                return False
            if not data:
                return False
            for event in client.receive_data(data):
                if isinstance(event, events.ResponseReceived):
                    responses[event.stream_id] = dict(event.headers)
                elif isinstance(event, events.StreamEnded):
                    ended.add(event.stream_id)
                elif isinstance(event, events.ConnectionTerminated):
                    code = int(event.error_code)
            return code is None and flush()

        if mode == 'requests':
            trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
            client.send_headers(1, head('/items/7?secret=1') + [('traceparent', trace)], end_stream=True)
            client.send_headers(3, head('/nowhere'), end_stream=True)
            flush()
            while len(ended) < 2 and read():
                pass
            for stream in sorted(responses):
                print(stream, responses[stream][':status'], responses[stream]['x-request-id'])
            sys.exit()
        for number in range(1000):
            if mode == 'resets':
                client.send_headers(2 * number + 1, head('/items/7'), end_stream=True)
                client.reset_stream(2 * number + 1, 8)
            elif mode == 'settings':
                client.update_settings({SettingCodes.INITIAL_WINDOW_SIZE: 65535})
            elif mode == 'pings':
                client.ping(b'12345678')
            if not flush():
                break
        while read():
            pass
        print(code)
        """

    private static let service = Router([
        Route(.get, "/items/{id}") { _, _ in HTTPResponse(status: 200, body: Array("seven".utf8)) }
    ])

    private func run(_ mode: String, _ test: TestServer) async throws -> String {
        let folder = try Scratch()
        let authority = try folder.write(test.authorityPEM, "authority.pem")
        let port = test.port
        return try await blocking { try Python.run(Self.client, [mode, "\(port)", authority]) }
    }

    @Test("the log has one line per stream, with its route and without its path")
    func log() async throws {
        let lines = Mutex<[Log.Entry]>([])
        let test = try await TestServer(
            Self.service, log: Log { entry in lines.withLock { $0.append(entry) } },
            requestLog: RequestLogPolicy(addresses: .full))
        let printed = try await run("requests", test).split(separator: "\n").map { $0.split(separator: " ") }
        await test.server.stop()
        #expect(printed.map { $0.prefix(2).map(String.init) } == [["1", "200"], ["3", "404"]])
        let found = lines.withLock { $0.map(\.fields) }
        let ids = found.compactMap { $0[.request] }
        #expect(Set(ids) == Set(printed.compactMap { $0.last.map(String.init) }) && ids.count == 2)
        let item = try #require(found.first { $0[.status] == "200" })
        #expect(item[.method] == "GET" && item[.route] == "/items/{id}" && item[.bytes] == "5")
        #expect(item[.address] == "127.0.0.1" && item[.trace] == "0af7651916cd43dd8448eb211c80319c")
        #expect(item[.code] == nil && item[.milliseconds] != nil)
        let other = try #require(found.first { $0[.status] == "404" })
        #expect(other[.route] == nil && other[.trace] == nil)
        #expect(!found.contains { $0.values.contains { $0.contains("secret") || $0.contains("nowhere") } })
    }

    @Test(
        "a flood ends its connection with ENHANCE_YOUR_CALM, and other clients are served",
        arguments: ["resets", "settings", "pings"])
    func floods(mode: String) async throws {
        let test = try await TestServer(Self.service)
        async let flood = run(mode, test)
        for _ in 0..<5 { #expect(try await test.ask("GET /health")?.status == 200) }
        #expect(try await flood == "11")
        #expect(try await test.ask("GET /health")?.status == 200)
        // If anything of the streams remained, this would wait for the grace period.
        await test.server.stop(grace: .seconds(3_600))
    }
}
