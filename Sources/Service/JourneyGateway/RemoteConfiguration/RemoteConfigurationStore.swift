import JourneyBase
import JourneyLanguage
import JourneyServer

/// A store of each environment's remote configuration, in a database shared by all gateways.
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

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(RemoteConfigurationStore.schema) }
    }

    /// Publishes `verified`, the content of `document`, for its environment. Throws `REMOTE_CONFIG_ROLLBACK` if the served one is
    /// newer, or differs under the same number.
    func publish(_ verified: VerifiedRemoteConfiguration, _ document: [UInt8]) async throws(JourneyError) {
        try await JourneyError.translating {
            try await database.write { _ = try await RemoteConfigurationStore.publish(verified, document, in: $0) }
        }
    }

    /// Publishes within `transaction`. Returns `true` if the document was already served.
    static func publish(
        _ verified: VerifiedRemoteConfiguration, _ document: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Bool {
        let configuration = verified.configuration
        let row = try await transaction.first(
            "SELECT sequence, digest FROM remote_configuration WHERE environment = $1",
            [.text(configuration.environment)])
        let (sequence, digest): (Int64?, [UInt8]?) = (try row?[0], try row?[1])
        // A new signature over the same content doesn't change the document.
        let isServed = sequence == configuration.sequence && digest == verified.digest
        guard isServed || sequence.map({ $0 < configuration.sequence }) ?? true else {
            throw JourneyError(
                .remoteConfigRollback,
                "A newer remote configuration, or another one with this sequence number, is already published; raise the number."
            )
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

    /// Withdraws the document. Its number stays recorded, so that an older one can't return.
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
