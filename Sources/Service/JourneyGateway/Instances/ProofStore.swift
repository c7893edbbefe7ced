import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// The instances that were registered, and the proofs that were seen.
public struct ProofStore: Sendable {
    /// The most instances of a partner that are kept; of more, the oldest go. They are counted with each thousandth.
    static let most: Int64 = 1_000_000
    /// The most instances that a partner registers in an hour, and of these the most by one token: one that was stolen
    /// should neither keep the others out nor push out what they have registered.
    static let mostInAnHour: Int64 = 20_000
    static let mostByToken: Int64 = 500
    /// Seconds by which the clocks of the gateway's instances may differ.
    static let leeway: Int64 = 300
    private let database: Database
    private let most: Int64
    private let mostInAnHour: Int64
    private let mostByToken: Int64

    private static let schema = Schema(
        "proofs",
        [
            Migration(
                "instances",
                """
                CREATE TABLE instance (
                    id {identity}, thumbprint TEXT NOT NULL UNIQUE, public_key {blob} NOT NULL, partner TEXT NOT NULL,
                    client TEXT NOT NULL, registered {integer} NOT NULL
                ) {strict};
                CREATE TABLE seen_proof (
                    instance TEXT NOT NULL, identifier TEXT NOT NULL, expires {integer} NOT NULL,
                    PRIMARY KEY (instance, identifier)
                ) {strict};
                CREATE INDEX seen_proof_expires ON seen_proof (expires);
                """),
            Migration(
                "partners",
                """
                CREATE INDEX instance_partner ON instance (partner, id);
                CREATE INDEX instance_registered ON instance (partner, registered)
                """),
            Migration(
                "sessions",
                """
                ALTER TABLE instance ADD COLUMN session {blob};
                CREATE INDEX instance_session ON instance (session, registered)
                """),
        ])

    /// The store in `database`, made where it is missing. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        try await self.init(
            database, most: ProofStore.most, mostInAnHour: ProofStore.mostInAnHour,
            mostByToken: ProofStore.mostByToken)
    }

    /// The same with bounds of its own, for tests.
    init(
        _ database: Database, most: Int64, mostInAnHour: Int64, mostByToken: Int64
    ) async throws(JourneyError) {
        self.database = database
        self.most = most
        self.mostInAnHour = mostInAnHour
        self.mostByToken = mostByToken
        try await JourneyError.translating { try await database.migrate(ProofStore.schema) }
    }

    /// Keeps the key of an instance. Registering it again changes nothing. Throws a problem with `RATE_LIMITED` when the
    /// partner, or this token of the partner's, registers too many.
    func register(_ key: P256PublicKey, by caller: GatewayCaller, at moment: Int64) async throws {
        try await database.write { [most, mostInAnHour, mostByToken] transaction in
            let known = try await transaction.first(
                "SELECT id FROM instance WHERE thumbprint = $1", [.text(key.thumbprint)])
            guard known == nil else { return }
            let byToken: Int64? = try await transaction.first(
                "SELECT COUNT(*) AS n FROM instance WHERE session = $1 AND registered > $2",
                [.blob(caller.session), .integer(moment - 3_600)])?["n"]
            guard byToken ?? 0 < mostByToken else { throw ProofStore.tooMany("token") }
            let byPartner: Int64? = try await transaction.first(
                "SELECT COUNT(*) AS n FROM instance WHERE partner = $1 AND registered > $2",
                [.text(caller.partner), .integer(moment - 3_600)])?["n"]
            guard byPartner ?? 0 < mostInAnHour else { throw ProofStore.tooMany("partner") }
            let kept = try await transaction.first(
                """
                INSERT INTO instance (thumbprint, public_key, partner, client, registered, session)
                VALUES ($1, $2, $3, $4, $5, $6) RETURNING id
                """,
                [
                    .text(key.thumbprint), .blob(key.x963), .text(caller.partner), .text(caller.client),
                    .integer(moment), .blob(caller.session),
                ])
            try await transaction.forgetOldest(
                after: kept, beyond: most,
                """
                DELETE FROM instance WHERE partner = $1 AND id <= (
                    SELECT id FROM instance WHERE partner = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
                """, [.text(caller.partner)])
        }
    }

    private static func tooMany(_ who: String) -> Problem {
        Problem(
            .rateLimited, "This \(who) registers too many instances.", headers: ["Retry-After": "3600"])
    }

    /// An instance, and by whom it was registered.
    struct Instance {
        let key: P256PublicKey
        let partner: String
        let client: String
    }

    func instance(_ thumbprint: String) async throws -> Instance? {
        guard
            let row = try await database.first(
                "SELECT public_key, partner, client FROM instance WHERE thumbprint = $1", [.text(thumbprint)])
        else { return nil }
        let point: [UInt8] = try row[0]
        return Instance(key: try P256PublicKey(x963: point), partner: try row[1], client: try row[2])
    }

    /// Whether this is the first time that the proof is seen. Those that have expired by the clocks of all instances are
    /// forgotten: their own time refuses them.
    func isFirst(_ instance: String, _ identifier: String, until expires: Int64, now: Int64) async throws -> Bool {
        // One trip to the database: whoever presents many at once holds nobody else up for longer than that.
        try await database.batch([
            Statement("DELETE FROM seen_proof WHERE expires < $1", [.integer(now - ProofStore.leeway)]),
            Statement(
                "INSERT INTO seen_proof VALUES ($1, $2, $3) ON CONFLICT (instance, identifier) DO NOTHING",
                [.text(instance), .text(identifier), .integer(expires)]),
        ]).last?.changes == 1
    }
}
