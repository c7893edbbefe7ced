public import JourneyBase
public import JourneyDevice
internal import Synchronization

/// The wallet's API: set up once, signed in with `clientVerification`, then called; or presented, which does all that.
///
/// A session ends once, with one callback: its success, its failure, or that the person left it.
public final class CashBabaSDK: Sendable {
    public static let shared = CashBabaSDK()

    let api: APIHandler
    /// What a session keeps.
    public let dataStorage: CBSDKDataStorage
    public let sessionStore: SessionStore
    public let sessionTimer: SessionTimerManager
    public let languageHandler: CBSDKLanguageHandler
    /// The calls, for who wants them without the facade.
    public let repository: any CashBabaRepository
    let dependencies: Dependencies
    let doubtfulPayments = UnresolvedPayments()
    private let makeTransport: @Sendable (TLSTrust) -> any HTTPTransport
    let state = Mutex(State())

    /// An SDK of its own, beside the shared one: with another network, clock or log.
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

    /// What the next call goes by.
    public var config: CashBabaConfig { api.config }

    /// Sets the SDK up; a session that was under way is forgotten without a word. Throws `SDKError.alreadyPresented` while it is
    /// presented.
    func set(up config: CashBabaConfig, trust: TLSTrust) throws(SDKError) {
        guard !isPresented else { throw .alreadyPresented }
        resetSession()
        var config = config
        config.logs = api.config.logs
        api.use(makeTransport(trust), config: config)
    }

    /// The scope of the next token; the other calls have their own.
    public func setScope(_ scope: Scope) { api.configure { $0.scope = scope } }

    /// The wallet's token of the calls from now on.
    func setWToken(_ wToken: HostSecret) { api.configure { $0.wToken = wToken.secret } }

    /// What is logged, where there is a log.
    public func setLogs(_ logs: Set<LogCategory>) { api.configure { $0.logs = logs } }

    /// Seconds that the session has left.
    public var remainingSeconds: Int { sessionTimer.remainingSeconds }

    /// The calls, with `wToken` as the wallet's token from now on.
    func calls(_ wToken: HostSecret?) -> any CashBabaRepository {
        if let wToken { setWToken(wToken) }
        return repository
    }
}

/// Before `initialize`.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        throw JourneyError(.notInitialized, "Call initialize first.").beforeSending()
    }
}
