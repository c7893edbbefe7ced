import CNghttp2
import JourneyBase

/// The server's side of one HTTP/2 connection (RFC 9113), over nghttp2: bytes in, events to a delegate, bytes out.
///
/// It does no I/O and reads no clock. It is confined to one thread, that of its connection. Flow control is manual: a
/// client may send so much as the delegate has consumed.
///
/// A caller alternates: after each `receive` it calls `send` until that writes nothing, and it does not receive while what
/// `send` wrote has not left. When `isOver`, it closes the connection; streams that are open then get no `closed`.
final class HTTP2Session {
    /// The reason why a connection cannot go on.
    struct Failure: Error, Hashable {
        enum Reason: String, Sendable {
            /// The first bytes are not those of HTTP/2 (RFC 9113, section 3.4).
            case preface
            case resets, unanswered, settings, pings, overhead, ignored, queued, continuations, decompression
            /// Acknowledgements wait because the client does not read.
            case acknowledgements
            /// Memory ran out, or nghttp2 failed in itself.
            case `internal`
        }
        let reason: Reason
        /// The error code of the `GOAWAY` frame that waits to be sent (RFC 9113, section 7).
        var code: UInt32 {
            switch reason {
            case .preface: NGHTTP2_PROTOCOL_ERROR.rawValue
            case .internal: NGHTTP2_INTERNAL_ERROR.rawValue
            default: NGHTTP2_ENHANCE_YOUR_CALM.rawValue
            }
        }
    }

    /// A stream that the delegate knows of.
    private struct Stream {
        /// Bytes of the body that the delegate has and has not consumed.
        var unread = 0
        var isRequestEnded: Bool
        var isResponseEnded = false
        /// The body is dropped as it comes.
        var isRefused = false
        /// The server itself gave it up.
        var isAbandoned = false
    }

    private let rules: RequestHead.Rules
    private let limits: HTTP2Limits
    private unowned let delegate: any HTTP2Delegate
    /// `nil` only while it is made.
    private var raw: OpaquePointer?
    private var streams: [Int32: Stream] = [:]
    /// The field section that is being received; no other frame can come between (RFC 9113, section 4.3).
    private var block: HTTP2HeaderBlock?
    /// `CONTINUATION` frames of that section.
    private var continuations = 0
    private(set) var failure: Failure?
    private var now: ContinuousClock.Instant

    private var resets: RateBucket
    private var unanswered: RateBucket
    private var settings: RateBucket
    private var pings: RateBucket
    private var overhead: RateBucket
    private var ignored: RateBucket
    /// Bytes received, those of frames that nghttp2 did not ignore, and those that were charged as ignored.
    private var received = 0
    /// The preface is no frame.
    private var accounted = 24
    private var charged = 0
    private var shutdown = Shutdown.none
    /// Where `send` writes, and how far it has; empty outside of it.
    private var output = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var written = 0

    private enum Shutdown { case none, announced, final }

