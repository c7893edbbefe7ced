import CSQLite

/// SQLite as a C program would use it: statements prepared once, bound and stepped on the calling thread, with the same settings
/// as `Database`.
final class BlockingSQLite {
    private var handle: OpaquePointer?
    private var statements: [OpaquePointer] = []

    init(path: String, setUp: String, insert: String, select: String) throws {
        try expect(sqlite3_open(path, &handle) == SQLITE_OK, "sqlite3_open failed for \(path).")
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
        try expect(
            sqlite3_exec(handle, settings + setUp, nil, nil, nil) == SQLITE_OK,
            "sqlite3_exec failed to create the floor's table.")
        for sql in ["BEGIN IMMEDIATE", insert, "COMMIT", select, "BEGIN"] {
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
                throw BenchError(what: "sqlite3_prepare_v2 failed for: \(sql)")
            }
            statements.append(statement)
        }
    }

    deinit {
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close(handle)
    }

    /// Inserts a row in a transaction.
    func insert(_ id: Int64, _ amount: Int64) throws {
        try finish(statements[0])
        sqlite3_bind_int64(statements[1], 1, id)
        sqlite3_bind_int64(statements[1], 2, amount)
        try finish(statements[1])
        try finish(statements[2])
    }

    func read(_ body: () throws -> Void) throws {
        try finish(statements[4])
        try body()
        try finish(statements[2])
    }

    /// Reads one row by its key.
    func select(_ id: Int64) throws {
        sqlite3_bind_int64(statements[3], 1, id)
        try expect(
            sqlite3_step(statements[3]) == SQLITE_ROW && sqlite3_column_int64(statements[3], 0) == 7,
            "The floor's row is missing.")
        try finish(statements[3])
    }

    private func finish(_ statement: OpaquePointer) throws {
        try expect(
            sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK,
            "sqlite3_step or sqlite3_reset failed.")
    }
}
