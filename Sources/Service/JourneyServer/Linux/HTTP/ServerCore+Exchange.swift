import CMicrohttpd
import JourneyBase
import Synchronization

extension ServerCore {
    /// One call of the library about one request: its head, a piece of its body, its end, or "is there an answer now".
    func advance(
        _ exchange: Exchange, method: String, chunk: UnsafeRawBufferPointer, on connection: OpaquePointer
    ) -> MHD_Result {
        enum Move { case proceed, drop, refuse(Int), handle(RequestHead, [UInt8]), send(HTTPResponse) }
        let move = exchange.phase.withLock { phase -> Move in
            switch phase {
            case .started:
                guard let fields = headerFields(of: connection) else { return .refuse(400) }
                do throws(RequestHead.Refusal) {
                    let head = try RequestHead(method: method, target: exchange.target, headers: fields, rules: rules)
                    phase = .reading(head, [])
                    return .proceed
                } catch {
                    return .refuse(error.status)
                }
            case .reading(let head, var body):
                guard !chunk.isEmpty else {
                    phase = .handling(nil, isParked: false)
                    return .handle(head, body)
                }
                // Announced lengths were checked with the head, so this one was not announced.
                guard body.count + chunk.count <= limits.body else { return .drop }
                phase = .started  // so that `body` is not copied
                body.append(contentsOf: chunk)
                phase = .reading(head, body)
                return .proceed
            case .handling: return .proceed
            case .answered(let response): return .send(response)
            case .sent: return .drop
            }
        }
        switch move {
        case .proceed: return .YES
        case .drop: return .NO
        case .refuse(let status):
            return send(HTTPResponse(status: status, headers: ["Connection": "close"]), exchange, connection)
        case .handle(let head, let body): return handle(exchange, head, body, connection)
        case .send(let response): return send(response, exchange, connection)
        }
    }

    private func handle(
        _ exchange: Exchange, _ head: RequestHead, _ body: [UInt8], _ connection: OpaquePointer
    ) -> MHD_Result {
        let request = HTTPRequest(method: head.method, url: head.url, headers: head.headers, body: body)
        state.withLock { $0.tasks += 1 }
        let task = Task.immediate(executorPreference: loop) { [self] in
            exchange.finish(await service.handle(request))
            state.withLock { $0.tasks -= 1 }
            // After the daemon has stopped, the thread waits for the last task.
            loop.ring()
        }
        // A service that needed no waiting has answered by now; any other finds the connection parked.
        let answer: HTTPResponse? = exchange.phase.withLock { phase in
            if case .answered(let response) = phase { return response }
            phase = .handling(task, isParked: true)
            return nil
        }
        if let answer { return send(answer, exchange, connection) }
        MHD_suspend_connection(connection)
        return .YES
    }

    private func send(_ response: HTTPResponse, _ exchange: Exchange, _ connection: OpaquePointer) -> MHD_Result {
        if response.isWithheld { return .NO }
        var response = response
        let isSound =
            (200...599).contains(response.status)
            && response.headers.fields.allSatisfy { HTTPFields.isSafe(name: $0.name, value: $0.value) }
        if !isSound { response = HTTPResponse(status: 500) }
        let raw = response.body.withUnsafeBytes { body in
            MHD_create_response_from_buffer(
                body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
        }
        guard let raw else { return .NO }
        defer { MHD_destroy_response(raw) }
        for field in response.headers.fields where !Self.framing.contains(field.name.lowercased()) {
            guard MHD_add_response_header(raw, field.name, field.value) == .YES else { return .NO }
        }
        if response.headers["Connection"]?.lowercased() == "close" {
            _ = MHD_add_response_header(raw, "Connection", "close")
        }
        exchange.phase.withLock { $0 = .sent(status: response.status, since: .now) }
        return MHD_queue_response(connection, UInt32(response.status), raw)
    }

    /// What the library says itself about a message's framing.
    private static var framing: Set<String> { ["connection", "content-length", "date", "transfer-encoding"] }

    /// The last the library says of a request: it was sent, or its connection is gone.
    func complete(_ exchange: Exchange) {
        let status = exchange.phase.withLock { phase -> Int in
            defer { phase = .sent(status: 0, since: .now) }
            if case .sent(let status, _) = phase { return status }
            return 0
        }
        state.withLock { state in
            state.exchanges[exchange.id] = nil
            state.waiting[UInt(bitPattern: exchange.connection)] = .now
        }
        let spent = (ContinuousClock.now - exchange.begin).components
        let milliseconds = spent.seconds * 1_000 + spent.attoseconds / 1_000_000_000_000_000
        log.record(
            status == 0 ? .warning : .info, "A request ended.",
            [.status: String(status), .milliseconds: String(milliseconds)])
    }
}
