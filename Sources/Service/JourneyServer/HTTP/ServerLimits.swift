/// What one client may cost the server.
public struct ServerLimits: Sendable {
    /// The longest body, in bytes; a longer one is answered 413 when it is announced and cut off when it is not.
    public var body: Int
    /// The longest request target (path and query), in bytes; a longer one is answered 414.
    public var target: Int
    /// Memory of one connection, in bytes; a head that does not fit is answered 431 or cut off.
    public var head: Int
    /// Header fields of one request; more are answered 431.
    public var fields: Int
    /// Connections at one time; more wait until one is closed.
    public var connections: Int
    /// Connections of one address at one time; more are closed at once.
    public var connectionsPerAddress: Int
    /// Requests on one connection; it is closed behind the last.
    public var requestsPerConnection: Int
    /// Bodies that are streamed at one time, in and out together; more are answered 503.
    public var streams: Int
    /// How long a connection may be silent.
    public var idle: Duration
    /// How long a service may think about one request, before the client is answered 503 and the task is cancelled.
    public var handling: Duration
    /// How long a handshake with its request line, the rest of a request, or the fetching of its response may take,
    /// however busy the client looks; then the connection is cut.
    public var transfer: Duration

    /// How long a streamed response may last; then it is broken off.
    public var streaming: Duration

    public init(
        body: Int = 256 * 1024, target: Int = 4 * 1024, head: Int = 32 * 1024, fields: Int = 100,
        connections: Int = 256, connectionsPerAddress: Int = 192, requestsPerConnection: Int = 10_000,
        streams: Int = 128, idle: Duration = .seconds(30), handling: Duration = .seconds(30),
        transfer: Duration = .seconds(60), streaming: Duration = .seconds(3_600)
    ) {
        self.body = body
        self.target = target
        self.head = head
        self.fields = fields
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.requestsPerConnection = requestsPerConnection
        self.streams = streams
        self.idle = idle
        self.handling = handling
        self.transfer = transfer
        self.streaming = streaming
    }
}
