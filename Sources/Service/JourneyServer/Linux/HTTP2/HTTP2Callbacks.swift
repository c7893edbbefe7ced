import CNghttp2

/// The callbacks of nghttp2 for one session, which find it by their context.
enum HTTP2Callbacks {
    /// Has nghttp2 return to its caller at once.
    static let stop = NGHTTP2_ERR_CALLBACK_FAILURE.rawValue

    private static func session(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
        context.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Makes nghttp2's part of a session, whose SETTINGS then wait to be sent.
    ///
    /// - Parameters:
    ///   - session: The session, which outlives its part.
    ///   - limits: The limits of the connection.
    ///   - head: The longest field section, in bytes.
    /// - Returns: A server's session, or `nil` when memory has run out.
    static func makeSession(for session: HTTP2Session, _ limits: HTTP2Limits, head: Int) -> OpaquePointer? {
        let settings = [
            (NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.streams),
            (NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.streamWindow),
            (NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, head),
            // Nothing is kept of the tree of RFC 7540, nor of closed streams for its sake (RFC 9218, section 2.1).
            (NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
        ].map { nghttp2_settings_entry(settings_id: Int32($0.0.rawValue), value: UInt32(clamping: $0.1)) }
        var options = options(for: session)
        options.connection_window = Int32(clamping: limits.connectionWindow)
        options.outbound_acks = limits.acknowledgements
        // It counts a frame again for each piece that the 9 bytes of its header come in, so only a section that is ignored
        // is left to it.
        options.continuations = limits.continuations * 9
        options.deflate_table = limits.responseTable
        return settings.withUnsafeBufferPointer { settings in
            options.settings = settings.baseAddress
            options.settings_count = settings.count
            var raw: OpaquePointer?
            return cnghttp2_server(&raw, &options) == 0 ? raw : nil
        }
    }

    private static func options(for session: HTTP2Session) -> cnghttp2_server_options {
        var options = cnghttp2_server_options()
        options.context = Unmanaged.passUnretained(session).toOpaque()
        options.begin_frame = { _, header, context in
            guard let header, let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            return session.didBeginFrame(header.pointee)
        }
        options.begin_headers = { _, frame, context in
            guard let frame, let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            return session.didBeginHeaders(frame.pointee)
        }
        options.header = { _, _, name, nameCount, value, valueCount, _, context in
            guard let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            return session.didReceiveField(
                UnsafeRawBufferPointer(start: name, count: nameCount),
                UnsafeRawBufferPointer(start: value, count: valueCount))
        }
        options.invalid_header = { raw, frame, _, _, _, _, _, _ in
            // Malformed, where nghttp2 would only drop the field (RFC 9113, sections 8.1.1 and 8.2.1).
            guard let frame else { return HTTP2Callbacks.stop }
            nghttp2_submit_rst_stream(raw, 0, frame.pointee.hd.stream_id, NGHTTP2_PROTOCOL_ERROR.rawValue)
            return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
        }
        options.frame_received = { _, frame, context in
            guard let frame, let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            return session.didReceiveFrame(frame.pointee)
        }
        options.data_received = { _, _, stream, bytes, count, context in
            guard let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            return session.didReceiveData(UnsafeRawBufferPointer(start: bytes, count: count), on: stream)
        }
        options.frame_sent = { _, frame, context in
            guard let frame, let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            session.didSendFrame(frame.pointee)
            return 0
        }
        options.stream_closed = { _, stream, code, context in
            guard let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            session.didCloseStream(stream, code: code)
            return 0
        }
        options.send_data = { _, _, header, count, _, context in
            guard let session = HTTP2Callbacks.session(context) else { return HTTP2Callbacks.stop }
            session.writeFrame(UnsafeRawBufferPointer(start: header, count: HTTP2Output.headerCount), bodyCount: count)
            // The frame is out; nghttp2 returns, so that the room for the next is looked at first.
            return NGHTTP2_ERR_PAUSE.rawValue
        }
        return options
    }

    /// Reads a response's body.
    static let read: nghttp2_data_source_read_callback = { _, stream, _, room, flags, _, context in
        guard let flags, let session = HTTP2Callbacks.session(context) else { return Int(HTTP2Callbacks.stop) }
        switch session.readBody(of: stream, room: room) {
        case .bytes(let count, let isLast):
            flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue | (isLast ? NGHTTP2_DATA_FLAG_EOF.rawValue : 0)
            return count
        case .notYet: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        case .failed: return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
    }
}
