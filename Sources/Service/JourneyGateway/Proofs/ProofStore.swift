public import JourneyBase
import JourneyCrypto
public import JourneyServer

/// The instances that were registered, and the proofs that were seen.
public struct ProofStore: Sendable {
    /// The most instances that are kept; of more, the oldest go.
    static let most: Int64 = 1_000_000
    private let database: Database

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
                """)
        ])

    /// The store in `database`, made where it is missing. Throws `JourneyError` with one of the store's codes.
    public init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(ProofStore.schema) }
    }

    /// Keeps the key of an instance. Registering it again changes nothing.
    func register(_ key: P256PublicKey, partner: String, client: String, at moment: Int64) async throws {
        try await database.batch([
            Statement(
                """
                INSERT INTO instance (thumbprint, public_key, partner, client, registered) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (thumbprint) DO NOTHING
                """,
                [
                    .text(key.thumbprint), .blob(key.x963), .text(partner), .text(client), .integer(moment),
                ]),
            Statement(
                "DELETE FROM instance WHERE id <= (SELECT MAX(id) FROM instance) - $1", [.integer(ProofStore.most)]),
        ])
    }

    func key(of instance: String) async throws -> P256PublicKey? {
        guard
            let row = try await database.first(
                "SELECT public_key FROM instance WHERE thumbprint = $1", [.text(instance)])
        else { return nil }
        let bytes: [UInt8] = try row[0]
        return try P256PublicKey(x963: bytes)
    }

    /// Whether this is the first time that the proof is seen. Those that have expired are forgotten: their own time refuses
    /// them.
    func isFirst(_ instance: String, _ identifier: String, until expires: Int64, now: Int64) async throws -> Bool {
        try await database.write { transaction in
            try await transaction.execute("DELETE FROM seen_proof WHERE expires < $1", [.integer(now)])
            return try await transaction.execute(
                "INSERT INTO seen_proof VALUES ($1, $2, $3) ON CONFLICT (instance, identifier) DO NOTHING",
                [.text(instance), .text(identifier), .integer(expires)]) == 1
        }
    }
}
