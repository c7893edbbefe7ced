/// A transaction in progress. It can't outlive the closure that receives it.
///
/// A failed statement ends it: later statements are refused, and it is rolled back even if the closure handles the error.
public struct Transaction: ~Copyable {
    let session: any DatabaseSession
    let state: State
    let mayWrite: Bool

    /// The state of a transaction that the database doesn't know.
    final class State {
        /// The reason why it can no longer be committed.
        var failure: (any Error)?
    }

    /// Returns all rows of one statement.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1`, `$2`, … for its parameters.
    ///   - parameters: The values of the parameters, in order.
    /// - Throws: `DatabaseError` or `CancellationError`.
    public nonisolated(nonsending) func query(_ sql: StaticString, _ parameters: [SQLValue] = []) async throws -> [Row]
    {
        try await run(Statement(sql, parameters)).rows
    }

    /// Returns the first row of one statement, or `nil`.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1`, `$2`, … for its parameters.
    ///   - parameters: The values of the parameters, in order.
    /// - Throws: `DatabaseError` or `CancellationError`.
    public nonisolated(nonsending) func first(_ sql: StaticString, _ parameters: [SQLValue] = []) async throws -> Row? {
        try await run(Statement(sql, parameters)).rows.first
    }

    /// Runs one statement.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1`, `$2`, … for its parameters.
    ///   - parameters: The values of the parameters, in order.
    /// - Returns: The number of rows that were inserted, updated or deleted.
    /// - Throws: `DatabaseError` or `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func execute(_ sql: StaticString, _ parameters: [SQLValue] = []) async throws -> Int
    {
        try await run(Statement(sql, parameters)).changes
    }

    /// Runs several statements in order, with one round trip for all on a database server.
    ///
    /// - Parameter statements: The statements, in order.
    /// - Returns: One answer for each statement.
    /// - Throws: `DatabaseError` or `CancellationError`.
    @discardableResult
    public func batch(_ statements: [Statement]) async throws -> [Answer] {
        try check()
        do { return try await session.run(statements, mayWrite: mayWrite) } catch {
            state.failure = error
            throw error
        }
    }

    /// Changes no thread where it need not: the closure runs on the session's own, unless it belongs to an actor.
    private nonisolated(nonsending) func run(_ statement: Statement) async throws -> Answer {
        try check()
        do {
            if let answer = try session.runHere(statement, mayWrite: mayWrite) { return answer }
            return try await session.run(statement, mayWrite: mayWrite)
        } catch {
            state.failure = error
            throw error
        }
    }

    private func check() throws {
        guard state.failure == nil else {
            throw DatabaseError(.statement, "an earlier statement of this transaction failed")
        }
        try Task.checkCancellation()
    }
}
