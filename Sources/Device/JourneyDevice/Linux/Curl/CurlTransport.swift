public import Foundation
public import JourneyBase
public import JourneyCrypto

/// The network, by libcurl: HTTPS only, and always with chain, name and validity checked.
///
/// - TLS 1.2 at least, HTTP/2 where the server speaks it, else HTTP/1.1. Authorities and pins are those of the `TLSTrust`
///   it was made with.
/// - Cookies, proxies and the environment's variables play no part; compressed bodies are not asked for, so that no few
///   bytes can grow to many. Redirects are followed only where the options allow it.
/// - A response must say where it ends; one that ends with the connection is refused, as it could have been cut.
/// - Connections are kept and reused. A request that may not be repeated (`HTTPOptions.isRepeatable`) gets a new one, or one
///   within `HTTPOptions.connectionIdleLimit`, and is written once: a lost answer is `NET_UNREACHABLE`.
/// - One thread serves all requests of a transport; it ends after the last owner let go.
public final class CurlTransport: HTTPTransport {
    private let engine: CurlEngine?
    /// Why nothing can be sent; `nil` when it can.
    private let refusal: JourneyError?

    /// A transport that believes `trust`. `userAgent` is sent as it is; one that may not go on the wire is not.
    ///
    /// `identity` is shown to servers that ask who the client is; with one that cannot be used, every exchange throws
    /// `CONFIGURATION_INVALID`. `reporter` hears of pins that do not hold. `now` decides whether pins are too old.
    public convenience init(
        trust: TLSTrust = .system, userAgent: String? = nil, identity: ClientIdentity? = nil,
        reporter: PinReporter? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(trust: trust, userAgent: userAgent, identity: identity, reporter: reporter, now: now, ended: {})
    }

    /// A transport that shows `identity` to servers that ask who the client is; its key stays where it is.
    ///
    /// With `requiresHTTP2`, a server that does not speak HTTP/2 is refused in the handshake, with `TLS_FAIL`: nothing is
    /// sent to it.
    public convenience init(
        trust: TLSTrust = .system, userAgent: String? = nil, presenting identity: SigningIdentity,
        requiresHTTP2: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(
            trust: trust, userAgent: userAgent,
            own: Result { () throws(JourneyError) in try CurlIdentity(identity) }, requiresHTTP2: requiresHTTP2,
            reporter: nil, now: now, ended: {})
    }

    /// For tests: `ended` is called when the thread is gone.
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

    /// Sends `request`. Beside the errors of `HTTPTransport`, throws `VALIDATION_FAIL`, before anything is sent, when a
    /// header field may not go on the wire or frames the message, or when there is a body where there can be none; and
    /// what the source of a body in pieces throws.
    public func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try RequestHeaders.check(request)
        return try await RedirectFollowing.response(to: request, options: options) { request, options in
            let upload = request.stream.map { CurlUpload($0) }
            return try await exchange(CurlJob(.exchange(request, options), upload: upload), options)
        }
    }

    /// Sends `request` and gives the response with its body in pieces. Throws as `send` does.
    public func open(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try RequestHeaders.check(request)
        return try await RedirectFollowing.response(to: request, options: options) { request, options in
            let pipe = HTTPBodyPipe()
            let job = CurlJob(
                .exchange(request, options), upload: request.stream.map { CurlUpload($0) }, pipe: pipe)
            // Made first: whoever gives up before the header came lets go of it, and that ends the exchange.
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

    /// The certificate that `origin` shows now, DER, after its chain, name, validity and pins were checked. Connects anew
    /// and asks for nothing. Throws as `send` does.
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
        // The engine is stopped when the transport goes, which must not be before its last call is done.
        defer { withExtendedLifetime(self) {} }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                job.attach(continuation)
                engine.start(job)
                job.upload?.start { [weak engine] in engine?.goOn(job, hasRoom: false) }
            }
        } onCancel: {
            engine.cancel(job)
        }
    }

    private func unavailable(_ origin: Origin) -> JourneyError {
        JourneyError(.netUnreachable, "No connection to \(origin) could be set up on this device.").beforeSending()
    }
}
