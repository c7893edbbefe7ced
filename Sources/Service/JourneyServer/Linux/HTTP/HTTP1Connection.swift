import JourneyBase

/// HTTP/1.1 on one connection (RFC 9112): requests one after the other, each answered before the next is looked at.
final class HTTP1Connection: ConnectionProtocol, ExchangeCarrier {
    /// How the end of a streamed response shows (RFC 9112, section 6.3).
    private enum Framing {
        case chunked
        case length(left: Int)
        case untilClose
    }

    /// What of the response is not in the output buffer yet.
    private enum Rest {
        case nothing
        case bytes([UInt8], from: Int)
        case stream(OutgoingBody, Framing)
    }

    private unowned let connection: Connection
    private unowned let loop: ServerLoop
    private var reader: RequestReader
    /// The request under way.
    private var exchange: Exchange?
    /// Whether it has come whole.
    private var isRequestComplete = false
    private var isHTTP10 = false
    private var isPersistent = true
    /// Whether the service answered before any of the body was read.
    private var isAnsweredAtHead = false
    private var rest = Rest.nothing
    /// Whether the connection ends behind this response.
    private var isLast = false
    /// Whether it ends as soon as the socket has taken everything; the value says whether the client may still be sending.
    private var ending: Bool?
    private var requests = 0
    /// Since when no request has been under way, and since when the head of one has been coming.
    private var idleSince: ContinuousClock.Instant
    private var headSince: ContinuousClock.Instant?
    /// Since when the socket has not taken what is to be sent.
    private var blockedSince: ContinuousClock.Instant?

    init(_ connection: Connection) {
        self.connection = connection
        loop = connection.loop
        reader = RequestReader(rules: connection.listener.rules)
        idleSince = connection.loop.now
    }

    func proceed(_ exchange: Exchange) { connection.advance() }

    // MARK: Going on

    func advance() {
        while connection.isOpen {
            if !connection.hasSentAll, !flush() { return }
            if let ending {
                guard flush() else { return }
                return connection.finish(isUnread: ending)
            }
            if let exchange {
                if case .answered = exchange.phase, mayAnswer(exchange) {
                    guard answer(exchange) else { return }
                }
                if case .sent = exchange.phase {
                    guard sendRest(exchange) else { return }
                    end(exchange)
                    continue
                }
            }
            guard wantsInput, readOn() else { break }
        }
        if connection.isOpen { _ = flush() }
    }

