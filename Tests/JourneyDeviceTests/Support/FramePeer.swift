import Synchronization

/// A minimal HTTP/2 server (RFC 9113) that sends one answer to each request, valid or not.
final class FramePeer: Sendable {
    /// The answer to a request.
    enum Answer: Sendable {
        /// 200, without a body.
        case ok
        /// RST_STREAM with this code (section 7), instead of a response.
        case reset(UInt32)
        /// GOAWAY (section 6.8) that names no stream as processed, instead of a response.
        case goAway
        /// Nothing.
        case silence
        /// 200 and the start of a body, then RST_STREAM.
        case brokenOff(UInt32)
    }

    static let internalError: UInt32 = 2
    /// The server has not processed the request (section 8.7).
    static let refusedStream: UInt32 = 7
    /// The server requires HTTP/1.1 (section 7), and may have processed the request.
    static let http11Required: UInt32 = 13

    private let answer: @Sendable (Int) -> Answer
    private let seen = Mutex(0)

    /// Creates a server. `answer` gets the number of the request, from one on, across all connections.
    init(_ answer: @escaping @Sendable (Int) -> Answer) { self.answer = answer }

    /// The number of requests.
    var requests: Int { seen.withLock { $0 } }

    /// Serves `connection` until the client closes it.
    func serve(_ connection: RawConnection) {
        var reader = Reader(connection)
        guard reader.take(24) != nil, connection.write(FramePeer.frame(4, 0, stream: 0, [])) else { return }
        while let head = reader.take(9) {
            let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
            guard reader.take(length) != nil else { return }
            // HEADERS of a request; this server answers nothing else.
            guard head[3] == 1 else { continue }
            let stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) }
            let number = seen.withLock { seen in
                seen += 1
                return seen
            }
            let bytes = bytes(answer(number), stream)
            guard bytes.isEmpty || connection.write(bytes) else { return }
        }
    }

    private func bytes(_ answer: Answer, _ stream: UInt32) -> [UInt8] {
        // ":status: 200" is entry 8 of HPACK's static table (RFC 7541, appendix A).
        switch answer {
        case .ok: FramePeer.frame(1, 0x5, stream: stream, [0x88])
        case .reset(let code): FramePeer.frame(3, 0, stream: stream, FramePeer.word(code))
        case .goAway: FramePeer.frame(7, 0, stream: 0, FramePeer.word(0) + FramePeer.word(0))
        case .silence: []
        case .brokenOff(let code):
            FramePeer.frame(1, 0x4, stream: stream, [0x88]) + FramePeer.frame(0, 0, stream: stream, Array("half".utf8))
                + FramePeer.frame(3, 0, stream: stream, FramePeer.word(code))
        }
    }

    private static func frame(_ type: UInt8, _ flags: UInt8, stream: UInt32, _ content: [UInt8]) -> [UInt8] {
        Array(word(UInt32(content.count)).dropFirst()) + [type, flags] + word(stream) + content
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    private struct Reader {
        private let connection: RawConnection
        private var waiting: [UInt8] = []

        init(_ connection: RawConnection) { self.connection = connection }

        /// Returns the next `count` bytes, or `nil` when the peer closed before.
        mutating func take(_ count: Int) -> [UInt8]? {
            while waiting.count < count {
                guard let more = connection.bytes() else { return nil }
                waiting += more
            }
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }
    }
}
