internal import Foundation
public import JourneyBase
internal import JourneyCrypto
public import JourneyDevice
public import JourneyWeb

extension JourneyHost {
    /// Creates a host from this package's Apple adapters.
    ///
    /// The adapters are URLSession, WKWebView on `stage`, this device's Keychain, a key in the Secure Enclave, and the system's
    /// biometric prompt.
    /// Without a Secure Enclave (simulators), the key is in the Keychain; its attestation shows the difference. App Attest
    /// attests the app on devices that support it. Simulators use the development attestor, as Linux does; production gateways
    /// refuse it.
    ///
    /// - Parameters:
    ///   - stage: Presents the journey's pages.
    ///   - presenter: Shows the loading progress, and the transaction before and during the system prompt. It must draw above the
    ///     pages of `stage`.
    ///   - plugins: Plugins in addition to the built-in biometric and approval plugins.
    ///   - reporter: Receives reports of pin failures.
    ///   - dependencies: Clock, random source and log.
    /// - Returns: The host.
    /// - Throws: `STORE_FAILED` when the Keychain or its key can't be used. `KEY_UNUSABLE` when the key belongs to another Secure
    ///   Enclave, as on a device restored from another one: only `HSBCPartnerSdk.eraseAll()` helps.
    public static func apple(
        stage: PagePresenter, presenter: any Presenter, plugins: [any JourneyPlugin] = [], reporter: PinReporter? = nil,
        dependencies: Dependencies = .system
    ) async throws -> JourneyHost {
        let store = appleStore
        let keys = EnclaveKey.isAvailable ? InstanceKeyStore(enclave: store) : InstanceKeyStore(store: store)
        let instanceKey = try await keys.key()
        let biometrics = DeviceBiometrics()
        let approvalKey: any ApprovalKey =
            EnclaveKey.isAvailable
            ? BiometricKey(enclave: store) : PromptedApprovalKey(store: store, authenticator: biometrics)
        return JourneyHost(
            makeTransport: { trust in
                SessionTransport(
                    trust: trust, userAgent: "JourneyKit/\(HSBCPartnerSdk.version)", reporter: reporter,
                    now: dependencies.now)
            },
            makeContainer: { policy, trust in
                let server = ServerTrust(trust, reporter: reporter, now: dependencies.now)
                return try await WebViewContainer.make(policy: policy, stage: stage) { await server.fault($0) }
            },
            plugins: [
                BiometricAuthPlugin(authenticator: biometrics),
                TransactionApprovalPlugin(
                    key: approvalKey, instanceKey: instanceKey, presenter: presenter, dependencies: dependencies),
            ] + plugins, store: store, instanceKey: instanceKey, dependencies: dependencies,
            attestor: attestor(store), loadingPresenter: presenter, appReturns: appReturns)
    }

    /// The SDK's Keychain store on this device.
    static var appleStore: KeychainStore {
        KeychainStore(service: "\(Bundle.main.bundleIdentifier ?? "app").journeykit")
    }

    /// Returns a stream with an element for each time that the app becomes active.
    @Sendable private static func appReturns() -> AsyncStream<Void> {
        #if os(macOS)
        let name = Notification.Name("NSApplicationDidBecomeActiveNotification")
        #else
        let name = Notification.Name("UIApplicationDidBecomeActiveNotification")
        #endif
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                continuation.yield()
            }
            // The token is only handed back to the centre, which may be called on any thread.
            let observer = ThreadSafe(token)
            continuation.onTermination = { _ in NotificationCenter.default.removeObserver(observer.value) }
        }
    }

    private static func attestor(_ store: KeychainStore) -> (any Attestor)? {
        // The app id that `journey serve` accepts.
        if isSimulator { return DevelopmentAttestor(store: store, appID: "JOURNEYKIT.demo") }
        return AppAttestor.isSupported ? AppAttestor() : nil
    }

    /// `true` in a simulator. A runtime value, so that both branches are compiled everywhere.
    private static var isSimulator: Bool {
        #if targetEnvironment(simulator)
        true
        #else
        false
        #endif
    }
}
