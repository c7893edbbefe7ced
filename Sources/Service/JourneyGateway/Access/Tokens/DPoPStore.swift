import JourneyBase
import JourneyCrypto
import JourneyServer

/// Stores the DPoP proofs that were used, so that each is accepted once by all instances of the gateway (RFC 9449, section 11.1).
public struct DPoPStore: Sendable {
    private let database: Database

    private static let schema = Schema(
        "dpop",
        [
            Migration(
                "proofs",
                """
                CREATE TABLE dpop_proof (digest {blob} PRIMARY KEY, expires {integer} NOT NULL) {strict};
                CREATE INDEX dpop_proof_expires ON dpop_proof (expires)
                """)
        ])

    /// The time for which a proof is remembered, in seconds: longer than any process accepts it.
    static let lifetime: Int64 = 600

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(DPoPStore.schema) }
    }

    /// Records a proof, and deletes those that no process accepts any more.
    ///
    /// - Returns: `true` if it is new.
    func isFirst(_ proof: DPoPProof, now: Int64) async throws -> Bool {
        let digest = SHA256.hash(Array("\(proof.thumbprint) \(proof.identifier)".utf8))
        return try await database.batch([
            Statement("DELETE FROM dpop_proof WHERE expires < $1", [.integer(now)]),
            Statement(
                "INSERT INTO dpop_proof VALUES ($1, $2) ON CONFLICT (digest) DO NOTHING",
                [.blob(digest), .integer(now + DPoPStore.lifetime)]),
        ]).last?.changes == 1
    }
}
