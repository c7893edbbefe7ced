import JourneyServer

/// Pages that wait to be fetched, known by the digests of their tickets.
extension CardStore {
    /// Whose page it is, and of which card.
    struct Page: Hashable, Sendable {
        let user: CardUser
        let card: String
    }

    /// Keeps a page until `expires`.
    func keep(_ page: Page, ticket digest: [UInt8], until expires: Int64, now: Int64) async throws {
        try await database.batch([
            Statement("DELETE FROM card_page WHERE expires < $1", [.integer(now)]),
            Statement(
                "INSERT INTO card_page (ticket, partner, holder, card, expires) VALUES ($1, $2, $3, $4, $5)",
                [
                    .blob(digest), .text(page.user.partner), .text(page.user.id), .text(page.card), .integer(expires),
                ]),
        ])
    }

    /// The page, once: of many who ask at one time, one gets it.
    func take(ticket digest: [UInt8], now: Int64) async throws -> Page? {
        let answers = try await database.batch([
            Statement(
                "DELETE FROM card_page WHERE ticket = $1 AND expires >= $2 RETURNING partner, holder, card",
                [.blob(digest), .integer(now)])
        ])
        return try answers.first?.rows.first.map { row in
            Page(user: CardUser(partner: try row[0], id: try row[1]), card: try row[2])
        }
    }
}
