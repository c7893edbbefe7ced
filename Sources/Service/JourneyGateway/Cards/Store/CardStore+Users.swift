import JourneyServer

/// The ownership of users: each belongs to one partner.
extension CardStore {
    /// Returns the partner that owns `user`, or `nil` for an unknown user.
    func partner(of user: CardUser) async throws -> String? {
        try await database.first("SELECT partner FROM card_user WHERE id = $1", [.blob(user.ownerDigest)])?[0]
    }

    /// Returns the partner that owns `user`, and assigns an unknown user to its own partner.
    func claim(_ user: CardUser) async throws -> String {
        if let partner = try await partner(of: user) { return partner }
        try await database.execute(
            "INSERT INTO card_user (id, partner) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
            [.blob(user.ownerDigest), .text(user.partner)])
        // Among concurrent claims, the first to commit wins.
        return try await partner(of: user) ?? user.partner
    }
}
