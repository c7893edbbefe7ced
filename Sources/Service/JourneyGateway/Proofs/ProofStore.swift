public import JourneyBase
import JourneyCrypto
public import JourneyServer

/// The instances that were registered, and the proofs that were seen.
public struct ProofStore: Sendable {
    /// The most instances of a partner that are kept; of more, the oldest go. They are counted with each thousandth.
    static let most: Int64 = 1_000_000
    /// The most instances that a partner registers in an hour: a token that was stolen should not push out the others.
    static let mostInAnHour: Int64 = 20_000
    /// Seconds by which the clocks of the gateway's instances may differ.
    static let leeway: Int64 = 300
    private let database: Database
    private let most: Int64
    private let mostInAnHour: Int64

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
        ])

    /// The store in `database`, made where it is missing. Throws `JourneyError` with one of the store's codes.
    public init(_ database: Database) async throws(JourneyError) {
        try await self.init(database, most: ProofStore.most, mostInAnHour: ProofStore.mostInAnHour)
    }

    /// The same with bounds of its own, for tests.
    init(_ database: Database, most: Int64, mostInAnHour: Int64) async throws(JourneyError) {
        self.database = database
        self.most = most
        self.mostInAnHour = mostInAnHour
        try await JourneyError.translating { try await database.migrate(ProofStore.schema) }
    }

    /// Keeps the key of an instance. Registering it again changes nothing. Throws a problem with `RATE_LIMITED` when the
    /// partner registers too many.
    func register(_ key: P256PublicKey, partner: String, client: String, at moment: Int64) async throws {
        try await database.write { [most, mostInAnHour] transaction in
            let known = try await transaction.first(
                "SELECT id FROM instance WHERE thumbprint = $1", [.text(key.thumbprint)])
            guard known == nil else { return }
            let recent: Int64? = try await transaction.first(
                "SELECT COUNT(*) AS n FROM instance WHERE partner = $1 AND registered > $2",
                [.text(partner), .integer(moment - 3_600)])?["n"]
            guard recent ?? 0 < mostInAnHour else {
                throw Problem(
                    429, "RATE_LIMITED", "This partner registers too many instances.",
                    headers: ["Retry-After": "3600"])
            }
            let kept = try await transaction.first(
                """
                INSERT INTO instance (thumbprint, public_key, partner, client, registered)
                VALUES ($1, $2, $3, $4, $5) RETURNING id
                """,
                [
                    .text(key.thumbprint), .blob(key.x963), .text(partner), .text(client), .integer(moment),
                ])
            try await transaction.forgetOldest(
                after: kept, beyond: most,
                """
                DELETE FROM instance WHERE partner = $1 AND id <= (
                    SELECT id FROM instance WHERE partner = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)
                """, [.text(partner)])
        }
    }

    func key(of instance: String) async throws -> P256PublicKey? {
        guard
            let row = try await database.first(
                "SELECT public_key FROM instance WHERE thumbprint = $1", [.text(instance)])
        else { return nil }
        let bytes: [UInt8] = try row[0]
        return try P256PublicKey(x963: bytes)
    }

    /// Whether this is the first time that the proof is seen. Those that have expired by the clocks of all instances are
    /// forgotten: their own time refuses them.
    func isFirst(_ instance: String, _ identifier: String, until expires: Int64, now: Int64) async throws -> Bool {
        try await database.write { transaction in
            try await transaction.execute(
                "DELETE FROM seen_proof WHERE expires < $1", [.integer(now - ProofStore.leeway)])
            return try await transaction.execute(
                "INSERT INTO seen_proof VALUES ($1, $2, $3) ON CONFLICT (instance, identifier) DO NOTHING",
                [.text(instance), .text(identifier), .integer(expires)]) == 1
        }
    }
}
