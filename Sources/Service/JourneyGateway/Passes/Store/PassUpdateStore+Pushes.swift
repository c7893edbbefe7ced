import JourneyServer

/// The outbox: a push for each device that is to ask again. It is taken for a while before it is sent, and goes when it was
/// taken by the push service: a gateway that dies between has it sent once more.
extension PassUpdateStore {
    /// A push that is to be sent now.
    struct Push: Hashable, Sendable {
        let type: String
        let device: String
        let pushToken: String
        /// When the device last said its token, in milliseconds since 1970.
        let seen: Int64
        /// What the push is about; a later change makes it another.
        let change: Int64
        /// How often it was tried, this time included.
        let attempts: Int64
    }

    /// What becomes of a push.
    enum Fate: Hashable, Sendable {
        /// Done with: sent, or nothing that trying again could mend.
        case over
        /// Again at that time; `isTried` unless it never went out.
        case again(at: Int64, isTried: Bool = true)
        /// The device does not know the token any more, and did not at that time either: its registrations go. Where it has
        /// said the token since, the service is behind: again at that time.
        case gone(since: Int64?, again: Int64)
    }

    /// Milliseconds after which a push is forgotten: by then the device has asked by itself, or is gone.
    static let lifetime: Int64 = 3 * 86_400_000
    /// How often one push is tried at most.
    static let mostAttempts: Int64 = 50

    /// Takes at most `most` pushes of a type that are due, until `end`: nobody else takes them before.
    func take(_ type: String, most: Int, now: Int64, until end: Int64) async throws -> [Push] {
        try await database.write { transaction in
            let rows = try await transaction.query(
                """
                SELECT p.device, p.change, p.attempts, d.push_token, d.seen
                FROM pass_push p JOIN pass_device d ON d.pass_type = p.pass_type AND d.device = p.device
                WHERE p.pass_type = $1 AND p.due <= $2 ORDER BY p.due, p.device LIMIT $3
                """, [.text(type), .integer(now), .integer(Int64(most))])
            let pushes = try rows.map { row in
                let attempts: Int64 = try row["attempts"]
                return Push(
                    type: type, device: try row["device"], pushToken: try row["push_token"], seen: try row["seen"],
                    change: try row["change"], attempts: attempts + 1)
            }
            guard !pushes.isEmpty else { return [] }
            try await transaction.batch(
                pushes.map {
                    Statement(
                        """
                        UPDATE pass_push SET due = $3, attempts = attempts + 1 WHERE pass_type = $1 AND device = $2
                        """, [.text(type), .text($0.device), .integer(end)])
                })
            return pushes
        }
    }

    /// Notes what became of pushes. One whose pass has changed meanwhile is due at once, as a new one.
    func settle(_ fates: [(push: Push, fate: Fate)], now: Int64) async throws {
        guard !fates.isEmpty else { return }
        try await database.batch(fates.flatMap { PassUpdateStore.statements(for: $0.push, $0.fate, now) })
    }

    private static func statements(for push: Push, _ fate: Fate, _ now: Int64) -> [Statement] {
        let key: [SQLValue] = [.text(push.type), .text(push.device)]
        let over = [
            Statement(
                "DELETE FROM pass_push WHERE pass_type = $1 AND device = $2 AND change = $3",
                key + [.integer(push.change)]),
            Statement(
                "UPDATE pass_push SET due = $4, attempts = 0 WHERE pass_type = $1 AND device = $2 AND change <> $3",
                key + [.integer(push.change), .integer(now)]),
        ]
        switch fate {
        case .over: return over
        case .again(_, true) where push.attempts >= mostAttempts: return over
        case .again(let time, let isTried):
            return [
                Statement(
                    "UPDATE pass_push SET due = $3, attempts = attempts - $4 WHERE pass_type = $1 AND device = $2",
                    key + [.integer(time), .bool(!isTried)])
            ]
        case .gone(let since, let again):
            // A token that the device has said again since is a good one.
            guard since.map({ push.seen <= $0 }) ?? true else { return statements(for: push, .again(at: again), now) }
            let token = key + [.text(push.pushToken), .integer(push.seen)]
            return [
                Statement(
                    """
                    DELETE FROM pass_registration WHERE pass_type = $1 AND device = $2 AND EXISTS (
                        SELECT 1 FROM pass_device d
                        WHERE d.pass_type = $1 AND d.device = $2 AND d.push_token = $3 AND d.seen = $4)
                    """, token),
                Statement(
                    """
                    DELETE FROM pass_device WHERE pass_type = $1 AND device = $2 AND push_token = $3 AND seen = $4
                    """, token),
                removal(ofPushesToNobody: key),
                // With another token, the push goes there.
                Statement(
                    "UPDATE pass_push SET due = $3, attempts = 0 WHERE pass_type = $1 AND device = $2",
                    key + [.integer(now)]),
            ]
        }
    }

    /// Forgets pushes that are older than they may get, and those to devices that are gone; how many of the first.
    @discardableResult
    func prunePushes(now: Int64) async throws -> Int {
        try await database.batch([
            Statement("DELETE FROM pass_push WHERE created < $1", [.integer(now - PassUpdateStore.lifetime)]),
            Statement(
                """
                DELETE FROM pass_push WHERE NOT EXISTS (
                    SELECT 1 FROM pass_device d
                    WHERE d.pass_type = pass_push.pass_type AND d.device = pass_push.device)
                """),
        ])[0].changes
    }

    /// How many pushes wait.
    func waitingPushes() async throws -> Int64 {
        try await database.first("SELECT count(*) FROM pass_push")?[0] ?? 0
    }
}
