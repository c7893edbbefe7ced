import JourneyBase

/// HTTP/1.1 on one connection (RFC 9112): requests one after the other, each answered before the next is looked at.
final class HTTP1Connection: ConnectionProtocol, ExchangeCarrier {
    private let connection: Connection
    private let loop: ServerLoop
    private var reader: RequestReader
    /// The request under way.
    private var exchange: Exchange?
    /// `true` if it has come whole.
    private var isRequestComplete = false
    private var isHTTP10 = false
    private var isPersistent = true
    /// `true` if the service answered before any of the body was read.
    private var isAnsweredAtHead = false
    private var body = HTTP1Body()
    /// `true` if the connection ends behind this response.
    private var isLast = false
    /// `true` if it ends as soon as the socket has taken everything; the value says whether the client may still be sending.
    private var ending: Bool?
    private var requests = 0
    /// `true` if it takes an event of the request, and whether the exchange has gone on meanwhile: `advance` then does so by itself.
    private var isTaking = false
    private var hasProceeded = false
    /// Since when no request has been under way, and since when the head of one has been coming.
    private var idleSince: ClockInstant
    private var headSince: ClockInstant?

    init(_ connection: Connection) {
        self.connection = connection
        loop = connection.loop
        reader = RequestReader(rules: connection.listener.rules)
        idleSince = connection.loop.now
    }

    func proceed(_ exchange: Exchange) { if isTaking { hasProceeded = true } else { connection.advance() } }

    // MARK: Going on

    func advance() {
        while connection.isOpen {
            if !connection.hasSentAll, !connection.flush() { return }
            if let ending {
                guard connection.flush() else { return }
                return connection.finish(isUnread: ending)
            }
            if let exchange {
                if case .answered = exchange.phase, mayAnswer(exchange) {
                    guard answer(exchange) else { return }
                }
                if case .sent = exchange.phase {
                    switch body.isDone ? .done : body.send(over: connection, for: exchange) {
                    case .done: break
                    case .waiting: return
                    // The client must not take what it has for the whole.
                    case .broken: return isHTTP10 ? connection.abort() : connection.close()
                    }
                    end(exchange)
                    continue
                }
            }
            guard wantsInput, readOn() else { break }
        }
        guard connection.isOpen else { return }
        _ = exchange?.handOver()
        _ = connection.flush()
    }

    private var wantsInput: Bool {
        guard let exchange else { return true }
        return !isRequestComplete && exchange.upload?.isFull != true
    }

    // MARK: The request

    /// Takes the next event of the request, reading where that is needed. Whether there was one.
    private func readOn() -> Bool {
        while connection.isOpen {
            let bytes = connection.received
            if exchange != nil || !bytes.isEmpty {
                if exchange == nil, headSince == nil, !bytes.isEmpty {
                    headSince = loop.now
                    loop.spare(connection, .unfinished)
                }
                var position = 0
                do throws(RequestHead.Refusal) {
                    let event = try reader.next(in: bytes, from: &position)
                    if let event {
                        isTaking = true
                        let goesOn = take(event, in: bytes, isMoreHere: position < bytes.count) || hasProceeded
                        (isTaking, hasProceeded) = (false, false)
                        guard connection.isOpen else { return false }
                        connection.consume(position)
                        return goesOn
                    }
                    connection.consume(position)
                    // An empty line behind a body is no beginning of a request (RFC 9112, section 2.2).
                    if exchange == nil, requests > 0, connection.received.isEmpty, reader.isIdle {
                        headSince = nil
                        loop.spare(connection, .idle)
                    }
                } catch {
                    connection.consume(bytes.count)
                    refuse(error.status)
                    return true
                }
            }
            switch connection.fill(limit: loop.core.limits.head + 4_096) {
            case .more: continue
            case .nothing: return false
            case .ended:
                // A client may close its side behind its last request; what was answered is still to be sent.
                guard exchange == nil else {
                    connection.close()
                    return false
                }
                ending = false
                return true
            }
        }
        return false
    }

    /// Returns `true` if to go on at once.
    private func take(_ event: RequestReader.Event, in bytes: UnsafeRawBufferPointer, isMoreHere: Bool) -> Bool {
        switch event {
        case .head(let head):
            let exchange = newExchange()
            isHTTP10 = head.version == .http10
            isPersistent = head.isPersistent
            exchange.begin(with: head, on: connection)
            if case .answered = exchange.phase { isAnsweredAtHead = head.hasBody }
            if head.expectsContinue, !isHTTP10, head.hasBody, !isAnsweredAtHead, !isMoreHere {
                loop.output.append("HTTP/1.1 100 Continue\r\n\r\n")
                _ = connection.flush()
            }
            return true
        case .body(let range):
            guard let exchange else { return true }
            switch exchange.receive(UnsafeRawBufferPointer(rebasing: bytes[range])) {
            case .goOn: return true
            case .wait: return false
            case .cut:
                connection.close()
                return false
            }
        case .end:
            isRequestComplete = true
            exchange?.receiveEnd()
            return true
        }
    }

