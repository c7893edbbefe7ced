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

@testable import HSBCPartnerSDK
@testable import JourneyGateway
@testable import JourneySandbox
@testable import SandboxServices

/// The shipped journeys over the sandbox's gateway and bank in process. Pages, the network, the bank and the host's plugins
/// expose every secret wherever they can, and all traces are collected.
struct CanaryFixture: Sendable {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// The sinks that a run here reaches. All others need real servers, engines and processes.
    static let reached: Set<CanarySinks.Sink> = [
        .log, .event, .error, .result, .description, .store, .telemetry, .trace, .address, .problem, .bridgeRefusal,
        .gatewayDatabase,
    ]

    /// A way in which a program could leak, for tests of the canary itself.
    enum Leak: String, CaseIterable {
        case log, event, error, result, store, address, gatewayDatabase, description

        var sink: CanarySinks.Sink? { CanarySinks.Sink(rawValue: rawValue) }
    }

    /// The place at which the process crashes, for tests of its output.
    enum Death: String, CaseIterable {
        case listener, network, page, plugin
    }

    let canary: Canary
    let sinks: CanarySinks
    let leak: Leak?
    let death: Death?
    let scratch: Scratch
    let kept: Database
    private let services: [Origin: any HTTPService]
    private let authorization: AuthorizationServer
    private let config: HSBCInitConfig
    private let dependencies: Dependencies

    init(leak: Leak? = nil, death: Death? = nil) async throws {
        let (canary, sinks) = (Canary(), CanarySinks())
        (self.canary, self.sinks, scratch) = (canary, sinks, try Scratch())
        (self.leak, self.death) = (leak, death)
        let clock = ImpatientClock()
        dependencies = .fixed(now: Self.now, clock: clock, log: Log { sinks.add(.log, "\($0)") })
        guard let gateway = HTTPSURL("https://gateway.localhost/"), let bank = HTTPSURL("https://bank.localhost/"),
            let authorize = HTTPSURL("https://bank.localhost/oauth/authorize"),
            let token = HTTPSURL("https://bank.localhost/oauth/token"),
            let settlements = HTTPSURL("https://bank.localhost/api/settlements")
        else { throw JourneyError(.unknown, "no addresses") }
        authorization = AuthorizationServer(key: try .generate(), dependencies: dependencies)
        authorization.setOrigin(to: bank.origin)
        let context = Secret(copying: canary.text(.contextToken).utf8)
        var options = try SandboxOptions.ephemeral(dependencies: dependencies)
        options.environment = "production"
        let anchor = try DevelopmentKeySet.anchor(options.rootKey, environment: options.environment)
        var access = GatewayAccess()
        access.admit(token: context, partner: "demo-partner", client: "demo-client")
        kept = try await Database.open(.file(scratch.path + "/gateway.sqlite"))
        let keys = try options.signedKeySet(for: anchor)
        let stores = try await GatewayStores(kept, dependencies: dependencies)
        try await stores.keySets.publish(try PublishedKeySet(keys), for: .manifests)
        let setting = JourneyTemplate.Setting(
            gateway: gateway.origin, bank: bank.origin, notBefore: Self.now.addingTimeInterval(-60),
            notAfter: Self.now.addingTimeInterval(86_400))
        for name in SandboxJourneys.names {
            let template = try JourneyTemplate(named: name)
            let signed = try await template.signed(for: setting, key: options.manifestKey, keyID: options.keyID)
            try await stores.manifests.publish(
                try PublishedJourney(
                    id: template.id, manifest: signed.manifest, openAPI: signed.openAPI, keys: keys,
                    leastVersion: .v12, now: Self.now))
        }
        let publisher = try await RemoteConfigurationPublisher(options, stores)
        var assembly = GatewayAssembly(
            stores, identity: access, environment: options.environment, dependencies: dependencies)
        assembly.attestation = AttestationPolicy(
            environment: "sandbox", appIDs: ["demo-partner": [SandboxOptions.appID]], roots: [],
            acceptsDevelopment: true)
        let credential = Base64URL.encode(dependencies.random(32))
        assembly.checkers = [SHA256.hash(Array(credential.utf8))]
        let asked = try assembly.service()
        let service = try SandboxBank(
            bank: try await Bank(.memory, dependencies: dependencies), tokens: [Bank.customer: context],
            authorization: authorization,
            devices: DeviceService(
                gateway: asked, credential: Secret(copying: credential.utf8)),
            dependencies: dependencies)
        assembly.bank = (service, settlements)
        services = [gateway.origin: try assembly.service(), bank.origin: service]
        let pins = ["A", "B"].map { String(repeating: $0, count: 42) + "A=" }
        config = HSBCInitConfig(
            environment: .production, partnerId: "demo-partner", clientId: "demo-client",
            redirectScheme: "partnerdemo", locale: Locale(identifier: "en_GB"), telemetryOptIn: true,
            endpoints: EndpointProfile(
                gateway: gateway,
                trust: TLSTrust(pins: try PinPolicy(pins: [gateway.origin.host: pins, bank.origin.host: pins])),
                manifestAnchor: anchor, remoteConfigurationKeys: publisher.keys,
                signIn: SignInProfile(
                    issuer: bank.origin.description, authorizationEndpoint: authorize, tokenEndpoint: token,
                    clientId: "demo-client", keys: authorization.keys, isAlwaysNeeded: true)))
    }

