import JourneyBase
import JourneyCrypto
import JourneyServer

/// Challenges that were given out, keys that were attested with their counters, and runs that were asserted.
public struct AttestationStore: Sendable {
    /// Challenges of one session that are open at once; of more, the oldest go.
    static let mostChallenges: Int64 = 8

    /// How many rows are kept; of more, the oldest go. A hundredth more, at most 1,000, may stand there in between.
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

    /// The store in `database`, made where it is missing. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) { try await self.init(database, bounds: Bounds()) }

    /// The same with bounds of its own, for tests.
    init(_ database: Database, bounds: Bounds) async throws(JourneyError) {
        self.database = database
        self.bounds = bounds
        try await JourneyError.translating { try await database.migrate(AttestationStore.schema) }
    }

    // MARK: Challenges

    func keep(challenge: [UInt8], of session: [UInt8], instance: String, until expires: Int64, now: Int64) async throws
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
            try await transaction.forgetOldest(
                after: kept, beyond: bounds.challenges,
                """
                DELETE FROM attestation_challenge WHERE id <= (SELECT id FROM attestation_challenge ORDER BY id DESC LIMIT 1 OFFSET $1)
                """)
        }
    }

    /// Uses the challenge up: whether it was open for this session and instance. Of many who try at once one gets it.
    func use(challenge: [UInt8], of session: [UInt8], instance: String, now: Int64) async throws -> Bool {
        try await database.execute(
            """
            DELETE FROM attestation_challenge
            WHERE challenge = $1 AND session = $2 AND instance = $3 AND expires >= $4
            """, [.blob(challenge), .blob(session), .text(instance), .integer(now)]) == 1
    }

    // MARK: Keys

    /// A key that was attested.
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

    /// The keys that vouch for an instance, the newest first.
    func keys(of instance: String) async throws -> [Key] {
        try await database.query(
            """
            SELECT key_id, kind, app, public_key, instance, partner, client FROM attested_key WHERE instance = $1
            ORDER BY id DESC LIMIT 16
            """, [.text(instance)]
        ).map { try Key($0) }
    }

    /// Keeps a key that was attested; whether it is the first of its id.
    func keep(
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
            try await transaction.forgetOldest(
                after: kept, beyond: bounds.keys,
                """
                DELETE FROM attested_key WHERE id <= (SELECT id FROM attested_key ORDER BY id DESC LIMIT 1 OFFSET $1)
                """)
            return kept != nil
        }
    }

    /// Moves the key's counter up to `counter`; whether that is up. Of two who try at once with one number, one moves it.
    func raise(counter: Int64, of identifier: [UInt8]) async throws -> Bool {
        try await database.execute(
            "UPDATE attested_key SET counter = $2 WHERE key_id = $1 AND counter < $2",
            [.blob(identifier), .integer(counter)]) == 1
    }

    // MARK: Runs

    /// A run whose assertion was accepted.
    struct Run {
        let key: [UInt8]
        let session: [UInt8]
        let journey: String
        let manifestHash: [UInt8]
        let expires: Int64
    }

    func keep(_ run: Run, ticket digest: [UInt8], now: Int64) async throws {
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
            try await transaction.forgetOldest(
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
