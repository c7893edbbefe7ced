public import Foundation
public import JourneyBase
public import JourneyCrypto

/// An HTTP transport that uses libcurl: HTTPS only, always with chain, name and validity checked.
///
/// - TLS 1.2 or later, HTTP/2 where the server supports it, else HTTP/1.1. Authorities and pins are those of its `TLSTrust`.
/// - No cookies, proxies or environment variables; compressed bodies are not requested, so that few bytes can't expand to many.
///   Redirects are followed only where the options allow it.
/// - A response must declare its end; one that ends with the connection is refused, because it could have been truncated.
/// - Connections are kept and reused. A request that may not be repeated (`HTTPOptions.isRepeatable`) gets a new one, or one
///   within `HTTPOptions.connectionIdleLimit`, and is written once: a lost response is `NET_UNREACHABLE`.
/// - One thread serves all requests of a transport; it ends after the last reference is released.
public final class CurlTransport: HTTPTransport {
    private let engine: CurlEngine?
    /// The error of every exchange; `nil` when requests can be sent.
    private let refusal: JourneyError?

    /// Creates a transport. With an unusable `identity`, every exchange throws `CONFIGURATION_INVALID`.
    ///
    /// - Parameters:
    ///   - trust: Authorities and pins.
    ///   - userAgent: The `User-Agent` header; an invalid value is replaced by the default.
    ///   - identity: The client certificate for servers that request one.
    ///   - reporter: Receives reports of pin failures.
    ///   - now: Returns the time at which pins must not have expired.
    public convenience init(
        trust: TLSTrust = .system, userAgent: String? = nil, identity: ClientIdentity? = nil,
        reporter: PinReporter? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(trust: trust, userAgent: userAgent, identity: identity, reporter: reporter, now: now, ended: {})
    }

    /// Creates a transport with a client certificate whose key stays in OpenSSL.
    ///
    /// - Parameters:
    ///   - trust: Authorities and pins.
    ///   - userAgent: The `User-Agent` header; an invalid value is replaced by the default.
    ///   - identity: The client certificate for servers that request one.
    ///   - requiresHTTP2: `true` to refuse a server without HTTP/2 in the handshake with `TLS_FAIL`, before anything is sent.
    ///   - now: Returns the time at which pins must not have expired.
    public convenience init(
        trust: TLSTrust = .system, userAgent: String? = nil, presenting identity: SigningIdentity,
        requiresHTTP2: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            trust: trust, userAgent: userAgent,
            own: Result { () throws(JourneyError) in try CurlIdentity(identity) }, requiresHTTP2: requiresHTTP2,
            reporter: nil, now: now, ended: {})
    }

    /// Creates a transport for tests. `ended` is called when the thread has ended.
    convenience init(
        trust: TLSTrust, userAgent: String?, identity: ClientIdentity? = nil, reporter: PinReporter? = nil,
        now: @escaping @Sendable () -> Date = { Date() }, ended: @escaping @Sendable () -> Void
    ) {
        self.init(
            trust: trust, userAgent: userAgent,
            own: Result { () throws(JourneyError) in
                if let identity { try CurlIdentity(identity) } else { nil as CurlIdentity? }
            }, requiresHTTP2: false, reporter: reporter, now: now, ended: ended)
    }

    private init(
        trust: TLSTrust, userAgent: String?, own: Result<CurlIdentity?, JourneyError>, requiresHTTP2: Bool,
        reporter: PinReporter?, now: @escaping @Sendable () -> Date, ended: @escaping @Sendable () -> Void
    ) {
        let name = userAgent.flatMap { HTTPFields.isSafe(name: "User-Agent", value: $0) ? $0 : nil }
        switch own {
        case .success(let own):
            let trust = CurlTrust(
                trust, identity: own, requiresHTTP2: requiresHTTP2, userAgent: name ?? "JourneyKit",
                reporter: reporter, now: now)
            engine = CurlEngine.start(trust: trust, ended: ended)
            refusal = nil
        case .failure(let error):
            engine = nil
            refusal = error
        }
    }

    deinit { engine?.stop() }

    /// Sends `request` and returns the response with its whole body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: Timeout, limits and redirects.
    /// - Returns: The response.
    /// - Throws: The errors of `HTTPTransport` and of a streamed body's source; and `VALIDATION_FAIL`, before anything is sent,
    ///   for an invalid or reserved header field, or a body where none is allowed.
    public func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try RequestHeaders.check(request)
        return try await RedirectFollowing.response(to: request, options: options) { request, options in
            let upload = request.stream.map { CurlUpload($0) }
            return try await exchange(CurlJob(.exchange(request, options), upload: upload), options)
        }
    }

    /// Sends `request` and returns the response with its body as a stream.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: Timeout, limits and redirects.
    /// - Returns: The response.
    /// - Throws: The errors of `send(_:options:)`.
    public func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try RequestHeaders.check(request)
        return try await RedirectFollowing.response(to: request, options: options) { request, options in
            let pipe = HTTPBodyPipe()
            let job = CurlJob(
                .exchange(request, options), upload: request.stream.map { CurlUpload($0) }, pipe: pipe)
            // Created first: a caller that gives up before the header releases it, which ends the exchange.
            let reading = pipe.stream
            let body = HTTPBodyStream(
                next: {
                    var iterator = reading.makeAsyncIterator()
                    return try await iterator.next()
                },
                onCancel: { [self] in
                    engine?.cancel(job)
                    reading.cancel()
                })
            var response = try await exchange(job, options)
            response.stream = body
            return response
        }
    }

    /// Returns the current certificate of `origin`, DER, after checking its chain, name, validity and pins. Opens a new
    /// connection and sends no request.
    ///
    /// - Parameters:
    ///   - origin: The server.
    ///   - timeout: The time limit.
    /// - Returns: The leaf certificate.
    /// - Throws: The errors of `send(_:options:)`.
    public func leafCertificate(of origin: Origin, timeout: Duration = .seconds(15)) async throws -> [UInt8] {
        guard let url = HTTPSURL(origin: origin, path: "/") else { throw unavailable(origin) }
        let product = try await perform(CurlJob(.handshake(url, timeout: timeout)), within: timeout)
        guard case .leaf(let leaf) = product else { throw unavailable(origin) }
        return leaf
    }

    private func exchange(_ job: CurlJob, _ options: HTTPOptions) async throws -> HTTPResponse {
        let product = try await perform(job, within: options.timeout)
        guard case .response(let response) = product else { throw unavailable(job.url.origin) }
        return response
    }

    private func perform(_ job: CurlJob, within timeout: Duration) async throws -> CurlJob.Product {
        try Task.checkCancellation()
        if let refusal { throw refusal.beforeSending() }
        guard timeout > .zero else { throw NetworkFailure.timedOut(job.url.origin).beforeSending() }
        guard let engine else { throw unavailable(job.url.origin) }
        // The engine stops with the transport, which must not happen before its last call has ended.
        defer { withExtendedLifetime(self) {} }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                job.attach(continuation)
                engine.start(job)
                job.upload?.start { [weak engine] in engine?.resume(job, hasRoom: false) }
            }
        } onCancel: {
            engine.cancel(job)
        }
    }

    private func unavailable(_ origin: Origin) -> JourneyError {
        JourneyError(
            .netUnreachable, "libcurl could not be started for \(origin): no thread, descriptor or handle is available."
        ).beforeSending()
    }
}