    /// Starts a session; its SETTINGS wait to be sent.
    ///
    /// - Parameters:
    ///   - rules: What requests are judged by, and the limits that are the same for HTTP/1.1.
    ///   - limits: The limits of this connection.
    ///   - now: The time.
    ///   - delegate: The owner; it outlives the session.
    /// - Throws: `.internal` when memory has run out.
    init(
        rules: RequestHead.Rules, limits: HTTP2Limits, at now: ContinuousClock.Instant, delegate: any HTTP2Delegate
    ) throws(Failure) {
        self.rules = rules
        self.limits = limits
        self.delegate = delegate
        self.now = now
        resets = RateBucket(limits.resets, at: now)
        unanswered = RateBucket(limits.unanswered, at: now)
        settings = RateBucket(limits.settings, at: now)
        pings = RateBucket(limits.pings, at: now)
        overhead = RateBucket(limits.overhead, at: now)
        ignored = RateBucket(limits.ignored, at: now)

        let entries = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.streamWindow),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, rules.limits.head),
            // Nothing is kept of the tree of RFC 7540, nor of closed streams for its sake (RFC 9218, section 2.1).
            (NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ].map { nghttp2_settings_entry(settings_id: Int32($0.0.rawValue), value: UInt32(clamping: $0.1)) }
        var options = cnghttp2_server_options()
        options.context = Unmanaged.passUnretained(self).toOpaque()
        options.begin_frame = { _, header, context in
            HTTP2Session.of(context)?.beginFrame(header) ?? HTTP2Session.stop
        }
        options.begin_headers = { _, frame, context in
            HTTP2Session.of(context)?.beginHeaders(frame) ?? HTTP2Session.stop
        }
        options.header = { _, _, name, nameCount, value, valueCount, _, context in
            HTTP2Session.of(context)?.header(
                UnsafeRawBufferPointer(start: name, count: nameCount),
                UnsafeRawBufferPointer(start: value, count: valueCount)) ?? HTTP2Session.stop
        }
        options.invalid_header = { raw, frame, _, _, _, _, _, _ in
            // Malformed, where nghttp2 would only drop the field (RFC 9113, sections 8.1.1 and 8.2.1).
            if let frame {
                nghttp2_submit_rst_stream(raw, 0, frame.pointee.hd.stream_id, NGHTTP2_PROTOCOL_ERROR.rawValue)
            }
            return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        options.frame_received = { _, frame, context in HTTP2Session.of(context)?.received(frame) ?? HTTP2Session.stop }
        options.data_received = { _, _, stream, bytes, count, context in
            HTTP2Session.of(context)?.received(UnsafeRawBufferPointer(start: bytes, count: count), on: stream)
                ?? HTTP2Session.stop
        }
        options.frame_sent = { _, frame, context in HTTP2Session.of(context)?.sent(frame) ?? HTTP2Session.stop }
        options.stream_closed = { _, stream, code, context in
            HTTP2Session.of(context)?.closed(stream, code: code) ?? HTTP2Session.stop
        }
        options.send_data = { _, _, header, count, _, context in
            HTTP2Session.of(context)?.write(header, bodyCount: count) ?? HTTP2Session.stop
        }
        options.connection_window = Int32(clamping: limits.connectionWindow)
        options.outbound_acks = limits.acknowledgements
        // It counts a frame again for each piece that the 9 bytes of its header come in, so only a section that is ignored
        // is left to it.
        options.continuations = limits.continuations * 9
        options.deflate_table = limits.responseTable
        let status = entries.withUnsafeBufferPointer { entries in
            options.settings = entries.baseAddress
            options.settings_count = entries.count
            return cnghttp2_server(&raw, &options)
        }
        guard status == 0 else { throw Failure(reason: .internal) }
    }

    deinit { nghttp2_session_del(raw) }

    private static func of(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        context.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    /// nghttp2 returns to its caller at once.
    private static let stop = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

    // MARK: - In

    /// Takes what came from the client.
    ///
    /// - Parameters:
    ///   - bytes: What came; nothing of it is kept.
    ///   - now: The time.
    /// - Throws: Why the connection ends; what `send` writes after that is the last, `GOAWAY` with the failure's code.
    func receive(_ bytes: UnsafeRawBufferPointer, at now: ContinuousClock.Instant) throws(Failure) {
        if let failure { throw failure }
        self.now = now
        received += bytes.count
        let status = nghttp2_session_mem_recv(raw, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        if status < 0 {
            fail(failure?.reason ?? HTTP2Session.reason(of: Int32(clamping: status)))
        } else {
            chargeIgnored()
            if nghttp2_session_get_outbound_queue_size(raw) > limits.queued { fail(.queued) }
        }
        guard let failure else { return }
        nghttp2_session_terminate_session(raw, failure.code)
        throw failure
    }

    private func chargeIgnored() {
        // A frame is accounted for with its header, so that this falls below zero until the rest of it has come.
        let surplus = received - accounted - charged
        guard surplus > 0 else { return }
        charged += surplus
        if !ignored.take(surplus, at: now) { fail(.ignored) }
    }

    private func fail(_ reason: Failure.Reason) {
        if failure == nil { failure = Failure(reason: reason) }
    }

    private static func reason(of status: Int32) -> Failure.Reason {
        switch status {
        case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue: .preface
        case NGHTTP2_ERR_FLOODED.rawValue: .acknowledgements
        case NGHTTP2_ERR_TOO_MANY_CONTINUATIONS.rawValue: .continuations
        default: .internal
        }
    }

    /// What a callback of `nghttp2_session_mem_recv` returns.
    private var status: Int32 { failure == nil ? 0 : HTTP2Session.stop }

    private func beginFrame(_ header: UnsafePointer<nghttp2_frame_hd>?) -> Int32 {
        guard let header = header?.pointee else { return 0 }
        accounted += 9 + header.length
        let isAcknowledgement = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
        switch UInt32(header.type) {
        case NGHTTP2_RST_STREAM.rawValue: countReset()
        case NGHTTP2_SETTINGS.rawValue where !isAcknowledgement:
            if !settings.take(at: now) { fail(.settings) }
        case NGHTTP2_PING.rawValue where !isAcknowledgement:
            if !pings.take(at: now) { fail(.pings) }
        case NGHTTP2_CONTINUATION.rawValue:
            continuations += 1
            if continuations > limits.continuations { fail(.continuations) }
        default:
            if !overhead.take(at: now) { fail(.overhead) }
        }
        return status
    }

    private func countReset() {
        if !resets.take(at: now) { fail(.resets) }
        if !unanswered.take(at: now) { fail(.unanswered) }
    }

    private func beginHeaders(_ frame: UnsafePointer<nghttp2_frame>?) -> Int32 {
        guard let frame = frame?.pointee else { return 0 }
        continuations = 0
        block = HTTP2HeaderBlock(
            stream: frame.hd.stream_id, isTrailer: frame.headers.cat != NGHTTP2_HCAT_REQUEST)
        return status
    }

    private func header(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Int32 {
        block?.add(name: name, value: value, limits: rules.limits)
        if let block, block.size / limits.decompression > rules.limits.head { fail(.decompression) }
        return status
    }

    private func received(_ frame: UnsafePointer<nghttp2_frame>?) -> Int32 {
        guard let frame = frame?.pointee else { return 0 }
        let stream = frame.hd.stream_id
        let isEnd = frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch UInt32(frame.hd.type) {
        case NGHTTP2_HEADERS.rawValue:
            guard let block else { return 0 }
            self.block = nil
            overhead.give(8)
            if block.isTrailer {
                if block.isTooLong(for: rules.limits) { return abandon(stream, NGHTTP2_ENHANCE_YOUR_CALM.rawValue) }
                end(stream)
            } else {
                begin(stream, block, isEnded: isEnd)
            }
        case NGHTTP2_DATA.rawValue:
            if isEnd || frame.hd.length - frame.data.padlen >= 256 { overhead.give() }
            if isEnd { end(stream) }
        case NGHTTP2_PING.rawValue where frame.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0:
            // A round trip later the client has seen the announcement, and what it sent before is here.
            if shutdown == .announced { finishShutdown() }
        default: break
        }
        return status
    }

    private func begin(_ stream: Int32, _ block: HTTP2HeaderBlock, isEnded: Bool) {
        streams[stream] = Stream(isRequestEnded: isEnded)
        do throws(RequestHead.Refusal) {
            let head = try block.head(rules: rules)
            delegate.session(self, request: head, on: stream, isEnded: isEnded)
        } catch {
            streams[stream]?.isRefused = true
            delegate.session(self, refused: error, on: stream)
        }
    }

    private func end(_ stream: Int32) {
        guard let known = streams[stream], !known.isRequestEnded else { return }
        streams[stream]?.isRequestEnded = true
        if !known.isRefused, !known.isAbandoned { delegate.session(self, ended: stream) }
    }

    private func received(_ data: UnsafeRawBufferPointer, on stream: Int32) -> Int32 {
        if let known = streams[stream], !known.isRefused, !known.isAbandoned {
            streams[stream]?.unread += data.count
            delegate.session(self, data: data, on: stream)
        } else {
            nghttp2_session_consume(raw, stream, data.count)
        }
        return status
    }

    private func closed(_ stream: Int32, code: UInt32) -> Int32 {
        guard let known = streams.removeValue(forKey: stream) else { return 0 }
        // What the delegate did not read no longer waits for it.
        if known.unread > 0 { nghttp2_session_consume_connection(raw, known.unread) }
        if known.isResponseEnded { unanswered.give() }
        delegate.session(self, closed: stream, code: known.isResponseEnded ? 0 : code)
        return 0
    }

    // MARK: - Out

    /// The room that `send` needs for one frame: its header and the longest payload (RFC 9113, section 4.2).
    static let longestFrame = 9 + 16_384

    /// Writes the next bytes for the client, as many frames as fit.
    ///
    /// - Parameter buffer: At least `longestFrame` bytes of room. Bodies are read straight into it, so one buffer serves all
    ///   connections of a loop, and a session keeps no body.
    /// - Returns: Number of bytes written; zero when there is nothing to send now.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        output = buffer
        written = 0
        defer { output = UnsafeMutableRawBufferPointer(start: nil, count: 0) }
        while buffer.count - written >= HTTP2Session.longestFrame {
            let before = written
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(raw, &bytes)
            guard count >= 0 else {
                fail(.internal)
                break
            }
            if count > 0 {
                append(UnsafeRawBufferPointer(start: bytes, count: count))
            } else if written == before {
                break
            }
        }
        return written
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: output[written...]).copyMemory(from: bytes)
        written += bytes.count
    }

    /// Completes a DATA frame, whose body `read` has put behind the place of its header.
    private func write(_ header: UnsafePointer<UInt8>?, bodyCount: Int) -> Int32 {
        append(UnsafeRawBufferPointer(start: header, count: 9))
        written += bodyCount
        // The frame is out; nghttp2 returns, so that the room for the next is looked at first.
        return NGHTTP2_ERR_PAUSE.rawValue
    }

    private func sent(_ frame: UnsafePointer<nghttp2_frame>?) -> Int32 {
        guard let frame = frame?.pointee else { return 0 }
        let stream = frame.hd.stream_id
        switch UInt32(frame.hd.type) {
        case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue:
            guard frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 else { break }
            streams[stream]?.isResponseEnded = true
            // The rest of the request is not wanted (RFC 9113, section 8.1).
            if let known = streams[stream], !known.isRequestEnded { _ = abandon(stream, NGHTTP2_NO_ERROR.rawValue) }
        case NGHTTP2_RST_STREAM.rawValue:
            if block?.stream == stream { block = nil }
            // Not ours, so for an error of the client.
            guard streams[stream]?.isAbandoned != true else { break }
            if streams[stream] == nil { delegate.session(self, rejected: stream, code: frame.rst_stream.error_code) }
            countReset()
            if let failure { nghttp2_session_terminate_session(raw, failure.code) }
        case NGHTTP2_GOAWAY.rawValue where shutdown == .announced:
            // Behind the announcement: nghttp2 sends a PING before other frames that wait.
            nghttp2_submit_ping(raw, 0, nil)
        default: break
        }
        return 0
    }

    private func abandon(_ stream: Int32, _ code: UInt32) -> Int32 {
        streams[stream]?.isAbandoned = true
        nghttp2_submit_rst_stream(raw, 0, stream, code)
        return status
    }

    /// Answers a request. A stream that is gone is left alone.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - status: 200 to 599.
    ///   - fields: Names and values that are safe (`HTTPFields.isSafe`); names in any case. Those that belong to a
    ///     connection are left out (RFC 9113, section 8.2.2).
    ///   - hasBody: Whether the delegate is asked for a body.
    func respond(_ stream: Int32, status: Int, fields: [(String, String)], hasBody: Bool) {
        guard let known = streams[stream], !known.isAbandoned else { return }
        let result = HTTP2Session.withFields(status: status, fields) { fields in
            cnghttp2_respond(
                raw, stream, fields.baseAddress, fields.count,
                hasBody
                    ? { _, stream, _, room, flags, _, context in
                        HTTP2Session.of(context)?.read(stream, room: room, flags) ?? Int(HTTP2Session.stop)
                    } : nil)
        }
        if result != 0 { reset(stream, code: NGHTTP2_INTERNAL_ERROR.rawValue) }
    }

    /// Asks the client for the body of a request that expects it (RFC 9110, section 15.2.1).
    func sendContinue(_ stream: Int32) {
        guard streams[stream] != nil else { return }
        _ = HTTP2Session.withFields(status: 100, []) { fields in
            nghttp2_submit_headers(raw, 0, stream, nil, fields.baseAddress, fields.count, nil)
        }
    }

    /// Calls `body` with the fields as nghttp2 wants them, which copies them and writes their names in lower case.
    private static func withFields(
        status: Int, _ fields: [(String, String)], _ body: (UnsafeBufferPointer<nghttp2_nv>) -> Int32
    ) -> Int32 {
        var text: [UInt8] = []
        var lengths: [(name: Int, value: Int)] = []
        lengths.reserveCapacity(fields.count + 1)
        func add(_ name: String, _ value: String) {
            text.append(contentsOf: name.utf8)
            text.append(contentsOf: value.utf8)
            lengths.append((name.utf8.count, value.utf8.count))
        }
        add(":status", String(status))
        for (name, value) in fields where !isOfConnection(name) { add(name, value) }
        return text.withUnsafeMutableBufferPointer { text in
            var position = text.baseAddress
            let pairs = lengths.map { length in
                let name = position
                let value = name?.advanced(by: length.name)
                position = value?.advanced(by: length.value)
                return nghttp2_nv(
                    name: name, value: value, namelen: length.name, valuelen: length.value,
                    flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            return pairs.withUnsafeBufferPointer(body)
        }
    }

    private static func isOfConnection(_ name: String) -> Bool {
        ["Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "Upgrade"]
            .contains { HTTPFields.isSame($0, name) }
    }

    private func read(_ stream: Int32, room: Int, _ flags: UnsafeMutablePointer<UInt32>?) -> Int {
        let start = written + 9
        let buffer = UnsafeMutableRawBufferPointer(rebasing: output[start..<min(start + room, output.count)])
        switch delegate.session(self, read: stream, into: buffer) {
        case .bytes(let count, let isLast):
            flags?.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue | (isLast ? NGHTTP2_DATA_FLAG_EOF.rawValue : 0)
            // Not for the small steps that a client forces with a small window.
            if count < buffer.count || count >= 1_024 { overhead.give(3) }
            return count
        case .notYet: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        case .failed:
            streams[stream]?.isAbandoned = true
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
    }

    /// Says that the body of a response has bytes again.
    func resume(_ stream: Int32) { nghttp2_session_resume_data(raw, stream) }

    /// Gives room for `count` more bytes of a request's body back to the client.
    func consumed(_ count: Int, of stream: Int32) {
        // What a stream left unread when it was closed was given back then.
        guard let known = streams[stream] else { return }
        let count = min(count, known.unread)
        streams[stream]?.unread -= count
        nghttp2_session_consume(raw, stream, count)
    }

    /// Gives a stream up (RFC 9113, section 6.4); `closed` follows when that is sent.
    func reset(_ stream: Int32, code: UInt32) {
        if streams[stream] != nil { _ = abandon(stream, code) }
    }

    /// Whether the client's windows keep a response back: its body is read again when it opens them (RFC 9113,
    /// section 6.9.1). A caller bounds how long.
    func isStalled(_ stream: Int32) -> Bool {
        guard let known = streams[stream], !known.isResponseEnded else { return false }
        return nghttp2_session_get_remote_window_size(raw) <= 0
            || nghttp2_session_get_stream_remote_window_size(raw, stream) <= 0
    }

    // MARK: - End

    /// Whether the head of a request, or trailers, have begun and not ended. A caller bounds how long.
    var isReceivingHead: Bool { block != nil }

    /// Number of streams that the delegate knows of.
    var openStreams: Int { streams.count }

    /// Ends the connection when its streams are done (RFC 9113, section 6.8): announces it first, and takes no new streams
    /// from the moment that the client must have seen that. A second call does not wait for the client.
    func shutDown() {
        switch shutdown {
        case .none:
            shutdown = .announced
            nghttp2_submit_shutdown_notice(raw)
        case .announced: finishShutdown()
        case .final: break
        }
    }

    private func finishShutdown() {
        shutdown = .final
        nghttp2_submit_goaway(
            raw, 0, nghttp2_session_get_last_proc_stream_id(raw), NGHTTP2_NO_ERROR.rawValue, nil, 0)
    }

    /// Whether nothing is to be read or written any more.
    var isOver: Bool {
        failure?.reason == .internal
            || nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0
    }
}
