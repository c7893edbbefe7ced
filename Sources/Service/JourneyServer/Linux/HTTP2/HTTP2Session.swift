import CNghttp2
import JourneyBase

/// The server's side of one HTTP/2 connection (RFC 9113), over nghttp2: bytes in, events to a delegate, bytes out.
///
/// It does no I/O and reads no clock. It is confined to one thread, that of its connection. Flow control is manual: a
/// client may send so much as the delegate has consumed.
///
/// A caller alternates: after each `receive` it calls `send` until that writes nothing, and it does not receive while what
/// `send` wrote has not left. When `isOver`, it closes the connection; streams that are open then get no `closed`.
///
/// An idle session takes 27 KB, of which 16 KB are nghttp2's frame buffer, whose pages mostly stay untouched; the fields
/// that a client has in its table (RFC 7541, section 4.1) take up to 10 KB more.
final class HTTP2Session {
    private enum Shutdown { case none, announced, final }

    private let rules: RequestHead.Rules
    private let limits: HTTP2Limits
    private unowned let delegate: any HTTP2Delegate
    /// `nil` only while it is made.
    private var raw: OpaquePointer?
    private var budget: HTTP2Budget
    private var streams: [Int32: HTTP2Stream] = [:]
    /// The field section that is being received; no other frame can come between (RFC 9113, section 4.3).
    private var block: HTTP2HeaderBlock?
    private var shutdown = Shutdown.none
    /// The buffer that `send` writes to; used only there.
    private var output = HTTP2Output()

    /// Starts a session; its SETTINGS wait to be sent.
    ///
    /// - Parameters:
    ///   - rules: What requests are judged by, and the limits that are the same for HTTP/1.1.
    ///   - limits: The limits of this connection.
    ///   - now: The time.
    ///   - delegate: The owner; it outlives the session.
    /// - Throws: `.internal` when memory has run out.
    init(
        rules: RequestHead.Rules, limits: HTTP2Limits, at now: ClockInstant, delegate: any HTTP2Delegate
    ) throws(HTTP2Failure) {
        self.rules = rules
        self.limits = limits
        self.delegate = delegate
        budget = HTTP2Budget(limits, at: now)
        raw = HTTP2Callbacks.makeSession(for: self, limits, head: rules.limits.head)
        if raw == nil { throw HTTP2Failure(.internal) }
    }

    deinit { nghttp2_session_del(raw) }

    // MARK: - In

    /// The reason why the connection ends, once there is one.
    var failure: HTTP2Failure? { budget.failure }

