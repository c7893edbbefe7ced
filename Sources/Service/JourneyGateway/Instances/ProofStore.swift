import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// A store of registered instances and of proofs already used.
public struct ProofStore: Sendable {
    /// The maximum number of instances per partner; beyond it, the oldest are deleted. Counted at every thousandth registration.
    static let most: Int64 = 1_000_000
    /// The maximum number of registrations per partner and hour, and below it those of one person or, where the token doesn't say
    /// whose it is, with one token. With a stolen token, nobody can block other registrations or displace existing instances.
    static let mostInAnHour: Int64 = 20_000
    static let mostByToken: Int64 = 500
    /// The tolerated clock difference between the gateway's processes, in seconds.
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

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        try await self.init(
            database, most: ProofStore.most, mostInAnHour: ProofStore.mostInAnHour,
            mostByToken: ProofStore.mostByToken)
    }

    /// Opens the store with custom bounds, for tests.
    init(
        _ database: Database, most: Int64, mostInAnHour: Int64, mostByToken: Int64
    ) async throws(JourneyError) {
        self.database = database
        self.most = most
        self.mostInAnHour = mostInAnHour
        self.mostByToken = mostByToken
        try await JourneyError.translating { try await database.migrate(ProofStore.schema) }
    }

    /// Stores the key of an instance. Registering it again has no effect. Throws a problem with `RATE_LIMITED` if the partner or
    /// this token registers too many.
    func register(_ key: P256PublicKey, by caller: GatewayCaller, at moment: Int64) async throws {
        try await database.write { [most, mostInAnHour, mostByToken] transaction in
            let known = try await transaction.first(
                "SELECT id FROM instance WHERE thumbprint = $1", [.text(key.thumbprint)])
            guard known == nil else { return }
            let byToken: Int64? = try await transaction.first(
                "SELECT COUNT(*) AS n FROM instance WHERE session = $1 AND registered > $2",
                [.blob(caller.account), .integer(moment - 3_600)])?["n"]
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
                    .integer(moment), .blob(caller.account),
                ])
            try await transaction.deleteOldest(
                after: kept, beyond: most,
                """
                DELETE FROM instance WHERE partner = $1 AND id <= (
                    SELECT id FROM instance WHERE partner = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
                """, [.text(caller.partner)])
        }
    }

    private static func tooMany(_ who: String) -> Problem {
        Problem(
            .rateLimited, "This \(who) has registered too many instances in the last hour.",
            headers: ["Retry-After": "3600"])
    }

    /// A registered instance with its partner and client.
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

    /// Records a proof. Returns `true` if it is new. Deletes proofs that have expired by every process's clock, since their own
    /// time rejects them.
    func isFirst(_ instance: String, _ identifier: String, until expires: Int64, now: Int64) async throws -> Bool {
        // A single round trip, so that a burst of proofs delays other requests as little as possible.
        try await database.batch([
            Statement("DELETE FROM seen_proof WHERE expires < $1", [.integer(now - ProofStore.leeway)]),
            Statement(
                "INSERT INTO seen_proof VALUES ($1, $2, $3) ON CONFLICT (instance, identifier) DO NOTHING",
                [.text(instance), .text(identifier), .integer(expires)]),
        ]).last?.changes == 1
    }
}
