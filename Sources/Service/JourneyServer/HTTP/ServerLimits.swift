/// Bounds on the resources that one client, and all clients together, can use.
public struct ServerLimits: Hashable, Sendable {
    /// The longest body, in bytes; a longer one is answered 413 when it is announced and cut off when it is not.
    public var body: Int
    /// The longest request target (path and query), in bytes; a longer one is answered 414.
    public var target: Int
    /// Memory of one connection, in bytes; a head that does not fit is answered 431 or cut off.
    public var head: Int
    /// Header fields of one request; more are answered 431.
    public var fields: Int
    /// Connections at one time, on all listeners together. When one more comes, the one that has been idle, or unfinished in its
    /// handshake, for longest is closed for it.
    public var connections: Int
    /// Connections of one address at one time, an IPv6 address counted by its first 64 bits; more are closed at once. A client behind a
    /// trusted proxy with the PROXY protocol counts by its own address; a trusted proxy itself has no such limit.
    public var connectionsPerAddress: Int
    /// TLS handshakes that are not finished at one time; the oldest is closed for one more.
    public var handshakes: Int
    /// Memory for what has been received and not handed to a service, and for what clients have not taken, of all connections
    /// together, in bytes; a connection that would need more is cut.
    public var buffers: Int
    /// Requests on one connection; it is closed behind the last.
    public var requestsPerConnection: Int
    /// Bodies that are streamed at one time, in and out together; more are answered 503.
    public var streams: Int
    /// Requests at one time on one connection of HTTP/2 (RFC 9113, section 5.1.2: its concurrent streams); more are refused.
    public var streamsPerConnection: Int
    /// The least pace of a body that is sent to the server, in bytes per second; 0 for none. A client has `idle` and a second for each
    /// so many bytes that have arrived; then it is cut. Waiting for a service that doesn't read costs it nothing.
    public var leastBodyRate: Int
    /// The longest silence of a connection.
    public var idle: Duration
    /// The longest time from a connection's first byte, a header of the PROXY protocol included, to the end of its TLS handshake,
    /// however busy the client looks; then it is closed.
    public var handshake: Duration
    /// The longest time from the first byte of a request's head to its last; then it is answered 408 and the connection closed.
    public var headTime: Duration
    /// The longest time that a service may take for one request, before the client is answered 503 and the task is cancelled.
    public var handling: Duration
    /// The longest time for the rest of a request, or for the fetching of its response, however busy the client looks; then the connection
    /// is cut.
    public var transfer: Duration

    /// The longest time that a streamed response may last; then it is broken off.
    public var streaming: Duration

    /// Limits; those that are not named have a value for a gateway on the Internet.
    ///
    /// - Parameters:
    ///   - body: The longest body, in bytes.
    ///   - target: The longest request target, in bytes.
    ///   - head: Memory of one connection, in bytes.
    ///   - fields: Header fields of one request.
    ///   - connections: Connections at one time.
    ///   - connectionsPerAddress: Connections of one address at one time.
    ///   - handshakes: Unfinished TLS handshakes at one time.
    ///   - buffers: Memory for what is on its way, of all connections together, in bytes.
    ///   - requestsPerConnection: Requests on one connection.
    ///   - streams: Bodies that are streamed at one time.
    ///   - streamsPerConnection: Requests at one time on one connection of HTTP/2.
    ///   - leastBodyRate: The least pace of a request's body, in bytes per second; 0 for none.
    ///   - idle: How long a connection may be silent.
    ///   - handshake: How long a TLS handshake may take.
    ///   - headTime: How long the head of a request may take.
    ///   - handling: How long a service may think.
    ///   - transfer: How long the rest of a request, or the fetching of its response, may take.
    ///   - streaming: How long a streamed response may last.
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
