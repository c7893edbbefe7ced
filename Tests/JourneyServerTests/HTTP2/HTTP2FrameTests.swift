import JourneyBase
import Testing

@testable import JourneyServer

@Suite("HTTP/2 frames")
struct HTTP2FrameTests {
    private enum Code {
        static let none: UInt32 = 0
        static let protocolError: UInt32 = 1
        static let flowControl: UInt32 = 3
        static let streamClosed: UInt32 = 5
        static let frameSize: UInt32 = 6
        static let refused: UInt32 = 7
        static let compression: UInt32 = 9
    }

    private static let huge: UInt32 = 0x7FFF_FFFF
    private static let open = HTTP2Frame.headers(1, HTTP2Frame.post(), isLast: false)
    private static let get = HTTP2Frame.headers(1, HTTP2Frame.get())

    private static func pad(_ frame: HTTP2Frame, _ count: UInt8) -> HTTP2Frame {
        var frame = frame
        frame.flags |= HTTP2Frame.padded
        frame.payload = [count] + frame.payload + Array(repeating: 0, count: Int(count))
        return frame
    }

    private static func settings(_ name: UInt16, _ value: UInt32) -> [HTTP2Frame] { [.settings([(name, value)])] }

    /// Inputs that end the connection, with the code of its `GOAWAY` frame; `nil` if the connection continues.
    private static let connectionRows: [(String, [HTTP2Frame], UInt32?)] = [
        ("data without a stream", [.data(0, [1])], Code.protocolError),
        ("data on an idle stream", [.data(1, [1])], Code.protocolError),
        ("head without a stream", [.headers(0, HTTP2Frame.get())], Code.protocolError),
        ("head on a stream of the server", [.headers(2, HTTP2Frame.get())], Code.protocolError),
        ("head on an older stream", [.headers(3, HTTP2Frame.get()), get], nil),
        ("window of an idle stream", [.windowUpdate(1, by: 1)], Code.protocolError),
        ("reset of an idle stream", [.reset(1)], Code.protocolError),
        ("reset without a stream", [.reset(0)], Code.protocolError),
        ("reset twice", [open, .reset(1), .reset(1)], nil),
        ("continuation of nothing", [HTTP2Frame(kind: .continuation, flags: 4, stream: 1)], Code.protocolError),
        (
            "a frame between the parts of a head",
            [HTTP2Frame(kind: .headers, stream: 1, payload: HTTP2Frame.block(HTTP2Frame.get())), .ping],
            Code.protocolError
        ),
        (
            "continuation of another stream",
            [
                HTTP2Frame(kind: .headers, stream: 1, payload: HTTP2Frame.block(HTTP2Frame.get())),
                HTTP2Frame(kind: .continuation, flags: 4, stream: 3),
            ], Code.protocolError
        ),
        (
            "a promise", [open, HTTP2Frame(kind: .pushPromise, flags: 4, stream: 1, payload: [0, 0, 0, 2])],
            Code.protocolError
        ),
        ("a frame of the longest size", [open, .data(1, Array(repeating: 0, count: 16_384))], nil),
        ("a frame that is longer", [open, .data(1, Array(repeating: 0, count: 16_385))], Code.frameSize),
        ("an unknown frame that is longer", [HTTP2Frame(kind: .unknown, length: 16_385)], Code.frameSize),
        ("an unknown frame", [HTTP2Frame(kind: .unknown, stream: 7, payload: [1])], nil),
        ("settings of 5 bytes", [HTTP2Frame(kind: .settings, payload: [1, 2, 3, 4, 5])], Code.frameSize),
        (
            "acknowledgement with settings", [HTTP2Frame(kind: .settings, flags: 1, payload: [0, 9, 0, 0, 0, 1])],
            Code.frameSize
        ),
        ("settings of a stream", [HTTP2Frame(kind: .settings, stream: 1)], Code.protocolError),
        ("unknown settings", settings(0x99, 1), nil),
        ("push that is neither on nor off", settings(2, 2), Code.protocolError),
        ("frames that are too short", settings(5, 16_383), Code.protocolError),
        ("frames that are too long", settings(5, 1 << 24), Code.protocolError),
        ("long frames", settings(5, (1 << 24) - 1), nil),
        ("a window that is too large", settings(4, huge + 1), Code.flowControl),
        ("the largest window", settings(4, huge), nil),
        ("no table", settings(1, 0), nil), ("an enormous table", settings(1, .max), nil),
        ("32 settings", [.settings((0..<32).map { (0x90 + $0, 1) })], nil),
        ("33 settings", [.settings((0..<33).map { (0x90 + $0, 1) })], 11),
        ("ping of 7 bytes", [HTTP2Frame(kind: .ping, payload: [1, 2, 3, 4, 5, 6, 7])], Code.frameSize),
        (
            "ping on a stream", [HTTP2Frame(kind: .ping, stream: 1, payload: HTTP2Frame.ping.payload)],
            Code.protocolError
        ),
        ("reset of 3 bytes", [open, HTTP2Frame(kind: .reset, stream: 1, payload: [1, 2, 3])], Code.frameSize),
        ("priority of 4 bytes", [HTTP2Frame(kind: .priority, stream: 1, payload: [1, 2, 3, 4])], Code.frameSize),
        ("window of 3 bytes", [HTTP2Frame(kind: .windowUpdate, payload: [1, 2, 3])], Code.frameSize),
        ("farewell of 7 bytes", [HTTP2Frame(kind: .goAway, payload: [1, 2, 3, 4, 5, 6, 7])], Code.frameSize),
        (
            "farewell on a stream", [HTTP2Frame(kind: .goAway, stream: 1, payload: Array(repeating: 0, count: 8))],
            Code.protocolError
        ),
        ("window by nothing", [.windowUpdate(0, by: 0)], Code.protocolError),
        // Errors of a stream, which may end the connection (RFC 9113, section 5.4).
        ("window of a stream by nothing", [open, .windowUpdate(1, by: 0)], Code.protocolError),
        (
            "data behind the end",
            [open, .data(1, [1], isLast: true), .headers(3, HTTP2Frame.post(), isLast: false), .data(1, [1])],
            Code.streamClosed
        ),
        ("window up to the largest", [.windowUpdate(0, by: huge - 65_535)], nil),
        ("window beyond the largest", [.windowUpdate(0, by: huge - 65_534)], Code.flowControl),
        (
            "more padding than data", [open, HTTP2Frame(kind: .data, flags: 8, stream: 1, payload: [2, 1])],
            Code.protocolError
        ),
        ("padding of no length", [open, HTTP2Frame(kind: .data, flags: 8, stream: 1)], Code.protocolError),
        ("padding alone", [open, pad(.data(1, []), 255)], nil), ("padded head", [pad(get, 9)], nil),
        (
            "more padding than head", [HTTP2Frame(kind: .headers, flags: 12, stream: 1, payload: [9, 1])],
            Code.protocolError
        ),
        ("an index that is none", [HTTP2Frame(kind: .headers, flags: 5, stream: 1, payload: [0x80])], Code.compression),
        (
            "an index beyond the table", [HTTP2Frame(kind: .headers, flags: 5, stream: 1, payload: [0xBE])],
            Code.compression
        ),
        ("half a field", [HTTP2Frame(kind: .headers, flags: 5, stream: 1, payload: [0x10, 5, 97])], Code.compression),
        (
            "a table larger than allowed",
            [HTTP2Frame(kind: .headers, flags: 5, stream: 1, payload: [0x3F, 0xE2, 0x1F])], Code.compression
        ),
        (
            "Huffman's end in a text",
            [HTTP2Frame(kind: .headers, flags: 5, stream: 1, payload: [0x10, 0x84, 255, 255, 255, 255])],
            Code.compression
        ),
        ("a priority that is its own parent", [.priority(3, on: 3)], nil),
        ("priority without a stream", [.priority(0)], nil),
    ]