    private func flush() -> Bool {
        if connection.flush() {
            blockedSince = nil
            return true
        }
        if blockedSince == nil { blockedSince = loop.now }
        return false
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
                    let goesOn = event.map { take($0, in: bytes, isMoreHere: position < bytes.count) } ?? true
                    guard connection.isOpen else { return false }
                    connection.consume(position)
                    if event != nil { return goesOn }
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

    /// Whether to go on at once.
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
                _ = flush()
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

    /// What came is no request, or has become none.
    private func refuse(_ status: Int) {
        if let exchange, !isRequestComplete, case .reading = exchange.phase {
            isAnsweredAtHead = true
            exchange.refuse(status)
        } else if exchange != nil {
            // The service has it already: it is broken off, and nothing more is to be understood from this client.
            exchange?.reason = RequestReason.of(status: status)
            exchange?.task?.cancel()
            connection.close()
        } else {
            let exchange = newExchange()
            isAnsweredAtHead = true
            exchange.refuse(status)
        }
    }

    // MARK: The response

    private func mayAnswer(_ exchange: Exchange) -> Bool {
        exchange.upload == nil || isRequestComplete || isAnsweredAtHead
    }

    /// Puts the response's head into the output buffer, and the body if it is short. Whether to go on.
    private func answer(_ exchange: Exchange) -> Bool {
        guard flush() else { return false }
        guard let response = exchange.response() else {
            connection.close()
            return false
        }
        isLast =
            !isPersistent || !isRequestComplete || requests >= loop.core.limits.requestsPerConnection
            || loop.isStopping || response.headers["Connection"].map { HTTPFields.isSame($0, "close") } ?? false
        let isHead = exchange.head?.method == .head
        let hasBody = !isHead && response.status != 204 && response.status != 304
        var framing: Framing?
        if response.stream != nil {
            if let length = response.headers["Content-Length"].flatMap({ Int($0) }) {
                framing = .length(left: length)
            } else if isHTTP10 {
                framing = .untilClose
                isLast = true
            } else {
                framing = .chunked
            }
        }
        var head = ResponseHead(status: response.status, fields: response.headers, id: exchange.id, isLast: isLast)
        switch framing {
        case .length(let left): head.length = left
        case .chunked: head.isChunked = true
        case .untilClose: break
        case nil: head.length = response.status == 204 ? nil : response.body.count
        }
        guard head.write(to: &loop.output, date: loop.date()) else {
            // No service has a head that long; the connection can't tell what it would have said.
            exchange.reason = RequestReason.responseUnsafe
            connection.close()
            return false
        }
        guard hasBody else { return true }
        if let framing, let outgoing = exchange.outgoing {
            rest = .stream(outgoing, framing)
        } else if response.body.count <= min(loop.output.room, 16_384) {
            loop.output.append(response.body)
        } else {
            rest = .bytes(response.body, from: 0)
        }
        return true
    }

    /// Sends on. Whether everything is in the output buffer or with the socket.
    private func sendRest(_ exchange: Exchange) -> Bool {
        switch rest {
        case .nothing: return true
        case .bytes(let body, let from):
            guard flush() else { return false }
            let count = body.withUnsafeBytes { connection.send(UnsafeRawBufferPointer(rebasing: $0[from...])) }
            guard connection.isOpen else { return false }
            if from + count == body.count {
                rest = .nothing
                return true
            }
            rest = .bytes(body, from: from + count)
            return false
        case .stream(let outgoing, let framing): return sendStream(outgoing, framing)
        }
    }

    private func sendStream(_ outgoing: OutgoingBody, _ framing: Framing) -> Bool {
        var framing = framing
        while true {
            if loop.output.room < loop.piece.count + 32, !flush() {
                rest = .stream(outgoing, framing)
                return false
            }
            guard connection.hasSentAll else { return false }
            switch outgoing.read(into: loop.piece) {
            case .bytes(let count): framing = write(UnsafeRawBufferPointer(rebasing: loop.piece[..<count]), framing)
            case .waiting:
                rest = .stream(outgoing, framing)
                if flush(), connection.hasPeerEnded { outgoing.abandon() }
                return false
            case .ended:
                if case .chunked = framing { loop.output.append("0\r\n\r\n") }
                if case .length(let left) = framing, left > 0 { return breakOff() }
                rest = .nothing
                return true
            case .failed: return breakOff()
            }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ framing: Framing) -> Framing {
        switch framing {
        case .chunked:
            loop.output.append(hexadecimal: bytes.count)
            loop.output.append("\r\n")
            loop.output.append(bytes)
            loop.output.append("\r\n")
            return framing
        case .length(let left):
            loop.output.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(left)))
            return .length(left: max(0, left - bytes.count))
        case .untilClose:
            loop.output.append(bytes)
            return framing
        }
    }

    /// The source has failed: the client must not take what it has for the whole.
    private func breakOff() -> Bool {
        _ = flush()
        connection.close()
        return false
    }

    private func end(_ exchange: Exchange) {
        exchange.complete()
        self.exchange = nil
        rest = .nothing
        idleSince = loop.now
        if isLast {
            ending = !isRequestComplete || !connection.received.isEmpty
        } else {
            loop.spare(connection, .idle)
        }
    }

    // MARK: Time and the end

    var deadline: ContinuousClock.Instant? {
        let limits = loop.core.limits
        if let blockedSince {
            return min(blockedSince + limits.transfer, exchange?.due?.at ?? blockedSince + limits.transfer)
        }
        if let exchange { return exchange.due?.at }
        if let headSince { return headSince + min(limits.headTime, limits.transfer) }
        return idleSince + min(limits.idle, limits.transfer)
    }

    func timerFired() {
        guard let deadline, deadline <= loop.now else { return }
        let limits = loop.core.limits
        guard let exchange, let due = exchange.due, due.at <= loop.now else {
            if let headSince, loop.now < headSince + limits.transfer {
                refuse(408)
                return connection.advance()
            }
            if headSince != nil { newExchange().reason = RequestReason.clientTooSlow }
            if blockedSince != nil { exchange?.reason = RequestReason.clientTooSlow }
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

    func connectionClosed() {
        exchange?.complete(loop.isStopping ? RequestReason.serverStopped : RequestReason.clientGone)
        exchange = nil
    }
}
