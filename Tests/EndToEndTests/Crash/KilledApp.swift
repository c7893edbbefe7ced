import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneySandbox
import JourneyTesting
import JourneyWeb
import SandboxServices

@testable import HSBCPartnerSDK

/// An app in a separate process, over real sockets and a store on disk, which may be killed at any time.
struct KilledApp: Codable, Sendable {
    var gateway: String
    var authority: String
    var pins: [String: [String]]
    var anchor: String
    var remoteKeys: String
    var token: String
    /// The folder of the device's store, and of the app's own record.
    var device: String

    /// `true` if the app has received `completed`, in this process or an earlier one.
    var wasTold: Bool { FileManager.default.fileExists(atPath: device + "-told") }

    /// Resumes the suspended run or starts a new one, and records `completed` before anything else.
    func start() async throws -> JourneyResult {
        let gateway = HTTPSURL(gateway) ?? { fatalError("no gateway") }()
        let config = HSBCInitConfig(
            environment: .production, partnerId: "demo-partner", clientId: "demo-client",
            redirectScheme: "partnerdemo", locale: Locale(identifier: "en_GB"), telemetryOptIn: false,
            endpoints: EndpointProfile(
                gateway: gateway, trust: TLSTrust(authorities: [authority], pins: try PinPolicy(pins: pins)),
                manifestAnchor: try ManifestAnchor(JSONReader.read(Array(anchor.utf8))),
                remoteConfigurationKeys: try JWKSet(JSONReader.read(Array(remoteKeys.utf8)))))
        let store = try SealedFileStore(directory: device)
        let page = ScriptedPage(script: Customer.script)
        let instanceKey = try await InstanceKeyStore(store: store).key()
        let host = JourneyHost(
            makeTransport: { CurlTransport(trust: $0) }, makeContainer: { _, _ in page },
            plugins: [
                TransactionApprovalPlugin(
                    key: PromptedApprovalKey(store: store, authenticator: ApprovingBiometrics()),
                    instanceKey: instanceKey,
                    presenter: Answers())
            ], store: store, instanceKey: instanceKey,
            attestor: DevelopmentAttestor(store: store, appID: SandboxOptions.appID))
        let engine = RuntimeEngine(config: config)
        var params = JourneyStartParams(journeyId: "money-transfer", contextToken: token)
        params.resumeToken = try await engine.unfinishedJourneys(of: host).last?.resumeToken
        return await engine.start(from: host, params: params) { name, attributes in
            guard name == "result", attributes["outcome"] == "completed" else { return }
            close(open(device + "-told", O_CREAT | O_WRONLY, 0o600))
        }
    }

    /// Runs `start` in a process that is killed after `microseconds`.
    func startAndDie(after microseconds: UInt32) async throws {
        Thread.detachNewThread {
            usleep(microseconds)
            kill(getpid(), SIGKILL)
        }
        _ = try await start()
        while true { try await Task.sleep(for: .seconds(3_600)) }
    }

    private struct ApprovingBiometrics: BiometricAuthenticator {
        func authenticate(reason: String) async -> BiometricVerdict { .passed }
    }
}
