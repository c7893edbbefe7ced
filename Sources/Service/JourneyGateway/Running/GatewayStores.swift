import JourneyBase
import JourneyServer

/// What a gateway keeps in its database.
struct GatewayStores: Sendable {
    let manifests: ManifestStore
    let remote: RemoteConfigurationStore
    let telemetry: TelemetryStore
    let proofs: ProofStore
    let attestations: AttestationStore

    init(
        _ database: Database, retention: Duration, surroundings: Surroundings
    ) async throws(JourneyError) {
        manifests = try await ManifestStore(database)
        remote = try await RemoteConfigurationStore(database)
        telemetry = try await TelemetryStore(database, retention: retention, surroundings: surroundings)
        proofs = try await ProofStore(database)
        attestations = try await AttestationStore(database)
    }
}

extension GatewayConfiguration.Store {
    /// Where the database is, with its password. Throws `FILE_UNUSABLE` or `SECRET_EXPOSED`.
    func place() throws(JourneyError) -> DatabaseLocation {
        let password = "database.postgresql.passwordFile"
        switch self {
        case .sqlite(let file): return .file(file)
        case .socket(let folder, let port, let database, let user, let passwordFile):
            return .postgreSQL(
                PostgreSQLSettings(
                    address: .socket(folder: folder, port: port), database: database, user: user,
                    password: try GatewayFile.secret(passwordFile, password)))
        case .server(let host, let port, let authorities, let database, let user, let passwordFile):
            return .postgreSQL(
                PostgreSQLSettings(
                    address: .tls(host: host, port: port, authorities: authorities), database: database, user: user,
                    password: try GatewayFile.secret(passwordFile, password)))
        }
    }
}
