import CNghttp2

/// A client over nghttp2's client side, in memory: an ordinary peer, not an attacker.
final class HTTP2Client {
    struct Answer: Equatable {
        var status = ""
        var informational: [String] = []
        var fields: [String] = []
        var body: [UInt8] = []
        var closed: UInt32?
    }

    private var raw: OpaquePointer?
    private(set) var answers: [Int32: Answer] = [:]
    private(set) var goAways: [UInt32] = []
    private var bodies: [Int32: [UInt8]] = [:]

    init(window: Int32? = nil) {
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        defer { nghttp2_session_callbacks_del(callbacks) }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, context in
            guard let frame, let client = HTTP2Client.of(context) else { return 0 }
            let name = String(decoding: UnsafeRawBufferPointer(start: name, count: nameCount), as: UTF8.self)
            let value = String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self)
            let stream = frame.pointee.hd.stream_id
            if name != ":status" {
                client.answers[stream, default: Answer()].fields.append("\(name): \(value)")
            } else if value.hasPrefix("1") {
                client.answers[stream, default: Answer()].informational.append(value)
            } else {
                client.answers[stream, default: Answer()].status = value
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, context in
            HTTP2Client.of(context)?.answers[stream, default: Answer()].body += UnsafeRawBufferPointer(
                start: bytes, count: count)
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, code, context in
            HTTP2Client.of(context)?.answers[stream, default: Answer()].closed = code
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
            guard let frame, UInt32(frame.pointee.hd.type) == NGHTTP2_GOAWAY.rawValue else { return 0 }
            HTTP2Client.of(context)?.goAways.append(frame.pointee.goaway.error_code)
            return 0
        }
        nghttp2_session_client_new(&raw, callbacks, Unmanaged.passUnretained(self).toOpaque())
        var settings = nghttp2_settings_entry(
            settings_id: Int32(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue), value: UInt32(window ?? 65_535))
        nghttp2_submit_settings(raw, 0, &settings, window == nil ? 0 : 1)
    }

    deinit { nghttp2_session_del(raw) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTP2Client? {
        context.map { Unmanaged<HTTP2Client>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Sends a request.
    ///
    /// - Returns: Its stream.
    func request(_ fields: [(String, String)], body: [UInt8]? = nil) -> Int32 {
        let names = fields.map { Array($0.0.utf8) }
        let values = fields.map { Array($0.1.utf8) }
        var text = zip(names, values).flatMap { $0 + $1 }
        return text.withUnsafeMutableBufferPointer { text in
            var position = text.baseAddress
            let pairs = zip(names, values).map { name, value in
                let start = position
                position = position?.advanced(by: name.count + value.count)
                return nghttp2_nv(
                    name: start, value: start?.advanced(by: name.count), namelen: name.count, valuelen: value.count,
                    flags: 0)
            }
            guard let body else { return nghttp2_submit_request(raw, nil, pairs, pairs.count, nil, nil) }
            var provider = nghttp2_data_provider()
            provider.read_callback = { _, stream, buffer, room, flags, _, context in
                guard let client = HTTP2Client.of(context), let body = client.bodies[stream] else { return -1 }
                let count = min(room, body.count)
                UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: body[..<count])
                client.bodies[stream] = Array(body[count...])
                if count == body.count { flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
                return count
            }
            let stream = nghttp2_submit_request(raw, nil, pairs, pairs.count, &provider, nil)
            bodies[stream] = body
            return stream
        }
    }

    func reset(_ stream: Int32) { nghttp2_submit_rst_stream(raw, 0, stream, NGHTTP2_CANCEL.rawValue) }

    /// Transfers bytes both ways until neither side has any.
    func talk(to peer: HTTP2Peer) {
        var isQuiet = false
        while !isQuiet {
            isQuiet = true
            var bytes: UnsafePointer<UInt8>?
            while true {
                let count = nghttp2_session_mem_send(raw, &bytes)
                guard count > 0 else { break }
                isQuiet = false
                peer.feed(Array(UnsafeBufferPointer(start: bytes, count: count)))
            }
            let output = peer.takeOutput()
            guard !output.isEmpty else { continue }
            isQuiet = false
            _ = nghttp2_session_mem_recv(raw, output, output.count)
        }
    }
}
