import JourneyBase

extension Exchange {
    /// The carrier's next action after a piece of the request.
    enum BodyProgress {
        /// Read on.
        case goOn
        /// Read on once the service has read what it has; `ExchangeCarrier.proceed` reports that.
        case wait
        /// The request has grown too long unannounced: cut it off.
        case cut
    }

    /// The head has been read: has its body collected or streamed, or refuses it.
    func begin(with head: RequestHead, on connection: Connection) {
        let core = loop.core
        clientCertificate = connection.peerCertificate
        if let proxies = connection.listener.proxies, let field = proxies.field, let peer = address {
            let values = head.headers.values(of: field)
            address = ForwardedAddress(peer: peer, values: values, proxies: proxies).address
        }
        var request = HTTPRequest(method: head.method, url: head.url, headers: head.headers)
        request.headers.add(ServerCore.requestID, id)
        let service = core.service(for: request, from: connection.listener)
        self.service = service
        self.head = request
        bodyBegin = loop.now
        do throws(RequestHead.Refusal) {
            switch service.bodyRule(for: request) {
            case .whole(let own):
                let limit = min(own ?? core.limits.body, core.limits.body)
                try head.checkLength(limit: limit)
                phase = .reading(limit: limit)
            case .streamed(let limit):
                try head.checkLength(limit: limit)
                guard core.beginStream() else { return refuse(503, ["Retry-After": "1"]) }
                let pipe = HTTPBodyPipe(capacity: core.limits.head)
                upload = Upload(pipe: pipe, limit: limit, begin: loop.now)
                request.stream = pipe.stream
                serve(request)
            }
        } catch { refuse(error.status) }
    }

    /// Answers in the service's place; the connection ends behind it.
    func refuse(_ status: Int, _ headers: HTTPFields = [:]) {
        var headers = headers
        headers["Connection"] = "close"
        let code = RequestReason.of(status: status)
        reason = code
        answer = Problem(status, code, RequestReason.title(of: status), headers: headers).response
        phase = .answered
    }

    /// Answers in place of a service that reads the body, because the rest of it can't be understood.
    func refuseRest(_ status: Int) {
        upload?.pipe.finish(throwing: JourneyError(.netUnreachable, "The client's body is malformed."))
        answer.take()?.stream?.cancel()
        refuse(status)
        // Who reads the body learns first why it has ended.
        loop.postpone { [task] in task?.cancel() }
    }

    /// Takes a piece of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> BodyProgress {
        switch phase {
        case .reading(let limit):
            // Announced lengths were checked with the head, so this one was not announced.
            guard body.count + bytes.count <= limit else {
                reason = RequestReason.of(status: 413)
                return .cut
            }
            guard loop.core.hold(bytes.count) else {
                _ = loop.core.hold(-bytes.count)
                reason = RequestReason.serverFull
                return .cut
            }
            body.append(contentsOf: bytes)
            return .goOn
        case .handling, .answered:
            guard let upload else { return .goOn }
            self.upload?.count += bytes.count
            guard upload.count + bytes.count <= upload.limit else {
                reason = RequestReason.of(status: 413)
                upload.pipe.finish(throwing: JourneyError(.responseTooLarge, "The body is longer than is allowed."))
                return .cut
            }
            // Once answered, the rest is read for the connection's sake alone.
            guard case .handling = phase else { return .goOn }
            self.upload?.gathered.append(contentsOf: bytes)
            return upload.gathered.count + bytes.count < Exchange.longestPiece ? .goOn : handOver()
        case .started, .sent: return .goOn
        }
    }

    /// The longest piece to which small pieces of an upload are joined: each piece costs its reader a turn.
    private static let longestPiece = 16_384

    /// Hands over what was gathered of an upload: nothing more has come for now.
    func handOver() -> BodyProgress {
        guard let upload, !upload.gathered.isEmpty, !isComplete else { return .goOn }
        self.upload?.gathered = []
        guard case .handling = phase else { return .goOn }
        let hasRoom = upload.pipe.offer(upload.gathered) { [loop] in
            loop.events.perform {
                self.upload?.reads(at: loop.now)
                self.carrier?.proceed(self)
            }
        }
        if !hasRoom { self.upload?.fullSince = loop.now }
        return hasRoom ? .goOn : .wait
    }

    /// The request has come whole.
    func receiveEnd() {
        _ = handOver()
        since = loop.now
        if case .reading = phase, var request = head {
            request.body = body
            dropBody()
            serve(request)
        } else if upload?.isComplete == false {
            upload?.isComplete = true
            upload?.pipe.finish()
        }
    }

    /// Frees the collected body.
    func dropBody() {
        guard !body.isEmpty else { return }
        _ = loop.core.hold(-body.count)
        body = []
    }

    private func serve(_ request: consuming HTTPRequest) {
        guard let service else { return refuse(400) }
        phase = .handling
        since = loop.now
        let loop = loop
        loop.tasks += 1
        if !loop.core.log.isSilent { caller = RequestCaller() }
        let isAnonymous = caller == nil && clientCertificate == nil
        let request = request
        task = Task.immediate(executorPreference: loop.events) { [self] in
            finish(isAnonymous ? await service.handle(request) : await ask(service, request))
            loop.tasks -= 1
        }
    }

    /// Returns the answer of `service`, which can read the client's certificate and identify the caller.
    private func ask(_ service: any HTTPService, _ request: HTTPRequest) async -> HTTPResponse {
        await RequestCaller.$current.withValue(caller) {
            await ClientCertificates.$shown.withValue(clientCertificate) { await service.handle(request) }
        }
    }

    /// Has the response to send: what the service or the server answered, made fit for the wire. `nil` for an answer that is
    /// withheld.
    func response() -> HTTPResponse? {
        guard case .answered = phase, var response = answer.take() else { return nil }
        let core = loop.core
        if response.isWithheld {
            response.stream?.cancel()
            reason = RequestReason.withheld
            return nil
        }
        if !(200...599).contains(response.status) || !response.headers.areSafe {
            response.stream?.cancel()
            response = HTTPResponse(status: 500)
            reason = RequestReason.responseUnsafe
        }
        if response.stream != nil, !core.beginStream() {
            response.stream?.cancel()
            response = HTTPResponse(status: 503, headers: ["Retry-After": "1"])
            reason = RequestReason.tooManyStreams
        }
        if response.status >= 400, reason == nil, !core.log.isSilent { reason = Problem.code(of: response) }
        phase = .sent
        status = response.status
        since = loop.now
        if let stream = response.stream {
            let type = response.headers["Content-Type"] ?? ""
            let outgoing = OutgoingBody(stream, isEndless: type.hasPrefix(ServerSentEvent.type), exchange: self)
            self.outgoing = outgoing
            // The answer to HEAD has no body, so that none is made.
            if head?.method == .head {
                outgoing.abandon()
            } else {
                loop.tasks += 1
                outgoing.start(on: loop.events) { [loop] in loop.tasks -= 1 }
                if loop.isStopping, outgoing.isEndless { outgoing.end() }
            }
        } else if head?.method != .head {
            bytesSent = response.body.count
        }
        return response
    }
}
