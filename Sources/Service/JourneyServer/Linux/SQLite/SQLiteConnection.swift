import CSQLite
import JourneyBase

/// One connection and the statements it has prepared; each SQL text is compiled once.
final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(_ place: SQLiteDatabase.Place) throws(JourneyError) {
        let path = if case .file(let path) = place { path } else { ":memory:" }
        var handle: OpaquePointer?
        // The database has a lock of its own around this connection.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
        let status = sqlite3_open_v2(path, &handle, flags, nil)
        guard status == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw SQLiteConnection.error(status)
        }
        self.handle = handle
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 5_000)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        _ = try rows("PRAGMA journal_mode = WAL")
        // A payment that was answered must stand after a power cut.
        _ = try rows("PRAGMA synchronous = FULL")
        _ = try rows("PRAGMA foreign_keys = ON")
        _ = try rows("PRAGMA trusted_schema = OFF")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
    var changes: Int { Int(sqlite3_changes(handle)) }

    func migrate(_ migrations: [StaticString]) throws(JourneyError) {
        let version = Int(try rows("PRAGMA user_version").first?.integer("user_version") ?? 0)
        guard version <= migrations.count else {
            throw JourneyError(.storeFailed, "The database was made by a newer version.")
        }
        for index in version..<migrations.count {
            try script("BEGIN IMMEDIATE; \(migrations[index]); PRAGMA user_version = \(index + 1); COMMIT")
        }
    }

    /// Several statements at once, without parameters.
    private func script(_ sql: String) throws(JourneyError) {
        let status = sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else {
            if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw SQLiteConnection.error(status)
        }
    }

    func run(_ sql: StaticString, _ parameters: [SQLiteValue] = []) throws(JourneyError) {
        _ = try rows(sql, parameters)
    }

    func rows(_ sql: StaticString, _ parameters: [SQLiteValue] = []) throws(JourneyError) -> [SQLiteRow] {
        let statement = try statement("\(sql)")
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        try bind(parameters, to: statement)
        var rows: [SQLiteRow] = []
        while true {
            let status = sqlite3_step(statement)
            switch status {
            case SQLITE_ROW: rows.append(SQLiteConnection.row(of: statement))
            case SQLITE_DONE: return rows
            default: throw SQLiteConnection.error(status)
            }
        }
    }

    private func statement(_ sql: String) throws(JourneyError) -> OpaquePointer {
        if let known = statements[sql] { return known }
        var statement: OpaquePointer?
        let status = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard status == SQLITE_OK, let statement else { throw SQLiteConnection.error(status) }
        statements[sql] = statement
        return statement
    }

    private func bind(_ parameters: [SQLiteValue], to statement: OpaquePointer) throws(JourneyError) {
        guard Int(sqlite3_bind_parameter_count(statement)) == parameters.count else {
            throw JourneyError(.storeFailed, "A statement was given the wrong number of parameters.")
        }
        // SQLite copies what it is given before the call returns (SQLITE_TRANSIENT, which is -1 as a function pointer).
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        for (index, value) in parameters.enumerated() {
            let position = Int32(index + 1)
            let status: Int32 =
                switch value {
                case .null: sqlite3_bind_null(statement, position)
                case .integer(let value): sqlite3_bind_int64(statement, position, value)
                case .real(let value): sqlite3_bind_double(statement, position, value)
                case .text(let value):
                    sqlite3_bind_text(statement, position, value, Int32(value.utf8.count), copies)
                case .blob(let value): sqlite3_bind_blob(statement, position, value, Int32(value.count), copies)
                }
            guard status == SQLITE_OK else { throw SQLiteConnection.error(status) }
        }
    }

    private static func row(of statement: OpaquePointer) -> SQLiteRow {
        var values: [String: SQLiteValue] = [:]
        for column in 0..<sqlite3_column_count(statement) {
            guard let name = sqlite3_column_name(statement, column) else { continue }
            values[String(cString: name)] = value(of: statement, column)
        }
        return SQLiteRow(values: values)
    }

    private static func value(of statement: OpaquePointer, _ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }

    private static func error(_ status: Int32) -> JourneyError {
        // The low byte is the primary code (SQLite, "Result Codes").
        status & 0xFF == SQLITE_CONSTRAINT
            ? JourneyError(.storeConflict, "The database refused a change that a constraint forbids (\(status)).")
            : JourneyError(.storeFailed, "The database refused a statement (\(status)).")
    }
}