    private func newExchange() -> Exchange {
        let exchange = Exchange(loop, carrier: self, from: connection.address, begin: headSince ?? loop.now)
        self.exchange = exchange
        headSince = nil
        isRequestComplete = false
        isAnsweredAtHead = false
        isPersistent = true
        isHTTP10 = false
        requests += 1
        loop.spare(connection, nil)
        return exchange
    }

    /// Refuses bytes that are no request, or the rest of a malformed one.
    private func refuse(_ status: Int) {
        guard let exchange else {
            let exchange = newExchange()
            isAnsweredAtHead = true
            return exchange.refuse(status)
        }
        switch exchange.phase {
        case .reading:
            isAnsweredAtHead = true
            exchange.refuse(status)
        case .handling, .answered:
            isAnsweredAtHead = true
            exchange.refuseRest(status)
        case .started, .sent:
            // The answer has begun: nothing more is to be understood from this client.
            exchange.reason = RequestReason.of(status: status)
            connection.close()
        }
    }

    // MARK: The response

    private func mayAnswer(_ exchange: Exchange) -> Bool {
        exchange.upload == nil || isRequestComplete || isAnsweredAtHead
    }

    /// Puts the response's head into the output buffer, and the body if it is short. Whether to go on.
    private func answer(_ exchange: Exchange) -> Bool {
        guard connection.flush() else { return false }
        guard let response = exchange.response() else {
            connection.close()
            return false
        }
        isLast =
            !isPersistent || !isRequestComplete || requests >= loop.core.limits.requestsPerConnection
            || loop.isStopping || response.headers["Connection"].map { HTTPFields.isSame($0, "close") } ?? false
        let length =
            response.stream == nil ? nil : response.headers["Content-Length"].flatMap { Int($0) }.map { max(0, $0) }
        if response.stream != nil, length == nil, isHTTP10 { isLast = true }
        var head = ResponseHead(status: response.status, fields: response.headers, id: exchange.id, isLast: isLast)
        head.length = response.stream != nil ? length : response.status == 204 ? nil : response.body.count
        head.isChunked = response.stream != nil && length == nil && !isHTTP10
        guard loop.output.append(head, date: loop.date()) else {
            // No service has a head that long; the connection can't tell what it would have said.
            exchange.reason = RequestReason.responseUnsafe
            connection.close()
            return false
        }
        guard exchange.head?.method != .head, response.status != 204, response.status != 304 else { return true }
        if let outgoing = exchange.outgoing {
            let end: HTTP1Body.Framing =
                if let length { .length(left: length) } else { isHTTP10 ? .untilClose : .chunked }
            body = HTTP1Body(outgoing, end)
        } else {
            body = HTTP1Body(response.body, after: loop.output)
        }
        return true
    }

    private func end(_ exchange: Exchange) {
        exchange.complete()
        self.exchange = nil
        body = HTTP1Body()
        idleSince = loop.now
        if isLast {
            ending = !isRequestComplete || !connection.received.isEmpty || connection.mayHaveMore
        } else {
            loop.spare(connection, .idle)
        }
    }

    // MARK: Time and the end

    var deadline: ClockInstant? {
        let times = loop.core.times
        if let blockedSince = connection.blockedSince {
            return min(blockedSince + times.transfer, exchange?.due?.at ?? blockedSince + times.transfer)
        }
        if let exchange { return exchange.due?.at }
        if let headSince { return headSince + times.head }
        return idleSince + times.silence
    }

    func timerFired() {
        guard let deadline, deadline <= loop.now else { return }
        guard let exchange, let due = exchange.due, due.at <= loop.now else {
            if let headSince, loop.now < headSince + loop.core.times.transfer {
                refuse(408)
                return connection.advance()
            }
            if headSince != nil { newExchange().reason = RequestReason.clientTooSlow }
            if connection.blockedSince != nil { exchange?.reason = RequestReason.clientTooSlow }
            return connection.close()
        }
        switch due.verdict {
        case .tooSlowClient, .tooLongUpload:
            exchange.reason = RequestReason.clientTooSlow
            exchange.task?.cancel()
            connection.close()
        case .tooSlowService:
            exchange.reason = RequestReason.serviceTooSlow
            exchange.finish(HTTPResponse(status: 503, headers: ["Retry-After": "1"]))
            exchange.task?.cancel()
        case .tooLongStream:
            exchange.reason = RequestReason.streamTooLong
            exchange.outgoing?.abandon()
            connection.advance()
        }
    }

    func peerEnded() {}

    func beginStopping() {
        if let outgoing = exchange?.outgoing, outgoing.isEndless { outgoing.end() }
    }

    var heldCount: Int { body.heldCount + (exchange?.answer?.body.count ?? 0) }

    func connectionClosed(_ reason: String?) {
        if let reason { exchange?.reason = reason }
        exchange?.complete(loop.isStopping ? RequestReason.serverStopped : RequestReason.clientGone)
        exchange = nil
    }
}
