public import JourneyBase
public import JourneyCrypto
public import JourneyServer
import Synchronization

/// A gateway on its socket, as its operator's file wants it.
///
/// Started, reloaded and stopped; it is not ready while its database cannot be written and read.
public final class Gateway: Sendable {
    /// Makes the network to the card issuer, which believes `authorities` (PEM), or the system's where there are none. It is
    /// handed in: the gateway itself links no HTTP client.
    public typealias CardTransport = @Sendable (_ authorities: [String]) -> any HTTPTransport

    /// Makes the network to the push service for one pass type: it shows `identity`, speaks HTTP/2 or not at all, and believes
    /// `authorities` (PEM), or the system's where there are none. Handed in as well.
    public typealias PushTransport =
        @Sendable (_ identity: SigningIdentity, _ authorities: [String]) -> any HTTPTransport

    /// Changes what the configuration's files make of a gateway, for a bank's own server: its identity, whom it asks about calls,
    /// where telemetry goes. Called at the start and at each reload.
    public typealias Adjustment = @Sendable (inout GatewayAssembly) -> Void

    /// The port that it listens on.
    public let port: Int
    private let file: String
    private let environment: String?
    private let transport: CardTransport?
    private let pushTransport: PushTransport?
    private let own: OwnParts
    private let pushes: Mutex<PeriodicWorker?>
    private let revocations: Mutex<PeriodicWorker?>
    private let database: Database
    private let stores: GatewayStores
    private let service: ReloadableService
    private let server: HTTPServer
    private let surroundings: Surroundings
    private let state: Latest
    private let certificates: CertificateRenewal
    private let pruning: Task<Void, Never>
    /// Looks whether the database works, and logs why not.
    private let watching: Task<Void, Never>

    private init(
        file: String, environment: String?, transport: CardTransport?, pushTransport: PushTransport?, own: OwnParts,
        pushes: PeriodicWorker?, revocations: PeriodicWorker?, database: Database, stores: GatewayStores,
        service: ReloadableService, server: HTTPServer, content: GatewayContent, health: DatabaseHealth,
        surroundings: Surroundings
    ) {
        self.file = file
        self.environment = environment
        self.transport = transport
        self.pushTransport = pushTransport
        self.own = own
        self.pushes = Mutex(pushes)
        self.revocations = Mutex(revocations)
        self.database = database
        self.stores = stores
        self.service = service
        self.server = server
        self.surroundings = surroundings
        port = server.port
        let state = Latest(content)
        self.state = state
        let certificates = CertificateRenewal(server, content.configuration, surroundings: surroundings)
        self.certificates = certificates
        watching = Task { await health.watch() }
        pruning = Task { [stores, surroundings] in
            // All passes are looked at: nothing waits for it.
            await stores.warnOfPasses(state.withLock { $0 }.passes, surroundings.log)
            let elapsed = surroundings.clock.stopwatch
            var next: Duration = .seconds(3_600)
            while (try? await surroundings.clock.sleep(for: Gateway.shortPause)) != nil {
                certificates.look(state.withLock { $0.configuration })
                await stores.pruneShortLived(surroundings.log)
                guard elapsed() >= next else { continue }
                next = elapsed() + .seconds(3_600)
                let content = state.withLock { $0 }
                await stores.prune(surroundings.log, passAudit: content.configuration.passes?.auditRetention)
                content.warnOfCertificates(surroundings.log, at: surroundings.now())
            }
        }
    }

    /// How long what was good for a short time may stay after it, and certificates in their changed files before they are used: less
    /// than a minute.
    static let shortPause: Duration = .seconds(20)

    /// What was read last, for whoever looks every hour.
    private final class Latest: Sendable {
        private let content: Mutex<GatewayContent>

        init(_ content: GatewayContent) { self.content = Mutex(content) }

        func withLock<Value: Sendable>(_ body: (inout GatewayContent) -> Value) -> Value {
            content.withLock { content in body(&content) }
        }
    }

    deinit {
        pruning.cancel()
        watching.cancel()
    }

    /// What a bank's own server adds to the gateway that its files configure.
    private struct OwnParts {
        let services: [any RoutedService]
        let adjust: Adjustment

        /// The service of an assembly, once it is the bank's.
        func service(of assembly: inout GatewayAssembly) throws(JourneyError) -> GatewayService {
            adjust(&assembly)
            return try assembly.service(beside: services.flatMap { $0.router.routes })
        }
    }

