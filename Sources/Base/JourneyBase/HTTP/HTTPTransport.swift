/// A transport that sends HTTP requests: the network, or a stand-in for it.
///
/// Conformers: libcurl on Linux, a service value in-process. A response of any status is a response, not an error. Redirects are
/// followed only if the options allow them. A request with a streamed body is sent once, whatever happens.
public protocol HTTPTransport: Sendable {
    /// Sends `request` within `options`, and returns the complete response.
    ///
    /// Throws `JourneyError` with `NET_TIMEOUT`, `NET_UNREACHABLE`, `PINNING_FAIL`, `TLS_FAIL` or `RESPONSE_TOO_LARGE`; a
    /// cancelled task throws `CancellationError`.
    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse

    /// Sends `request` within `options`, and returns the response as soon as its header has arrived, with its body in chunks. A
    /// slow reader slows the server down.
    ///
    /// The options cover the whole exchange: the timeout ends with the last byte read, and the body limit is that of all chunks.
    /// Throws as `send` does, and so does reading the body.
    func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse
}

extension HTTPTransport {
    /// Sends `request` and returns the body in one chunk, for transports that get the whole response at once (an in-process
    /// service, a script).
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: The limits of the exchange.
    /// - Returns: The response.
    /// - Throws: The errors of `send`.
    public func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        var response = try await send(request, options: options)
        response.stream = HTTPBodyStream(response.body)
        response.body = []
        return response
    }
}

/// The limits of one exchange and the redirects allowed in it.
public struct HTTPOptions: Sendable {
    /// The time from the call to the last byte, redirects included.
    public var timeout: Duration
    /// The longest response body to accept, in bytes.
    public var bodyLimit: Int
    /// The redirects to follow.
    public var redirects: RedirectPolicy
    /// `true` if the server treats a repeat of this very request as one request, by its method or its idempotency key. `nil`
    /// decides by the method.
    ///
    /// A kept connection may prove dead after the request was written to it, and then nothing shows whether the request arrived.
    /// A repeatable request uses kept connections of any age, and the transport resends it if one is dead. Any other request is
    /// written once, on a connection that `connectionIdleLimit` admits.
    public var isRepeatable: Bool?
    /// The longest idle time of a kept connection that may carry a request that isn't repeatable.
    ///
    /// Zero, the default, means a new connection for each such request. Any other value must be well below the server's idle
    /// timeout. Fractions of a second are cut off. URLSession always opens a new connection.
    public var connectionIdleLimit: Duration

    /// Creates options.
    ///
    /// - Parameters:
    ///   - timeout: The time from the call to the last byte.
    ///   - bodyLimit: The longest response body to accept, in bytes.
    ///   - redirects: The redirects to follow.
    ///   - isRepeatable: `true` if the server treats a repeat as one request; `nil` decides by the method.
    ///   - connectionIdleLimit: The longest idle time of a kept connection for a request that isn't repeatable.
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

    /// Returns `true` if `request` may reach the server twice. A streamed body can't be sent again.
    package func mayRepeat(_ request: HTTPRequest) -> Bool {
        request.stream == nil && (isRepeatable ?? request.method.isIdempotent)
    }
}
