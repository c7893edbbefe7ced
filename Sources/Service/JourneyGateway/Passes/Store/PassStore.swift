import Foundation
package import JourneyBase
package import JourneyServer

/// A store of the pass service's records for all processes: clients and their API users, holders, tags, passes, and the sessions in
/// which passes are bound.
public struct PassStore: Sendable {
    let database: Database
    /// Serializes changes of passes: they all increment their type's counter and would only conflict.
    private let changes = AsyncMutex()

    /// Opens the store in `database` and creates missing tables. Throws `JourneyError` with one of the store's codes.
    package init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(PassSchema.schema) }
        // Changes are recorded in its tables within the same transactions.
        _ = try await PassUpdateStore(database)
    }

    /// Runs `body` as a transaction that may change passes. Throws its errors and `DatabaseError`.
    func change<Value: Sendable>(
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        try await changes.withLock { try await database.write(body) }
    }

    /// Returns the pass with this type and serial number, voided or not; `nil` if it doesn't exist. Throws `DatabaseError`.
    func pass(type: String, serial: String) async throws -> StoredPass? {
        guard PassStore.isText(type), PassStore.isText(serial) else { return nil }
        return try await database.first(
            """
            SELECT p.id, p.type, p.serial, p.authentication_token, p.content, h.account_hash, p.binding, p.key_hash,
                y.organization, p.updated, p.voided, y.team
            FROM pass p JOIN pass_holder h ON h.id = p.holder JOIN pass_type y ON y.id = p.type
            WHERE p.type = $1 AND p.serial = $2
            """, [.text(type), .text(serial)]
        ).map { try StoredPass($0) }
    }

    /// Deletes expired sessions and tokens at `now`, the passes that expired sessions were answered with, and audit entries older
    /// than `retention`.
    func prune(now: Date, auditRetention retention: Duration) async throws {
        let moment = PassStore.moment(now)
        try await database.batch([
            Statement("DELETE FROM pass_session WHERE expires < $1", [.integer(moment - PassStore.memory)]),
            PassStore.forgetAnswers(by: moment),
            Statement("DELETE FROM pass_token WHERE expires < $1", [.integer(moment)]),
            Statement(
                "DELETE FROM pass_audit WHERE moment < $1",
                [.integer(moment - Int64(retention / .milliseconds(1)))]),
        ])
    }

    /// Deletes the passes handed out by sessions that have expired at `now`, because they contain device tokens.
    func pruneAnswers(now: Date) async throws {
        let moment = PassStore.moment(now)
        // An expired answer is rare, and reading is cheaper than writing.
        let isAny =
            try await database.first(
                "SELECT pass FROM pass_session WHERE expires <= $1 AND answer IS NOT NULL LIMIT 1", [.integer(moment)])
            != nil
        if isAny { try await database.batch([PassStore.forgetAnswers(by: moment)]) }
    }

    /// Deletes the passes handed out by expired sessions; their status remains.
    private static func forgetAnswers(by moment: Int64) -> Statement {
        Statement(
            "UPDATE pass_session SET answer = NULL WHERE expires <= $1 AND answer IS NOT NULL", [.integer(moment)])
    }

    /// The time for which an expired session is remembered, in milliseconds: its callback gets `SESSION_EXPIRED`, apps get its
    /// status.
    private static let memory: Int64 = 86_400_000

    static func moment(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }

    static func date(_ moment: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(moment) / 1_000) }

    /// `true` for 1 to 255 bytes without control characters.
    static func isText(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
