import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyTesting
import JourneyWeb
import Testing

@testable import HSBCPartnerSDK

/// A gateway, a bank, a page, a device and a partner app, in one process and without a socket.
struct JourneyFixture: Sendable {
    static let journey = "money-transfer"
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    let gateway: Origin
    let bankOrigin: Origin
    var key: P256PrivateKey
    /// The key that signs the served key set.
    let root: P256PrivateKey
    var keySet: JSONValue
    let bank = TestBank()
    let store: MemoryStore
    let clock: ManualClock
    let events = EventRecorder()
    var dependencies: Dependencies
    /// The destination of the run's log.
    var log: Log {
        get { dependencies.log }
        set { dependencies.log = newValue }
    }
    private(set) var page: ScriptedPage
    private let script: ScriptedPage.Script
    let biometrics = TestBiometrics()
    /// The bank's remote configuration, at its own address.
    let remote: RemoteConfigurationFixture
    /// The clock of remote configuration requests.
    let watchClock = ManualClock()
    /// The clock that limits the host's creation of its web engine.
    let webClock = ManualClock()
    var manifest: JSONValue
    var openAPI: [UInt8]
    var config: HSBCInitConfig
    var params: JourneyStartParams
    var plugins: [any JourneyPlugin]
    /// The gateway's answer in place of the manifest.
    var manifestAnswer: HTTPResponse?
    /// The gateway's answer in place of the key set.
    var keySetAnswer: HTTPResponse?
    /// The gateway's answers about suspended runs; by default it confirms them, and knows no payment.
    var gatewayAnswer: @Sendable (HTTPRequest) async -> HTTPResponse? = { _ in nil }
    /// Changes the signed manifest in transit.
    var tamper: @Sendable ([UInt8]) -> [UInt8] = { $0 }

    /// Creates a world in which `script` plays each page; by default the page requests a transfer at once.
    init(
        hurried: Bool = false, store: MemoryStore = MemoryStore(),
        script: @escaping ScriptedPage.Script = JourneyFixture.transfer
    ) throws {
        clock = ManualClock(hurried: hurried)
        self.store = store
        dependencies = .fixed(now: JourneyFixture.now, clock: clock)
        gateway = try #require(Origin(scheme: "https", host: "gateway.example", port: 443))
        bankOrigin = try #require(Origin(scheme: "https", host: "bank.example", port: 443))
        key = try P256PrivateKey.generate()
        root = try P256PrivateKey.generate()
        keySet = try JourneyFixture.keySet(of: key)
        self.script = script
        page = ScriptedPage(dependencies: dependencies, script: script)
        openAPI = TestDocuments.openAPI.compactBytes
        manifest = TestDocuments.manifest(openAPI: openAPI)
        remote = try RemoteConfigurationFixture()
        plugins = [BiometricAuthPlugin(authenticator: biometrics)]
        config = HSBCInitConfig(
            environment: .production, partnerId: "partner-1", clientId: "client-1", redirectScheme: "partnerapp",
            locale: Locale(identifier: "en_GB"), remoteConfigURL: RemoteConfigurationFixture.address,
            telemetryOptIn: false,
            endpoints: EndpointProfile(
                gateway: try #require(HTTPSURL(origin: gateway, path: "/")),
                trust: TLSTrust(
                    pins: try PinPolicy(
                        pins: ["gateway.example": JourneyFixture.pins, "remote.example": JourneyFixture.pins])),
                manifestAnchor: ManifestAnchor(
                    issuer: "test-bank", environment: "production", keys: try JWKSet(["root-1": root.publicKey])),
                remoteConfigurationKeys: try remote.keys()))
        params = JourneyStartParams(journeyId: JourneyFixture.journey, contextToken: "token-1")
    }

    /// Two digests that no key has.
    static let pins = ["A", "B"].map { String(repeating: $0, count: 42) + "A=" }

    /// Moves the world to another environment, with its issuer and keys.
    mutating func move(to environment: HSBCInitConfig.Environment) {
        let anchor = config.endpoints.manifestAnchor
        config.environment = environment
        config.endpoints.manifestAnchor = ManifestAnchor(
            issuer: anchor.issuer, environment: environment.rawValue, keys: anchor.keys)
        keySet = keySet.with("environment", .string(environment.rawValue))
    }

