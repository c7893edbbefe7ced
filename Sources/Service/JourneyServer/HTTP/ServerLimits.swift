/// What one client may cost the server.
public struct ServerLimits: Sendable {
    /// The longest body, in bytes; a longer one is answered 413 when it is announced and cut off when it is not.
    public var body: Int
    /// The longest request target (path and query), in bytes; a longer one is answered 414.
    public var target: Int
    /// Memory of one connection, in bytes; a head that does not fit is answered 431 or cut off.
    public var head: Int
    /// Connections at one time; more wait until one is closed.
    public var connections: Int
    /// Connections of one address at one time; more are closed at once.
    public var connectionsPerAddress: Int
    /// How long a connection may be silent.
    public var idle: Duration
    /// How long a service may think about one request, before the client is answered 503 and the task is cancelled.
    public var handling: Duration
    /// How long a handshake with its request line, the rest of a request, or the fetching of its response may take,
    /// however busy the client looks; then the connection is cut.
    public var transfer: Duration

    public init(
        body: Int = 256 * 1024, target: Int = 4 * 1024, head: Int = 32 * 1024, connections: Int = 256,
        connectionsPerAddress: Int = 192, idle: Duration = .seconds(30), handling: Duration = .seconds(30),
        transfer: Duration = .seconds(60)
    ) {
        self.body = body
        self.target = target
        self.head = head
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.idle = idle
        self.handling = handling
        self.transfer = transfer
    }
}
