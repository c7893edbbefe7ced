import CMicrohttpd
import JourneyBase

extension ServerCore {
    /// One call of the library about one request: its head, a piece of its body, its end, or "is there an answer now".
    func advance(_ exchange: Exchange, line: RequestLine, chunk: UnsafeRawBufferPointer) -> MHD_Result {
        switch exchange.phase {
        case .started: return begin(exchange, line)
        case .reading(let limit):
            guard chunk.isEmpty else {
                // Announced lengths were checked with the head, so this one was not announced.
                guard exchange.body.count + chunk.count <= limit else {
                    exchange.reason = RequestReason.of(status: 413)
                    return .NO
                }
                exchange.body.append(contentsOf: chunk)
                return .YES
            }
            guard var request = exchange.head else { return .NO }
            request.body = exchange.body
            exchange.body = []
            serve(request, exchange)
            return settle(exchange)
        case .handling, .answered:
            guard chunk.isEmpty else { return upload(chunk, exchange) }
            if exchange.upload != nil { completeUpload(exchange) }
            return settle(exchange)
        case .sent: return .NO
        }
    }

    /// The head has been read: refuses it, or has its body collected or streamed.
    private func begin(_ exchange: Exchange, _ line: RequestLine) -> MHD_Result {
        guard exchange.target.ends(before: line.version),
            let fields = HeaderReader.fields(of: exchange.connection.raw, line: line)
        else { return refuse(400, exchange) }
        do throws(RequestHead.Refusal) {
            let head = try RequestHead(
                method: String(cString: line.method), target: exchange.target.text,
                version: String(cString: line.version), headers: fields, rules: rules)
            var request = HTTPRequest(method: head.method, url: head.url, headers: head.headers)
            request.headers.add(Self.requestID, exchange.id)
            exchange.head = request
            switch service.bodyRule(for: request) {
            case .whole(let own):
                let limit = min(own ?? limits.body, limits.body)
                try head.checkLength(limit: limit)
                exchange.phase = .reading(limit: limit)
            case .streamed(let limit):
                try head.checkLength(limit: limit)
                guard streams < limits.streams else { return refuse(503, exchange, ["Retry-After": "1"]) }
                streams += 1
                let pipe = HTTPBodyPipe(capacity: limits.head)
                exchange.upload = Exchange.Upload(pipe: pipe, limit: limit)
                request.stream = pipe.stream
                serve(request, exchange)
                // An answer that does not want the body: the library closes the connection behind it.
                if head.hasBody, case .answered = exchange.phase { return settle(exchange) }
            }
            return .YES
        } catch {
            return refuse(error.status, exchange)
        }
    }

    private func refuse(_ status: Int, _ exchange: Exchange, _ headers: HTTPFields = [:]) -> MHD_Result {
        var headers = headers
        headers["Connection"] = "close"
        exchange.reason = RequestReason.of(status: status)
        return send(HTTPResponse(status: status, headers: headers), exchange)
    }

    private func serve(_ request: HTTPRequest, _ exchange: Exchange) {
        exchange.phase = .handling
        exchange.since = now
        tasks += 1
        if !log.isSilent { exchange.caller = RequestCaller() }
        exchange.task = Task.immediate(executorPreference: loop) { [self] in
            exchange.finish(
                await RequestCaller.$current.withValue(exchange.caller) { await service.handle(request) })
            tasks -= 1
        }
    }

    /// Sends the answer when there is one; parks the connection until then.
    private func settle(_ exchange: Exchange) -> MHD_Result {
        if case .answered(let response) = exchange.phase { return send(response, exchange) }
        exchange.connection.park()
        return .YES
    }

    /// Hands a piece of a streamed body on. The client is left alone while the service has not read what came before.
    private func upload(_ chunk: UnsafeRawBufferPointer, _ exchange: Exchange) -> MHD_Result {
        guard var upload = exchange.upload else { return .NO }
        upload.count += chunk.count
        exchange.upload = upload
        guard upload.count <= upload.limit else {
            exchange.reason = RequestReason.of(status: 413)
            upload.pipe.finish(throwing: JourneyError(.responseTooLarge, "The body is longer than is allowed."))
            return .NO
        }
        // Once answered, the rest is read for the connection's sake alone.
        guard case .handling = exchange.phase else { return .YES }
        let hasRoom = upload.pipe.offer(Array(chunk)) { [loop] in
            loop.perform { exchange.connection.wake() }
        }
        if !hasRoom { exchange.connection.park() }
        return .YES
    }

    private func completeUpload(_ exchange: Exchange) {
        guard exchange.upload?.isComplete == false else { return }
        exchange.upload?.isComplete = true
        exchange.since = now
        exchange.upload?.pipe.finish()
    }

    /// The last the library says of a request: it was sent, or its connection is gone.
    func complete(_ exchange: Exchange, _ code: MHD_RequestTerminationCode) {
        let connection = exchange.connection
        connection.exchange = nil
        connection.idleSince = now
        underWay -= 1
        if let upload = exchange.upload {
            streams -= 1
            upload.pipe.finish(throwing: JourneyError(.netUnreachable, "The client broke its request off."))
        }
        if let outgoing = exchange.outgoing {
            streams -= 1
            exchange.outgoing = nil
            outgoing.abandon()
        }
        if case .answered(let response) = exchange.phase { response.stream?.cancel() }
        exchange.phase = .sent
        if exchange.status == 0, exchange.reason == nil { exchange.reason = RequestReason.of(code) }
        record(exchange)
    }
}
