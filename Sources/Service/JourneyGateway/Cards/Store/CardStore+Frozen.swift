import JourneyServer

/// Records of cards that a user froze here, so that the user and not only the operator may unfreeze them.
///
/// Each record has the mark of the call that made it. Deleting requires the mark, so no call deletes another's record.
extension CardStore {
    /// The time for which the issuer may still report a card's state before the freeze, in seconds.
    static let lag: Int64 = 120

    /// Records the card as frozen. An existing record stays unchanged.
    func record(_ card: String, frozenBy user: CardUser, mark: Int64, now: Int64) async throws {
        try await database.execute(
            "INSERT INTO card_frozen (card, mark, noted) VALUES ($1, $2, $3) ON CONFLICT (card) DO NOTHING",
            [.blob(user.digest(of: card)), .integer(mark), .integer(now)])
    }

    /// Records the card as frozen or possibly frozen, replacing any existing record.
    func replaceRecord(_ card: String, frozenBy user: CardUser, mark: Int64, now: Int64) async throws {
        try await database.execute(
            """
            INSERT INTO card_frozen (card, mark, noted) VALUES ($1, $2, $3)
            ON CONFLICT (card) DO UPDATE SET mark = $2, noted = $3
            """, [.blob(user.digest(of: card)), .integer(mark), .integer(now)])
    }

    /// Deletes the record with this mark.
    func deleteRecord(_ card: String, frozenBy user: CardUser, mark: Int64) async throws {
        try await database.execute(
            "DELETE FROM card_frozen WHERE card = $1 AND mark = $2", [.blob(user.digest(of: card)), .integer(mark)])
    }

    /// Returns the mark of the card's record.
    func mark(of card: String, frozenBy user: CardUser) async throws -> Int64? {
        try await database.first("SELECT mark FROM card_frozen WHERE card = $1", [.blob(user.digest(of: card))])?[0]
    }

    /// Deletes the record of a card that the issuer reports as not frozen, unless the record is younger than `lag`.
    func deleteStaleRecord(_ card: String, frozenBy user: CardUser, now: Int64) async throws {
        let (card, oldest) = (SQLValue.blob(user.digest(of: card)), SQLValue.integer(now - CardStore.lag))
        // A record is rare, and reading is cheaper than writing.
        guard
            try await database.first("SELECT card FROM card_frozen WHERE card = $1 AND noted < $2", [card, oldest])
                != nil
        else { return }
        try await database.execute("DELETE FROM card_frozen WHERE card = $1 AND noted < $2", [card, oldest])
    }
}