    /// Returns a key set of the test bank, unsigned.
    static func keySet(of key: P256PrivateKey, version: Int64 = 1) throws -> JSONValue {
        ManifestKeySet.document(
            try JWKSet(["key-1": key.publicKey]), version: version, issuer: "test-bank", environment: "production",
            notBefore: now.addingTimeInterval(-86_400), notAfter: now.addingTimeInterval(30 * 86_400))
    }

    @Sendable static func transfer(_ page: ScriptedDocument) async throws {
        try await page.connect()
        try await page.emit("submit", ["amount": 1_250])
    }

    /// Returns the network of this world; its `requests` are those that left the device.
    func transport(adding more: [Origin: any HTTPService] = [:]) async throws -> ServiceTransport {
        let signed = try await ManifestSigner.sign(manifest, key: key, kid: "key-1")
        let bytes = tamper(signed.compactBytes)
        let keys =
            try keySetAnswer
            ?? HTTPResponse(
                status: 200, body: ManifestKeySet.sign(keySet, key: root, kid: "root-1"))
        let (manifestAnswer, openAPI, gatewayAnswer) = (manifestAnswer, openAPI, gatewayAnswer)
        let front = ClosureService { request in
            if request.method == .post, let answer = await gatewayAnswer(request) { return answer }
            return switch request.url.path {
            case "/.well-known/journey-keys.json": keys
            case "/journeys/money-transfer/resume":
                .json(["step": (try? JSONReader.read(request.body))?["step"] ?? .null])
            case "/journeys/money-transfer/manifest.json":
                manifestAnswer ?? HTTPResponse(status: 200, body: bytes)
            case "/journeys/money-transfer/openapi.json": HTTPResponse(status: 200, body: openAPI)
            default: HTTPResponse(status: 404)
            }
        }
        return ServiceTransport([gateway: front, bankOrigin: bank].merging(more) { $1 })
    }

    func host(_ transport: any HTTPTransport) -> JourneyHost {
        let (page, key, remote, environment) = (page, key, remote, config.environment)
        return JourneyHost(
            makeTransport: { _ in remote.before(transport, of: environment) }, makeContainer: { _, _ in page },
            plugins: plugins, store: store,
            instanceKey: key, dependencies: dependencies)
    }

    /// Prepares the next start of the app: another window, in which `script` plays each page.
    mutating func restart(
        resuming token: String? = nil, script: @escaping ScriptedPage.Script = JourneyFixture.transfer
    ) {
        page = ScriptedPage(dependencies: dependencies, script: script)
        params.resumeToken = token
    }

    /// Returns the runs that the app can resume.
    func offers() async throws -> [UnfinishedJourney] {
        try await RuntimeEngine(config: config).unfinishedJourneys(of: host(ScriptedTransport([])))
    }

    /// The same device and bank with a new page, for another run.
    var restarted: JourneyFixture {
        var world = self
        world.page = ScriptedPage(dependencies: dependencies, script: script)
        return world
    }

    func engine() -> RuntimeEngine {
        RuntimeEngine(config: config, watchClock: watchClock, webClock: webClock)
    }

    /// Runs the journey in an engine of its own.
    func run(_ transport: (any HTTPTransport)? = nil) async throws -> JourneyResult {
        let network: any HTTPTransport
        if let transport { network = transport } else { network = try await self.transport() }
        let events = events
        return await engine().start(from: host(network), params: params) { events.record($0, $1) }
    }

    /// Returns the failure's code, or the outcome's name.
    static func word(_ result: JourneyResult) -> String {
        switch result {
        case .completed: "completed"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed(let code, _, _): code
        }
    }
}

/// A sensor that always passes.
final class TestBiometrics: BiometricAuthenticator {
    func authenticate(reason: String) async -> BiometricVerdict { .passed }
}

extension JSONValue {
    /// Returns this value with `value` at the dotted `path`, and makes objects on the way. `nil` removes the member.
    func with(_ path: String, _ value: JSONValue?) -> JSONValue {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        var members = object ?? [:]
        members[parts[0]] = parts.count == 1 ? value : (members[parts[0]] ?? [:]).with(parts[1], value)
        return .object(members)
    }
}
