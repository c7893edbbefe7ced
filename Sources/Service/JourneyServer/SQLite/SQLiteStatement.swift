import CSQLite
import Foundation

/// A statement that SQLite has compiled once and runs many times. Belongs to one connection.
final class SQLiteStatement {
    /// `true` if it cannot change anything.
    let isReading: Bool
    private let statement: OpaquePointer
    /// `numbers[i]` is the parameter, from 1, that SQLite's own (i + 1)th is.
    private let numbers: [Int]
    private let parameterCount: Int
    private var columns: Columns
    private var preparations: Int32

    init(_ sql: StaticString, on handle: OpaquePointer) throws(DatabaseError) {
        var statement: OpaquePointer?
        var isAlone = true
        // The text is in the program and ends with a zero.
        let status = "\(sql)".withCString { text in
            var tail: UnsafePointer<CChar>?
            let status = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &tail)
            isAlone = tail.map { $0[strspn($0, " \n\t;")] == 0 } ?? true
            return status
        }
        guard status == SQLITE_OK, let statement else { throw DatabaseError(sqlite: status) }
        do throws(DatabaseError) {
            guard isAlone else { throw DatabaseError(.statement, "one statement at a time") }
            numbers = try SQLiteStatement.numbers(of: statement)
        } catch {
            sqlite3_finalize(statement)
            throw error
        }
        self.statement = statement
        parameterCount = numbers.max() ?? 0
        isReading = sqlite3_stmt_readonly(statement) != 0
        columns = SQLiteStatement.columns(of: statement)
        preparations = 0
    }

    deinit { sqlite3_finalize(statement) }

    /// Runs it to its end.
    func run(_ parameters: [SQLValue], on handle: OpaquePointer) throws(DatabaseError) -> Answer {
        guard parameters.count == parameterCount else {
            throw DatabaseError(.statement, "the wrong number of parameters")
        }
        defer {
            sqlite3_reset(statement)
            if parameterCount > 0 { sqlite3_clear_bindings(statement) }
        }
        for (index, number) in numbers.enumerated() {
            let status = try SQLiteStatement.bind(parameters[number - 1], to: statement, Int32(index + 1))
            guard status == SQLITE_OK else { throw DatabaseError(sqlite: status) }
        }
        var rows: [Row] = []
        while true {
            let status = sqlite3_step(statement)
            if status == SQLITE_DONE { break }
            guard status == SQLITE_ROW else { throw DatabaseError(sqlite: status) }
            if rows.isEmpty { refreshColumns() }
            rows.append(Row(columns: columns, values: values()))
        }
        return Answer(rows: rows, changes: isReading ? 0 : Int(sqlite3_changes(handle)))
    }

    /// SQLite compiles a statement anew when the tables have changed; then its columns may have, too.
    private func refreshColumns() {
        let count = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_REPREPARE, 0)
        guard count != preparations else { return }
        preparations = count
        columns = SQLiteStatement.columns(of: statement)
    }

    private func values() -> [SQLValue] {
        let count = columns.names.count
        return [SQLValue](unsafeUninitializedCapacity: count) { buffer, initialized in
            for column in 0..<count { buffer.initializeElement(at: column, to: value(Int32(column))) }
            initialized = count
        }
    }

    private func value(_ column: Int32) -> SQLValue {
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

    private static func bind(
        _ value: SQLValue, to statement: OpaquePointer, _ position: Int32
    ) throws(DatabaseError) -> Int32 {
        try value.check()
        switch value {
        case .null: return sqlite3_bind_null(statement, position)
        case .integer(let value): return sqlite3_bind_int64(statement, position, value)
        case .real(let value): return sqlite3_bind_double(statement, position, value)
        case .text(let value):
            return csqlite_bind_text(statement, position, value, Int32(clamping: value.utf8.count))
        case .blob(let value): return csqlite_bind_blob(statement, position, value, Int32(clamping: value.count))
        }
    }

    private static func columns(of statement: OpaquePointer) -> Columns {
        Columns(
            names: (0..<sqlite3_column_count(statement)).map { column in
                sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
            })
    }

    /// SQLite reads `$2` as a name and numbers names as they come; here the name is the number.
    private static func numbers(of statement: OpaquePointer) throws(DatabaseError) -> [Int] {
        var numbers: [Int] = []
        for index in 0..<sqlite3_bind_parameter_count(statement) {
            guard let name = sqlite3_bind_parameter_name(statement, index + 1).map({ String(cString: $0) }),
                name.hasPrefix("$"), let number = Int(name.dropFirst()), (1...32_766).contains(number)
            else { throw DatabaseError(.statement, "parameters are written $1, $2 …") }
            numbers.append(number)
        }
        guard Set(numbers) == Set(1..<(numbers.max() ?? 0) + 1) else {
            throw DatabaseError(.statement, "a parameter is left out")
        }
        return numbers
    }
}
