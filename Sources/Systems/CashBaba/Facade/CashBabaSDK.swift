public import JourneyBase
public import JourneyDevice
internal import Synchronization

/// The wallet's API. Initialise it once, then sign in with `clientVerification` and make calls, or present a flow, which does
/// both.
///
/// A session ends once, with one callback: success, failure, or cancellation by the user.
public final class CashBabaSDK: Sendable {
    public static let shared = CashBabaSDK()

    let api: APIHandler
    /// The data of the current session.
    public let dataStorage: CBSDKDataStorage
    public let sessionStore: SessionStore
    public let sessionTimer: SessionTimerManager
    public let languageHandler: CBSDKLanguageHandler
    /// The calls, for use without the facade.
    public let repository: any CashBabaRepository
    let dependencies: Dependencies
    let doubtfulPayments = UnresolvedPayments()
    private let makeTransport: @Sendable (TLSTrust) -> any HTTPTransport
    let state = Mutex(State())

    /// Creates an SDK besides the shared one, with another network, clock or log.
    ///
    /// - Parameters:
    ///   - dependencies: The clock, the random source and the log.
    ///   - makeTransport: Creates the HTTP transport for a trust; `nil` uses the system's.
    public init(
        dependencies: Dependencies = .system, makeTransport: (@Sendable (TLSTrust) -> any HTTPTransport)? = nil
    ) {
        self.dependencies = dependencies
        self.makeTransport = makeTransport ?? { CashBabaSDK.transport($0) }
        api = APIHandler(
            config: CashBabaConfig(environment: .demo), transport: NoTransport(), dependencies: dependencies)
        sessionStore = SessionStore(now: dependencies.now)
        sessionTimer = SessionTimerManager(clock: dependencies.clock)
        languageHandler = CBSDKLanguageHandler(api: api)
        dataStorage = CBSDKDataStorage(api: api, session: sessionStore)
        repository = WebServiceHandler(api: api, storage: dataStorage)
        api.onClosing { [weak self] error in self?.end(.failed(error)) }
        api.onLanguage { [weak self] language in self?.redraw(in: language) }
    }

    /// The configuration of the next call.
    public var config: CashBabaConfig { api.config }

    /// Configures the SDK and discards an active session without a callback. Throws `SDKError.alreadyPresented` during a
    /// presentation.
    func set(up config: CashBabaConfig, trust: TLSTrust) throws(SDKError) {
        guard !isPresented else { throw .alreadyPresented }
        resetSession()
        var config = config
        config.logs = api.config.logs
        api.use(makeTransport(trust), config: config)
    }

    /// Sets the scope of the next token call. The other calls have scopes of their own.
    public func setScope(_ scope: Scope) { api.configure { $0.scope = scope } }

    /// Sets the wallet's token for later calls.
    func setWToken(_ wToken: HostSecret) { api.configure { $0.wToken = wToken.secret } }

    /// Sets the categories that are logged, if there is a log.
    public func setLogs(_ logs: Set<LogCategory>) { api.configure { $0.logs = logs } }

    /// The remaining seconds of the session.
    public var remainingSeconds: Int { sessionTimer.remainingSeconds }

    /// Returns the calls, after setting `wToken` as the wallet's token if it is given.
    func calls(_ wToken: HostSecret?) -> any CashBabaRepository {
        if let wToken { setWToken(wToken) }
        return repository
    }
}

/// The transport before `initialize`: every request fails with `NOT_INITIALIZED`.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        throw JourneyError(.notInitialized, "The SDK is not initialized. Call initialize first.").beforeSending()
    }
}
