import CMicrohttpd
import JourneyBase

extension ServerCore {
    /// The name of the header field that says which request it was, in requests as services see them and in responses.
    static let requestID = "X-Request-Id"

    /// Hands `response` to the library.
    func send(_ response: HTTPResponse, _ exchange: Exchange) -> MHD_Result {
        if response.isWithheld {
            exchange.reason = RequestReason.withheld
            return .NO
        }
        var response = response
        if !(200...599).contains(response.status) || !response.headers.areSafe {
            response.stream?.cancel()
            response = HTTPResponse(status: 500)
            exchange.reason = RequestReason.responseUnsafe
        }
        if response.stream != nil, streams >= limits.streams {
            response.stream?.cancel()
            response = HTTPResponse(status: 503, headers: ["Retry-After": "1"])
            exchange.reason = RequestReason.tooManyStreams
        }
        if response.status >= 400, exchange.reason == nil, !log.isSilent {
            exchange.reason = Problem.code(of: response)
        }
        guard let raw = body(of: response, exchange) else { return .NO }
        defer { MHD_destroy_response(raw) }
        for field in response.headers.fields where !Self.isOurs(field.name) {
            guard MHD_add_response_header(raw, field.name, field.value) == .YES else { return .NO }
        }
        _ = MHD_add_response_header(raw, Self.requestID, exchange.id)
        let isLast =
            exchange.connection.requests >= limits.requestsPerConnection || isStopping
            || response.headers["Connection"].map { HTTPFields.isSame($0, "close") } ?? false
        if isLast { _ = MHD_add_response_header(raw, "Connection", "close") }
        exchange.phase = .sent
        exchange.status = response.status
        exchange.since = now
        return MHD_queue_response(exchange.connection.raw, UInt32(response.status), raw)
    }

    private func body(of response: HTTPResponse, _ exchange: Exchange) -> OpaquePointer? {
        guard let stream = response.stream else {
            exchange.bytesSent = response.body.count
            return response.body.withUnsafeBytes { body in
                MHD_create_response_from_buffer(
                    body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
            }
        }
        let type = response.headers["Content-Type"] ?? ""
        let outgoing = OutgoingBody(stream, isEndless: type.hasPrefix(ServerSentEvent.type), exchange: exchange)
        let context = Unmanaged.passRetained(outgoing)
        let length = response.headers["Content-Length"].flatMap { UInt64($0) }
        guard
            let raw = MHD_create_response_from_callback(
                length ?? .max, 32 * 1024, onRead, context.toOpaque(), onReadEnd)
        else {
            context.release()
            stream.cancel()
            return nil
        }
        streams += 1
        exchange.outgoing = outgoing
        // The answer to HEAD has no body, so that none is made.
        if exchange.head?.method == .head {
            outgoing.abandon()
            return raw
        }
        tasks += 1
        outgoing.start(on: loop) { [self] in tasks -= 1 }
        return raw
    }

    /// What is said here or by the library about a message's framing and the request.
    private static func isOurs(_ name: String) -> Bool {
        ours.contains { HTTPFields.isSame($0, name) }
    }

    private static let ours = ["Connection", "Content-Length", "Date", "Transfer-Encoding", requestID]

    /// One line for each request: what it was by its route, never its path, its query or a header; how it ended, with the code of a
    /// refusal; where it came from, and a pseudonym of who made it.
    func record(_ exchange: Exchange) {
        guard !log.isSilent else { return }
        let spent = (ContinuousClock.now - exchange.begin).components
        var fields: [Log.Field: String] = [
            .request: exchange.id, .status: String(exchange.status), .bytes: String(exchange.bytesSent),
            .milliseconds: String(spent.seconds * 1_000 + spent.attoseconds / 1_000_000_000_000_000),
        ]
        if let head = exchange.head {
            fields[.method] = head.method.rawValue
            fields[.route] = service.routeName(for: head)
            fields[.trace] = head.headers["traceparent"].flatMap { TraceContext($0)?.traceID.description }
        }
        fields[.code] = exchange.reason
        fields[.caller] = exchange.caller?.bytes.map(requestLog.pseudonym)
        switch requestLog.addresses {
        case .full: fields[.address] = exchange.connection.address?.text
        case .truncated: fields[.address] = exchange.connection.address?.truncated
        case .none: break
        }
        log.record(exchange.status == 0 ? .warning : .info, "A request ended.", fields)
    }
}
