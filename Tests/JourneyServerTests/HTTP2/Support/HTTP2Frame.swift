/// A frame in its wire form (RFC 9113, section 4.1), written and read without any library.
struct HTTP2Frame: Equatable, CustomStringConvertible {
    enum Kind: UInt8 {
        case data, headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
        case priorityUpdate = 16
        case unknown = 0xEE
    }

    static let endStream: UInt8 = 1
    static let acknowledgement: UInt8 = 1
    static let endHeaders: UInt8 = 4
    static let padded: UInt8 = 8

    var kind: Kind
    var flags: UInt8 = 0
    var stream: Int32 = 0
    var payload: [UInt8] = []
    /// The length in the header, if it is wrong.
    var length: Int?

    /// The client's first bytes (RFC 9113, section 3.4).
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    var bytes: [UInt8] {
        let count = length ?? payload.count
        return [UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), kind.rawValue, flags]
            + HTTP2Frame.number(UInt32(bitPattern: stream)) + payload
    }

    var description: String { "\(kind)(\(stream), \(flags), \(code.map { "code \($0)" } ?? "\(payload.count) bytes"))" }

    /// The error code of a `RST_STREAM` or `GOAWAY` frame.
    var code: UInt32? {
        let at = kind == .reset ? 0 : 4
        guard kind == .reset || kind == .goAway, payload.count >= at + 4 else { return nil }
        return payload[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Returns the frames in `bytes`, which contain nothing else.
    static func frames(in bytes: [UInt8]) -> [HTTP2Frame] {
        var frames: [HTTP2Frame] = []
        var rest = bytes[...]
        while rest.count >= 9 {
            let header = Array(rest.prefix(9))
            let count = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
            let stream = header[5...8].reduce(0) { $0 << 8 | UInt32($1) }
            frames.append(
                HTTP2Frame(
                    kind: Kind(rawValue: header[3]) ?? .unknown, flags: header[4], stream: Int32(bitPattern: stream),
                    payload: Array(rest.dropFirst(9).prefix(count))))
            rest = rest.dropFirst(9 + count)
        }
        return frames
    }

    static func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }

    // MARK: - Frames that tests send

    static func settings(_ values: [(UInt16, UInt32)] = []) -> HTTP2Frame {
        HTTP2Frame(
            kind: .settings, payload: values.flatMap { [UInt8($0.0 >> 8), UInt8($0.0 & 0xFF)] + number($0.1) })
    }
    static let settingsAcknowledgement = HTTP2Frame(kind: .settings, flags: acknowledgement)
    static let ping = HTTP2Frame(kind: .ping, payload: Array(repeating: 7, count: 8))
    static func reset(_ stream: Int32, code: UInt32 = 8) -> HTTP2Frame {
        HTTP2Frame(kind: .reset, stream: stream, payload: number(code))
    }
    static func windowUpdate(_ stream: Int32, by count: UInt32) -> HTTP2Frame {
        HTTP2Frame(kind: .windowUpdate, stream: stream, payload: number(count))
    }
    static func priority(_ stream: Int32, on parent: UInt32 = 0) -> HTTP2Frame {
        HTTP2Frame(kind: .priority, stream: stream, payload: number(parent) + [15])
    }
    static func data(_ stream: Int32, _ bytes: [UInt8], isLast: Bool = false) -> HTTP2Frame {
        HTTP2Frame(kind: .data, flags: isLast ? endStream : 0, stream: stream, payload: bytes)
    }
    static func headers(_ stream: Int32, _ fields: [(String, String)], isLast: Bool = true) -> HTTP2Frame {
        HTTP2Frame(
            kind: .headers, flags: endHeaders | (isLast ? endStream : 0), stream: stream, payload: block(fields))
    }

    /// A field block of literals that are never indexed, without Huffman coding (RFC 7541, section 6.2.3).
    static func block(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0x10] + text($0.0) + text($0.1) }
    }

    private static func text(_ text: String) -> [UInt8] {
        var count = text.utf8.count
        guard count >= 127 else { return [UInt8(count)] + Array(text.utf8) }
        var bytes: [UInt8] = [127]
        count -= 127
        while count >= 128 {
            bytes.append(UInt8(count % 128 + 128))
            count /= 128
        }
        return bytes + [UInt8(count)] + Array(text.utf8)
    }

    /// Returns the fields of a valid request.
    static func get(_ path: String = "/a") -> [(String, String)] {
        [(":method", "GET"), (":scheme", "https"), (":authority", "bank.localhost:8443"), (":path", path)]
    }
    static func post(_ path: String = "/a") -> [(String, String)] {
        [(":method", "POST")] + get(path).dropFirst()
    }
}