    /// Starts what the configuration in `file` says. Nothing is served unless all of it can be used, and nothing is published
    /// before address and certificate are known to be good: until then, answers are 503.
    ///
    /// - Parameters:
    ///   - environment: What the process was told, where it was told.
    ///   - transport: Needed where the card proxy is configured.
    ///   - pushTransport: Needed where pushes to devices are.
    ///   - services: The bank's own, whose routes stand beside the gateway's.
    ///   - adjust: Puts the bank's own parts in the place of those that the files configure.
    /// - Throws: `CONFIGURATION_INVALID`, also for a route of `services` that the gateway has already; `FILE_UNUSABLE`,
    ///   `FILE_WRITABLE`, `SECRET_EXPOSED`, `KEYS_INVALID`, `SERVER_ERROR`, a code of the database's, or one of a manifest or a remote
    ///   configuration that may not be served.
    public static func start(
        configuration file: String, environment: String? = nil, transport: CardTransport? = nil,
        pushTransport: PushTransport? = nil, beside services: [any RoutedService] = [],
        surroundings: Surroundings = .system, adjusting adjust: @escaping Adjustment = { _ in }
    ) async throws(JourneyError) -> Gateway {
        let own = OwnParts(services: services, adjust: adjust)
        let content = try GatewayContent(file: file, environment: environment, at: surroundings.now())
        try content.refuseEarly()
        let configuration = content.configuration
        OpenFiles.raise()
        let plan = try ServerPlan(
            configuration, files: ServerFiles(configuration), descriptors: .ofProcess(), openFiles: OpenFiles.most)
        let place = try configuration.store.place()
        let database = try await JourneyError.translating { try await Database.open(place, surroundings: surroundings) }
        let stores = try await GatewayStores(
            database, retention: configuration.telemetryRetention, surroundings: surroundings)
        let service = ReloadableService()
        let health = try await DatabaseHealth(database, surroundings: surroundings)
        // The card issuer is none of them: an instance that cannot reach it serves everything else, and no other instance
        // could do more.
        let readiness = Readiness([
            Readiness.Check("database") { await health.isWorking() },
            Readiness.Check("published") { !service.isUnpublished },
            Readiness.Check("keys") { await stores.keySets.isComplete() },
        ])
        let server = try await plan.start(
            service, names: configuration.names, readiness: readiness, log: surroundings.log,
            requestLog: content.requestLog)
        var served: GatewayAssembly
        let gateway: GatewayService
        let pushes: PeriodicWorker?
        do throws(JourneyError) {
            pushes = try content.pushes(over: stores, transport: pushTransport, surroundings: surroundings)
            served = try content.assembly(
                over: stores, transport: transport, port: server.port, surroundings: surroundings)
            gateway = try own.service(of: &served)
            try await stores.publish(content)
        } catch {
            await server.stop(grace: .zero)
            database.close()
            throw error
        }
        await stores.prune(surroundings.log, passAudit: configuration.passes?.auditRetention)
        content.warn(surroundings.log)
        plan.warn(surroundings.log)
        content.warnOfCertificates(surroundings.log, at: surroundings.now())
        service.replace(by: gateway)
        pushes?.start()
        served.cards?.revocations.start()
        return Gateway(
            file: file, environment: environment, transport: transport, pushTransport: pushTransport, own: own,
            pushes: pushes,
            revocations: served.cards?.revocations, database: database, stores: stores, service: service,
            server: server, content: content, health: health, surroundings: surroundings)
    }

    /// The findings of a check of a configuration that can be used.
    public struct CheckReport: Hashable, Sendable {
        /// The journeys that would be served.
        public let journeys: [JourneyID]
        /// What somebody should look at all the same, in sentences that name the place.
        public let warnings: [String]
    }

    /// Whether the configuration in `file`, and what it names, could be used, and the journeys that it would serve. Throws as
    /// `examine` does.
    public static func check(
        configuration file: String, environment: String? = nil, surroundings: Surroundings = .system
    ) async throws(JourneyError) -> [JourneyID] {
        try await examine(configuration: file, environment: environment, surroundings: surroundings).journeys
    }

