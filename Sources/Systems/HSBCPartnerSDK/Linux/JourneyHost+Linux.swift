public import JourneyBase
public import JourneyDevice
public import JourneyWeb

extension JourneyHost {
    /// Creates a host from this package's Linux adapters.
    ///
    /// The adapters are libcurl, WebKitGTK, an encrypted store in `directory`, and biometrics that `presenter` simulates.
    /// `presenter` also shows transactions and the loading progress.
    /// The development attestor attests the app; production gateways refuse it.
    ///
    /// - Parameters:
    ///   - directory: The directory of the store.
    ///   - presenter: Shows screens and biometric prompts.
    ///   - plugins: Plugins in addition to the built-in biometric and approval plugins.
    ///   - reporter: Receives reports of pin failures.
    ///   - dependencies: Clock, random source and log.
    ///   - appID: The app that the development attestor attests (team and bundle).
    ///   - shown: Receives each web engine, for taking pictures or simulating the person.
    ///   - browserShown: Receives each engine that shows other parties' pages; `nil` sends them to `shown`.
    /// - Returns: The host.
    /// - Throws: `STORE_FAILED` when the store or its instance key can't be used.
    public static func linux(
        directory: String, presenter: any Presenter, plugins: [any JourneyPlugin] = [],
        reporter: PinReporter? = nil, dependencies: Dependencies = .system, appID: String = "JOURNEYKIT.demo",
        shown: @escaping @Sendable (WebKitContainer) -> Void = { _ in },
        browserShown: (@Sendable (WebKitContainer) -> Void)? = nil
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
                    policy: policy, leafCertificates: try await leafCertificates(of: policy, trust, reporter),
                    title: presenter.language(.pleaseWait), language: presenter.language)
                shown(container)
                return container
            },
            makeBrowserSession: { trust in
                WebKitBrowserSession(
                    certificates: { policy in try await leafCertificates(of: policy, trust, reporter) },
                    title: presenter.language(.pleaseWait), language: presenter.language, shown: browserShown ?? shown)
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

    /// Returns, by host, the certificates that the engine accepts although the system's authorities don't issue them.
    private static func leafCertificates(
        of policy: SourcePolicy, _ trust: TLSTrust, _ reporter: PinReporter?
    ) async throws -> [String: [UInt8]] {
        try await CurlTransport(trust: trust, reporter: reporter).leafCertificates(of: policy, trust)
    }
}
