public import JourneyBase
public import JourneyServer

/// Signed manifests and their bundles in a database, so that any number of gateways can serve them.
public struct ManifestStore: Sendable {
    private let database: Database

    private static let schema = Schema(
        "manifests",
        [
            Migration(
                "journeys",
                """
                CREATE TABLE journey (
                    id TEXT PRIMARY KEY, sequence {integer} NOT NULL, manifest {blob} NOT NULL, openapi {blob} NOT NULL
                ) {strict}
                """)
        ])

    /// Opens or makes the store. Throws `JourneyError` with one of the store's codes.
    public init(_ place: DatabaseLocation) async throws(JourneyError) {
        database = try await JourneyError.translating {
            let database = try await Database.open(place)
            try await database.migrate(ManifestStore.schema)
            return database
        }
    }

    /// Puts `journey` in the place of what is served under its id. Throws `MANIFEST_INVALID` when that is newer.
    func publish(_ journey: PublishedJourney) async throws(JourneyError) {
        let changes = try await JourneyError.translating {
            try await database.execute(
                """
                INSERT INTO journey VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE
                SET sequence = $2, manifest = $3, openapi = $4 WHERE journey.sequence <= $2
                """,
                [
                    .text(journey.id.rawValue), .integer(journey.sequence), .blob(journey.manifest),
                    .blob(journey.openAPI),
                ])
        }
        guard changes == 1 else {
            throw JourneyError(.manifestInvalid, "A newer manifest of this journey is published already.")
        }
    }

    func manifest(_ id: JourneyID) async throws -> [UInt8]? {
        try await database.first("SELECT manifest FROM journey WHERE id = $1", [.text(id.rawValue)])?[0]
    }

    func openAPI(_ id: JourneyID) async throws -> [UInt8]? {
        try await database.first("SELECT openapi FROM journey WHERE id = $1", [.text(id.rawValue)])?[0]
    }
}
