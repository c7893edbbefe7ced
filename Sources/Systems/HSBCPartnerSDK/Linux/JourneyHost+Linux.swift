public import JourneyBase
public import JourneyDevice
public import JourneyWeb

extension JourneyHost {
    /// A host of this package's own adapters: libcurl, WebKitGTK, a sealed store in `directory`, and biometrics that
    /// `presenter` asks for, which shows what is approved too, and progress while a journey loads.
    ///
    /// What vouches for it is the development attestor, for the app `appID` (team and bundle): production gateways refuse it.
    /// `reporter` hears of pins that do not hold. `shown` is handed each web engine that is made, for whoever takes
    /// pictures or plays the person; those for signing in go to `signInShown`, if there is one. Throws `STORE_FAILED` when
    /// the store or the instance's key in it cannot be used.
    public static func linux(
        directory: String, presenter: any Presenter, plugins: [any JourneyPlugin] = [],
        reporter: PinReporter? = nil, dependencies: Dependencies = .system, appID: String = "JOURNEYKIT.demo",
        shown: @escaping @Sendable (WebKitContainer) -> Void = { _ in },
        signInShown: (@Sendable (WebKitContainer) -> Void)? = nil
    ) async throws -> JourneyHost {
        let store = try SealedFileStore(directory: directory)
        let instanceKey = try await InstanceKeyStore(store: store).key()
        let biometrics = PromptBiometrics(presenter: presenter)
        return JourneyHost(
            makeTransport: { trust in
                CurlTransport(
                    trust: trust, userAgent: "JourneyKit/\(HSBCPartnerSdk.version)", reporter: reporter)
            },
            makeContainer: { policy, trust in
                let container = try await WebKitContainer.make(
                    policy: policy, leafCertificates: try await leafCertificates(of: policy, trust, reporter))
                shown(container)
                return container
            },
            makeSignInBrowser: { trust in
                WebKitSignIn(
                    certificates: { policy in try await leafCertificates(of: policy, trust, reporter) },
                    shown: signInShown ?? shown)
            },
            plugins: [
                BiometricAuthPlugin(authenticator: biometrics),
                TransactionApprovalPlugin(
                    key: PromptedApprovalKey(store: store, authenticator: biometrics), instanceKey: instanceKey,
                    presenter: presenter, dependencies: dependencies),
            ] + plugins,
            store: store, instanceKey: instanceKey, dependencies: dependencies,
            attestor: DevelopmentAttestor(store: store, appID: appID), loadingPresenter: presenter)
    }

    /// By host, the certificates that the engine is to accept although the system's authorities do not vouch for them.
    private static func leafCertificates(
        of policy: SourcePolicy, _ trust: TLSTrust, _ reporter: PinReporter?
    ) async throws -> [String: [UInt8]] {
        try await CurlTransport(trust: trust, reporter: reporter).leafCertificates(of: policy, trust)
    }
}
