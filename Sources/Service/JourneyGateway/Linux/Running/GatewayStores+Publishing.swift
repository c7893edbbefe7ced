import JourneyBase
import JourneyServer

extension GatewayStores {
    /// Says how many passes a changed template has left without a value that it asks for.
    func warnOfPasses(_ content: PassContent?, _ log: Log) async {
        guard let content else { return }
        do {
            let count = try await passes.incompletePasses(of: content.types)
            guard count > 0 else { return }
            log.record(
                .warning, "Passes lack a value that their template asks for: they cannot be made.",
                [.count: String(count)])
        } catch is CancellationError {} catch {
            log.record(.error, "Whether all passes can be made could not be seen.")
        }
    }

    /// Serves what `content` has, all of it or, when any of it may not be, nothing: from the next request on. Throws
    /// `KEYS_ROLLBACK`, `MANIFEST_INVALID` and `REMOTE_CONFIG_ROLLBACK` for what is older than what is served, or another of
    /// its number, and for what has ended and is not served yet. What is served and has ended since stays, so that a gateway
    /// that starts again is not kept down by one document.
    func publish(_ content: GatewayContent) async throws(JourneyError) {
        let configuration = content.configuration
        try await JourneyError.translating {
            try await database.write { transaction in
                if try await !KeySetStore.publish(content.manifestKeys, for: .manifests, in: transaction) {
                    try content.keySeason.requireNotExpired(configuration.manifestKeysPlace)
                }
                _ = try await KeySetStore.publish(content.remoteKeys, for: .remoteConfiguration, in: transaction)
                for journey in content.published.journeys {
                    if try await !ManifestStore.publish(journey, in: transaction) {
                        try journey.season.requireNotExpired(configuration.place(of: journey))
                    }
                }
                try await ManifestStore.withdraw(except: content.published.journeys.map(\.id), in: transaction)
                if let (verified, document) = content.remoteConfiguration {
                    if try await !RemoteConfigurationStore.publish(verified, document, in: transaction) {
                        try content.remoteSeason.requireNotExpired(configuration.remoteConfigurationPlace)
                    }
                } else {
                    try await RemoteConfigurationStore.withdraw(configuration.environment, in: transaction)
                }
            }
        }
    }
}

extension GatewayConfiguration.Store {
    /// Where the database is, with its password. Throws `FILE_UNUSABLE`, `FILE_WRITABLE` or `SECRET_EXPOSED`.
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
                    address: .tls(
                        host: host, port: port,
                        authorities: try GatewayFile.checked(authorities, "database.postgresql.authoritiesFile")),
                    database: database, user: user,
                    password: try GatewayFile.secret(passwordFile, password)))
        }
    }
}
