/// Bounds on the resources that one client, and all clients together, can use.
public struct ServerLimits: Hashable, Sendable {
    /// The longest body, in bytes. A longer one is answered 413 if its length is announced; otherwise the connection is closed.
    public var body: Int
    /// The longest request target (path and query), in bytes; a longer one is answered 414.
    public var target: Int
    /// The memory of one connection, in bytes. A head that doesn't fit is answered 431, or the connection is closed.
    public var head: Int
    /// The number of header fields of one request; more are answered 431.
    public var fields: Int
    /// The number of connections at one time, on all listeners together. For one more, the connection that has been idle, or in its
    /// handshake, for longest is closed.
    public var connections: Int
    /// The number of connections of one address at one time; more are closed at once. An IPv6 address counts by its first 64 bits.
    /// A client behind a trusted proxy with the PROXY protocol counts by its own address; a trusted proxy itself has no such
    /// limit.
    public var connectionsPerAddress: Int
    /// The number of unfinished TLS handshakes at one time; the oldest is closed for one more.
    public var handshakes: Int
    /// The memory of all connections for requests that no service has read yet, and responses that no client has read yet, in
    /// bytes. A connection that needs more is closed.
    public var buffers: Int
    /// The number of requests on one connection, which is closed after the last.
    public var requestsPerConnection: Int
    /// The number of request and response bodies that are streamed at one time; more are answered 503.
    public var streams: Int
    /// The number of requests at one time on one connection of HTTP/2 (RFC 9113, section 5.1.2: its concurrent streams); more are
    /// refused.
    public var streamsPerConnection: Int
    /// The minimum rate of a request's body, in bytes per second; 0 for none. A client has the time `idle`, and a second more for
    /// each `leastBodyRate` bytes that have arrived; then its connection is closed. Time in which the service doesn't read
    /// doesn't count.
    public var leastBodyRate: Int
    /// The longest time without traffic on a connection before it is closed.
    public var idle: Duration
    /// The longest time from a connection's first byte, including a PROXY header, to the end of its TLS handshake; then it is
    /// closed, even if data still arrives.
    public var handshake: Duration
    /// The longest time from the first byte of a request's head to its last. Then the request is answered 408, and the connection
    /// closed.
    public var headTime: Duration
    /// The longest time that a service may take for one request, before the client is answered 503 and the task is cancelled.
    public var handling: Duration
    /// The longest time for the rest of a request, or for the client to read the response. Then the connection is closed, even if
    /// data still flows.
    public var transfer: Duration

    /// The longest time that a streamed response may take; then it is aborted.
    public var streaming: Duration

    /// Creates limits. The defaults suit a gateway on the Internet.
    ///
    /// - Parameters:
    ///   - body: The longest body, in bytes.
    ///   - target: The longest request target, in bytes.
    ///   - head: The memory of one connection, in bytes.
    ///   - fields: Header fields of one request.
    ///   - connections: Connections at one time.
    ///   - connectionsPerAddress: Connections of one address at one time.
    ///   - handshakes: Unfinished TLS handshakes at one time.
    ///   - buffers: The memory of all connections for unread requests and responses, in bytes.
    ///   - requestsPerConnection: Requests on one connection.
    ///   - streams: Bodies that are streamed at one time.
    ///   - streamsPerConnection: Requests at one time on one connection of HTTP/2.
    ///   - leastBodyRate: The minimum rate of a request's body, in bytes per second; 0 for none.
    ///   - idle: The longest time without traffic on a connection.
    ///   - handshake: The longest time for a TLS handshake.
    ///   - headTime: The longest time for the head of a request.
    ///   - handling: The longest time that a service may take for one request.
    ///   - transfer: The longest time for the rest of a request, or for the client to read its response.
    ///   - streaming: The longest time for a streamed response.
    public init(
        body: Int = 256 * 1024, target: Int = 4 * 1024, head: Int = 32 * 1024, fields: Int = 100,
        connections: Int = 4_096, connectionsPerAddress: Int = 192, handshakes: Int = 512, buffers: Int = 256 << 20,
        requestsPerConnection: Int = 10_000, streams: Int = 128, streamsPerConnection: Int = 100,
        leastBodyRate: Int = 500, idle: Duration = .seconds(30), handshake: Duration = .seconds(10),
        headTime: Duration = .seconds(20), handling: Duration = .seconds(30), transfer: Duration = .seconds(60),
        streaming: Duration = .seconds(3_600)
    ) {
        self.body = body
        self.target = target
        self.head = head
        self.fields = fields
        self.connections = connections
        self.connectionsPerAddress = connectionsPerAddress
        self.handshakes = handshakes
        self.buffers = buffers
        self.requestsPerConnection = requestsPerConnection
        self.streams = streams
        self.streamsPerConnection = streamsPerConnection
        self.leastBodyRate = leastBodyRate
        self.idle = idle
        self.handshake = handshake
        self.headTime = headTime
        self.handling = handling
        self.transfer = transfer
        self.streaming = streaming
    }
}
