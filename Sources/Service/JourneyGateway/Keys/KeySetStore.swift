import JourneyBase
import JourneyCrypto
import JourneyServer

/// The key sets that are served, in a database: so that an older one is not served again after a restart, on whichever
/// instance.
enum KeySetStore {
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
                """)
        ])

    /// Makes the tables where they are missing. Throws `JourneyError` with one of the store's codes.
    static func prepare(_ database: Database) async throws(JourneyError) {
        try await JourneyError.translating { try await database.migrate(KeySetStore.schema) }
    }

    /// Puts `set` in the place of the one that is served for `name`. Throws `KEYS_ROLLBACK` when it may not take that:
    /// also for a key that was revoked and comes back under another id.
    static func publish(_ set: PublishedKeySet, as name: String, in transaction: borrowing Transaction) async throws {
        let found = try await transaction.first(
            "SELECT version, digest, revoked, keys FROM key_set WHERE name = $1", [.text(name)])
        if let found {
            let (revoked, keys): ([UInt8], [UInt8]) = (try found["revoked"], try found["keys"])
            let served = KeySetRecord(
                version: try found["version"], digest: try found["digest"],
                revoked: try JSONReader.read(revoked).array?.compactMap(\.string) ?? [])
            try served.check(successor: set.record)
            let known = try JWKSet(JSONReader.read(keys))
            for id in set.revoked {
                guard let key = known.key(id) else { continue }
                try await transaction.execute(
                    "INSERT INTO revoked_key VALUES ($1, $2) ON CONFLICT (name, thumbprint) DO NOTHING",
                    [.text(name), .text(key.key.thumbprint)])
            }
        }
        for row in try await transaction.query("SELECT thumbprint FROM revoked_key WHERE name = $1", [.text(name)]) {
            guard !set.thumbprints.contains(try row["thumbprint"]) else {
                throw JourneyError(.keysRollback, "A key that was revoked stands in the key set under another id.")
            }
        }
        let record = set.record
        try await transaction.execute(
            """
            INSERT INTO key_set VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name) DO UPDATE
            SET version = $2, digest = $3, revoked = $4, keys = $5
            """,
            [
                .text(name), .integer(record.version), .blob(record.digest),
                .blob(JSONValue.array(record.revoked.map { .string($0) }).compactBytes),
                .blob(set.keys.json.compactBytes),
            ])
    }
}
