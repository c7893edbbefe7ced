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

/// The sandbox's gateway and bank as values, a device's store on disk, and an app that starts until its journey has ended.
struct CrashTown: Sendable {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    let bank: Bank
    let directory: String
    private let network: ServiceTransport
    private let config: HSBCInitConfig
    private let token: Secret
    private let instanceKey: P256PrivateKey
    private let surroundings: Surroundings
    private let keysSent = Keys()

    /// What an app hears, once, although it may die.
    struct Told: Hashable, Sendable {
        var outcome: String
    }

    /// Runs `body` in a town of its own, in which everything that is drawn follows from `seed`.
    static func visit<R>(seed: UInt64, _ body: (CrashTown) async throws -> R) async throws -> R {
        let directory = FileManager.default.temporaryDirectory.path + "/journey-crash-\(UUID().uuidString)"
        defer { Scratch.remove(directory) }
        return try await body(CrashTown(seed: seed, directory: directory))
    }

    private init(seed: UInt64, directory: String) async throws {
        self.directory = directory
        surroundings = .fixed(now: CrashTown.now, seed: seed)
        let (gateway, bankOrigin) = (
            try #require(HTTPSURL("https://gateway.localhost/")), try #require(HTTPSURL("https://bank.localhost/"))
        )
        token = Secret(copying: Array("token-1".utf8))
        instanceKey = try .generate()
        bank = try await Bank(.memory, surroundings: surroundings)
        let authorization = AuthorizationServer(key: try .generate(), surroundings: surroundings)
        authorization.stands(at: bankOrigin.origin)
        let key = try P256PrivateKey.generate()
        let root = try P256PrivateKey.generate()
        let anchor = try DevelopmentKeySet.anchor(root, environment: "production")
        let keys = try ManifestKeySet.verify(
            DevelopmentKeySet.sign(
                ["key-1": key.publicKey], root: root, environment: "production", now: CrashTown.now),
            anchor: anchor, now: CrashTown.now)
        var access = GatewayAccess()
        access.admit(token: token, partner: "demo-partner", client: "demo-client")
        let kept = try await Database.open(.memory)
        let stores = try await GatewayStores(kept, surroundings: surroundings)
        try await stores.keySets.publish(try PublishedKeySet(keys), for: .manifests)
        let template = try JourneyTemplate(named: "money-transfer")
        let signed = try await template.signed(
            for: JourneyTemplate.Setting(
                gateway: gateway.origin, bank: bankOrigin.origin, notBefore: CrashTown.now.addingTimeInterval(-60),
                notAfter: CrashTown.now.addingTimeInterval(86_400)), key: key, keyID: "key-1")
        try await stores.manifests.publish(
            try PublishedJourney(
                id: template.id, manifest: signed.manifest, openAPI: signed.openAPI, keys: keys, leastVersion: .v12,
                now: CrashTown.now))
        var options = try SandboxOptions.ephemeral(surroundings: surroundings)
        options.environment = "production"
        let publisher = try await RemoteConfigurationPublisher(options, stores)
        var assembly = GatewayAssembly(
            stores, identity: access, environment: options.environment, surroundings: surroundings)
        assembly.attestation = AttestationPolicy(
            environment: "sandbox", appIDs: ["demo-partner": [SandboxOptions.appID]], roots: [], takesDevelopment: true)
        assembly.checkers = [SHA256.hash(Array("bank-1".utf8))]
        let asked = try assembly.service()
        let service = try SandboxBank(
            bank: bank, tokens: [Bank.customer: token], authorization: authorization,
            devices: DeviceService(
                gateway: asked, credential: Secret(copying: "bank-1".utf8)),
            surroundings: surroundings)
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

    /// The idempotency keys under which transfers were asked for.
    var keys: Set<String> { keysSent.all }

    /// One life of the app: it takes up what was left, or starts anew. `nil` when the app died before it was told how the
    /// journey ended.
    func live(_ life: Mortality) async throws -> Told? {
        let told = Mutex<Told?>(nil)
        let run = Task { try await start(life) { outcome in told.withLock { $0 = outcome } } }
        // A dead process waits for nothing; here somebody has to end its tasks, which can do no harm any more.
        life.onDeath { run.cancel() }
        let result = try? await run.value
        if !life.isDead { #expect(told.withLock { $0 } != nil, "\(String(describing: result))") }
        return told.withLock { $0 }
    }

    private func start(
        _ life: Mortality, told: @escaping @Sendable (Told) -> Void
    ) async throws -> JourneyResult {
        let store = MortalStore(store: try SealedFileStore(directory: directory), life: life)
        let transport = MortalTransport(network: network, life: life) { request in
            guard request.url.path == "/api/transfers", let key = request.headers["X-Idempotency-Key"] else { return }
            keysSent.insert(key)
        }
        let page = ScriptedPage(surroundings: surroundings, script: Customer.script)
        let host = JourneyHost(
            makeTransport: { _ in transport }, makeContainer: { _, _ in MortalPage(page, life: life) },
            plugins: [
                TransactionApprovalPlugin(
                    key: PromptedKey(store: store, authenticator: MortalBiometrics(life: life)),
                    instanceKey: instanceKey, presenter: Answers(), surroundings: surroundings)
            ], store: store, instanceKey: instanceKey, surroundings: surroundings,
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

/// Keys that were seen.
final class Keys: Sendable {
    private let seen = Mutex<Set<String>>([])
    var all: Set<String> { seen.withLock { $0 } }
    func insert(_ key: String) { seen.withLock { _ = $0.insert(key) } }
}

/// Sends £1.00 to Amelia Stone, on whatever page is shown.
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
