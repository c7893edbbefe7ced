public import JourneyBase
public import JourneyCrypto
public import JourneyServer
import Synchronization

/// A running gateway, configured by its operator's file.
///
/// It can be reloaded and stopped. It reports readiness only while its database can be read and written.
public final class Gateway: Sendable {
    /// A factory for the transport to the card issuer or the identity provider. It trusts `authorities` (PEM), or the system's if
    /// empty. Passed in, because the gateway itself links no HTTP client.
    public typealias OutgoingTransport = @Sendable (_ authorities: [String]) -> any HTTPTransport

    /// A factory for the transport to a bank. It authenticates with `identity` where there is one, and trusts `authorities` (PEM),
    /// or the system's if empty.
    public typealias BankTransport =
        @Sendable (_ identity: SigningIdentity?, _ authorities: [String]) -> any HTTPTransport

    /// A factory for the transport to the push service of one pass type. It authenticates with `identity`, requires HTTP/2, and
    /// trusts `authorities` (PEM), or the system's if empty.
    public typealias PushTransport =
        @Sendable (_ identity: SigningIdentity, _ authorities: [String]) -> any HTTPTransport

    /// A change to the gateway that the configuration describes, for a bank's own server: its identity, the bank that is asked
    /// about calls, the destination of telemetry. Called at the start and at each reload.
    public typealias Adjustment = @Sendable (inout GatewayAssembly) -> Void

    /// The port of the gateway's listener.
    public let port: Int
    private let file: String
    private let environment: String?
    private let transport: OutgoingTransport?
    private let bankTransport: BankTransport?
    private let pushTransport: PushTransport?
    private let own: OwnParts
    private let pushes: Mutex<PeriodicWorker?>
    private let revocations: Mutex<PeriodicWorker?>
    private let database: Database
    private let stores: GatewayStores
    private let service: ReloadableService
    private let server: HTTPServer
    private let dependencies: Dependencies
    private let state: Latest
    private let certificates: CertificateRenewal
    private let pruning: Task<Void, Never>
    /// The task that checks the database periodically and logs failures.
    private let watching: Task<Void, Never>

    private init(
        file: String, environment: String?, transport: OutgoingTransport?, bankTransport: BankTransport?,
        pushTransport: PushTransport?, own: OwnParts,
        pushes: PeriodicWorker?, revocations: PeriodicWorker?, database: Database, stores: GatewayStores,
        service: ReloadableService, server: HTTPServer, content: GatewayContent, health: DatabaseHealth,
        dependencies: Dependencies
    ) {
        self.file = file
        self.environment = environment
        self.transport = transport
        self.bankTransport = bankTransport
        self.pushTransport = pushTransport
        self.own = own
        self.pushes = Mutex(pushes)
        self.revocations = Mutex(revocations)
        self.database = database
        self.stores = stores
        self.service = service
        self.server = server
        self.dependencies = dependencies
        port = server.port
        let state = Latest(content)
        self.state = state
        let certificates = CertificateRenewal(server, content.configuration, dependencies: dependencies)
        self.certificates = certificates
        watching = Task { await health.watch() }
        pruning = Task { [stores, dependencies] in
            // Checks every pass, so the start doesn't wait for it.
            await stores.warnOfPasses(state.withLock { $0 }.passes, dependencies.log)
            let elapsed = dependencies.clock.stopwatch
            var next: Duration = .seconds(3_600)
            while (try? await dependencies.clock.sleep(for: Gateway.shortPause)) != nil {
                certificates.check(state.withLock { $0.configuration })
                await stores.pruneShortLived(dependencies.log)
                guard elapsed() >= next else { continue }
                next = elapsed() + .seconds(3_600)
                let content = state.withLock { $0 }
                await stores.prune(dependencies.log, passAudit: content.configuration.passes?.auditRetention)
                content.warnOfCertificates(dependencies.log, at: dependencies.now())
            }
        }
    }

    /// The pause between checks: expired short-lived records are deleted, and changed certificate files used, within less than a
    /// minute.
    static let shortPause: Duration = .seconds(20)

    /// The current content, shared with the periodic task.
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

    /// The parts that a bank's own server adds to the gateway of its files.
    private struct OwnParts {
        let routes: [Route]
        let adjust: Adjustment

        /// Returns the service of an assembly with the bank's parts.
        func service(of assembly: inout GatewayAssembly) throws(JourneyError) -> GatewayService {
            adjust(&assembly)
            return try assembly.service(beside: routes)
        }
    }