    @Test(
        "a frame that breaks the connection's rules ends it with RFC 9113's code", arguments: connectionRows,
        [0, 1])
    func connections(row: (String, [HTTP2Frame], UInt32?), size: Int) throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.answers = false
        peer.feed(row.1.flatMap(\.bytes), by: size == 0 ? nil : size)
        #expect(peer.goAway == row.2, "\(row.0): \(peer.frames)")
        #expect(peer.isOver == (row.2 != nil), "\(row.0)")
        guard row.2 == nil else { return }
        peer.answers = true
        peer.feed(.headers(9, HTTP2Frame.get()))
        #expect(peer.exchanges[9]?.closed == 0, "\(row.0)")
    }

    /// Inputs that reset one stream, with the code of its `RST_STREAM` frame; `nil` if it is answered.
    private static let streamRows: [(String, [HTTP2Frame], UInt32?)] = [
        ("window up to the largest", [.windowUpdate(1, by: huge - 65_535), .data(1, [], isLast: true)], nil),
        ("window beyond the largest", [.windowUpdate(1, by: huge - 65_534)], Code.flowControl),
        // nghttp2 keeps the connection, which RFC 9113, section 6.9.2, would end.
        ("window grown too large by settings", [.windowUpdate(1, by: 1)] + settings(4, huge), Code.flowControl),
        ("a second head", [.headers(1, HTTP2Frame.post(), isLast: false)], Code.protocolError),
    ]

    @Test("a frame that breaks its stream's rules resets only that one", arguments: streamRows, [0, 1])
    func streams(row: (String, [HTTP2Frame], UInt32?), size: Int) throws {
        let peer = try HTTP2Peer()
        peer.open()
        peer.feed(([Self.open] + row.1).flatMap(\.bytes), by: size == 0 ? nil : size)
        #expect(peer.resets[1] == row.2, "\(row.0)")
        #expect(peer.exchanges[1]?.closed == row.2 ?? 0, "\(row.0)")
        peer.feed(.headers(3, HTTP2Frame.get()))
        #expect(peer.exchanges[3]?.closed == 0, "\(row.0)")
        #expect(peer.goAway == nil)
    }

    @Test(
        "a connection without the HTTP/2 preface is refused",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\r", "PRI * HTTP/2.0\r\n\r\nSN",
            "\u{16}\u{3}\u{1}",
        ], [0, 1])
    func preface(text: String, size: Int) throws {
        let peer = try HTTP2Peer()
        peer.feed(Array(text.utf8), by: size == 0 ? nil : size)
        #expect(peer.failure?.reason == .preface)
        #expect(peer.goAway == Code.protocolError)
        #expect(peer.isOver)
    }

    @Test("the preface is followed by settings", arguments: [HTTP2Frame.ping, .settingsAcknowledgement, get])
    func settingsFirst(frame: HTTP2Frame) throws {
        let peer = try HTTP2Peer()
        peer.feed(HTTP2Frame.preface + frame.bytes)
        #expect(peer.goAway == Code.protocolError)
        #expect(peer.isOver)
    }

    @Test("the server's settings are sent first with its limits")
    func settings() throws {
        let peer = try HTTP2Peer()
        let frames = peer.frames
        #expect(frames.map(\.kind) == [.settings, .windowUpdate])
        let expected: [(UInt16, UInt32)] = [(3, 100), (4, 65_535), (6, 4_096), (9, 1)]
        #expect(frames.first?.payload == HTTP2Frame.settings(expected).payload)
        #expect(frames.last?.payload == HTTP2Frame.number(262_144 - 65_535))
    }
}
