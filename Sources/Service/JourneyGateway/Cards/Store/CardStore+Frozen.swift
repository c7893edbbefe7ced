import JourneyServer

/// Cards that a person has frozen here, so that the person, and not only the operator, may lift it.
extension CardStore {
    func note(_ card: String, frozenBy user: CardUser) async throws {
        try await database.execute(
            "INSERT INTO card_frozen (card) VALUES ($1) ON CONFLICT (card) DO NOTHING", [.blob(user.digest(of: card))])
    }

    func forget(_ card: String, frozenBy user: CardUser) async throws {
        try await database.execute("DELETE FROM card_frozen WHERE card = $1", [.blob(user.digest(of: card))])
    }

    func isFrozen(_ card: String, by user: CardUser) async throws -> Bool {
        try await database.first("SELECT card FROM card_frozen WHERE card = $1", [.blob(user.digest(of: card))]) != nil
    }
}
