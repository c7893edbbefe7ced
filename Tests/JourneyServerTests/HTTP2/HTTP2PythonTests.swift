import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

@Suite("HTTP/2 against Python's h2", .enabled(if: Python.isPresent, Comment(rawValue: Python.missing)))
struct HTTP2PythonTests {
    /// A deterministic client: without the server's bytes it prints its own, with them what it decoded.
    private static let client = """
        import sys
        from h2.config import H2Configuration
        from h2.connection import H2Connection
        from h2 import events
        client = H2Connection(H2Configuration(client_side=True, header_encoding='utf-8'))
        client.initiate_connection()
        head = [(':scheme', 'https'), (':authority', 'bank.localhost:8443')]
        for stream, path in ((1, '/a'), (3, '/a'), (5, '/b')):
            client.send_headers(stream, [(':method', 'GET'), (':path', path)] + head
                + [('accept', 'text/plain'), ('cookie', 'a=1; b=2'), ('authorization', 'Bearer secret')], end_stream=True)
        client.send_headers(7, [(':method', 'POST'), (':path', '/c')] + head + [('content-length', '20000')])
        client.send_data(7, b'x' * 16384)
        client.send_data(7, b'x' * 3616)
        client.send_headers(7, [('x-sum', '1')], end_stream=True)
        client.ping(b'12345678')
        sent = client.data_to_send()
        if len(sys.argv) == 1:
            print(sent.hex())
            sys.exit()
        for event in client.receive_data(bytes.fromhex(sys.argv[1])):
            stream = getattr(event, 'stream_id', None)
            if isinstance(event, events.ResponseReceived):
                print(stream, ' '.join(f'{name}={value}' for name, value in event.headers))
            elif isinstance(event, events.DataReceived):
                print(stream, len(event.data), 'bytes of', chr(event.data[0]) if event.data else '')
            elif isinstance(event, (events.StreamEnded, events.StreamReset)):
                print(stream, type(event).__name__)
            elif isinstance(event, (events.PingAckReceived, events.ConnectionTerminated, events.SettingsAcknowledged)):
                print(type(event).__name__)
            elif isinstance(event, events.RemoteSettingsChanged):
                print(*sorted(f'{int(code)}={change.new_value}' for code, change in event.changed_settings.items()))
        """

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    @Test("each side understands the other's frames")
    func exchange() throws {
        let peer = try HTTP2Peer()
        peer.answers = false
        let sent = try Python.run(Self.client)
        peer.feed(Self.bytes(sent))
        #expect(
            peer.exchanges[3]
                == HTTP2Peer.Exchange(
                    target: "GET https://bank.localhost:8443/a",
                    fields: [
                        "accept: text/plain", "cookie: a=1; b=2", "authorization: Bearer secret",
                        "Host: bank.localhost:8443",
                    ], isEnded: true))
        #expect(peer.exchanges[5]?.target == "GET https://bank.localhost:8443/b")
        #expect(peer.exchanges[7]?.body == [UInt8](repeating: UInt8(ascii: "x"), count: 20_000))
        #expect(peer.exchanges[7]?.isEnded == true)
        peer.respond(1, [("Content-Type", "text/plain")], body: Array("a".utf8))
        peer.respond(3, status: 404)
        peer.respond(5, body: [UInt8](repeating: UInt8(ascii: "b"), count: 20_000))
        peer.with { $0.reset(7, code: 8) }
        let hex = peer.takeOutput().map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        let understood = try Python.run(Self.client, [hex])
        #expect(
            understood.split(separator: "\n") == [
                "3=100 4=65535 6=4096 9=1", "SettingsAcknowledged", "PingAckReceived",
                "1 :status=200 content-type=text/plain",
                "1 1 bytes of a", "1 StreamEnded", "3 :status=404", "3 StreamEnded", "5 :status=200",
                "5 16384 bytes of b", "5 3616 bytes of b", "5 StreamEnded", "7 StreamReset",
            ])
    }
}
