import JourneyServer

/// Cards that a person has frozen here, so that the person, and not only the operator, may lift it.
///
/// Each note has a mark of the call that made it: who forgets a note names it by its mark, so that nobody forgets another
/// call's.
extension CardStore {
    /// Seconds for which an issuer may still tell of a card as it was before it was frozen.
    static let lag: Int64 = 120

    /// Notes the card as frozen, unless there is a note already, which stays as it is.
    func note(_ card: String, frozenBy user: CardUser, mark: Int64, now: Int64) async throws {
        try await database.execute(
            "INSERT INTO card_frozen (card, mark, noted) VALUES ($1, $2, $3) ON CONFLICT (card) DO NOTHING",
            [.blob(user.digest(of: card)), .integer(mark), .integer(now)])
    }

    /// The same once it is frozen, or may be: in place of any note that is there.
    func renew(_ card: String, frozenBy user: CardUser, mark: Int64, now: Int64) async throws {
        try await database.execute(
            """
            INSERT INTO card_frozen (card, mark, noted) VALUES ($1, $2, $3)
            ON CONFLICT (card) DO UPDATE SET mark = $2, noted = $3
            """, [.blob(user.digest(of: card)), .integer(mark), .integer(now)])
    }

    /// Forgets the note of this mark.
    func forget(_ card: String, frozenBy user: CardUser, mark: Int64) async throws {
        try await database.execute(
            "DELETE FROM card_frozen WHERE card = $1 AND mark = $2", [.blob(user.digest(of: card)), .integer(mark)])
    }

    /// The mark of the card's note.
    func mark(of card: String, frozenBy user: CardUser) async throws -> Int64? {
        try await database.first("SELECT mark FROM card_frozen WHERE card = $1", [.blob(user.digest(of: card))])?[0]
    }

    /// Forgets a note of a card that the issuer tells of otherwise, unless it is so young that the issuer may not know yet.
    func forgetStale(_ card: String, frozenBy user: CardUser, now: Int64) async throws {
        let (card, oldest) = (SQLValue.blob(user.digest(of: card)), SQLValue.integer(now - CardStore.lag))
        // Hardly ever is there one, and to look is cheaper than to write.
        guard
            try await database.first("SELECT card FROM card_frozen WHERE card = $1 AND noted < $2", [card, oldest])
                != nil
        else { return }
        try await database.execute("DELETE FROM card_frozen WHERE card = $1 AND noted < $2", [card, oldest])
    }
}
