public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
public import JourneyWeb

/// The adapters that a journey runs on.
///
/// `JourneyHost.linux(…)` and `JourneyHost.apple(…)` create one from this package's adapters. On iOS, `startJourney` also takes a
/// view controller.
public struct JourneyHost: Sendable {
    /// Creates a transport that uses the profile's authorities and pins.
    public var makeTransport: @Sendable (TLSTrust) -> any HTTPTransport
    /// Creates a web engine that shows pages of the policy's origins; called at the first web step of a run.
    public var makeContainer: @Sendable (SourcePolicy, TLSTrust) async throws -> any WebContainer
    /// Creates the browser for other parties' pages: an authorization server's, or a bank's in an `authorize` step. With `nil`,
    /// journeys that need either don't start.
    public var makeBrowserSession: (@Sendable (TLSTrust) async throws -> any BrowserSession)?
    /// The plugins that pages and native steps may call.
    public var plugins: [any JourneyPlugin]
    /// The permissions that plugins may use; a plugin that needs others is not available. The default is biometrics, which reveal
    /// nothing.
    public var permissions: Set<PluginPermission>
    /// The store of snapshots, idempotency keys, and the highest `sequence` seen of each manifest.
    public var store: any SecureStore
    /// The key that identifies this installation to the pages' servers.
    public var instanceKey: any SigningKey
    /// The clock, the random source and the log.
    public var dependencies: Dependencies
    /// Attests the app; with `nil`, journeys that require attestation don't start.
    public var attestor: (any Attestor)?
    /// Creates a stream with an element for each time that the app returns to the front, where polls ask at once; `nil` when the
    /// app cannot tell.
    public var appReturns: (@Sendable () -> AsyncStream<Void>)?
    /// Shows progress with “Cancel” while a journey loads (screen `journey-loading`); `nil` when the host shows its own.
    public var loadingPresenter: (any Presenter)?
    /// Watches runs for the traces of development runs; `nil` in every app.
    package var observer: RunObserver?

    /// Creates a host from its adapters.
    ///
    /// - Parameters:
    ///   - makeTransport: Creates a transport for a trust.
    ///   - makeContainer: Creates a web engine. An error that it throws loses the page.
    ///   - makeBrowserSession: Creates the browser for other parties' pages; `nil` when the app has none. An error that it throws
    ///     ends the sign-in or the authorization.
    ///   - plugins: The plugins that pages and native steps may call.
    ///   - store: Stores snapshots, idempotency keys and manifest numbers.
    ///   - instanceKey: The key that identifies this installation.
    ///   - dependencies: The clock, the random source and the log.
    ///   - permissions: The permissions that plugins may use.
    ///   - attestor: Attests the app; `nil` for none.
    ///   - loadingPresenter: Shows progress while a journey loads; `nil` when the host shows its own.
    ///   - appReturns: Creates a stream with an element for each return of the app to the front.
    public init(
        makeTransport: @escaping @Sendable (TLSTrust) -> any HTTPTransport,
        makeContainer: @escaping @Sendable (SourcePolicy, TLSTrust) async throws -> any WebContainer,
        makeBrowserSession: (@Sendable (TLSTrust) async throws -> any BrowserSession)? = nil,
        plugins: [any JourneyPlugin], store: any SecureStore, instanceKey: any SigningKey,
        dependencies: Dependencies = .system, permissions: Set<PluginPermission> = [.biometrics],
        attestor: (any Attestor)? = nil, loadingPresenter: (any Presenter)? = nil,
        appReturns: (@Sendable () -> AsyncStream<Void>)? = nil
    ) {
        self.makeTransport = makeTransport
        self.makeContainer = makeContainer
        self.makeBrowserSession = makeBrowserSession
        self.plugins = plugins
        self.permissions = permissions
        self.store = store
        self.instanceKey = instanceKey
        self.dependencies = dependencies
        self.attestor = attestor
        self.loadingPresenter = loadingPresenter
        self.appReturns = appReturns
    }
}

extension JourneyHost {
    /// The installation's id: RFC 7638 thumbprint of its key.
    var instanceThumbprint: String { PublicKey.p256(instanceKey.publicKey).thumbprint }
}
