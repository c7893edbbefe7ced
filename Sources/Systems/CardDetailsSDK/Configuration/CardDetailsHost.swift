public import JourneyBase
public import JourneyCrypto
public import JourneyWeb

/// The visibility of a page of the flow.
public enum CardPageVisibility: Hashable, Sendable {
    /// The page asks the issuer for a code and is invisible.
    case hidden
    /// The issuer's frames draw in the page.
    case visible
}

/// The adapters that a host provides for the flow.
public struct CardDetailsHost: Sendable {
    /// The presenter of the native screens.
    public var presenter: any Presenter
    /// The HTTP transport to the proxy.
    public var transport: any HTTPTransport
    /// Creates a web engine that enforces the policy. It is called once for each page.
    public var makeContainer: @Sendable (SourcePolicy, CardPageVisibility) async throws -> any WebContainer
    public var biometrics: any BiometricAuthenticator
    /// `true` if the visible page is shown above the native screens in one view. Default: `false`.
    ///
    /// With `true`, the page shows the card and the native screen the button that hides it. With `false`, the page has both, in its
    /// own window.
    public var showsPageAmongScreens = false
    /// The key that identifies this installation to the page's server (`docs/reference/bridge.md`).
    public var instanceKey: any SigningKey
    /// The store of pending revocations, which survive the process.
    public var store: any SecureStore
    /// Returns the token by which the host's backend vouches for the user. It is called if there is no valid token.
    public var userToken: @Sendable () async throws -> CardUserToken
    /// Emits when the app leaves the foreground, and when its display starts to be recorded or mirrored. A visible card is
    /// removed then. The stream ends with its listener.
    public var concealments: @Sendable () -> AsyncStream<Void>
    /// Returns `true` while the display is recorded or mirrored. No code is sent then.
    public var isCaptured: @Sendable () -> Bool
    /// Runs work that must finish even if the app leaves the foreground: a revocation.
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
