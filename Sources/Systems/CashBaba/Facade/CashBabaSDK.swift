public import JourneyBase
public import JourneyDevice
internal import Synchronization

/// The wallet's API: set up once, signed in with `clientVerification`, then called; or presented, which does all that.
///
/// A session ends once, with one callback: its success, its failure, or that the person left it.
public final class CashBabaSDK: Sendable {
    public static let shared = CashBabaSDK()

    public typealias OnSuccess = @MainActor @Sendable (OnSuccessModel) -> Void
    public typealias OnFailed = @MainActor @Sendable (OnFailedModel) -> Void
    public typealias OnUserCancel = @MainActor @Sendable () -> Void

    /// How a session ended.
    enum Ending: Sendable {
        case success(OnSuccessModel)
        case failed(SDKError)
        case cancelled
    }

    struct Callbacks: Sendable {
        var onSuccess: OnSuccess?
        var onFailed: OnFailed?
        var onUserCancel: OnUserCancel?
    }

    private struct State {
        var callbacks = Callbacks()
        /// Whether a session is under way whose end nobody was told of.
        var isOpen = false
        /// Where the presentation under way asks; `nil` when none is.
        var desk: FlowDesk?
    }

    let api: APIHandler
    /// What a session keeps.
    public let dataStorage: CBSDKDataStorage
    public let sessionStore: SessionStore
    public let sessionTimer: SessionTimerManager
    /// The calls, for who wants them without the facade.
    public let repository: any CashBabaRepository
    let surroundings: Surroundings
    let doubtfulPayments = DoubtfulPayments()
    private let makeTransport: @Sendable (TLSTrust) -> any HTTPTransport
    private let state = Mutex(State())

    /// An SDK of its own, beside the shared one: with another network, clock or log.
    public init(
        surroundings: Surroundings = .system, makeTransport: (@Sendable (TLSTrust) -> any HTTPTransport)? = nil
    ) {
        self.surroundings = surroundings
        self.makeTransport = makeTransport ?? { CashBabaSDK.transport($0) }
        api = APIHandler(
            config: CashBabaConfig(environment: .demo), transport: NoTransport(), surroundings: surroundings)
        sessionStore = SessionStore(now: surroundings.now)
        sessionTimer = SessionTimerManager(clock: surroundings.clock)
        dataStorage = CBSDKDataStorage(api: api, session: sessionStore)
        repository = CashBabaRepositoryImpl(service: WebServiceHandler(api: api, storage: dataStorage))
        // A presentation ends by itself: it may have to ask first what became of a payment.
        api.onClosing { [weak self] error in if self?.isPresented == false { self?.end(.failed(error)) } }
    }

    /// What the next call goes by.
    public var config: CashBabaConfig { api.config }

    /// Sets the SDK up; a session that was under way is forgotten without a word.
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
    public func setWToken(_ wToken: HostSecret) { api.configure { $0.wToken = wToken.secret } }

    /// What is logged, where there is a log.
    public func setLogs(_ logs: Set<LogCategory>) { api.configure { $0.logs = logs } }

    /// Who is told how sessions end, on the main actor: one of them, once for each session.
    public func setCallbacks(
        onSuccess: OnSuccess? = nil, onFailed: OnFailed? = nil, onUserCancel: OnUserCancel? = nil
    ) {
        let callbacks = Callbacks(onSuccess: onSuccess, onFailed: onFailed, onUserCancel: onUserCancel)
        state.withLock { $0.callbacks = callbacks }
    }

    /// Seconds that the session has left.
    public var remainingSeconds: Int { sessionTimer.remainingSeconds }

    /// Forgets the session, without a callback. Does nothing while the SDK is presented.
    public func resetSession() {
        let isPresented = state.withLock { state in
            if state.desk == nil { state.isOpen = false }
            return state.desk != nil
        }
        guard !isPresented else { return }
        sessionTimer.stop()
        dataStorage.reset()
    }

    /// Ends the session with `onFailed`, as the SDK itself does for an error that closes it.
    public func closeSdkOnFailed(_ message: String) {
        if let desk = state.withLock(\.desk) { desk.stop(.closed(message)) } else { end(.failed(.closed(message))) }
    }

    /// Whether a presentation is under way.
    public var isPresented: Bool { state.withLock { $0.desk != nil } }

    /// Begins a presentation, unless one is under way; a session that was, is forgotten without a word.
    func begin(_ desk: FlowDesk) -> Bool {
        let isFirst = state.withLock { state in
            guard state.desk == nil else { return false }
            state.desk = desk
            state.isOpen = true
            return true
        }
        guard isFirst else { return false }
        sessionTimer.stop()
        dataStorage.reset()
        return true
    }

    func finish() { state.withLock { $0.desk = nil } }

    /// A session begins, or goes on: its end will be told.
    func open() { state.withLock { $0.isOpen = true } }

    /// Tells who listens, unless the session's end was told already: the task that does.
    @discardableResult
    func end(_ ending: Ending) -> Task<Void, Never>? {
        let callbacks = state.withLock { state -> Callbacks? in
            guard state.isOpen else { return nil }
            state.isOpen = false
            return state.callbacks
        }
        guard let callbacks else { return nil }
        let language = api.config.language
        sessionTimer.stop()
        dataStorage.reset()
        log(ending)
        return Task { @MainActor in
            switch ending {
            case .success(let model): callbacks.onSuccess?(model)
            case .failed(let error):
                callbacks.onFailed?(OnFailedModel(errorMessage: error.message(in: language), error: error))
            case .cancelled: callbacks.onUserCancel?()
            }
        }
    }

    private func log(_ ending: Ending) {
        guard api.config.logs.contains(.session) else { return }
        switch ending {
        case .success: surroundings.log.record(.info, "A session of the wallet ended well")
        case .failed(let error):
            surroundings.log.record(.warning, "A session of the wallet failed", [.code: error.errorCode.rawValue])
        case .cancelled: surroundings.log.record(.info, "A session of the wallet was left")
        }
    }

    /// Makes a call. `wToken` is the wallet's token from now on.
    func call<Value>(
        _ wToken: HostSecret?, _ body: (any CashBabaRepository) async throws(SDKError) -> Value
    ) async throws(SDKError) -> Value {
        if let wToken { setWToken(wToken) }
        return try await body(repository)
    }

    /// Makes a call and hands its result to `completion` on the main actor.
    func complete<Value: Sendable>(
        _ completion: @escaping @MainActor @Sendable (Result<Value, SDKError>) -> Void,
        _ body: @escaping @Sendable () async throws(SDKError) -> Value
    ) {
        Task {
            let result: Result<Value, SDKError>
            do throws(SDKError) { result = .success(try await body()) } catch { result = .failure(error) }
            await completion(result)
        }
    }
}

/// Before `initialize`.
struct NoTransport: HTTPTransport {
    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        throw JourneyError(.notInitialized, "Call initialize first.")
    }
}
