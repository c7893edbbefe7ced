import JourneyServer

/// Whose users there are: each belongs to one partner.
extension CardStore {
    /// The partner of the user with that digest; `nil` when none has named the user yet.
    func partner(of user: [UInt8]) async throws -> String? {
        try await database.first("SELECT partner FROM card_user WHERE id = $1", [.blob(user)])?[0]
    }

    /// The partner of `user`: the one that named the user first, which is the user's own where nobody has.
    func claim(_ user: CardUser) async throws -> String {
        if let partner = try await partner(of: user.digest) { return partner }
        try await database.execute(
            "INSERT INTO card_user (id, partner) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING",
            [.blob(user.digest), .text(user.partner)])
        // Of several that name the user at one time, one was first.
        return try await partner(of: user.digest) ?? user.partner
    }
}