    /// Runs `journey` with a user who follows `branch`; `fault` affects the calls that it names. Returns the outcome and the
    /// names of the calls.
    @discardableResult
    func run(
        _ journey: String, _ branch: CanaryPerson.Branch = .through, fault: CanaryNetwork.Fault? = nil
    ) async throws -> (word: String, calls: [String]) {
        let store = NotingStore(sinks: sinks)
        let person = CanaryPerson(canary: canary, sinks: sinks, branch: branch, death: death)
        let first = try await start(journey, person, store, fault: fault, resuming: nil)
        guard branch == .leaves else { return first }
        let engine = RuntimeEngine(config: config, watchClock: ManualClock())
        let host = try host(person, store, CanaryNetwork(services, canary: canary, sinks: sinks))
        let left = try await engine.unfinishedJourneys(of: host).last
        person.comesBack()
        let second = try await start(journey, person, store, fault: fault, resuming: left?.resumeToken)
        return (second.word, first.calls + second.calls)
    }

    private func start(
        _ journey: String, _ person: CanaryPerson, _ store: NotingStore, fault: CanaryNetwork.Fault?,
        resuming token: String?
    ) async throws -> (word: String, calls: [String]) {
        let network = CanaryNetwork(services, canary: canary, sinks: sinks, fault: fault, death: death)
        let host = try host(person, store, network)
        var params = JourneyStartParams(
            journeyId: journey, contextToken: Secret(copying: canary.text(.contextToken).utf8), resumeToken: token)
        // These values are the same with a fault.
        if token == nil, fault == nil {
            sinks.describe(config)
            sinks.describe(params)
            sinks.describe(host)
        }
        // The host's parameters for pages are its own text, and are passed to pages only.
        params.productCode = canary.text(.cardNumber)
        params.campaignId = canary.text(.pin)
        params.subject = canary.text(.cardNumber)
        if let leak { try await self.leak(by: leak, network, store, &params) }
        let engine = RuntimeEngine(config: config, watchClock: ManualClock())
        let (sinks, task) = (sinks, Shared<Task<JourneyResult, Never>?>(nil))
        let run = Task { [params, death] in
            await engine.start(from: host, params: params) { name, attributes in
                let told = JSONValue.object(attributes)
                sinks.add(.event, "\(name) \(told.compactText)")
                sinks.describe(attributes, in: .event)
                if name == "error" { sinks.add(.error, told.compactText) }
                if death == .listener, name == "step_enter", attributes["step"] == "amount" { CanaryCrashTests.die() }
                if person.leaves(name, attributes) { task.value?.cancel() }
            }
        }
        task.change { $0 = run }
        if person.isAway { run.cancel() }
        let result = await run.value
        await engine.waitForTelemetry()
        sinks.describe(result, in: .result)
        if case .failed(_, let message, _) = result { sinks.add(.error, message) }
        if fault == nil { sinks.describe(engine) }
        return (TestCode.word(result), network.calls)
    }

    /// Leaks the PIN in the given way.
    private func leak(
        by leak: Leak, _ network: CanaryNetwork, _ store: NotingStore, _ params: inout JourneyStartParams
    ) async throws {
        let pin = canary.text(.pin)
        switch leak {
        case .log: dependencies.log.record(.info, "A leak", [.code: pin])
        case .event: params.trackingContext = ["a": pin]
        // The host's own error, thrown when it creates its web engine.
        case .error, .result: break
        case .store: if let key = StoreKey("leak") { try await store.save(Array(pin.utf8), for: key) }
        case .address:
            guard let url = HTTPSURL("https://bank.localhost/pages/\(pin)") else { return }
            _ = try await network.send(HTTPRequest(url: url), options: HTTPOptions())
        case .gatewayDatabase:
            try await kept.execute(
                "INSERT INTO telemetry_item (received, partner, trace, document) VALUES ($1, 'p', 't', $2)",
                [.integer(4_000_000_000), .text(pin)])
        case .description: sinks.describe(["typed": [pin]])
        }
    }

    /// Collects the current files of the gateway's database.
    func collectDatabase() throws {
        for entry in try FileManager.default.contentsOfDirectory(atPath: scratch.path) where entry.hasPrefix("gateway")
        {
            sinks.add(.gatewayDatabase, try scratch.read(entry))
        }
    }

    private func host(_ person: CanaryPerson, _ store: NotingStore, _ network: CanaryNetwork) throws -> JourneyHost {
        let key = try P256PrivateKey(scalar: Secret(copying: Canary.scalar))
        let dependencies = dependencies
        let page = ScriptedPage(dependencies: dependencies) { try await person.play($0) }
        var host = JourneyHost(
            makeTransport: { _ in network },
            makeContainer: { [canary, leak] _, _ in
                if leak == .error || leak == .result { throw JourneyError(.pageLoadFailed, canary.text(.pin)) }
                return page
            },
            plugins: [
                BiometricAuthPlugin(authenticator: person), DocumentCapturePlugin(source: person),
                TransactionApprovalPlugin(
                    key: PromptedApprovalKey(
                        store: try SealedFileStore(directory: scratch.path + "/approval"), authenticator: person),
                    instanceKey: key, presenter: Answers(), dependencies: dependencies),
                LoosePlugin(canary: canary),
            ],
            store: store, instanceKey: key, dependencies: dependencies, permissions: [.biometrics, .documents],
            attestor: DevelopmentAttestor(
                store: try SealedFileStore(directory: scratch.path + "/attestor"), appID: SandboxOptions.appID))
        let authorization = authorization
        host.makeBrowserSession = { _ in CanaryBrowser(authorization: authorization) }
        return host
    }
}

/// Names outcomes with one word.
enum TestCode {
    static func word(_ result: JourneyResult) -> String {
        switch result {
        case .completed: "completed"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed(let code, _, _): code
        }
    }
}
