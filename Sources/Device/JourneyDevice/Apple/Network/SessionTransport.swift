public import Foundation
public import JourneyBase

/// The network, by URLSession: HTTPS only, and always with chain, name and validity checked.
///
/// - TLS 1.2 at least, HTTP/2 where the server speaks it. Authorities and pins are those of the `TLSTrust` it was made with.
/// - Cookies, caches, stored credentials and proxies play no part; compressed bodies are not asked for. Redirects are
///   followed only where the options allow it.
/// - A response must say where it ends; one that ends with the connection is refused, as it could have been cut.
/// - Connections are kept and reused. A request that may not be repeated (`HTTPOptions.isRepeatable`) gets a new one.
public final class SessionTransport: HTTPTransport {
    private let session: URLSession
    private let trust: ServerTrust
    private let identity: DeviceIdentity?
    private let userAgent: String

    /// A transport that believes `trust`. `userAgent` is sent as it is; one that may not go on the wire is not. `identity`
    /// is shown to servers that ask who the client is. `reporter` hears of pins that do not hold; `now` decides whether
    /// pins are too old.
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

    /// Sends `request`. Beside the errors of `HTTPTransport`, throws `VALIDATION_FAIL`, before anything is sent, when a
    /// header field may not go on the wire or frames the message, or when there is a body where there can be none.
    public func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        try RequestHeaders.check(request)
        return try await RedirectFollowing.response(to: request, options: options) { request, options in
            let exchange = try exchange(request, options)
            var whole = try await exchange.response().collected(limit: options.bodyLimit)
            whole.trace = exchange.trace
            return whole
        }
    }

    /// Sends `request` and gives the response with its body in pieces. Throws as `send` does.
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
        if let fault = trust.judge.faultBeforehand(origin) { throw fault.beforeSending() }
        guard let prepared = URLRequest(request, options: options, userAgent: userAgent) else {
            throw JourneyError(.validationFail, "The address of a request cannot be used on this device.")
                .beforeSending()
        }
        // What may not be repeated gets a session, and so a connection, of its own: the library repeats some requests by
        // itself when a kept connection turns out to be dead.
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
    /// Keeps nothing and sends nothing that was not asked for.
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
        // No proxy, whatever the system's settings say.
        configuration.connectionProxyDictionary = [:]
        return configuration
    }
}

extension URLRequest {
    /// `request` as the library takes it, but for a body in pieces.
    fileprivate init?(_ request: HTTPRequest, options: HTTPOptions, userAgent: String) {
        guard let url = URL(string: request.url.description) else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        // The whole exchange has a clock of its own; this one is for silence and must not be sooner.
        timeoutInterval = TimeInterval(options.timeout.components.seconds) + 1
        // A compressed answer could grow from few bytes to many.
        setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        setValue(userAgent, forHTTPHeaderField: "User-Agent")
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
        if request.stream == nil, !request.body.isEmpty { httpBody = Data(request.body) }
    }
}