    /// Starts a gateway with the configuration in `file`.
    ///
    /// The start fails unless all of the configuration is usable. Content is published only after the address and certificate
    /// have proved usable; until then, answers are 503.
    ///
    /// - Parameters:
    ///   - file: The configuration file.
    ///   - environment: The environment given to the process, if any. A file that names another one is refused.
    ///   - transport: The factory for the transports to the card issuer and the identity provider; required if one is configured.
    ///   - bankTransport: The factory for the transports to banks; required if one is configured.
    ///   - pushTransport: The factory for the push service's transport; required if pushes are configured.
    ///   - routes: The bank's own routes, served beside the gateway's. None may answer requests of the gateway's own.
    ///   - dependencies: Time, randomness and log.
    ///   - adjust: Replaces parts of the configuration's gateway with the bank's own.
    /// - Returns: The running gateway.
    /// - Throws: `JourneyError` with `CONFIGURATION_INVALID` (also for a route of `routes` that the gateway already has),
    ///   `FILE_UNUSABLE`, `FILE_WRITABLE`, `SECRET_EXPOSED`, `CERTIFICATE_MISMATCH`, `KEYS_INVALID`, `SERVER_ERROR`, a database
    ///   code, or the code of an invalid manifest or remote configuration.
    public static func start(
        configuration file: String, environment: String? = nil, transport: OutgoingTransport? = nil,
        bankTransport: BankTransport? = nil, pushTransport: PushTransport? = nil, beside routes: [Route] = [],
        dependencies: Dependencies = .system, adjusting adjust: @escaping Adjustment = { _ in }
    ) async throws(JourneyError) -> Gateway {
        let own = OwnParts(routes: routes, adjust: adjust)
        let content = try GatewayContent(file: file, environment: environment, at: dependencies.now())
        try content.requireBegun()
        let configuration = content.configuration
        OpenFiles.raise()
        let files = try ServerFiles(configuration)
        let plan = try ServerPlan(configuration, files: files, descriptors: .ofProcess(), openFiles: OpenFiles.most)
        let place = try configuration.store.place()
        let database = try await JourneyError.translating { try await Database.open(place, dependencies: dependencies) }
        let stores = try await GatewayStores(
            database, retention: configuration.telemetryRetention, dependencies: dependencies)
        let service = ReloadableService()
        let health = try await DatabaseHealth(database, dependencies: dependencies)
        // The card issuer is not among them: without it, an instance still serves everything else, and other instances could not
        // reach it either.
        let readiness = Readiness([
            Readiness.Check("database") { await health.isWorking() },
            Readiness.Check("published") { !service.isUnpublished },
            Readiness.Check("keys") { await stores.keySets.isComplete() },
        ])
        let server = try await plan.start(
            service, names: configuration.names, readiness: readiness, log: dependencies.log,
            requestLog: content.requestLog)
        var served: GatewayAssembly
        let gateway: GatewayService
        let pushes: PeriodicWorker?
        do throws(JourneyError) {
            pushes = try content.pushes(over: stores, transport: pushTransport, dependencies: dependencies)
            served = try content.assembly(
                over: stores, transport: transport, bankTransport: bankTransport, port: server.port,
                dependencies: dependencies)
            gateway = try own.service(of: &served)
            try await stores.publish(content)
        } catch {
            await server.stop(grace: .zero)
            database.close()
            throw error
        }
        await stores.prune(dependencies.log, passAudit: configuration.passes?.auditRetention)
        content.warn(dependencies.log)
        plan.warn(dependencies.log)
        files.warn(dependencies.log, at: dependencies.now())
        content.warnOfCertificates(dependencies.log, at: dependencies.now())
        service.replace(by: gateway)
        pushes?.start()
        served.cards?.revocations.start()
        return Gateway(
            file: file, environment: environment, transport: transport, bankTransport: bankTransport,
            pushTransport: pushTransport, own: own,
            pushes: pushes,
            revocations: served.cards?.revocations, database: database, stores: stores, service: service,
            server: server, content: content, health: health, dependencies: dependencies)
    }

    /// The result of checking a usable configuration.
    package struct CheckReport: Hashable, Sendable {
        /// The journeys that would be served.
        package let journeys: [JourneyID]
        /// Findings that don't prevent a start. Each names the affected file or member.
        package let warnings: [String]
    }