    /// Takes what came from the client.
    ///
    /// - Parameters:
    ///   - bytes: What came; nothing of it is kept.
    ///   - now: The time.
    /// - Throws: Why the connection ends; what `send` writes after that is the last, `GOAWAY` with the failure's code.
    func receive(_ bytes: UnsafeRawBufferPointer, at now: ClockInstant) throws(HTTP2Failure) {
        if let failure { throw failure }
        budget.now = now
        budget.countBytes(bytes.count)
        let status = nghttp2_session_mem_recv(raw, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        if status < 0 {
            budget.fail(HTTP2Failure(status: status))
        } else {
            budget.chargeIgnored()
            budget.checkQueue(nghttp2_session_get_outbound_queue_size(raw))
        }
        guard let failure else { return }
        nghttp2_session_terminate_session(raw, failure.code)
        throw failure
    }

    /// The return value for a callback of `nghttp2_session_mem_recv`.
    private var status: Int32 { failure == nil ? 0 : HTTP2Callbacks.stop }

    func didBeginFrame(_ header: nghttp2_frame_hd) -> Int32 {
        budget.countFrame(header)
        return status
    }

    func didBeginHeaders(_ frame: nghttp2_frame) -> Int32 {
        block = HTTP2HeaderBlock(stream: frame.hd.stream_id, isTrailer: frame.headers.cat != NGHTTP2_HCAT_REQUEST)
        return status
    }

    func didReceiveField(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Int32 {
        block?.add(name: name, value: value, limits: rules.limits)
        if let block, block.size / limits.decompression > rules.limits.head { budget.fail(.decompression) }
        return status
    }

    func didReceiveFrame(_ frame: nghttp2_frame) -> Int32 {
        let stream = frame.hd.stream_id
        let isEnd = frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        switch UInt32(frame.hd.type) {
        case NGHTTP2_HEADERS.rawValue:
            guard let block else { return status }
            self.block = nil
            budget.earnSection()
            if !block.isTrailer {
                begin(stream, block, isEnded: isEnd)
            } else if block.isTooLong(for: rules.limits) {
                abandon(stream, NGHTTP2_ENHANCE_YOUR_CALM.rawValue)
            } else {
                end(stream)
            }
        case NGHTTP2_DATA.rawValue:
            budget.earnData(frame.hd.length - frame.data.padlen, isLast: isEnd)
            if isEnd { end(stream) }
        case NGHTTP2_PING.rawValue where frame.hd.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0:
            // A round trip later the client has seen the announcement, and what it sent before is here.
            if shutdown == .announced { finishShutdown() }
        default: break
        }
        return status
    }

    private func begin(_ stream: Int32, _ block: HTTP2HeaderBlock, isEnded: Bool) {
        streams[stream] = HTTP2Stream(isRequestEnded: isEnded)
        do throws(RequestHead.Refusal) {
            let head = try block.head(isEnded: isEnded, rules: rules)
            if case .length(let length) = head.framing { streams[stream]?.announced = length }
            delegate.session(self, request: head, on: stream, isEnded: isEnded)
        } catch {
            streams[stream]?.isRefused = true
            delegate.session(self, refused: error, on: stream)
        }
    }

    private func end(_ stream: Int32) {
        guard let known = streams[stream], !known.isRequestEnded else { return }
        streams[stream]?.isRequestEnded = true
        if known.takesBody { delegate.session(self, ended: stream) }
    }

    func didReceiveData(_ data: UnsafeRawBufferPointer, on stream: Int32) -> Int32 {
        if let announced = streams[stream]?.announced { streams[stream]?.announced = announced - data.count }
        if let known = streams[stream], known.takesBody {
            streams[stream]?.unread += data.count
            delegate.session(self, data: data, on: stream)
        } else {
            nghttp2_session_consume(raw, stream, data.count)
        }
        return status
    }

    func didCloseStream(_ stream: Int32, code: UInt32) {
        guard let known = streams.removeValue(forKey: stream) else { return }
        // What the delegate did not read no longer waits for it.
        if known.unread > 0 { nghttp2_session_consume_connection(raw, known.unread) }
        if known.isResponseEnded { budget.earnResponse() }
        delegate.session(self, closed: stream, code: known.isResponseEnded ? 0 : code)
    }

    // MARK: - Out

    /// Writes the next bytes for the client, as many frames as fit.
    ///
    /// - Parameter buffer: At least `HTTP2Output.longestFrame` bytes of room. Bodies are read straight into it, so one buffer
    ///   serves all connections of a loop, and a session keeps no body.
    /// - Returns: Number of bytes written; zero when there is nothing to send now.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        output = HTTP2Output(buffer)
        defer { output = HTTP2Output() }
        while output.hasRoom {
            let before = output.count
            var bytes: UnsafePointer<UInt8>?
            let count = nghttp2_session_mem_send(raw, &bytes)
            if count < 0 { budget.fail(.internal) }
            if count > 0 { output.append(UnsafeRawBufferPointer(start: bytes, count: count)) }
            if output.count == before { break }
        }
        return output.count
    }

    /// Completes the frame of a body that `readBody` has read.
    func writeFrame(_ header: UnsafeRawBufferPointer, bodyCount: Int) { output.append(header, bodyCount: bodyCount) }

    func readBody(of stream: Int32, room: Int) -> HTTP2BodyRead {
        let buffer = output.bodyRoom(room)
        let read = delegate.session(self, read: stream, into: buffer)
        switch read {
        case .bytes(let count, _): budget.earnPiece(count, room: buffer.count)
        case .notYet: break
        case .failed: streams[stream]?.isAbandoned = true
        }
        return read
    }

    func didSendFrame(_ frame: nghttp2_frame) {
        let stream = frame.hd.stream_id
        switch UInt32(frame.hd.type) {
        case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue:
            guard frame.hd.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 else { return }
            streams[stream]?.isResponseEnded = true
            if isResponseEarly(on: stream) { abandon(stream, NGHTTP2_NO_ERROR.rawValue) }
        case NGHTTP2_RST_STREAM.rawValue:
            if block?.stream == stream { block = nil }
            // Not ours, so for an error of the client.
            guard streams[stream]?.isAbandoned != true else { return }
            if streams[stream] == nil { delegate.session(self, rejected: stream, code: frame.rst_stream.error_code) }
            budget.countReset()
            if let failure { nghttp2_session_terminate_session(raw, failure.code) }
        case NGHTTP2_GOAWAY.rawValue where shutdown == .announced:
            // Behind the announcement: nghttp2 sends a PING before other frames that wait.
            nghttp2_submit_ping(raw, 0, nil)
        default: break
        }
    }

    /// Returns `true` if the client must be told that the rest of its request is not wanted (RFC 9113, section 8.1).
    ///
    /// What fits into its window comes anyway, and is dropped: clients such as libcurl 7.88 lose a response behind which its
    /// stream is reset while they still send.
    private func isResponseEarly(on stream: Int32) -> Bool {
        guard let known = streams[stream], !known.isRequestEnded else { return false }
        guard let announced = known.announced else { return true }
        return announced > Int(nghttp2_session_get_stream_local_window_size(raw, stream))
    }

    private func abandon(_ stream: Int32, _ code: UInt32) {
        streams[stream]?.isAbandoned = true
        nghttp2_submit_rst_stream(raw, 0, stream, code)
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
        let result = HTTP2Fields.with(status: status, fields) { fields in
            cnghttp2_respond(raw, stream, fields.baseAddress, fields.count, hasBody ? HTTP2Callbacks.read : nil)
        }
        if result != 0 { reset(stream, code: NGHTTP2_INTERNAL_ERROR.rawValue) }
    }

    /// Asks the client for the body of a request that expects it (RFC 9110, section 15.2.1).
    func sendContinue(_ stream: Int32) {
        guard streams[stream] != nil else { return }
        _ = HTTP2Fields.with(status: 100, []) { fields in
            nghttp2_submit_headers(raw, 0, stream, nil, fields.baseAddress, fields.count, nil)
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
        if streams[stream] != nil { abandon(stream, code) }
    }

    // MARK: - State and end

    /// Number of streams that the delegate knows of.
    var openStreams: Int { streams.count }

    /// `true` if the head of a request, or trailers, have begun and not ended. A caller bounds how long.
    var isReceivingHead: Bool { block != nil }

    /// Ends the connection, because the field section that has begun takes too long: what `send` writes after that is the last.
    func endForSlowHead() {
        budget.fail(.slowHead)
        if let failure { nghttp2_session_terminate_session(raw, failure.code) }
    }

    /// Returns `true` if the client's windows keep a response back: its body is read again when it opens them (RFC 9113,
    /// section 6.9.1). A caller bounds how long.
    func isStalled(_ stream: Int32) -> Bool {
        guard let known = streams[stream], !known.isResponseEnded else { return false }
        return nghttp2_session_get_remote_window_size(raw) <= 0
            || nghttp2_session_get_stream_remote_window_size(raw, stream) <= 0
    }

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
        let last = nghttp2_session_get_last_proc_stream_id(raw)
        nghttp2_submit_goaway(raw, 0, last, NGHTTP2_NO_ERROR.rawValue, nil, 0)
    }

    /// `true` if nothing is to be read or written any more.
    var isOver: Bool {
        failure?.reason == .internal
            || nghttp2_session_want_read(raw) == 0 && nghttp2_session_want_write(raw) == 0
    }
}
