import CSQLite
public import JourneyBase
import Synchronization

extension ErrorCode {
    /// The database refused a change because a constraint forbids it.
    public static let storeConflict = ErrorCode(rawValue: "STORE_CONFLICT")
}

/// A SQLite database: one connection behind a lock, write-ahead log, foreign keys on, full durability.
///
/// Work is a transaction that either happens whole or not at all. SQL is written in the source: a `StaticString` cannot
/// hold what came from outside, which goes into parameters. Errors carry SQLite's number and no data.
public final class SQLiteDatabase: Sendable {
    /// Where the database lives.
    public enum Place: Hashable, Sendable {
        /// Gone with the last reference.
        case memory
        case file(String)
    }

    private let connection: Mutex<SQLiteConnection>

    /// Opens the database and brings it up to date.
    ///
    /// `migrations` are applied in order, each in a transaction of its own, from the one that `user_version` counts; a
    /// database that has seen more of them than there are is refused. Throws `STORE_FAILED`.
    public init(_ place: Place, migrations: [StaticString]) throws(JourneyError) {
        let opened = try SQLiteConnection(place)
        try opened.migrate(migrations)
        connection = Mutex(opened)
    }

    /// Runs `body` in a transaction that holds the write lock from its start. What it throws undoes the transaction.
    public func write<R: Sendable>(
        _ body: (borrowing SQLiteTransaction) throws(JourneyError) -> R
    ) throws(JourneyError) -> R {
        try transaction(begin: "BEGIN IMMEDIATE", body)
    }

    /// Runs `body` over one consistent state.
    public func read<R: Sendable>(
        _ body: (borrowing SQLiteTransaction) throws(JourneyError) -> R
    ) throws(JourneyError) -> R {
        try transaction(begin: "BEGIN", body)
    }

    private func transaction<R: Sendable>(
        begin: StaticString, _ body: (borrowing SQLiteTransaction) throws(JourneyError) -> R
    ) throws(JourneyError) -> R {
        try connection.withLock { connection throws(JourneyError) -> R in
            try connection.run(begin)
            do throws(JourneyError) {
                let result = try body(SQLiteTransaction(connection: connection))
                try connection.run("COMMIT")
                return result
            } catch {
                // A failed statement may have ended the transaction already; then there is nothing left to undo.
                if connection.isInTransaction { try? connection.run("ROLLBACK") }
                throw error
            }
        }
    }
}

/// A transaction under way; it cannot outlive the closure that it was lent to.
public struct SQLiteTransaction: ~Copyable {
    private let connection: SQLiteConnection

    init(connection: SQLiteConnection) { self.connection = connection }

    /// Runs one statement. Throws `STORE_CONFLICT` when a constraint forbids it, else `STORE_FAILED`.
    public func run(_ sql: StaticString, _ parameters: [SQLiteValue] = []) throws(JourneyError) {
        try connection.run(sql, parameters)
    }

    /// All rows of one statement.
    public func rows(_ sql: StaticString, _ parameters: [SQLiteValue] = []) throws(JourneyError) -> [SQLiteRow] {
        try connection.rows(sql, parameters)
    }

    /// The first row of one statement.
    public func row(_ sql: StaticString, _ parameters: [SQLiteValue] = []) throws(JourneyError) -> SQLiteRow? {
        try connection.rows(sql, parameters).first
    }

    /// How many rows the last statement changed.
    public var changes: Int { connection.changes }
}
