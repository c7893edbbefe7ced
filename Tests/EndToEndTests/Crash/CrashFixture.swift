import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyServer
import JourneyTesting
import JourneyWeb
import Synchronization
import TestSupport
import Testing

@testable import HSBCPartnerSDK
@testable import JourneyGateway
@testable import JourneySandbox
@testable import SandboxServices

/// The sandbox's gateway and bank in process, a device's store on disk, and an app that restarts until its journey has ended.
struct CrashFixture: Sendable {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    let bank: Bank
    let directory: String
    private let network: ServiceTransport
    private let config: HSBCInitConfig
    private let token: Secret
    private let instanceKey: P256PrivateKey
    private let dependencies: Dependencies
    private let keysSent = Keys()

    /// The outcome that an app receives exactly once, although it may die.
    struct Told: Hashable, Sendable {
        var outcome: String
    }

    /// Runs `body` with a new fixture in which all random values follow from `seed`.
    static func visit<R>(seed: UInt64, _ body: (CrashFixture) async throws -> R) async throws -> R {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-crash-\(UUID().uuidString)"
        defer { Scratch.remove(directory) }
        return try await body(CrashFixture(seed: seed, directory: directory))
    }

    private init(seed: UInt64, directory: String) async throws {
        self.directory = directory
        dependencies = .fixed(now: CrashFixture.now, seed: seed)
        let (gateway, bankOrigin) = (
            try #require(HTTPSURL("https://gateway.localhost/")), try #require(HTTPSURL("https://bank.localhost/"))
        )
        token = Secret(copying: Array("token-1".utf8))
        instanceKey = try .generate()
        bank = try await Bank(.memory, dependencies: dependencies)
        let authorization = AuthorizationServer(key: try .generate(), dependencies: dependencies)
        authorization.stands(at: bankOrigin.origin)
        let key = try P256PrivateKey.generate()
        let root = try P256PrivateKey.generate()
        let anchor = try DevelopmentKeySet.anchor(root, environment: "production")
        let keys = try ManifestKeySet.verify(
            DevelopmentKeySet.sign(
                ["key-1": key.publicKey], root: root, environment: "production", now: CrashFixture.now),
            anchor: anchor, now: CrashFixture.now)
        var access = GatewayAccess()
        access.admit(token: token, partner: "demo-partner", client: "demo-client")
        let kept = try await Database.open(.memory)
        let stores = try await GatewayStores(kept, dependencies: dependencies)
        try await stores.keySets.publish(try PublishedKeySet(keys), for: .manifests)
        let template = try JourneyTemplate(named: "money-transfer")
        let signed = try await template.signed(
            for: JourneyTemplate.Setting(
                gateway: gateway.origin, bank: bankOrigin.origin, notBefore: CrashFixture.now.addingTimeInterval(-60),
                notAfter: CrashFixture.now.addingTimeInterval(86_400)), key: key, keyID: "key-1")
        try await stores.manifests.publish(
            try PublishedJourney(
                id: template.id, manifest: signed.manifest, openAPI: signed.openAPI, keys: keys, leastVersion: .v12,
                now: CrashFixture.now))
        var options = try SandboxOptions.ephemeral(dependencies: dependencies)
        options.environment = "production"
        let publisher = try await RemoteConfigurationPublisher(options, stores)
        var assembly = GatewayAssembly(
            stores, identity: access, environment: options.environment, dependencies: dependencies)
        assembly.attestation = AttestationPolicy(
            environment: "sandbox", appIDs: ["demo-partner": [SandboxOptions.appID]], roots: [], takesDevelopment: true)
        assembly.checkers = [SHA256.hash(Array("bank-1".utf8))]
        let asked = try assembly.service()
        let service = try SandboxBank(
            bank: bank, tokens: [Bank.customer: token], authorization: authorization,
            devices: DeviceService(
                attestations: asked, instances: asked, credential: Secret(copying: "bank-1".utf8)),
            dependencies: dependencies)
        assembly.bank = (service, try #require(HTTPSURL("https://bank.localhost/api/settlements")))
        network = ServiceTransport([gateway.origin: try assembly.service(), bankOrigin.origin: service])
        let pins = ["A", "B"].map { String(repeating: $0, count: 42) + "A=" }
        config = HSBCInitConfig(
            environment: .production, partnerId: "demo-partner", clientId: "demo-client",
            redirectScheme: "partnerdemo", locale: Locale(identifier: "en_GB"), telemetryOptIn: false,
            endpoints: EndpointProfile(
                gateway: gateway,
                trust: TLSTrust(
                    pins: try PinPolicy(pins: [gateway.origin.host: pins, bankOrigin.origin.host: pins])),
                manifestAnchor: anchor, remoteConfigurationKeys: publisher.keys))
    }

    /// The idempotency keys of requested transfers.
    var keys: Set<String> { keysSent.all }

    /// Runs the app once: it resumes the suspended run or starts a new one. Returns `nil` if the app died before it received the
    /// outcome.
    func live(_ life: ProcessLifetime) async throws -> Told? {
        let told = Mutex<Told?>(nil)
        let run = Task { try await start(life) { outcome in told.withLock { $0 = outcome } } }
        // A dead process has no tasks; here they must be cancelled explicitly, which has no effect any more.
        life.onDeath { run.cancel() }
        let result = try? await run.value
        if !life.isDead { #expect(told.withLock { $0 } != nil, "\(String(describing: result))") }
        return told.withLock { $0 }
    }

    private func start(
        _ life: ProcessLifetime, told: @escaping @Sendable (Told) -> Void
    ) async throws -> JourneyResult {
        let store = KillableStore(store: try SealedFileStore(directory: directory), life: life)
        let transport = KillableTransport(network: network, life: life) { request in
            guard request.url.path == "/api/transfers", let key = request.headers["X-Idempotency-Key"] else { return }
            keysSent.insert(key)
        }
        let page = ScriptedPage(dependencies: dependencies, script: Customer.script)
        let host = JourneyHost(
            makeTransport: { _ in transport }, makeContainer: { _, _ in KillablePage(page, life: life) },
            plugins: [
                TransactionApprovalPlugin(
                    key: PromptedApprovalKey(store: store, authenticator: KillableBiometrics(life: life)),
                    instanceKey: instanceKey, presenter: Answers(), dependencies: dependencies)
            ], store: store, instanceKey: instanceKey, dependencies: dependencies,
            attestor: DevelopmentAttestor(store: store, appID: SandboxOptions.appID))
        let engine = RuntimeEngine(config: config, watchClock: ManualClock())
        var params = JourneyStartParams(journeyId: "money-transfer", contextToken: token)
        params.resumeToken = try await engine.unfinishedJourneys(of: host).last?.resumeToken
        return await engine.start(from: host, params: params) { name, attributes in
            guard name == "result", (try? life.pass("before told")) != nil else { return }
            told(Told(outcome: attributes["outcome"]?.string ?? ""))
            try? life.pass("after told")
        }
    }
}

/// Records observed keys.
final class Keys: Sendable {
    private let seen = Mutex<Set<String>>([])
    var all: Set<String> { seen.withLock { $0 } }
    func insert(_ key: String) { seen.withLock { _ = $0.insert(key) } }
}

/// Sends £1.00 to Amelia Stone, on any page of the journey.
enum Customer {
    @Sendable static func script(_ page: ScriptedDocument) async throws {
        try await page.connect()
        switch page.url.path.split(separator: "/").last {
        case "intro": try await page.emit("submit")
        case "recipient":
            try await page.emit(
                "submit", ["name": "Amelia Stone", "sortCode": "04-00-04", "accountNumber": "12345678"])
        case "amount": try await page.emit("submit", ["amount": 100, "currency": "GBP"])
        case "review":
            _ = try await page.event("quoteReady")
            try await page.emit("confirm")
        default: break
        }
    }
}
