public import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// A store of the served key sets: all gateways serve the same ones and never return to an older one.
public struct KeySetStore: Sendable {
    /// The documents signed by the keys of a set.
    public enum Purpose: String, CaseIterable, Sendable {
        case manifests
        case remoteConfiguration = "remote-configuration"
    }

    private let database: Database
    private let cache = DocumentCache()

    private static let schema = Schema(
        "key-sets",
        [
            Migration(
                "sets",
                """
                CREATE TABLE key_set (
                    name TEXT PRIMARY KEY, version {integer} NOT NULL, digest {blob} NOT NULL, revoked {blob} NOT NULL,
                    keys {blob} NOT NULL
                ) {strict};
                CREATE TABLE revoked_key (
                    name TEXT NOT NULL, thumbprint TEXT NOT NULL, PRIMARY KEY (name, thumbprint)
                ) {strict}
                """),
            Migration(
                "documents",
                """
                ALTER TABLE key_set ADD COLUMN document {blob};
                CREATE TABLE served_key (
                    name TEXT NOT NULL, id TEXT NOT NULL, thumbprint TEXT NOT NULL, PRIMARY KEY (name, id, thumbprint)
                ) {strict}
                """),
        ])

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(KeySetStore.schema) }
    }

    /// Replaces the served set.
    ///
    /// - Parameters:
    ///   - set: The new set.
    ///   - purpose: The purpose of its keys.
    /// - Throws: `KEYS_ROLLBACK` for a set that may not replace the served one, including one with a revoked key under another
    ///   id; a code of the database.
    public func publish(_ set: PublishedKeySet, for purpose: Purpose) async throws(JourneyError) {
        try await JourneyError.translating {
            try await database.write { _ = try await KeySetStore.publish(set, for: purpose, in: $0) }
        }
    }

    /// Replaces the served set within `transaction`. Returns `true` if it was already served.
    static func publish(
        _ set: PublishedKeySet, for purpose: Purpose, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let name = SQLValue.text(purpose.rawValue)
        let found = try await transaction.first(
            "SELECT version, digest, revoked, keys FROM key_set WHERE name = $1", [name])
        var isServed = false
        if let found {
            let (revoked, keys): ([UInt8], [UInt8]) = (try found["revoked"], try found["keys"])
            let served = KeySetRecord(
                version: try found["version"], digest: try found["digest"],
                revoked: try JSONReader.read(revoked).array?.compactMap(\.string) ?? [])
            try served.check(successor: set.record)
            isServed = served == set.record
            // Only the last set of an earlier schema version is known.
            let known = PublishedKeySet(try JWKSet(JSONReader.read(keys))).listed
            try await remember(known, name, in: transaction)
        }
        try await remember(set.listed, name, in: transaction)
        for id in set.revoked {
            try await transaction.execute(
                """
                INSERT INTO revoked_key SELECT name, thumbprint FROM served_key WHERE name = $1 AND id = $2
                ON CONFLICT (name, thumbprint) DO NOTHING
                """, [name, .text(id)])
        }
        for row in try await transaction.query("SELECT thumbprint FROM revoked_key WHERE name = $1", [name]) {
            guard !set.thumbprints.contains(try row["thumbprint"]) else {
                throw JourneyError(.keysRollback, "The key set has a revoked key under another id.")
            }
        }
        let record = set.record
        try await transaction.execute(
            """
            INSERT INTO key_set (name, version, digest, revoked, keys, document) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (name) DO UPDATE SET version = $2, digest = $3, revoked = $4, keys = $5, document = $6
            """,
            [
                name, .integer(record.version), .blob(record.digest),
                .blob(JSONValue.array(record.revoked.map { .string($0) }).compactBytes),
                .blob(set.keys.json.compactBytes), .blob(set.published),
            ])
        return isServed
    }

    /// Records every served key, so that revoking an id later also revokes its key.
    private static func remember(
        _ keys: [PublishedKeySet.Listed], _ name: SQLValue, in transaction: borrowing Transaction
    ) async throws {
        for key in keys {
            try await transaction.execute(
                "INSERT INTO served_key VALUES ($1, $2, $3) ON CONFLICT (name, id, thumbprint) DO NOTHING",
                [name, .text(key.id), .text(key.thumbprint)])
        }
    }

    /// `true` if a set of each purpose can be served.
    func isComplete() async -> Bool {
        let served: Int64? = try? await database.first(
            "SELECT COUNT(*) AS n FROM key_set WHERE document IS NOT NULL")?["n"]
        return served == Int64(Purpose.allCases.count)
    }

    /// Returns a public route that serves the set of `purpose` last published by any process.
    func route(_ endpoint: Endpoint<NoBody, PublishedKeys>, _ purpose: Purpose) -> Route {
        Route(endpoint) { [database, cache] request, _ in
            let name = SQLValue.text(purpose.rawValue)
            return await .answering(orUnavailable: "The key set cannot be read at the moment.") {
                let row = try await database.first(
                    "SELECT digest FROM key_set WHERE name = $1 AND document IS NOT NULL", [name])
                guard let row else { throw Problem.unavailable("No key set has been published yet.") }
                let response = try await cache.response(
                    // Caches must not delay a revocation.
                    to: request, name: purpose.rawValue, digest: try row[0], type: PublishedKeys.mediaType,
                    cacheControl: "public, no-cache"
                ) { try await database.first("SELECT document FROM key_set WHERE name = $1", [name])?[0] }
                guard let response else { throw Problem.unavailable("No key set has been published yet.") }
                return response
            }
        }
    }
}
