import JourneyBase

/// HTTP/2 on one connection (RFC 9113): many requests at one time, each on its stream.
final class HTTP2Connection: ConnectionProtocol, ExchangeCarrier, HTTP2Delegate {
    /// One stream's exchange, and what of its response is not sent.
    private struct Stream {
        let exchange: Exchange
        /// A body that is there whole, and how much of it is sent.
        var body: [UInt8] = []
        var sent = 0
        var isRequestComplete = false
        /// The number of the request body's bytes that were handed to the service since it last asked for more.
        var held = 0
    }

    private let connection: Connection
    private let loop: ServerLoop
    private var session: HTTP2Session?
    private var streams: [Int32: Stream] = [:]
    /// The number of bytes of all streams' whole bodies.
    private(set) var heldCount = 0
    private var requests = 0
    private var idleSince: ClockInstant
    /// Since when a field section has been coming.
    private var headSince: ClockInstant?
    /// The session has failed, and ends when what it has to say is sent.
    private var isEnding = false

    /// Begins on a connection whose client has agreed to HTTP/2. `nil` when memory has run out.
    init?(_ connection: Connection) {
        self.connection = connection
        loop = connection.loop
        idleSince = connection.loop.now
        var limits = HTTP2Limits()
        limits.streams = connection.loop.core.limits.streamsPerConnection
        do throws(HTTP2Failure) {
            session = try HTTP2Session(
                rules: connection.listener.rules, limits: limits, at: connection.loop.now, delegate: self)
        } catch { return nil }
    }

    func proceed(_ exchange: Exchange) {
        guard connection.isOpen, let stream = streams[exchange.stream] else { return }
        if stream.held > 0, exchange.upload?.isFull != true {
            streams[exchange.stream]?.held = 0
            session?.consumed(stream.held, of: exchange.stream)
        }
        answer(exchange.stream)
        if exchange.outgoing != nil { session?.resume(exchange.stream) }
        connection.advance()
    }

    // MARK: Going on

    func advance() {
        while connection.isOpen {
            guard send() else { return }
            if isEnding || session?.isOver ?? true { return connection.finish(isUnread: true) }
            switch connection.fill(limit: 64 * 1_024) {
            case .more:
                do throws(HTTP2Failure) {
                    try session?.receive(connection.received, at: loop.now)
                } catch { isEnding = true }
                headSince = session?.isReceivingHead == true ? headSince ?? loop.now : nil
                guard connection.isOpen else { return }
                connection.consume(connection.received.count)
            case .nothing: return
            case .ended: return connection.close()
            }
        }
    }

    /// Sends what the session has to say. Whether the socket has taken everything.
    private func send() -> Bool {
        while true {
            let hadUnsent = !connection.hasSentAll
            var isFull = false
            if connection.hasSentAll, let session {
                var count = 1
                while count > 0, loop.output.room >= HTTP2Output.longestFrame {
                    count = loop.output.fill { session.send(into: $0) }
                }
                isFull = count > 0
            }
            guard connection.flush() else { return false }
            if !isFull, !hadUnsent { return true }
        }
    }

    // MARK: Requests

    func session(_ session: HTTP2Session, request: RequestHead, on stream: Int32, isEnded: Bool) {
        let exchange = begin(stream)
        exchange.begin(with: request, on: connection)
        if isEnded {
            streams[stream]?.isRequestComplete = true
            exchange.receiveEnd()
        } else if request.expectsContinue {
            switch exchange.phase {
            case .reading, .handling: session.sendContinue(stream)
            default: break
            }
        }
        answer(stream)
    }

    func session(_ session: HTTP2Session, refused: RequestHead.Refusal, on stream: Int32) {
        let exchange = begin(stream)
        streams[stream]?.isRequestComplete = true
        exchange.refuse(refused.status)
        answer(stream)
    }

    func session(_ session: HTTP2Session, rejected stream: Int32, code: UInt32) {
        let exchange = Exchange(loop, carrier: self, stream: stream, from: connection.address, begin: loop.now)
        exchange.complete(RequestReason.of(status: 400))
    }

    private func begin(_ stream: Int32) -> Exchange {
        let exchange = Exchange(loop, carrier: self, stream: stream, from: connection.address, begin: loop.now)
        streams[stream] = Stream(exchange: exchange)
        requests += 1
        loop.spare(connection, nil)
        if requests >= loop.core.limits.requestsPerConnection { session?.shutDown() }
        return exchange
    }

    func session(_ session: HTTP2Session, data: UnsafeRawBufferPointer, on stream: Int32) {
        guard let exchange = streams[stream]?.exchange else { return session.consumed(data.count, of: stream) }
        var reception = exchange.receive(data)
        if case .goOn = reception { reception = exchange.handOver() }
        switch reception {
        case .goOn: session.consumed(data.count, of: stream)
        case .wait: streams[stream]?.held += data.count
        case .cut:
            session.consumed(data.count, of: stream)
            session.reset(stream, code: HTTP2Connection.cancel)
        }
    }

