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
    /// A connection that was kept may turn out to be dead when the request is on its way, and nobody can tell whether it
    /// arrived. What may be repeated uses kept connections all the same; what may not gets a new one, so that an answer
    /// is never lost to a connection's age.
    public var isRepeatable: Bool?

    public init(
        timeout: Duration = .seconds(15), bodyLimit: Int = 1 << 20, redirects: RedirectPolicy = .refuse,
        isRepeatable: Bool? = nil
    ) {
        self.timeout = timeout
        self.bodyLimit = bodyLimit
        self.redirects = redirects
        self.isRepeatable = isRepeatable
    }

    /// Whether `request` may reach the server twice. A body in pieces is gone once it was sent.
    public func mayRepeat(_ request: HTTPRequest) -> Bool {
        request.stream == nil && (isRepeatable ?? request.method.isIdempotent)
    }
}
