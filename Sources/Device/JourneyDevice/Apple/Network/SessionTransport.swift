public import Foundation
public import JourneyBase

/// An HTTP transport that uses URLSession: HTTPS only, always with chain, name and validity checked.
///
/// - TLS 1.2 or later, HTTP/2 where the server supports it. Authorities and pins are those of its `TLSTrust`.
/// - No cookies, caches, stored credentials or proxies; compressed bodies are not requested. Redirects are followed only where
///   the options allow it.
/// - A response must declare its end; one that ends with the connection is refused, because it could have been truncated.
/// - Connections are kept and reused. A request that may not be repeated (`HTTPOptions.isRepeatable`) gets a new one.
public final class SessionTransport: HTTPTransport {
    private let session: URLSession
    private let trust: ServerTrust
    private let identity: DeviceIdentity?
    private let userAgent: String

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - trust: Authorities and pins.
    ///   - userAgent: The `User-Agent` header; an invalid value is replaced by the default.
    ///   - identity: The client certificate for servers that request one.
    ///   - reporter: Receives reports of pin failures.
    ///   - now: Returns the time at which pins must not have expired.
    public init(
        trust: TLSTrust = .system, userAgent: String? = nil, identity: DeviceIdentity? = nil,
        reporter: PinReporter? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.trust = ServerTrust(trust, reporter: reporter, now: now)
        self.identity = identity
        self.userAgent =
            userAgent.flatMap { HTTPFields.isSafe(name: "User-Agent", value: $0) ? $0 : nil } ?? "JourneyKit"
        session = URLSession(configuration: .forJourneys, delegate: nil, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends `request` and returns the response with its whole body.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - options: Timeout, limits and redirects.
    /// - Returns: The response.
    /// - Throws: The errors of `HTTPTransport`; and `VALIDATION_FAIL`, before anything is sent, for an invalid or reserved header
    ///   field, or a body where none is allowed.
    public func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try RequestHeaders.check(request)
        return try await RedirectFollowing.response(to: request, options: options) { request, options in
            let exchange = try exchange(request, options)
            var whole = try await exchange.response().collected(limit: options.bodyLimit)
            whole.trace = exchange.trace
            return whole
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
            try await exchange(request, options).response()
        }
    }

    private func exchange(_ request: HTTPRequest, _ options: HTTPOptions) throws -> SessionExchange {
        try Task.checkCancellation()
        let origin = request.url.origin
        guard options.timeout > .zero else { throw NetworkFailure.timedOut(origin).beforeSending() }
        if let fault = trust.evaluator.faultBeforehand(origin) { throw fault.beforeSending() }
        guard let prepared = URLRequest(request, options: options, userAgent: userAgent) else {
            throw JourneyError(.validationFail, "The request's URL is invalid for URLSession.")
                .beforeSending()
        }
        // A request that may not be repeated gets its own session, and so its own connection: the library repeats some requests
        // itself when a kept connection is dead.
        let isShared = options.mayRepeat(request)
        let session =
            isShared ? session : URLSession(configuration: .forJourneys, delegate: nil, delegateQueue: nil)
        defer { if !isShared { session.finishTasksAndInvalidate() } }
        let exchange = SessionExchange(request: request, options: options, trust: trust, identity: identity)
        exchange.start(prepared, in: session)
        return exchange
    }
}

extension URLSessionConfiguration {
    /// A configuration that stores nothing and sends only what was requested.
    fileprivate static var forJourneys: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
        configuration.waitsForConnectivity = false
        // No proxy, whatever the system's settings.
        configuration.connectionProxyDictionary = [:]
        return configuration
    }
}

extension URLRequest {
    /// Creates the library's form of `request`, without a streamed body.
    fileprivate init?(_ request: HTTPRequest, options: HTTPOptions, userAgent: String) {
        guard let url = URL(string: request.url.description) else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        // The whole exchange has its own timeout; this one is for inactivity and must not be shorter.
        timeoutInterval = TimeInterval(options.timeout.components.seconds) + 1
        // A compressed response could expand from few bytes to many.
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        setValue(userAgent, forHTTPHeaderField: "User-Agent")
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
        if request.stream == nil, !request.body.isEmpty { httpBody = Data(request.body) }
    }
}
