import JourneyServer

/// Whose users there are: each belongs to one partner.
extension CardStore {
    /// The partner of `user`, whichever partner names the user now; `nil` when none has named the user yet.
    func partner(of user: CardUser) async throws -> String? {
        try await database.first("SELECT partner FROM card_user WHERE id = $1", [.blob(user.ownerDigest)])?[0]
    }

    /// The partner of `user`: the one that named the user first, which is the user's own where nobody has.
    func claim(_ user: CardUser) async throws -> String {
        if let partner = try await partner(of: user) { return partner }
        try await database.execute(
            "INSERT INTO card_user (id, partner) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
            [.blob(user.ownerDigest), .text(user.partner)])
        // Of several that name the user at one time, one was first.
        return try await partner(of: user) ?? user.partner
    }
}
