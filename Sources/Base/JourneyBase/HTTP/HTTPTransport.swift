/// Sends one request and gives one response: the network, behind a seam.
///
/// Conformers: libcurl on Linux, a service value in-process. A response of any status is a response, not an error, and
/// redirects are followed only where the options say so. A request whose body comes in pieces is sent once, whatever
/// happens.
public protocol HTTPTransport: Sendable {
    /// Sends `request` within `options`, and gives the whole response. Throws `JourneyError` with one of `NET_TIMEOUT`,
    /// `NET_UNREACHABLE`, `PINNING_FAIL`, `TLS_FAIL`, `RESPONSE_TOO_LARGE`; a cancelled task throws `CancellationError`.
    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse

    /// Sends `request` within `options`, and gives the response as soon as its header is there, with its body in pieces.
    /// A slow reader slows the server down.
    ///
    /// The options hold for the whole: the time ends with the last byte read, and the limit is that of all pieces.
    /// Throws as `send` does, and so does reading the body.
    func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse
}

extension HTTPTransport {
    /// For transports that have the whole response at once anyway (a service in-process, a script): the body comes in one
    /// piece.
    public func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        var response = try await send(request, options: options)
        response.stream = HTTPBodyStream(response.body)
        response.body = []
        return response
    }
}

/// What one exchange may cost and do.
public struct HTTPOptions: Sendable {
    /// From the call to the last byte, redirects included.
    public var timeout: Duration
    /// The longest body that is accepted, in bytes.
    public var bodyLimit: Int
    /// Which redirects are followed.
    public var redirects: RedirectPolicy
    /// Whether the server takes a repeat of this very request for one request: by its method, or because it carries an
    /// idempotency key. `nil` goes by the method.
    ///
    /// A kept connection may turn out to be dead after the request was written to it, and then nobody can tell whether the
    /// request arrived. A repeatable request uses kept connections of any age, and the transport sends it again by itself
    /// when one is dead. Any other request is written once, on a connection that `connectionIdleLimit` admits.
    public var isRepeatable: Bool?
    /// The longest time for which a kept connection may have been idle to carry a request that is not repeatable.
    ///
    /// Zero, the default, means a new connection for each such request. Any other value has to be well below the time after
    /// which the server closes idle connections. Fractions of a second are cut off. URLSession always opens a new one.
    public var connectionIdleLimit: Duration

    public init(
        timeout: Duration = .seconds(15), bodyLimit: Int = 1 << 20, redirects: RedirectPolicy = .refuse,
        isRepeatable: Bool? = nil, connectionIdleLimit: Duration = .zero
    ) {
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.redirects = redirects
        self.isRepeatable = isRepeatable
        self.connectionIdleLimit = connectionIdleLimit
    }

    /// Whether `request` may reach the server twice. A body in pieces is gone once it was sent.
    package func mayRepeat(_ request: HTTPRequest) -> Bool {
        request.stream == nil && (isRepeatable ?? request.method.isIdempotent)
    }
}
