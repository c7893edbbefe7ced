internal import Foundation
public import JourneyBase
internal import JourneyCrypto
public import JourneyDevice
public import JourneyWeb

extension JourneyHost {
    /// A host of this package's own adapters: URLSession, WKWebView on `stage`, the Keychain of this device, a key in the
    /// Secure Enclave, and the device's own biometric prompt.
    ///
    /// Where there is no Secure Enclave (simulators), the key lies in the Keychain instead: whoever attests it can tell.
    /// App Attest vouches for the app on devices that have it. In simulators the development attestor does, as on Linux, which
    /// production gateways refuse.
    /// `presenter` shows progress while a journey loads, and what the person approves, before and while the system's prompt
    /// stands: it has to draw above the pages of
    /// `stage`. `reporter` hears of pins that do not hold. Throws `STORE_FAILED` when the Keychain or the key in it cannot be used, and
    /// `KEY_UNUSABLE` when the key belongs to another Secure Enclave, as on a device that was restored from another one: only
    /// `HSBCPartnerSdk.eraseAll()` helps then.
    public static func apple(
        stage: PageStage, presenter: any Presenter, plugins: [any JourneyPlugin] = [], reporter: PinReporter? = nil,
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
            attestor: attestor(store), loadingPresenter: presenter)
    }

    /// What the SDK keeps on this device.
    static var appleStore: KeychainStore {
        KeychainStore(service: "\(Bundle.main.bundleIdentifier ?? "app").journeykit")
    }

    private static func attestor(_ store: KeychainStore) -> (any Attestor)? {
        // The app that `journey serve` knows.
        if isSimulator { return DevelopmentAttestor(store: store, appID: "JOURNEYKIT.demo") }
        return AppAttestor.isSupported ? AppAttestor() : nil
    }

    /// A function's value, so that what follows from it is compiled everywhere.
    private static var isSimulator: Bool {
        #if targetEnvironment(simulator)
        true
        #else
        false
        #endif
    }
}
