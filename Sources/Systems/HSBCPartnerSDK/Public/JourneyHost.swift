public import JourneyBase
public import JourneyCrypto
public import JourneyDevice
public import JourneyWeb

/// What the host app gives a journey to stand on: where others take a view controller, this takes the seams.
///
/// `JourneyHost.linux(…)` and `JourneyHost.apple(…)` make one of this package's adapters; on iOS, `startJourney` takes a
/// view controller too.
public struct JourneyHost: Sendable {
    /// The network, believing the profile's authorities and pins.
    public var makeTransport: @Sendable (TLSTrust) -> any HTTPTransport
    /// A web engine that shows pages of the policy's origins; asked for at the first web step of a run.
    public var makeContainer: @Sendable (SourcePolicy, TLSTrust) async throws -> any WebContainer
    /// What shows the authorization server's pages, when a journey needs the person to sign in; `nil` when the app cannot.
    public var makeSignInBrowser: (@Sendable (TLSTrust) async throws -> any SignInBrowser)?
    /// What pages and native steps may call.
    public var plugins: [any JourneyPlugin]
    /// What plugins may need; one that needs more is not there. Biometrics, unless told otherwise: they give nothing away.
    public var permissions: Set<PluginPermission>
    /// Keeps snapshots, idempotency keys and the highest manifest numbers seen.
    public var store: any SecureStore
    /// Names this installation to the pages' servers.
    public var instanceKey: any SigningKey
    public var dependencies: Dependencies
    /// What vouches for the app; `nil`: nothing does, and journeys that ask for attestation do not start.
    public var attestor: (any Attestor)?
    /// Shows progress, with “Cancel”, while a journey loads (the screen `journey-loading`); `nil`: the host shows its own.
    public var loadingPresenter: (any Presenter)?

    public init(
        makeTransport: @escaping @Sendable (TLSTrust) -> any HTTPTransport,
        makeContainer: @escaping @Sendable (SourcePolicy, TLSTrust) async throws -> any WebContainer,
        makeSignInBrowser: (@Sendable (TLSTrust) async throws -> any SignInBrowser)? = nil,
        plugins: [any JourneyPlugin], store: any SecureStore, instanceKey: any SigningKey,
        dependencies: Dependencies = .system, permissions: Set<PluginPermission> = [.biometrics],
        attestor: (any Attestor)? = nil, loadingPresenter: (any Presenter)? = nil
    ) {
        self.makeTransport = makeTransport
        self.makeContainer = makeContainer
        self.makeSignInBrowser = makeSignInBrowser
        self.plugins = plugins
        self.permissions = permissions
        self.store = store
        self.instanceKey = instanceKey
        self.dependencies = dependencies
        self.attestor = attestor
        self.loadingPresenter = loadingPresenter
    }
}

extension JourneyHost {
    /// Names the installation: RFC 7638 thumbprint of its key.
    var instanceThumbprint: String { PublicKey.p256(instanceKey.publicKey).thumbprint }
}
