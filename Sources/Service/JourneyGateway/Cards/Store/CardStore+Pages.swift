import JourneyServer

/// Unfetched pages: stored under the keyed digests of their tickets, and encrypted so that only the ticket opens them.
extension CardStore {
    /// The user and card of a page.
    struct Page: Hashable, Sendable {
        let user: CardUser
        let card: String
    }

    /// Stores an encrypted page until `expires`.
    func store(_ sealed: [UInt8], ticket digest: [UInt8], until expires: Int64) async throws {
        try await database.execute(
            "INSERT INTO card_page (ticket, sealed, expires) VALUES ($1, $2, $3)",
            [.blob(digest), .blob(sealed), .integer(expires)])
    }

    /// Removes and returns the encrypted page, or `nil` if it has expired at `now`. Among concurrent callers only one gets it.
    func take(ticket digest: [UInt8], now: Int64) async throws -> [UInt8]? {
        let answers = try await database.batch([
            Statement(
                "DELETE FROM card_page WHERE ticket = $1 AND expires > $2 RETURNING sealed",
                [.blob(digest), .integer(now)])
        ])
        return try answers.first?.rows.first.map { try $0[0] }
    }

    /// Deletes the pages that have expired at `now`.
    func prunePages(now: Int64) async throws {
        // An expired page is rare, and reading is cheaper than writing.
        guard
            try await database.first("SELECT ticket FROM card_page WHERE expires <= $1 LIMIT 1", [.integer(now)]) != nil
        else { return }
        try await database.execute("DELETE FROM card_page WHERE expires <= $1", [.integer(now)])
    }
}
