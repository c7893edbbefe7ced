public import JourneyBase
public import JourneyCrypto
public import JourneyWeb

/// Whether a page of the flow is to be seen.
public enum CardPageVisibility: Hashable, Sendable {
    /// It asks the issuer for a code and shows nothing.
    case hidden
    /// The issuer's frames draw in it.
    case visible
}

/// What a host gives the flow to stand on.
public struct CardDetailsHost: Sendable {
    /// Draws the native screens.
    public var presenter: any Presenter
    /// The way to the proxy.
    public var transport: any HTTPTransport
    /// A web engine that keeps to the policy; asked for once for each page.
    public var makeContainer: @Sendable (SourcePolicy, CardPageVisibility) async throws -> any WebContainer
    public var biometrics: any BiometricAuthenticator
    /// Whether the visible page stands above the native screens in one view. The card is drawn by the page alone then, and the way to
    /// hide it is on the native screen alone; a page in a window of its own comes with both. `false` unless it is set.
    public var showsPageAmongScreens = false
    /// Names this installation to the page's server (`docs/reference/bridge.md`).
    public var instanceKey: any SigningKey
    /// Keeps, over the app's end, that a token has still to be revoked.
    public var store: any SecureStore
    /// The token by which the host's backend vouches for the person; asked for when there is none that is still good.
    public var userToken: @Sendable () async throws -> CardUserToken
    /// Says each time that the app leaves the foreground, or that its display is recorded or mirrored: a card that is shown
    /// goes away then. It ends with whoever listens.
    public var concealments: @Sendable () -> AsyncStream<Void>
    /// Whether the display is recorded or mirrored now. No code is sent then.
    public var isCaptured: @Sendable () -> Bool
    /// Does what has to be finished although the app is put away: a revocation.
    public var finishing: @Sendable (@escaping @Sendable () async -> Void) async -> Void
    public var dependencies: Dependencies

    public init(
        presenter: any Presenter, transport: any HTTPTransport,
        makeContainer: @escaping @Sendable (SourcePolicy, CardPageVisibility) async throws -> any WebContainer,
        biometrics: any BiometricAuthenticator, instanceKey: any SigningKey,
        store: any SecureStore, userToken: @escaping @Sendable () async throws -> CardUserToken,
        concealments: @escaping @Sendable () -> AsyncStream<Void> = { AsyncStream { $0.finish() } },
        isCaptured: @escaping @Sendable () -> Bool = { false },
        finishing: @escaping @Sendable (@escaping @Sendable () async -> Void) async -> Void = { await $0() },
        dependencies: Dependencies = .system
    ) {
        self.presenter = presenter
        self.transport = transport
        self.makeContainer = makeContainer
        self.biometrics = biometrics
        self.instanceKey = instanceKey
        self.store = store
        self.userToken = userToken
        self.concealments = concealments
        self.isCaptured = isCaptured
        self.finishing = finishing
        self.dependencies = dependencies
    }
}
