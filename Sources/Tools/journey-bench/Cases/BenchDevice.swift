import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneySandbox
import JourneyWeb

/// A partner's app on its own device, with the SDK configured for a sandbox.
struct BenchDevice: Sendable {
    let trust: TLSTrust
    private let folder: String
    private let store: SealedFileStore
    private let key: P256PrivateKey

    init(_ sandbox: SandboxServer) throws {
        let gateway = try unwrap(HTTPSURL(origin: sandbox.gateway, path: "/"), "The sandbox's gateway has no URL.")
        trust = TLSTrust(authorities: [sandbox.authorityPEM], pins: try PinPolicy(pins: sandbox.pins))
        try HSBCPartnerSdk.initialize(
            config: HSBCInitConfig(
                environment: .sandbox, partnerId: "demo-partner", clientId: "demo-client",
                redirectScheme: "partnerdemo", locale: Locale(identifier: "en_GB"), telemetryOptIn: false,
                endpoints: EndpointProfile(
                    gateway: gateway, trust: trust, manifestAnchor: sandbox.anchor,
                    remoteConfigurationKeys: sandbox.remoteKeys)))
        folder = FileManager.default.temporaryDirectory.path + "/journey-bench-\(UUID().uuidString)"
        store = try SealedFileStore(directory: folder)
        key = try P256PrivateKey.generate()
    }

    /// Returns the app's host, which shows pages in containers from `makeContainer`.
    func host(
        makeContainer: @escaping @Sendable (SourcePolicy, TLSTrust) async throws -> any WebContainer
    ) -> JourneyHost {
        JourneyHost(
            makeTransport: { CurlTransport(trust: $0) }, makeContainer: makeContainer,
            plugins: [
                TransactionApprovalPlugin(
                    key: PromptedApprovalKey(store: store, authenticator: NoSensor()), instanceKey: key,
                    presenter: NoPresenter())
            ], store: store, instanceKey: key,
            attestor: DevelopmentAttestor(store: store, appID: SandboxOptions.appID))
    }

    /// Removes the device's stored data.
    func forget() { try? FileManager.default.removeItem(atPath: folder) }
}

/// A device without a biometric sensor; runs do not reach the check.
private struct NoSensor: BiometricAuthenticator {
    func authenticate(reason: String) async -> BiometricVerdict { .unavailable }
}

private struct NoPresenter: Presenter {
    let language = Language.english

    func ask(_: Screen) async -> ScreenAction { ScreenAction(action: Screen.cancelled) }
    func show(_: Screen) async {}
    func dismiss() async {}
}
