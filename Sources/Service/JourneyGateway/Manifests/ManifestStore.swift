public import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// A store of signed manifests and their bundles in a database shared by all gateways.
public struct ManifestStore: Sendable {
    private let database: Database
    private let cache = DocumentCache()

    private static let schema = Schema(
        "manifests",
        [
            Migration(
                "journeys",
                """
                CREATE TABLE journey (
                    id TEXT PRIMARY KEY, sequence {integer} NOT NULL, manifest {blob} NOT NULL, openapi {blob} NOT NULL
                ) {strict}
                """),
            Migration(
                "hashes",
                """
                CREATE TABLE manifest_hash (
                    hash {blob} PRIMARY KEY, journey TEXT NOT NULL, sequence {integer} NOT NULL
                ) {strict}
                """),
            Migration(
                "digests",
                """
                ALTER TABLE journey ADD COLUMN manifest_digest {blob};
                ALTER TABLE journey ADD COLUMN openapi_digest {blob}
                """),
        ])

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(ManifestStore.schema) }
    }

    /// Opens or creates the store in a database of its own.
    init(_ place: DatabaseLocation) async throws(JourneyError) {
        try await self.init(try await JourneyError.translating { try await Database.open(place) })
    }

    /// Publishes `journey` in place of the one with its id.
    ///
    /// - Throws: `MANIFEST_INVALID` if the served manifest is newer, or differs under the same number; a code of the database.
    public func publish(_ journey: PublishedJourney) async throws(JourneyError) {
        try await JourneyError.translating {
            try await database.write { _ = try await ManifestStore.publish(journey, in: $0) }
        }
    }

    /// Publishes `journey` within `transaction`. Returns `true` if it was already published under its number.
    ///
    /// A new signature over the same content doesn't change the manifest. Manifests of version 1.1 have no number and replace
    /// each other.
    static func publish(_ journey: PublishedJourney, in transaction: borrowing Transaction) async throws -> Bool {
        let id = SQLValue.text(journey.id.rawValue)
        let served: Int64? = try await transaction.first("SELECT sequence FROM journey WHERE id = $1", [id])?[0]
        let isKnown =
            try await transaction.first(
                "SELECT sequence FROM manifest_hash WHERE hash = $1 AND journey = $2 AND sequence = $3",
                [.blob(journey.manifestHash), id, .integer(journey.sequence)]) != nil
        if let served, journey.sequence < served || journey.sequence == served && served != 0 && !isKnown {
            throw JourneyError(
                .manifestInvalid,
                "The journey \(journey.id) already has a newer manifest, or another one with this sequence number; raise the number."
            )
        }
        try await transaction.execute(
            """
            INSERT INTO journey (id, sequence, manifest, openapi, manifest_digest, openapi_digest)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE
            SET sequence = $2, manifest = $3, openapi = $4, manifest_digest = $5, openapi_digest = $6
            """,
            [
                id, .integer(journey.sequence), .blob(journey.manifest), .blob(journey.openAPI),
                .blob(SHA256.hash(journey.manifest)), .blob(SHA256.hash(journey.openAPI)),
            ])
        try await transaction.execute(
            "INSERT INTO manifest_hash VALUES ($1, $2, $3) ON CONFLICT (hash) DO NOTHING",
            [.blob(journey.manifestHash), id, .integer(journey.sequence)])
        return served == journey.sequence && isKnown
    }

    /// Withdraws all journeys except `journeys`. Their numbers stay recorded, so that an older manifest can't return.
    static func withdraw(except journeys: [JourneyID], in transaction: borrowing Transaction) async throws {
        let kept = Set(journeys.map(\.rawValue))
        for row in try await transaction.query("SELECT id FROM journey WHERE length(manifest) > 0") {
            let id: String = try row[0]
            guard !kept.contains(id) else { continue }
            try await transaction.execute(
                """
                UPDATE journey SET manifest = $2, openapi = $2, manifest_digest = NULL, openapi_digest = NULL
                WHERE id = $1
                """, [.text(id), .blob([])])
        }
    }

    func manifest(_ id: JourneyID) async throws -> [UInt8]? {
        try await database.first(
            "SELECT manifest FROM journey WHERE id = $1 AND length(manifest) > 0", [.text(id.rawValue)])?[0]
    }

    /// `true` if the journey was ever published, even if it was withdrawn.
    func knows(_ id: JourneyID) async throws -> Bool {
        try await database.first("SELECT id FROM journey WHERE id = $1", [.text(id.rawValue)]) != nil
    }

    func openAPI(_ id: JourneyID) async throws -> [UInt8]? {
        try await database.first(
            "SELECT openapi FROM journey WHERE id = $1 AND length(manifest) > 0", [.text(id.rawValue)])?[0]
    }

    /// Returns a journey's document or 304; `nil` for an unknown journey.
    func response(
        with document: Document, of id: JourneyID, to request: HTTPRequest, cacheControl: String
    ) async throws -> HTTPResponse? {
        let row = try await database.first(
            "SELECT manifest_digest, openapi_digest FROM journey WHERE id = $1 AND length(manifest) > 0",
            [.text(id.rawValue)])
        guard let row else { return nil }
        let digest: [UInt8]? = try row[document == .manifest ? 0 : 1]
        return try await cache.response(
            to: request, name: "\(document.rawValue) \(id)", digest: digest, type: PublishedDocument.mediaType,
            cacheControl: cacheControl
        ) { document == .manifest ? try await manifest(id) : try await openAPI(id) }
    }

    /// The documents of a journey.
    enum Document: String { case manifest, openAPI }

    /// Returns the number of the manifest of `journey` with this hash, if it was ever published here.
    func sequence(of hash: [UInt8], journey: String) async throws -> Int64? {
        try await database.first(
            "SELECT sequence FROM manifest_hash WHERE hash = $1 AND journey = $2", [.blob(hash), .text(journey)])?[0]
    }
}
