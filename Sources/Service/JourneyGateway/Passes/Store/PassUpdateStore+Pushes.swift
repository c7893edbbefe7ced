import JourneyServer

/// The outbox: one push for each device that must fetch changes. A push is claimed before it is sent and deleted after the push
/// service accepted it, so after a crash in between it is sent again.
extension PassUpdateStore {
    /// A push to send now.
    struct Push: Hashable, Sendable {
        let type: String
        let device: String
        let pushToken: String
        /// The time of the device's last registration of its token, in milliseconds since 1970.
        let seen: Int64
        /// The change that the push announces; a later change makes it a different push.
        let change: Int64
        /// The number of attempts, including this one.
        let attempts: Int64
    }

    /// The result of sending a push.
    enum Fate: Hashable, Sendable {
        /// Finished: sent, or beyond repair by another attempt.
        case over
        /// Send again at that time; `isTried` is `false` if it never went out.
        case again(at: Int64, isTried: Bool = true)
        /// The token was invalid at `since`: delete the device's registrations. If the device registered the token later, the
        /// service's information is outdated: send again at `again`.
        case gone(since: Int64?, again: Int64)
    }

    /// The time after which a push is deleted, in milliseconds: by then the device has polled on its own, or is gone.
    static let lifetime: Int64 = 3 * 86_400_000
    /// The maximum number of attempts per push.
    static let mostAttempts: Int64 = 50

    /// Claims at most `most` due pushes of a type until `end`, before which no other process claims them.
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

    /// Records the results of pushes. A push whose pass changed meanwhile is due at once, as a new one.
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
            // A token registered again after that time is valid.
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
                // If the device has a new token, the push goes there.
                Statement(
                    "UPDATE pass_push SET due = $3, attempts = 0 WHERE pass_type = $1 AND device = $2",
                    key + [.integer(now)]),
            ]
        }
    }

    /// Deletes expired pushes and those to deleted devices. Returns the number of expired ones.
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

    /// Returns the number of waiting pushes.
    func waitingPushes() async throws -> Int64 {
        try await database.first("SELECT count(*) FROM pass_push")?[0] ?? 0
    }
}
