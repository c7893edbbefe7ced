import JourneyServer

/// Pages that wait to be fetched: known by the keyed digests of their tickets, and sealed so that their tickets alone open them.
extension CardStore {
    /// Whose page it is, and of which card.
    struct Page: Hashable, Sendable {
        let user: CardUser
        let card: String
    }

    /// Stores a sealed page until `expires`.
    func store(_ sealed: [UInt8], ticket digest: [UInt8], until expires: Int64) async throws {
        try await database.execute(
            "INSERT INTO card_page (ticket, sealed, expires) VALUES ($1, $2, $3)",
            [.blob(digest), .blob(sealed), .integer(expires)])
    }

    /// The sealed page, once: of many who ask at one time, one gets it. None that has expired by `now`.
    func take(ticket digest: [UInt8], now: Int64) async throws -> [UInt8]? {
        let answers = try await database.batch([
            Statement(
                "DELETE FROM card_page WHERE ticket = $1 AND expires > $2 RETURNING sealed",
                [.blob(digest), .integer(now)])
        ])
        return try answers.first?.rows.first.map { try $0[0] }
    }

    /// Deletes the pages that have expired by `now`.
    func prunePages(now: Int64) async throws {
        // Mostly there is none, and to look is cheaper than to write.
        guard
            try await database.first("SELECT ticket FROM card_page WHERE expires <= $1 LIMIT 1", [.integer(now)]) != nil
        else { return }
        try await database.execute("DELETE FROM card_page WHERE expires <= $1", [.integer(now)])
    }
}
