import JourneyBase
import JourneyServer

extension GatewayStores {
    /// Logs the number of passes without a value that a changed template requires.
    func warnOfPasses(_ content: PassContent?, _ log: Log) async {
        guard let content else { return }
        do {
            let count = try await passes.incompletePasses(of: content.types)
            guard count > 0 else { return }
            log.record(
                .warning, "Passes lack a value that their template requires and cannot be built.",
                [.count: String(count)])
        } catch is CancellationError {} catch {
            log.record(.error, "The passes could not be checked against their templates.")
        }
    }

    /// Publishes `content` atomically, from the next request on.
    ///
    /// Throws `KEYS_ROLLBACK`, `MANIFEST_INVALID` and `REMOTE_CONFIG_ROLLBACK` for an item that is older than the served one or
    /// differs from it under the same number, and for an expired item that isn't served yet. A served item that has expired
    /// stays, so that it doesn't prevent a restart.
    func publish(_ content: GatewayContent) async throws(JourneyError) {
        let configuration = content.configuration
        try await JourneyError.translating {
            try await database.write { transaction in
                if try await !KeySetStore.publish(content.manifestKeys, for: .manifests, in: transaction) {
                    try content.keyValidity.requireNotExpired(configuration.manifestKeysPlace)
                }
                _ = try await KeySetStore.publish(content.remoteKeys, for: .remoteConfiguration, in: transaction)
                for journey in content.published.journeys {
                    if try await !ManifestStore.publish(journey, in: transaction) {
                        try journey.validity.requireNotExpired(configuration.place(of: journey))
                    }
                }
                try await ManifestStore.withdraw(except: content.published.journeys.map(\.id), in: transaction)
                if let (verified, document) = content.remoteConfiguration {
                    if try await !RemoteConfigurationStore.publish(verified, document, in: transaction) {
                        try content.remoteValidity.requireNotExpired(configuration.remoteConfigurationPlace)
                    }
                } else {
                    try await RemoteConfigurationStore.withdraw(configuration.environment, in: transaction)
                }
            }
        }
    }
}

extension GatewayConfiguration.Store {
    /// Returns the location of the database, with its password. Throws `FILE_UNUSABLE`, `FILE_WRITABLE` or `SECRET_EXPOSED`.
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
