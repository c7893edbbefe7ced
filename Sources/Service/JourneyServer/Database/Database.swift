import Foundation
import JourneyBase

/// A database: SQLite in this process, or a PostgreSQL server, behind one API with the same behaviour.
///
/// ```swift
/// let database = try await Database.open(.file("bank.sqlite"))
/// try await database.migrate(BankSchema.schema)
/// let balance: Int64 = try await database.write { transaction in
///     try await transaction.execute("UPDATE account SET balance = balance - $1 WHERE id = $2", [500, "current"])
///     let row = try await transaction.first("SELECT balance FROM account WHERE id = $1", ["current"])
///     guard let row else { throw BankError.accountUnknown }
///     return try row["balance"]
/// }
/// ```
///
/// All work is a serializable transaction that is committed whole or not at all. It runs on the database's own threads: `body`
/// should only query the database and decide. Every function throws `DatabaseError`, or `CancellationError` when the task is
/// cancelled, which rolls back what isn't committed. `docs/reference/databases.md` describes what the two databases have in
/// common.
public final class Database: Sendable {
    private let driver: any DatabaseDriver
    private let dependencies: Dependencies
    private let attempts: Int

    /// The databases that the task has a transaction under way on.
    @TaskLocal private static var entered: [ObjectIdentifier] = []

    init(driver: any DatabaseDriver, options: DatabaseOptions, dependencies: Dependencies) {
        self.driver = driver
        self.dependencies = dependencies
        attempts = max(1, options.attempts)
    }

    deinit { close() }

    /// Runs `body` over one consistent state of the whole database, without changes.
    ///
    /// - Parameter body: The queries. It may run again after a conflict.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, `DatabaseError` or `CancellationError`.
    public func read<Value: Sendable>(
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        try await transact(.read, driver.readers, body)
    }

    /// Runs `body` in a serializable transaction.
    ///
    /// An error of `body` rolls the transaction back. After a conflict with other transactions `body` runs again from the start,
    /// at most
    /// `DatabaseOptions.attempts` times in all; each attempt is logged. It must therefore have no other effects.
    ///
    /// - Parameter body: The statements of the transaction.
    /// - Returns: The result of `body`, once it is committed.
    /// - Throws: The error of `body`, `DatabaseError` or `CancellationError`.
    @discardableResult
    public func write<Value: Sendable>(
        _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        try await transact(.write, driver.writers, body)
    }

    /// Returns all rows of one query.
    ///
    /// - Parameters:
    ///   - sql: The query, with `$1`, `$2`, … for its parameters.
    ///   - parameters: The values of the parameters, in order.
    /// - Throws: `DatabaseError` or `CancellationError`.
    public func query(_ sql: StaticString, _ parameters: [SQLValue] = []) async throws -> [Row] {
        let statement = Statement(sql, parameters)
        // A query that begins with WITH may hide a change; a transaction for reading refuses it.
        guard Verb(sql) == .select else { return try await read { try await $0.query(sql, parameters) } }
        return try await repeating {
            try await self.lend(self.driver.readers) { try await $0.run(statement, mayWrite: false) }
        }
        .rows
    }

    /// Returns the first row of one query, or `nil`.
    ///
    /// - Parameters:
    ///   - sql: The query, with `$1`, `$2`, … for its parameters.
    ///   - parameters: The values of the parameters, in order.
    /// - Throws: `DatabaseError` or `CancellationError`.
    public func first(_ sql: StaticString, _ parameters: [SQLValue] = []) async throws -> Row? {
        try await query(sql, parameters).first
    }

    /// Runs one statement as a transaction of its own.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1`, `$2`, … for its parameters.
    ///   - parameters: The values of the parameters, in order.
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `DatabaseError` or `CancellationError`.
    @discardableResult
    public func execute(_ sql: StaticString, _ parameters: [SQLValue] = []) async throws -> Int {
        let statement = Statement(sql, parameters)
        return try await repeating {
            try await self.lend(self.driver.writers) { try await $0.run(statement, mayWrite: true) }
        }.changes
    }

    /// Runs several statements as one transaction, with one round trip for all on a database server.
    ///
    /// - Parameter statements: The statements, in order.
    /// - Returns: One answer for each statement.
    /// - Throws: `DatabaseError` or `CancellationError`.
    @discardableResult
    public func batch(_ statements: [Statement]) async throws -> [Answer] {
        try await repeating {
            try await self.lend(self.driver.writers) { try await $0.run(statements, mayWrite: true) }
        }
    }

    /// Closes all connections; one in use is closed when its call ends. Later calls throw `closed`.
    public func close() {
        driver.readers.close()
        driver.writers.close()
    }

    /// Runs `body` in a transaction of `kind` on a session of `pool`.
    func transact<Value: Sendable>(
        _ kind: TransactionKind, _ pool: SessionPool, _ body: (borrowing Transaction) async throws -> Value
    ) async throws -> Value {
        try await repeating {
            try await self.lend(pool, forTransaction: true) { session in
                let state = Transaction.State()
                do {
                    try await session.begin(kind)
                    let value = try await body(
                        Transaction(session: session, state: state, mayWrite: kind != .read))
                    if let failure = state.failure { throw failure }
                    try Task.checkCancellation()
                    try await session.commit()
                    return value
                } catch {
                    await session.rollback()
                    // The database's own word counts where the body said it in others.
                    if let failure = state.failure as? DatabaseError, failure.kind == .serialization { throw failure }
                    throw error
                }
            }
        }
    }

    var migrators: SessionPool { driver.writers }

    /// Rewrites the database's files, so that nothing stays in them of what was deleted.
    func rewrite() async throws { try await lend(driver.writers) { try await $0.rewrite() } }

    var moment: Int64 { Int64(dependencies.now().timeIntervalSince1970 * 1_000) }

    /// Runs `body` again while others' changes keep it from being committed.
    private func repeating<Value>(_ body: () async throws -> Value) async throws -> Value {
        var attempt = 1
        while true {
            do { return try await body() } catch let error as DatabaseError where error.kind == .serialization {
                guard attempt < attempts else {
                    throw DatabaseError(.serialization, "\(error.detail), \(attempt) attempts")
                }
                dependencies.log.record(
                    .info, "A transaction met others and is tried again", [.count: String(attempt)])
                // Those who met should not meet again: wait for a random part of a time that grows.
                let share = Double(dependencies.random(1).first ?? 0) / 255
                try await dependencies.clock.sleep(for: .milliseconds(min(1 << attempt, 16)) * share)
                attempt += 1
            }
        }
    }

    /// Runs `body` with a session, where the session has its work done. Cancelling the task cancels what the session does.
    private func lend<Value: Sendable>(
        _ pool: SessionPool, forTransaction: Bool = false, _ body: (any DatabaseSession) async throws -> Value
    ) async throws -> Value {
        let me = ObjectIdentifier(self)
        guard !Database.entered.contains(me) else {
            throw DatabaseError(.nested, "the task has a transaction on this database under way")
        }
        let session = try await pool.take()
        return try await withTaskExecutorPreference(forTransaction ? session.executor : session.callExecutor) {
            defer { pool.give(session) }
            return try await withTaskCancellationHandler {
                try await Database.$entered.withValue(Database.entered + [me]) { try await body(session) }
            } onCancel: {
                session.cancel()
            }
        }
    }
}
