import JourneyServer

/// Revocations that are owed: the issuer was asked, or has to be, and has not said that it was done. They outlive the process.
///
/// Each has the mark of the request that made it, so that whoever has paid an earlier one does not strike off a later one.
extension CardStore {
    /// Seconds for which a token lives at the issuer at most: after them, nothing is owed any more.
    static let tokenLifetime: Int64 = 86_400
    /// Seconds for which a token that was handed out is left alone by what is owed for earlier ones.
    static let viewing: Int64 = 600

    /// A revocation that is to be asked for now.
    struct OwedRevocation: Sendable {
        let caller: [UInt8]
        let mark: Int64
        let sealed: [UInt8]
        /// How often the issuer was asked for it behind the request, this time included.
        let attempts: Int64
    }

    /// Records that a revocation is owed, from `due` on, in place of one that is owed already.
    func owe(_ user: CardUser, sealed: [UInt8], mark: Int64, due: Int64, now: Int64) async throws {
        try await database.write { try await owe(user, sealed: sealed, mark: mark, due: due, now: now, in: $0) }
    }

    /// Counts a revocation that the user asks for, and records that it is owed. Throws `RATE_LIMITED`.
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

    /// Strikes off the revocation of this mark: it is known to have succeeded.
    func settleRevocation(of caller: [UInt8], mark: Int64) async throws {
        try await database.execute(
            "DELETE FROM card_revocation WHERE caller = $1 AND mark = $2", [.blob(caller), .integer(mark)])
    }

    /// Has the revocation of this mark wait until `due`.
    func postponeRevocation(of caller: [UInt8], mark: Int64, until due: Int64) async throws {
        try await database.execute(
            "UPDATE card_revocation SET due = $3 WHERE caller = $1 AND mark = $2",
            [.blob(caller), .integer(mark), .integer(due)])
    }

    /// Leaves a token alone that was just handed out to the user: what is owed for earlier ones waits for it.
    func spareToken(of user: CardUser, now: Int64) async throws {
        let (caller, due) = (SQLValue.blob(user.digest), SQLValue.integer(now + CardStore.viewing))
        // Hardly ever is anything owed, and to look is cheaper than to write.
        guard
            try await database.first("SELECT mark FROM card_revocation WHERE caller = $1 AND due < $2", [caller, due])
                != nil
        else { return }
        try await database.execute("UPDATE card_revocation SET due = $2 WHERE caller = $1 AND due < $2", [caller, due])
    }

    /// Takes at most `most` revocations that are due, until `end`: no other instance takes them before.
    func takeRevocations(most: Int, now: Int64, until end: Int64) async throws -> [OwedRevocation] {
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
                return OwedRevocation(
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

    /// Forgets the revocations whose tokens have ended by `now`. Gives how many there were.
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
