/// Sends one request and gives one response: the network, behind a seam.
///
/// Conformers: libcurl on Linux, a service value in-process. Redirects are not followed; a response of any status is a
/// response, not an error.
public protocol HTTPTransport: Sendable {
    /// Sends `request` within `options`. Throws `JourneyError` with one of `NET_TIMEOUT`, `NET_UNREACHABLE`,
    /// `PINNING_FAIL`, `TLS_FAIL`, `RESPONSE_TOO_LARGE`; a cancelled task throws `CancellationError`.
    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse
}

/// What one exchange may cost.
public struct HTTPOptions: Sendable {
    /// From the call to the last byte.
    public var timeout: Duration
    /// The longest body that is accepted, in bytes.
    public var bodyLimit: Int

    public init(timeout: Duration = .seconds(15), bodyLimit: Int = 1 << 20) {
        self.timeout = timeout
        self.bodyLimit = bodyLimit
    }
}
