public import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization

/// A gateway on its socket, as its operator's file wants it.
///
/// Started, reloaded and stopped; it is not ready while its database cannot be asked.
public final class Gateway: Sendable {
    /// The port that it listens on.
    public let port: Int
    private let file: String
    private let database: Database
    private let stores: GatewayStores
    private let service: ReloadableService
    private let server: HTTPServer
    private let surroundings: Surroundings
    private let state: Mutex<GatewayContent>

    private init(
        file: String, database: Database, stores: GatewayStores, service: ReloadableService, server: HTTPServer,
        content: GatewayContent, surroundings: Surroundings
    ) {
        self.file = file
        self.database = database
        self.stores = stores
        self.service = service
        self.server = server
        self.surroundings = surroundings
        port = server.port
        state = Mutex(content)
    }

    /// Starts what the configuration in `file` says. Nothing listens unless all of it can be used. Throws `JourneyError`
    /// with `CONFIGURATION_INVALID`, `FILE_UNUSABLE`, `SECRET_EXPOSED`, `KEYS_INVALID`, `SERVER_ERROR`, a code of the
    /// database's, or one of a manifest or a remote configuration that may not be served.
    public static func start(
        configuration file: String, surroundings: Surroundings = .system
    ) async throws(JourneyError) -> Gateway {
        let content = try GatewayContent(file: file)
        let configuration = content.configuration
        let place = try configuration.store.place()
        let database = try await JourneyError.translating { try await Database.open(place, surroundings: surroundings) }
        let stores = try await GatewayStores(
            database, retention: configuration.telemetryRetention, surroundings: surroundings)
        let service = ReloadableService(try await content.publish(in: stores, surroundings: surroundings))
        let readiness = Readiness([
            Readiness.Check("database") { (try? await database.first("SELECT 1 AS one")) != nil }
        ])
        let tls = TLSIdentity(
            certificatePEM: try GatewayFile.text(configuration.certificateFile, "tls.certificateFile"),
            keyPEM: try GatewayFile.secret(configuration.keyFile, "tls.keyFile"))
        let server = try await HTTPServer.start(
            service: service, names: configuration.names, host: configuration.address, port: configuration.port,
            tls: tls, readiness: readiness, log: surroundings.log)
        return Gateway(
            file: file, database: database, stores: stores, service: service, server: server, content: content,
            surroundings: surroundings)
    }

    /// Whether the configuration in `file`, and what it names, could be used, and the journeys that it would serve: nothing
    /// is started and no database is opened. Throws as `start` does.
    public static func check(configuration file: String) throws(JourneyError) -> [JourneyID] {
        let content = try GatewayContent(file: file)
        _ = try content.configuration.store.place()
        _ = try GatewayFile.text(content.configuration.certificateFile, "tls.certificateFile")
        _ = try GatewayFile.secret(content.configuration.keyFile, "tls.keyFile")
        return content.published.journeys.map(\.id)
    }

    /// Reads configuration, keys, tokens and the published folder again and serves them from the next request on: all, or
    /// nothing when any of it cannot be used; then what was served is served on. Where it listens, its certificate, its
    /// database and the retention of telemetry are of the start.
    ///
    /// Throws as `start` does, and `KEYS_ROLLBACK`.
    public func reload() async throws(JourneyError) {
        let content = try GatewayContent(file: file)
        let served = state.withLock { $0 }
        try served.manifestKeys.check(successor: content.manifestKeys)
        try served.remoteKeys.check(successor: content.remoteKeys)
        guard content.configuration.environment == served.configuration.environment else {
            throw JourneyError(.configurationInvalid, "environment cannot change while the gateway runs.")
        }
        service.replace(by: try await content.publish(in: stores, surroundings: surroundings))
        state.withLock { $0 = content }
        surroundings.log.record(
            .info, "The gateway has read its files again.", [.count: String(content.published.journeys.count)])
    }

    /// The ids of the journeys that are served.
    public var journeys: [JourneyID] { state.withLock { $0.published.journeys.map(\.id) } }

    /// Announces the end, lets requests under way end, and closes everything, as the configuration says.
    public func stop() async {
        let configuration = state.withLock { $0.configuration }
        await server.stop(notice: configuration.notice, grace: configuration.grace)
        database.close()
    }
}