    /// Checks whether the configuration in `file`, and what it names, could be used. No database is opened, and certificates and
    /// keys are tried on a free port of loopback.
    ///
    /// - Returns: The journeys that would be served, and warnings.
    /// - Throws: As `start` does, but for what the database and the address alone can say; what has not begun may lie ready, and
    ///   what has ended may not.
    public static func examine(
        configuration file: String, environment: String? = nil, surroundings: Surroundings = .system
    ) async throws(JourneyError) -> CheckReport {
        let content = try GatewayContent(file: file, environment: environment, at: surroundings.now())
        try content.refuseOver()
        _ = try content.configuration.store.place()
        let files = try ServerFiles(content.configuration)
        let plan = try ServerPlan(content.configuration, files: files, descriptors: nil, openFiles: OpenFiles.most)
        for identity in files.identities {
            let trial = try await HTTPServer.start(
                service: Unpublished(), names: content.configuration.names, tls: identity)
            await trial.stop(grace: .zero)
        }
        return CheckReport(
            journeys: content.published.journeys.map(\.id), warnings: content.warnings + plan.warnings)
    }

    /// Reads configuration, keys, tokens and the published folder again and serves them from the next request on: all, or
    /// nothing when any of it cannot be used; then what was served is served on. New connections get new certificates; open ones go on.
    /// Where it listens, its database, its log, and the retention of telemetry are of the start.
    ///
    /// Throws as `start` does, and `KEYS_ROLLBACK`.
    public func reload() async throws(JourneyError) {
        let content = try GatewayContent(file: file, environment: environment, at: surroundings.now())
        try content.refuseEarly()
        let served = state.withLock { $0 }
        guard content.configuration.environment == served.configuration.environment else {
            throw JourneyError(.configurationInvalid, "environment cannot change while the gateway runs.")
        }
        var fresh = try content.assembly(
            over: stores, transport: transport, port: port, surroundings: surroundings)
        let gateway = try own.service(of: &fresh)
        let freshPushes = try content.pushes(over: stores, transport: pushTransport, surroundings: surroundings)
        let identities = try ServerFiles(content.configuration).identities
        let hasNewCertificates = !server.isServing(identities)
        if hasNewCertificates { try HTTPServer.check(identities, at: surroundings.now()) }
        try await stores.publish(content)
        if hasNewCertificates { try server.replaceIdentities(identities, at: surroundings.now()) }
        await stores.prune(surroundings.log, passAudit: content.configuration.passes?.auditRetention)
        content.warn(surroundings.log)
        content.warnOfCertificates(surroundings.log, at: surroundings.now())
        service.replace(by: gateway)
        let oldPushes = pushes.withLock { pushes in
            defer { pushes = freshPushes }
            return pushes
        }
        await oldPushes?.stop()
        freshPushes?.start()
        let oldRevocations = revocations.withLock { revocations in
            defer { revocations = fresh.cards?.revocations }
            return revocations
        }
        await oldRevocations?.stop()
        fresh.cards?.revocations.start()
        state.withLock { $0 = content }
        await stores.warnOfPasses(content.passes, surroundings.log)
        surroundings.log.record(
            .info, "The gateway has read its files again.", [.count: String(content.published.journeys.count)])
    }

    /// Uses the certificates of changed files; looked for by itself three times a minute.
    func renewCertificates() { certificates.look(state.withLock { $0.configuration }) }

    /// The card proxy that is served: where the issuer's API and its frames are, and whose users are known.
    public var cards: (api: Origin, vault: Origin, partners: [String])? {
        state.withLock(\.cards).map { ($0.issuer.api.origin, $0.issuer.script.origin, $0.partners.keys.sorted()) }
    }

    /// The pass service that is served: its host, and its pass types.
    public var passes: (host: String, types: [String])? {
        state.withLock { $0 }.passes.map { ($0.configuration.host, $0.types.map(\.identifier)) }
    }

    /// The ids of the journeys that are served.
    public var journeys: [JourneyID] { state.withLock { $0.published.journeys.map(\.id) } }

    /// Announces the end, lets requests under way end, and closes everything, as the configuration says.
    public func stop() async {
        let configuration = state.withLock { $0.configuration }
        pruning.cancel()
        watching.cancel()
        await pushes.withLock { $0 }?.stop()
        await revocations.withLock { $0 }?.stop()
        await server.stop(notice: configuration.notice, grace: configuration.grace)
        await pruning.value
        await watching.value
        database.close()
    }
}
