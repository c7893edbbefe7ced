import Foundation
public import HSBCPartnerSDK
public import JourneyBase
import JourneyCrypto
public import JourneyTesting

/// All that `HSBCPartnerSDK` stands on, in this process: a gateway that publishes a signed journey, a bank, a page, a sensor, and
/// the device's store.
///
/// Manifest, key set and remote configuration are really signed and verified, the page speaks the bridge with keys of its own,
/// and the bank pays once for each idempotency key, whatever happens to its answers.
public struct BankSandbox: Sendable {
    /// What the app of the sample signs its person in with.
    public static let contextToken = "context-token"

    /// The journey's manifest, not signed yet, and its bundle: the sample's, unless a test brings its own.
    public var manifest: JSONValue
    public var openAPI: [UInt8]
    /// Whether the bank has stopped the journey.
    public var isStopped = false
    /// What the app hands over; its endpoints are this gateway's.
    public var config: HSBCInitConfig
    public var params: JourneyStartParams
    /// Plugins beside the biometric one.
    public var plugins: [any JourneyPlugin] = []
    /// Services beside the gateway and the bank, by origin: whatever the journey's own manifest names.
    public var services: [Origin: any HTTPService] = [:]

    public let bank: Service
    /// What the device keeps; it outlives a run.
    public let store = MemoryStore()
    public let events = EventRecorder()
    /// What the wall clock shows.
    public let time = SandboxTime()
    /// What waits, waits for this: timers of steps, pauses between tries.
    public let clock: ManualClock
    private let gateway: SandboxGateway
    private let instanceKey: P256PrivateKey
    private let dependencies: Dependencies
    private let sensor = ScriptedSensor()

    /// A sandbox with that much on the account, in cents. With a hurried clock, pauses between tries pass at once; timers
    /// stand.
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

    /// What the sensor says from now on.
    public func sensor(_ verdict: BiometricVerdict) { sensor.set(verdict) }

    /// The network, as it stands now; `requests` of it are what left the device.
    public func transport() async throws -> ServiceTransport {
        let front = try await gateway.service(
            params.journeyId, manifest, openAPI, isStopped: isStopped, bank: bank, config: config)
        return ServiceTransport(
            [SandboxGateway.origin: front, BankSandbox.bankOrigin: bank].merging(services) { $1 })
    }

    static let bankOrigin = sandboxOrigin("bank.example")

    /// What an app hands to `HSBCPartnerSdk.startJourney`, for tests of the app's own code.
    public func host(_ page: ScriptedPage, _ transport: any HTTPTransport) -> JourneyHost {
        JourneyHost(
            makeTransport: { _ in transport }, makeContainer: { _, _ in page },
            plugins: [BiometricAuthPlugin(authenticator: sensor)] + plugins, store: store, instanceKey: instanceKey,
            dependencies: dependencies)
    }

    /// The same with a page of the sandbox's own clock, which `script` plays.
    public func host(_ script: @escaping ScriptedPage.Script, _ transport: any HTTPTransport) -> JourneyHost {
        host(ScriptedPage(dependencies: dependencies, script: script), transport)
    }

    /// Runs the journey to its one result, in which `script` plays each page: what its author does with `journey-bridge.js`.
    ///
    /// It has an engine of its own, so that tests may run side by side; an app's own calls go through `host`.
    public func run(_ script: @escaping ScriptedPage.Script) async throws -> JourneyResult {
        let events = events
        let host = host(script, try await transport())
        return await HSBCPartnerSdk.run(params, from: host, config: config) { events.record($0, $1) }
    }

    /// The sample's page: asks for a transfer of `cents` at once.
    public static func transfer(_ cents: Int64) -> ScriptedPage.Script {
        { page in
            try await page.connect()
            try await page.emit("submit", ["amount": .number(JSONNumber(cents))])
        }
    }
}
