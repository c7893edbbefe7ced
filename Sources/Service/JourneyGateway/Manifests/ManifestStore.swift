public import JourneyBase
public import JourneyServer

/// Signed manifests and their bundles in a database, so that any number of gateways can serve them.
public struct ManifestStore: Sendable {
    private let database: SQLiteDatabase

    /// Opens or makes the store. Throws `STORE_FAILED`.
    public init(_ place: SQLiteDatabase.Place) throws(JourneyError) {
        database = try SQLiteDatabase(
            place,
            migrations: [
                """
                CREATE TABLE journey (
                    id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, manifest BLOB NOT NULL, openapi BLOB NOT NULL
                ) STRICT
                """
            ])
    }

    /// Puts `journey` in the place of what is served under its id. Throws `MANIFEST_INVALID` when that is newer.
    func publish(_ journey: PublishedJourney) throws(JourneyError) {
        try database.write { transaction throws(JourneyError) in
            try transaction.run(
                """
                INSERT INTO journey VALUES (?1, ?2, ?3, ?4) ON CONFLICT (id) DO UPDATE
                SET sequence = ?2, manifest = ?3, openapi = ?4 WHERE sequence <= ?2
                """,
                [
                    .text(journey.id.rawValue), .integer(journey.sequence), .blob(journey.manifest),
                    .blob(journey.openAPI),
                ])
            guard transaction.changes == 1 else {
                throw JourneyError(.manifestInvalid, "A newer manifest of this journey is published already.")
            }
        }
    }

    func manifest(_ id: JourneyID) throws(JourneyError) -> [UInt8]? {
        try database.read { transaction throws(JourneyError) in
            try transaction.row("SELECT manifest FROM journey WHERE id = ?", [.text(id.rawValue)])?.blob("manifest")
        }
    }

    func openAPI(_ id: JourneyID) throws(JourneyError) -> [UInt8]? {
        try database.read { transaction throws(JourneyError) in
            try transaction.row("SELECT openapi FROM journey WHERE id = ?", [.text(id.rawValue)])?.blob("openapi")
        }
    }
}
