import JourneyBase
import JourneyLanguage
import JourneyServer

/// The remote configuration of each environment in a database, so that any number of gateways can serve it.
public struct RemoteConfigurationStore: Sendable {
    private let database: Database

    private static let schema = Schema(
        "remote-configuration",
        [
            Migration(
                "documents",
                """
                CREATE TABLE remote_configuration (
                    environment TEXT PRIMARY KEY, sequence {integer} NOT NULL, digest {blob} NOT NULL,
                    document {blob} NOT NULL
                ) {strict}
                """)
        ])

    /// The store in `database`, made where it is missing. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(RemoteConfigurationStore.schema) }
    }

    /// Puts `verified`, which `document` spells, in the place of what is served of its environment. Throws
    /// `REMOTE_CONFIG_ROLLBACK` when that is newer, or another one of its number.
    func publish(_ verified: VerifiedRemoteConfiguration, _ document: [UInt8]) async throws(JourneyError) {
        try await JourneyError.translating {
            try await database.write { _ = try await RemoteConfigurationStore.publish(verified, document, in: $0) }
        }
    }

    /// The same as a part of `transaction`; whether it is the one that was published last.
    static func publish(
        _ verified: VerifiedRemoteConfiguration, _ document: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Bool {
        let configuration = verified.configuration
        let row = try await transaction.first(
            "SELECT sequence, digest FROM remote_configuration WHERE environment = $1",
            [.text(configuration.environment)])
        let (sequence, digest): (Int64?, [UInt8]?) = (try row?[0], try row?[1])
        // Signed anew, the same content is the same document.
        let isServed = sequence == configuration.sequence && digest == verified.digest
        guard isServed || sequence.map({ $0 < configuration.sequence }) ?? true else {
            throw JourneyError(
                .remoteConfigRollback, "A newer remote configuration, or another of this number, is published already.")
        }
        try await transaction.execute(
            """
            INSERT INTO remote_configuration VALUES ($1, $2, $3, $4) ON CONFLICT (environment) DO UPDATE
            SET sequence = $2, digest = $3, document = $4
            """,
            [
                .text(configuration.environment), .integer(configuration.sequence), .blob(verified.digest),
                .blob(document),
            ])
        return isServed
    }

    /// Serves no document any more. Its number is remembered, so that it does not come back older.
    static func withdraw(_ environment: String, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE remote_configuration SET document = $2 WHERE environment = $1", [.text(environment), .blob([])])
    }

    func document(of environment: String) async throws -> [UInt8]? {
        try await database.first(
            "SELECT document FROM remote_configuration WHERE environment = $1 AND length(document) > 0",
            [.text(environment)])?[0]
    }
}
