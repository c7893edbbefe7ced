public import JourneyBase

/// The network, by libcurl: HTTPS only, and always with chain, name and validity checked.
///
/// - TLS 1.2 at least. Authorities and pins are those of the `TLSTrust` it was made with.
/// - Redirects, cookies, proxies and the environment's variables play no part; compressed bodies are not asked for.
/// - A response must say where it ends; one that ends with the connection is refused, as it could have been cut.
/// - Connections are kept and reused. A request whose method is not idempotent gets a new one, so that none is ever
///   repeated by the library.
/// - One thread serves all requests of a transport; it ends after the last owner let go.
public final class CurlTransport: HTTPTransport {
    private let engine: CurlEngine?

    /// A transport that believes `trust`. `userAgent` is sent as it is; one that may not go on the wire is not.
    public convenience init(trust: TLSTrust = .system, userAgent: String? = nil) {
        self.init(trust: trust, userAgent: userAgent, ended: {})
    }

    /// For tests: `ended` is called when the thread is gone.
    init(trust: TLSTrust, userAgent: String?, ended: @escaping @Sendable () -> Void) {
        let name = userAgent.flatMap { HTTPFields.isSafe(name: "User-Agent", value: $0) ? $0 : nil }
        engine = CurlEngine.start(trust: CurlTrust(trust, userAgent: name ?? "JourneyKit"), ended: ended)
    }

    deinit { engine?.stop() }

    /// Sends `request`. Beside the errors of `HTTPTransport`, throws `VALIDATION_FAIL`, before anything is sent, when a
    /// header field may not go on the wire or frames the message.
    public func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try RequestHeaders.check(request.headers)
        let product = try await perform(.exchange(request, options), within: options.timeout)
        guard case .response(let response) = product else { throw unavailable(request.url.origin) }
        return response
    }

    /// The certificate that `origin` shows now, DER, after its chain, name, validity and pins were checked. Connects anew
    /// and asks for nothing. Throws as `send` does.
    public func leafCertificate(of origin: Origin, timeout: Duration = .seconds(15)) async throws -> [UInt8] {
        guard let url = HTTPSURL(origin: origin, path: "/") else { throw unavailable(origin) }
        let product = try await perform(.handshake(url, timeout: timeout), within: timeout)
        guard case .leaf(let leaf) = product else { throw unavailable(origin) }
        return leaf
    }

    private func perform(_ purpose: CurlJob.Purpose, within timeout: Duration) async throws -> CurlJob.Product {
        try Task.checkCancellation()
        let job = CurlJob(purpose)
        guard timeout > .zero else { throw CurlFailure.timedOut(job.url.origin) }
        guard let engine else { throw unavailable(job.url.origin) }
        // The engine is stopped when the transport goes, which must not be before its last call is done.
        defer { withExtendedLifetime(self) {} }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                job.attach(continuation)
                engine.start(job)
            }
        } onCancel: {
            engine.cancel(job)
        }
    }

    private func unavailable(_ origin: Origin) -> JourneyError {
        JourneyError(.netUnreachable, "No connection to \(origin) could be set up on this device.")
    }
}
