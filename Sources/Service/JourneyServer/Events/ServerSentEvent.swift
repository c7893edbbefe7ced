public import JourneyBase

/// One event of an event stream (WHATWG HTML, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// The media type of event streams.
    public static let type = "text/event-stream"

    /// The id that a reconnecting client sends in `Last-Event-ID`.
    public let id: String?
    /// The event's type; without one, clients see a `message`.
    public let event: String?
    public let data: String
    /// The time that a client waits before it reconnects.
    public let retry: Duration?

    /// Creates an event. Returns `nil` if the id contains a NUL or a line break, or the type is empty or contains a line break,
    /// which would start another field.
    ///
    /// - Parameters:
    ///   - data: The payload; it may have several lines.
    ///   - event: The event's type; `nil` for `message`.
    ///   - id: The event's id, for `Last-Event-ID`.
    ///   - retry: The time that a client waits before it reconnects.
    public init?(_ data: String, event: String? = nil, id: String? = nil, retry: Duration? = nil) {
        let isLine = { (text: String) in !text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0x00 } }
        guard id.map(isLine) ?? true, event.map({ isLine($0) && !$0.isEmpty }) ?? true else { return nil }
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }

    /// The event as it is sent. Each line of the data becomes a `data` field.
    public var bytes: [UInt8] {
        var text = ""
        if let id { text += "id: \(id)\n" }
        if let event { text += "event: \(event)\n" }
        if let retry { text += "retry: \(max(0, Int64(retry / .milliseconds(1))))\n" }
        var out = Array(text.utf8)
        let field = Array("data: ".utf8)
        out += field
        var previous: UInt8 = 0
        for byte in data.utf8 {
            if byte == 0x0A && previous == 0x0D {
                // The second half of one line's end.
            } else if byte == 0x0A || byte == 0x0D {
                out.append(0x0A)
                out += field
            } else {
                out.append(byte)
            }
            previous = byte
        }
        return out + [0x0A, 0x0A]
    }

    /// A comment, which clients ignore. It keeps the connection open, and fails if the client is gone.
    static let heartbeat = Array(":\n\n".utf8)
}

/// The stream that a service writes its events to.
public struct EventStream: Sendable {
    fileprivate let pipe: HTTPBodyPipe

    /// Sends `event`. Suspends while the stream's buffer is full.
    ///
    /// - Throws: `CancellationError` when the client is gone.
    public func send(_ event: ServerSentEvent) async throws { try await pipe.write(event.bytes) }
}

extension HTTPResponse {
    /// Creates a response that streams the events of `body`, which runs in a task of its own. The task is cancelled when the
    /// client is gone or the server stops.
    ///
    /// - Parameters:
    ///   - heartbeat: The interval at which a comment is sent.
    ///   - clock: The clock of that interval.
    ///   - body: Sends the events.
    /// - Returns: The response.
    /// - Throws: Nothing itself; an error of `body` ends the stream.
    public static func events(
        heartbeat: Duration = .seconds(15), clock: any Clock<Duration> = ContinuousClock(),
        _ body: @escaping @Sendable (EventStream) async throws -> Void
    ) -> HTTPResponse {
        let stream = HTTPBodyStream.produced { pipe in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    while true {
                        try await clock.sleep(for: heartbeat)
                        try await pipe.write(ServerSentEvent.heartbeat)
                    }
                }
                defer { group.cancelAll() }
                try await body(EventStream(pipe: pipe))
            }
        }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": ServerSentEvent.type, "Cache-Control": "no-store",
                // Proxies that collect responses would hold events back.
                "X-Accel-Buffering": "no",
            ], stream: stream)
    }
}

extension HTTPRequest {
    /// The id of the last event that a reconnecting client received (`Last-Event-ID`), at most 256 bytes; `nil` without one.
    public var lastEventID: String? {
        headers["Last-Event-ID"].flatMap { $0.utf8.count <= 256 ? $0 : nil }
    }
}
