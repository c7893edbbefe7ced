import Foundation
public import HSBCPartnerSDK
public import JourneyBase
import JourneyCrypto
public import JourneyTesting

/// The environment of `HSBCPartnerSDK` in one process: a gateway that publishes a signed journey, a bank, a page, a sensor, and
/// the device's store.
///
/// Manifest, key set and remote configuration are signed and verified as in production, the page uses the bridge with keys of its
/// own, and the bank pays once per idempotency key, even if responses are lost.
public struct BankSandbox: Sendable {
    /// The context token with which the sample app signs its person in.
    public static let contextToken = "context-token"

    /// The journey's manifest, unsigned, and its OpenAPI bundle; by default those of the sample.
    public var manifest: JSONValue
    public var openAPI: [UInt8]
    /// `true` if the bank has stopped the journey.
    public var isStopped = false
    /// The app's configuration, with this gateway's endpoints.
    public var config: HSBCInitConfig
    /// The parameters of the journey's start.
    public var params: JourneyStartParams
    /// Plugins in addition to the biometric one.
    public var plugins: [any JourneyPlugin] = []
    /// Additional services by origin, for tests with their own manifest.
    public var services: [Origin: any HTTPService] = [:]

    /// The bank.
    public let bank: Service
    /// The device's store, which outlives a run.
    public let store = MemoryStore()
    /// The events of all runs.
    public let events = EventRecorder()
    /// The wall clock.
    public let time = SandboxTime()
    /// The clock of step timers and pauses between attempts.
    public let clock: ManualClock
    private let gateway: SandboxGateway
    private let instanceKey: P256PrivateKey
    private let dependencies: Dependencies
    private let sensor = ScriptedSensor()

    /// Creates a sandbox.
    ///
    /// - Parameters:
    ///   - balance: The balance of the account, in pence.
    ///   - hurried: `true` to let pauses between attempts of up to 5 seconds pass at once; timers stand still.
    /// - Throws: An error of key generation.
    public init(balance: Int64 = 500_000, hurried: Bool = false) throws {
        clock = hurried ? ManualClock(hurriedUpTo: .seconds(5)) : ManualClock()
        var dependencies = Dependencies.fixed(clock: clock)
        dependencies.now = time.now
        self.dependencies = dependencies
        gateway = try SandboxGateway(now: time.now())
        instanceKey = try P256PrivateKey.generate()
        bank = Service(balance: balance, time: time, random: dependencies.random)
        openAPI = SampleJourney.openAPI.compactBytes
        manifest = SampleJourney.manifest(openAPI: openAPI)
        config = HSBCInitConfig(
            environment: .sandbox, partnerId: "partner-1", clientId: "client-1", redirectScheme: "partnerapp",
            locale: Locale(identifier: "en_GB"), telemetryOptIn: false, endpoints: try gateway.endpoints())
        params = JourneyStartParams(journeyId: "money-transfer", contextToken: BankSandbox.contextToken)
    }

    /// Sets the verdict of further biometric prompts.
    public func sensor(_ verdict: BiometricVerdict) { sensor.set(verdict) }

    /// Creates the network from the current properties. Its `requests` are all that left the device.
    ///
    /// - Returns: The transport.
    /// - Throws: An error of the gateway's setup.
    public func transport() async throws -> ServiceTransport {
        let front = try await gateway.service(
            params.journeyId, manifest, openAPI, isStopped: isStopped, bank: bank, config: config)
        return ServiceTransport(
            [SandboxGateway.origin: front, BankSandbox.bankOrigin: bank].merging(services) { $1 })
    }

    static let bankOrigin = sandboxOrigin("bank.example")

    /// Creates the arguments for `HSBCPartnerSdk.startJourney`, for tests of the app's own code.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - transport: The network.
    /// - Returns: The host.
    public func host(_ page: ScriptedPage, _ transport: any HTTPTransport) -> JourneyHost {
        JourneyHost(
            makeTransport: { _ in transport }, makeContainer: { _, _ in page },
            plugins: [BiometricAuthPlugin(authenticator: sensor)] + plugins, store: store, instanceKey: instanceKey,
            dependencies: dependencies)
    }

    /// Creates the same with a page on the sandbox's clock.
    ///
    /// - Parameters:
    ///   - script: The script of each document.
    ///   - transport: The network.
    /// - Returns: The host.
    public func host(_ script: @escaping ScriptedPage.Script, _ transport: any HTTPTransport) -> JourneyHost {
        host(ScriptedPage(dependencies: dependencies, script: script), transport)
    }

    /// Runs the journey to its result. `script` plays each page.
    ///
    /// Each run has an engine of its own, so that tests can run concurrently. An app's own calls go through `host`.
    ///
    /// - Parameter script: The script of each document.
    /// - Returns: The result.
    /// - Throws: An error of the gateway's setup.
    public func run(_ script: @escaping ScriptedPage.Script) async throws -> JourneyResult {
        let events = events
        let host = host(script, try await transport())
        return await HSBCPartnerSdk.run(params, from: host, config: config) { events.record($0, $1) }
    }

    /// Creates the script of the sample's page, which requests a transfer at once.
    ///
    /// - Parameter cents: The amount, in pence.
    /// - Returns: The script.
    public static func transfer(_ cents: Int64) -> ScriptedPage.Script {
        { page in
            try await page.connect()
            try await page.emit("submit", ["amount": .number(JSONNumber(cents))])
        }
    }
}
