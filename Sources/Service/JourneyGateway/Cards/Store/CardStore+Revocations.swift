import JourneyServer

/// Pending revocations: requested or to be requested from the issuer, and not yet confirmed. They survive the process.
///
/// Each has the mark of the request that made it, so that confirming an earlier one doesn't delete a later one.
extension CardStore {
    /// The maximum lifetime of a token at the issuer, in seconds. After it, a revocation is no longer pending.
    static let tokenLifetime: Int64 = 86_400
    /// The time for which a delivered token is protected from earlier pending revocations, in seconds.
    static let viewing: Int64 = 600

    /// A pending revocation to request now.
    struct PendingRevocation: Sendable {
        let caller: [UInt8]
        let mark: Int64
        let sealed: [UInt8]
        /// The number of background attempts, including this one.
        let attempts: Int64
    }

    /// Records a pending revocation, due at `due`, in place of an earlier one.
    func owe(_ user: CardUser, sealed: [UInt8], mark: Int64, due: Int64, now: Int64) async throws {
        try await database.write { try await owe(user, sealed: sealed, mark: mark, due: due, now: now, in: $0) }
    }

    /// Counts the user's revocation request and records it as pending. Throws `RATE_LIMITED`.
    func revoke(_ user: CardUser, sealed: [UInt8], mark: Int64, due: Int64, now: Int64) async throws {
        let refusal: CardRefusal? = try await database.write { transaction in
            if let refusal = try await count(.revoke, of: user, now: now, in: transaction) { return refusal }
            try await owe(user, sealed: sealed, mark: mark, due: due, now: now, in: transaction)
            return nil
        }
        if let refusal { throw refusal }
    }

    private func owe(
        _ user: CardUser, sealed: [UInt8], mark: Int64, due: Int64, now: Int64, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO card_revocation (caller, mark, sealed, attempts, due, ends) VALUES ($1, $2, $3, 0, $4, $5)
            ON CONFLICT (caller) DO UPDATE SET mark = $2, sealed = $3, attempts = 0, due = $4, ends = $5
            """,
            [
                .blob(user.digest), .integer(mark), .blob(sealed), .integer(due),
                .integer(now + CardStore.tokenLifetime),
            ])
    }

    /// Deletes the pending revocation with this mark after the issuer confirmed it.
    func completeRevocation(of caller: [UInt8], mark: Int64) async throws {
        try await database.execute(
            "DELETE FROM card_revocation WHERE caller = $1 AND mark = $2", [.blob(caller), .integer(mark)])
    }

    /// Postpones the revocation with this mark until `due`.
    func postponeRevocation(of caller: [UInt8], mark: Int64, until due: Int64) async throws {
        try await database.execute(
            "UPDATE card_revocation SET due = $3 WHERE caller = $1 AND mark = $2",
            [.blob(caller), .integer(mark), .integer(due)])
    }

    /// Protects a token just delivered to the user by postponing earlier pending revocations.
    func protectToken(of user: CardUser, now: Int64) async throws {
        let (caller, due) = (SQLValue.blob(user.digest), SQLValue.integer(now + CardStore.viewing))
        // A pending revocation is rare, and reading is cheaper than writing.
        guard
            try await database.first("SELECT mark FROM card_revocation WHERE caller = $1 AND due < $2", [caller, due])
                != nil
        else { return }
        try await database.execute("UPDATE card_revocation SET due = $2 WHERE caller = $1 AND due < $2", [caller, due])
    }

    /// Claims at most `most` due revocations until `end`, before which no other instance claims them.
    func claimRevocations(most: Int, now: Int64, until end: Int64) async throws -> [PendingRevocation] {
        guard
            try await database.first("SELECT mark FROM card_revocation WHERE due <= $1 LIMIT 1", [.integer(now)]) != nil
        else { return [] }
        return try await database.write { transaction in
            let rows = try await transaction.query(
                """
                SELECT caller, mark, sealed, attempts FROM card_revocation WHERE due <= $1 ORDER BY due, caller LIMIT $2
                """, [.integer(now), .integer(Int64(most))])
            let owed = try rows.map { row in
                let attempts: Int64 = try row["attempts"]
                return PendingRevocation(
                    caller: try row["caller"], mark: try row["mark"], sealed: try row["sealed"], attempts: attempts + 1)
            }
            try await transaction.batch(
                owed.map {
                    Statement(
                        "UPDATE card_revocation SET due = $2, attempts = attempts + 1 WHERE caller = $1",
                        [.blob($0.caller), .integer(end)])
                })
            return owed
        }
    }

    /// Deletes the revocations whose tokens have expired at `now`. Returns their number.
    func pruneRevocations(now: Int64) async throws -> Int {
        guard
            try await database.first("SELECT mark FROM card_revocation WHERE ends <= $1 LIMIT 1", [.integer(now)])
                != nil
        else { return 0 }
        return try await database.batch([
            Statement("DELETE FROM card_revocation WHERE ends <= $1", [.integer(now)])
        ])[0].changes
    }
}