    func session(_ session: HTTP2Session, ended stream: Int32) {
        streams[stream]?.isRequestComplete = true
        streams[stream]?.exchange.receiveEnd()
        answer(stream)
    }

    // MARK: Responses

    /// Error codes of RFC 9113, section 7.
    private static let internalError: UInt32 = 2
    private static let cancel: UInt32 = 8

    /// Hands the answer of a stream's exchange to the session, if there is one.
    private func answer(_ stream: Int32) {
        guard let exchange = streams[stream]?.exchange, case .answered = exchange.phase, let session else { return }
        guard let response = exchange.response() else {
            return session.reset(stream, code: HTTP2Connection.internalError)
        }
        var fields: [(String, String)] = [("date", String(decoding: loop.date(), as: UTF8.self))]
        for field in response.headers.fields where !ResponseHead.isOurs(field.name) {
            fields.append((field.name.lowercased(), field.value))
        }
        fields.append(("x-request-id", exchange.id))
        let isHead = exchange.head?.method == .head
        let announced =
            response.stream == nil ? response.body.count : response.headers["Content-Length"].flatMap { Int($0) }
        if let announced, response.status != 204 { fields.append(("content-length", String(announced))) }
        let mayHaveBody = !isHead && response.status != 204 && response.status != 304
        let hasBody = mayHaveBody && (exchange.outgoing != nil || !response.body.isEmpty)
        if hasBody {
            streams[stream]?.body = response.body
            heldCount += response.body.count
        }
        session.respond(stream, status: response.status, fields: fields, hasBody: hasBody)
    }

    func session(
        _ session: HTTP2Session, read stream: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> HTTP2BodyRead {
        guard let state = streams[stream] else { return .failed }
        if let outgoing = state.exchange.outgoing {
            switch outgoing.read(into: buffer) {
            case .bytes(let count): return .bytes(count, isLast: false)
            case .waiting: return .notYet
            case .ended: return .bytes(0, isLast: true)
            case .failed: return .failed
            }
        }
        let count = min(buffer.count, state.body.count - state.sent)
        state.body.withUnsafeBytes { bytes in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[state.sent..<state.sent + count]))
        }
        streams[stream]?.sent += count
        return .bytes(count, isLast: state.sent + count == state.body.count)
    }

    func session(_ session: HTTP2Session, closed stream: Int32, code: UInt32) {
        guard let state = streams.removeValue(forKey: stream) else { return }
        heldCount -= state.body.count
        state.exchange.complete()
        guard streams.isEmpty else { return }
        idleSince = loop.now
        loop.spare(connection, .idle)
    }

    // MARK: Time and the end

    var deadline: ClockInstant? {
        let times = loop.core.times
        if let blockedSince = connection.blockedSince { return blockedSince + times.transfer }
        let usual =
            streams.isEmpty ? idleSince + times.silence : streams.values.compactMap { $0.exchange.due?.at }.min()
        guard let headSince else { return usual }
        return usual.map { min($0, headSince + times.head) } ?? headSince + times.head
    }

    func timerFired() {
        if let blockedSince = connection.blockedSince, blockedSince + loop.core.times.transfer <= loop.now {
            return connection.close()
        }
        if let headSince, headSince + loop.core.times.head <= loop.now {
            // No other frame can come before its end, so nothing else of this connection can go on either.
            Exchange(loop, carrier: self, from: connection.address, begin: headSince)
                .complete(RequestReason.clientTooSlow)
            session?.endForSlowHead()
            isEnding = true
            return connection.advance()
        }
        guard !streams.isEmpty else {
            guard let deadline, deadline <= loop.now else { return }
            session?.shutDown()
            isEnding = true
            return connection.advance()
        }
        for (stream, state) in streams {
            guard let due = state.exchange.due, due.at <= loop.now else { continue }
            let exchange = state.exchange
            switch due.verdict {
            case .tooSlowClient, .tooLongUpload:
                exchange.reason = RequestReason.clientTooSlow
                exchange.task?.cancel()
                session?.reset(stream, code: HTTP2Connection.cancel)
            case .tooSlowService:
                exchange.reason = RequestReason.serviceTooSlow
                exchange.finish(HTTPResponse(status: 503, headers: ["Retry-After": "1"]))
                exchange.task?.cancel()
            case .tooLongStream:
                exchange.reason = RequestReason.streamTooLong
                exchange.outgoing?.abandon()
                // A closed window would keep the session from asking for the body, and from learning that it has failed.
                session?.reset(stream, code: HTTP2Connection.internalError)
            }
        }
        connection.advance()
    }

    func peerEnded() {}

    func beginStopping() {
        for state in streams.values {
            if let outgoing = state.exchange.outgoing, outgoing.isEndless { outgoing.end() }
        }
        session?.shutDown()
        connection.advance()
    }

    func connectionClosed(_ reason: String?) {
        for state in streams.values {
            if let reason { state.exchange.reason = reason }
            state.exchange.complete(loop.isStopping ? RequestReason.serverStopped : RequestReason.clientGone)
        }
        streams = [:]
        heldCount = 0
        session = nil
    }
}
