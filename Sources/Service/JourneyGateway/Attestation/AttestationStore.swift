import JourneyBase
import JourneyCrypto
import JourneyServer

/// A store of issued challenges, attested keys with their counters, and asserted runs.
public struct AttestationStore: Sendable {
    /// The maximum number of open challenges per session; beyond it, the oldest are deleted.
    static let mostChallenges: Int64 = 8

    /// The maximum number of rows per table; beyond it, the oldest are deleted. Up to 1% more, at most 1,000, may exist between
    /// deletions.
    struct Bounds {
        var challenges: Int64 = 100_000
        var keys: Int64 = 1_000_000
        var runs: Int64 = 1_000_000
    }

    let database: Database
    private let bounds: Bounds

    private static let schema = Schema(
        "attestation",
        [
            Migration(
                "keys",
                """
                CREATE TABLE attestation_challenge (
                    id {identity}, challenge {blob} NOT NULL UNIQUE, session {blob} NOT NULL, instance TEXT NOT NULL,
                    expires {integer} NOT NULL
                ) {strict};
                CREATE INDEX attestation_challenge_session ON attestation_challenge (session);
                CREATE INDEX attestation_challenge_expires ON attestation_challenge (expires);
                CREATE TABLE attested_key (
                    id {identity}, key_id {blob} NOT NULL UNIQUE, kind TEXT NOT NULL, app TEXT NOT NULL,
                    public_key {blob} NOT NULL, instance TEXT NOT NULL, partner TEXT NOT NULL, client TEXT NOT NULL,
                    counter {integer} NOT NULL, attested {integer} NOT NULL
                ) {strict};
                CREATE INDEX attested_key_instance ON attested_key (instance);
                CREATE TABLE attested_run (
                    id {identity}, ticket {blob} NOT NULL UNIQUE, key_id {blob} NOT NULL, session {blob} NOT NULL,
                    journey TEXT NOT NULL, manifest_hash {blob} NOT NULL, expires {integer} NOT NULL
                ) {strict};
                CREATE INDEX attested_run_expires ON attested_run (expires)
                """)
        ])

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) { try await self.init(database, bounds: Bounds()) }

    /// Opens the store with custom bounds, for tests.
    init(_ database: Database, bounds: Bounds) async throws(JourneyError) {
        self.database = database
        self.bounds = bounds
        try await JourneyError.translating { try await database.migrate(AttestationStore.schema) }
    }

    // MARK: Challenges

    func store(challenge: [UInt8], of session: [UInt8], instance: String, until expires: Int64, now: Int64) async throws
    {
        try await database.write { [bounds] transaction in
            try await transaction.execute(
                "DELETE FROM attestation_challenge WHERE expires < $1", [.integer(now)])
            let kept = try await transaction.first(
                """
                INSERT INTO attestation_challenge (challenge, session, instance, expires) VALUES ($1, $2, $3, $4)
                RETURNING id
                """,
                [.blob(challenge), .blob(session), .text(instance), .integer(expires)])
            try await transaction.execute(
                """
                DELETE FROM attestation_challenge WHERE session = $1 AND id NOT IN (
                    SELECT id FROM attestation_challenge WHERE session = $1 ORDER BY id DESC LIMIT $2)
                """, [.blob(session), .integer(AttestationStore.mostChallenges)])
            try await transaction.deleteOldest(
                after: kept, beyond: bounds.challenges,
                """
                DELETE FROM attestation_challenge WHERE id <= (SELECT id FROM attestation_challenge ORDER BY id DESC LIMIT 1 OFFSET $1)
                """)
        }
    }

    /// Consumes the challenge. Returns `true` if it was open for this session and instance; among concurrent callers only one
    /// succeeds.
    func use(challenge: [UInt8], of session: [UInt8], instance: String, now: Int64) async throws -> Bool {
        try await database.execute(
            """
            DELETE FROM attestation_challenge
            WHERE challenge = $1 AND session = $2 AND instance = $3 AND expires >= $4
            """, [.blob(challenge), .blob(session), .text(instance), .integer(now)]) == 1
    }

    // MARK: Keys

    /// An attested key.
    struct Key {
        let identifier: [UInt8]
        let kind: AttestationKind
        let app: String
        let key: P256PublicKey
        let instance: String
        let partner: String
        let client: String

        init(_ row: Row) throws {
            identifier = try row[0]
            let kind: String = try row[1]
            self.kind = AttestationKind(rawValue: kind) ?? .none
            app = try row[2]
            let point: [UInt8] = try row[3]
            key = try P256PublicKey(x963: point)
            instance = try row[4]
            partner = try row[5]
            client = try row[6]
        }
    }

    func key(_ identifier: [UInt8]) async throws -> Key? {
        try await database.first(
            "SELECT key_id, kind, app, public_key, instance, partner, client FROM attested_key WHERE key_id = $1",
            [.blob(identifier)]
        ).map { try Key($0) }
    }

    /// Returns the keys that attest an instance, newest first, at most 16.
    func keys(of instance: String) async throws -> [Key] {
        try await database.query(
            """
            SELECT key_id, kind, app, public_key, instance, partner, client FROM attested_key WHERE instance = $1
            ORDER BY id DESC LIMIT 16
            """, [.text(instance)]
        ).map { try Key($0) }
    }

    /// Stores an attested key. Returns `false` if its identifier already exists.
    func store(
        _ finding: AppAttestCheck.Finding, instance: String, partner: String, client: String, at moment: Int64
    ) async throws -> Bool {
        try await database.write { [bounds] transaction in
            let kept = try await transaction.first(
                """
                INSERT INTO attested_key
                    (key_id, kind, app, public_key, instance, partner, client, counter, attested)
                VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8) ON CONFLICT (key_id) DO NOTHING RETURNING id
                """,
                [
                    .blob(finding.keyID), .text(finding.kind.rawValue), .text(finding.appID),
                    .blob(finding.key.x963), .text(instance), .text(partner), .text(client), .integer(moment),
                ])
            try await transaction.deleteOldest(
                after: kept, beyond: bounds.keys,
                """
                DELETE FROM attested_key WHERE id <= (SELECT id FROM attested_key ORDER BY id DESC LIMIT 1 OFFSET $1)
                """)
            return kept != nil
        }
    }

    /// Raises the key's counter to `counter`. Returns `false` if it isn't higher; among concurrent callers with one value only
    /// one succeeds.
    func raise(counter: Int64, of identifier: [UInt8]) async throws -> Bool {
        try await database.execute(
            "UPDATE attested_key SET counter = $2 WHERE key_id = $1 AND counter < $2",
            [.blob(identifier), .integer(counter)]) == 1
    }

    // MARK: Runs

    /// A run with an accepted assertion.
    struct Run {
        let key: [UInt8]
        let session: [UInt8]
        let journey: String
        let manifestHash: [UInt8]
        let expires: Int64
    }

    func store(_ run: Run, ticket digest: [UInt8], now: Int64) async throws {
        try await database.write { [bounds] transaction in
            try await transaction.execute("DELETE FROM attested_run WHERE expires < $1", [.integer(now)])
            let kept = try await transaction.first(
                """
                INSERT INTO attested_run (ticket, key_id, session, journey, manifest_hash, expires)
                VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
                """,
                [
                    .blob(digest), .blob(run.key), .blob(run.session), .text(run.journey), .blob(run.manifestHash),
                    .integer(run.expires),
                ])
            try await transaction.deleteOldest(
                after: kept, beyond: bounds.runs,
                """
                DELETE FROM attested_run WHERE id <= (SELECT id FROM attested_run ORDER BY id DESC LIMIT 1 OFFSET $1)
                """)
        }
    }

    func run(ticket digest: [UInt8], now: Int64) async throws -> Run? {
        try await database.first(
            """
            SELECT key_id, session, journey, manifest_hash, expires FROM attested_run
            WHERE ticket = $1 AND expires >= $2
            """, [.blob(digest), .integer(now)]
        ).map { row in
            Run(
                key: try row[0], session: try row[1], journey: try row[2], manifestHash: try row[3],
                expires: try row[4])
        }
    }
}
