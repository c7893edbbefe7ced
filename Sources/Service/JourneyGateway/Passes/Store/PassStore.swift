import Foundation
package import JourneyBase
package import JourneyServer

/// What the pass service keeps, for all its instances: clients and their API users, holders, tags, passes, and the sessions
/// in which passes are bound.
public struct PassStore: Sendable {
    let database: Database
    /// Changes of passes take turns here: they all count on their type's counter, and at one time would only undo each other.
    private let changes = AsyncMutex()

    /// The store in `database`, made where it is missing. Throws `JourneyError` with one of the store's codes.
    package init(_ database: Database) async throws(JourneyError) {
        self.database = database
        try await JourneyError.translating { try await database.migrate(PassSchema.schema) }
        // What changes here is noted there, in the same transactions.
        _ = try await PassUpdateStore(database)
    }

    /// Runs `body` as a transaction that may change passes. Throws what it throws, and `DatabaseError`.
    func change<Value: Sendable>(
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        try await changes.withLock { try await database.write(body) }
    }

    /// The pass of that type and number, voided or not; `nil` when there is none. Throws `DatabaseError`.
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

    /// Forgets sessions and tokens that are over at `now`, at once the passes that sessions were answered with, and what the
    /// audit log has had for longer than `retention`.
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

    /// Forgets the passes that sessions which are over at `now` have handed out: they hold tokens of devices.
    func pruneAnswers(now: Date) async throws {
        let moment = PassStore.moment(now)
        // Mostly there is none, and to look is cheaper than to write.
        let isAny =
            try await database.first(
                "SELECT pass FROM pass_session WHERE expires <= $1 AND answer IS NOT NULL LIMIT 1", [.integer(moment)])
            != nil
        if isAny { try await database.batch([PassStore.forgetAnswers(by: moment)]) }
    }

    /// What became of a session is still told; the pass is not handed out any more.
    private static func forgetAnswers(by moment: Int64) -> Statement {
        Statement(
            "UPDATE pass_session SET answer = NULL WHERE expires <= $1 AND answer IS NOT NULL", [.integer(moment)])
    }

    /// For how long a session that is over is known as one: its callback is told that it expired, an app what became of it.
    private static let memory: Int64 = 86_400_000

    static func moment(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }

    static func date(_ moment: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(moment) / 1_000) }

    /// Whether a database keeps it, and a person could have meant it.
    static func isText(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
