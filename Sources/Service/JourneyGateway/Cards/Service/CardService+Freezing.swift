import JourneyBase
import JourneyWire

/// Freezing and unfreezing a card. A change that has begun completes even if the caller goes away.
extension CardService {
    /// Freezes the card, or unfreezes what the user froze, and returns its new state.
    func freeze(_ card: String, _ isFrozen: Bool, of user: CardUser) async throws -> CardAnswer {
        try await store.count(.change, of: user, now: now)
        let deadline = deadline
        let found = try await summary(card, of: user, by: deadline)
        if isFrozen ? found.isFrozenByHolder : found.isActive { return found.answer(designs) }
        guard isFrozen ? found.isActive : found.isFrozenByHolder else {
            throw CardRefusal(found.status == "BLOCKED" ? .cardBlocked : .cardNotActive)
        }
        try await Task {
            if isFrozen {
                try await block(card, of: user, by: deadline)
            } else {
                try await unblock(card, of: user, by: deadline)
            }
        }.value
        return try await summary(card, of: user, by: deadline).answer(designs)
    }

    private func block(_ card: String, of user: CardUser, by deadline: HTTPDeadline) async throws {
        let mark = dependencies.random(8).reduce(0) { $0 << 8 | Int64($1) }
        // Recorded first: a freeze without a record could not be lifted by its user.
        try await store.record(card, frozenBy: user, mark: mark, now: now)
        do throws(CardRefusal) {
            _ = try await client.ask(.block, .issuer([.cardId: .string(card)]), for: user, by: deadline)
        } catch {
            if error.fate == .unknown {
                // Another call may have deleted its own note meanwhile.
                try? await store.replaceRecord(card, frozenBy: user, mark: mark, now: now)
            } else {
                try? await store.deleteRecord(card, frozenBy: user, mark: mark)
            }
            throw error
        }
        try await store.replaceRecord(card, frozenBy: user, mark: mark, now: now)
    }

    private func unblock(_ card: String, of user: CardUser, by deadline: HTTPDeadline) async throws {
        let mark = try await store.mark(of: card, frozenBy: user)
        _ = try await client.ask(.unblock, .issuer([.cardId: .string(card)]), for: user, by: deadline)
        // A concurrent freeze has its own mark, which stays.
        if let mark { try await store.deleteRecord(card, frozenBy: user, mark: mark) }
    }
}