    /// Checks the configuration in `file` and the files that it names.
    ///
    /// - Parameters:
    ///   - file: The configuration file.
    ///   - environment: The environment given to the process, if any.
    ///   - dependencies: Time, randomness and log.
    /// - Returns: The journeys that would be served.
    /// - Throws: The errors of `examine`.
    package static func check(
        configuration file: String, environment: String? = nil, dependencies: Dependencies = .system
    ) async throws(JourneyError) -> [JourneyID] {
        try await examine(configuration: file, environment: environment, dependencies: dependencies).journeys
    }

    /// Checks the configuration in `file` and the files that it names. It opens no database and no socket.
    ///
    /// - Parameters:
    ///   - file: The configuration file.
    ///   - environment: The environment given to the process, if any.
    ///   - dependencies: Time, randomness and log.
    /// - Returns: The journeys that would be served, and warnings.
    /// - Throws: The errors of `start`, except those that only the database and the address can cause. Content that isn't valid
    ///   yet is accepted, expired content isn't. `SERVER_ERROR` also for certificates and OCSP responses that clients would
    ///   refuse, with which a start goes on.
    package static func examine(
        configuration file: String, environment: String? = nil, dependencies: Dependencies = .system
    ) async throws(JourneyError) -> CheckReport {
        let content = try GatewayContent(file: file, environment: environment, at: dependencies.now())
        try content.requireNotExpired()
        _ = try content.configuration.store.place()
        let files = try ServerFiles(content.configuration)
        let plan = try ServerPlan(content.configuration, files: files, descriptors: nil, openFiles: OpenFiles.most)
        try files.check(at: dependencies.now())
        return CheckReport(
            journeys: content.published.journeys.map(\.id), warnings: content.warnings + plan.warnings)
    }

    /// Reloads configuration, keys, tokens and the published folder, and serves them from the next request on.
    ///
    /// A reload that fails changes nothing. New connections use new certificates, open ones continue. Listeners, database, log
    /// and telemetry retention stay as at the start.
    ///
    /// - Throws: The errors of `start`, and `KEYS_ROLLBACK`.
    public func reload() async throws(JourneyError) {
        let content = try GatewayContent(file: file, environment: environment, at: dependencies.now())
        try content.requireBegun()
        let served = state.withLock { $0 }
        guard content.configuration.environment == served.configuration.environment else {
            throw JourneyError(.configurationInvalid, "environment cannot change on reload; restart the gateway.")
        }
        var fresh = try content.assembly(
            over: stores, transport: transport, bankTransport: bankTransport, port: port, dependencies: dependencies)
        let gateway = try own.service(of: &fresh)
        let freshPushes = try content.pushes(over: stores, transport: pushTransport, dependencies: dependencies)
        let files = try ServerFiles(content.configuration)
        let identities = files.identities
        let hasNewCertificates = !server.isServing(identities)
        if hasNewCertificates { try files.checkIdentities(at: dependencies.now()) }
        try await stores.publish(content)
        if hasNewCertificates { try server.replaceIdentities(identities, at: dependencies.now()) }
        await stores.prune(dependencies.log, passAudit: content.configuration.passes?.auditRetention)
        content.warn(dependencies.log)
        content.warnOfCertificates(dependencies.log, at: dependencies.now())
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
        await stores.warnOfPasses(content.passes, dependencies.log)
        dependencies.log.record(
            .info, "The gateway reloaded its configuration.", [.count: String(content.published.journeys.count)])
    }

    /// Checks for changed certificate files immediately; otherwise checked three times a minute.
    func renewCertificates() { certificates.check(state.withLock { $0.configuration }) }

    /// The card proxy in service: the origins of the issuer's API and card frames, and the partners with user keys.
    package var cards: (api: Origin, vault: Origin, partners: [String])? {
        state.withLock(\.cards).map { ($0.issuer.api.origin, $0.issuer.script.origin, $0.partners.keys.sorted()) }
    }

    /// The pass service in use: its host and its pass types.
    package var passes: (host: String, types: [String])? {
        state.withLock { $0 }.passes.map { ($0.configuration.host, $0.types.map(\.identifier)) }
    }

    /// The ids of the served journeys.
    package var journeys: [JourneyID] { state.withLock { $0.published.journeys.map(\.id) } }

    /// Announces the stop, waits for running requests within the configured grace period, and closes all resources.
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
