public import JourneyBase
internal import JourneyWire
internal import Synchronization

/// A client that builds and sends the calls, and interprets their responses.
public final class APIHandler: Sendable {
    private let dependencies: Dependencies
    private let state: Mutex<(config: CashBabaConfig, transport: any HTTPTransport)>
    private let closing = Mutex<(@Sendable (SDKError) -> Void)?>(nil)
    private let switching = Mutex<(@Sendable (Language) -> Void)?>(nil)

    /// The time limit of a call, including all attempts.
    static let timeout: Duration = .seconds(30)

    public init(config: CashBabaConfig, transport: any HTTPTransport, dependencies: Dependencies = .system) {
        self.dependencies = dependencies
        state = Mutex((config, transport))
    }

    /// The configuration of the next call.
    public var config: CashBabaConfig {
        get { state.withLock(\.config) }
        set { configure { $0 = newValue } }
    }

    /// Changes the configuration atomically.
    ///
    /// - Parameter change: The change, made under the handler's lock.
    public func configure(_ change: (inout CashBabaConfig) -> Void) { update { change(&$0.config) } }

    /// Sends later calls over `transport`.
    func use(_ transport: any HTTPTransport, config: CashBabaConfig) { update { $0 = (config, transport) } }

    private func update(_ change: (inout (config: CashBabaConfig, transport: any HTTPTransport)) -> Void) {
        let (before, after) = state.withLock { state in
            let before = state.config.language
            change(&state)
            return (before, state.config.language)
        }
        if before != after { switching.withLock { $0 }?(after) }
    }

    /// Sets the handler that is called with the new language after each switch.
    func onLanguage(_ body: @escaping @Sendable (Language) -> Void) { switching.withLock { $0 = body } }

    /// Sets the handler that is called for each error that closes the SDK, before the call throws it.
    ///
    /// - Parameter body: The handler. It replaces an earlier one.
    public func onClosing(_ body: @escaping @Sendable (SDKError) -> Void) { closing.withLock { $0 = body } }

    /// Sends a GET. A call that only reads is repeated if there is no response.
    func get(_ endpoint: Endpoint, reference: String? = nil) async throws(SDKError) -> JSONValue {
        try await send(endpoint, reference: reference) { url, _ in HTTPRequest(url: url) }
    }

    /// Sends a POST of a form. `lang` is added to it.
    func post(_ endpoint: Endpoint, form: FormBody = FormBody()) async throws(SDKError) -> JSONValue {
        try await send(endpoint, reference: nil) { url, config in
            var form = form
            form.entries.append(FormBody.Entry(.language, config.language.serviceCode))
            return .post(form, to: url)
        }
    }

    /// Sends a POST of a form with files.
    func post(_ endpoint: Endpoint, parts: [MultipartBody.Part]) async throws(SDKError) -> JSONValue {
        try await send(endpoint, reference: nil) { url, _ in
            .post(MultipartBody(parts, random: dependencies.random), to: url)
        }
    }

    private func send(
        _ endpoint: Endpoint, reference: String?, _ make: (HTTPSURL, CashBabaConfig) -> HTTPRequest
    ) async throws(SDKError) -> JSONValue {
        let (config, transport) = state.withLock { $0 }
        let environment = config.environment
        let url = try environment.paths.url(of: endpoint, below: environment.baseURL, reference: reference)
        var request = make(url, config)
        request.headers = try APIHandler.headers(for: endpoint, config).overridden(by: request.headers)
        guard !Task.isCancelled else { throw SDKError.cancelled.of(.notSent, endpoint) }
        let deadline = HTTPDeadline(after: APIHandler.timeout, clock: dependencies.clock)
        let answer = await answer(to: request, of: endpoint, over: transport, by: deadline)
        log(endpoint, answer, APIHandler.timeout - deadline.remaining, config)
        do throws(SDKError) {
            switch answer {
            case .success(let response): return try ErrorPolicy.body(of: response, to: endpoint)
            case .failure(let error): throw ErrorPolicy.failure(error, to: endpoint)
            }
        } catch {
            if error.closesSDK { closing.withLock { $0 }?(error) }
            throw error
        }
    }

    private func answer(
        to request: HTTPRequest, of endpoint: Endpoint, over transport: any HTTPTransport, by deadline: HTTPDeadline
    ) async -> Result<HTTPResponse, any Error> {
        let options = HTTPOptions(
            timeout: APIHandler.timeout, bodyLimit: ErrorPolicy.limits.bytes, isRepeatable: endpoint.isRead)
        do {
            return .success(
                try await transport.send(
                    request, options: options, retry: endpoint.isRead ? HTTPRetry() : .never, by: deadline,
                    random: dependencies.random, now: dependencies.now()))
        } catch { return .failure(error) }
    }

    /// Returns the headers of a call. Throws `SDKError.invalidInput` for a token with characters that a header must not have.
    static func headers(for endpoint: Endpoint, _ config: CashBabaConfig) throws(SDKError) -> HTTPFields {
        var headers: HTTPFields = [WalletHeader.language: config.language.serviceCode]
        if let accepted = config.language.acceptedByService { headers["Accept-Language"] = accepted }
        if let scope = config.environment.scopes.header(for: endpoint, scope: config.scope) {
            headers[WalletHeader.scope] = scope
        }
        // A plain-text copy of the secret exists only while the header is written.
        if let token = config.wToken, token.count > 0 { headers[WalletHeader.token] = APIHandler.text(token) }
        if endpoint != .clientToken, let token = config.accessToken {
            headers["Authorization"] = "Bearer \(APIHandler.text(token))"
        }
        guard headers.areSafe else {
            throw .invalidInput("A header has characters that cannot be sent. Check the tokens.")
        }
        return headers
    }

    static func text(_ secret: Secret) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }

    /// Logs the call's name, its status or code, and its duration. Nothing that was sent or received is logged.
    private func log(
        _ endpoint: Endpoint, _ answer: Result<HTTPResponse, any Error>, _ time: Duration, _ config: CashBabaConfig
    ) {
        guard config.logs.contains(.network) else { return }
        var fields: [Log.Field: String] = [
            .operation: endpoint.rawValue, .milliseconds: "\(Int64(time / .milliseconds(1)))",
        ]
        switch answer {
        case .success(let response):
            fields[.status] = "\(response.status)"
            dependencies.log.record(.info, "Wallet call answered", fields)
        case .failure(let error):
            fields[.code] = (error as? JourneyError)?.code.rawValue ?? ErrorCode.userCancelled.rawValue
            dependencies.log.record(.warning, "Wallet call without a response", fields)
        }
    }
}
