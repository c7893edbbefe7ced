import CSQLite
import Foundation
import JourneyBase
import Testing

@testable import JourneyServer

@Suite("SQLite failures")
struct SQLiteFailureTests {
    private func withPath<Value>(_ body: (String) async throws -> Value) async throws -> Value {
        try await DatabaseUnderTest.file.withPlace { place in
            guard case .file(let path) = place else { throw DatabaseError(.statement, "a file was expected") }
            return try await body(path)
        }
    }

    private func open(
        _ path: String, _ change: (inout SQLiteDriver.Setup) -> Void = { _ in }
    ) async throws -> Database {
        let options = DatabaseOptions()
        var setup = SQLiteDriver.Setup(
            place: .file(path), statementTime: .seconds(30), busyTime: .milliseconds(50))
        change(&setup)
        let driver = try await SQLiteDriver(setup, options: options, clock: ContinuousClock())
        return Database(driver: driver, options: options, dependencies: .system)
    }

    @Test("a full disk rolls back its transaction, and writing works again after a deletion")
    func full() async throws {
        try await withPath { path in
            let database = try await open(path) { $0.mostPages = 64 }
            defer { database.close() }
            try await database.migrate(Ledger.schema)
            try await Ledger.open(["a": 100], in: database)
            let large = SQLValue.blob([UInt8](repeating: 7, count: 1 << 20))
            let found = await kind {
                try await database.write { transaction in
                    try await transaction.execute("UPDATE account SET balance = 1")
                    try await transaction.execute("INSERT INTO kept (id, b) VALUES ('x', $1)", [large])
                }
            }
            #expect(found == .full)
            #expect(try await Ledger.balance("a", in: database) == 100)
            try await database.execute("UPDATE account SET balance = 2")
            #expect(try await Ledger.balance("a", in: database) == 2)
        }
    }

    @Test("a read-only file can be read and refuses changes")
    func readOnly() async throws {
        try await withPath { path in
            let writer = try await open(path)
            try await writer.migrate(Ledger.schema)
            try await Ledger.open(["a": 100], in: writer)
            let reader = try await open(path) { $0.isReadOnly = true }
            defer { for database in [writer, reader] { database.close() } }
            #expect(try await Ledger.balance("a", in: reader) == 100)
            #expect(await kind { try await reader.execute("UPDATE account SET balance = 1") } == .readOnly)
            #expect(await kind { try await reader.write { try await $0.execute("DELETE FROM account") } } == .readOnly)
            #expect(try await Ledger.balance("a", in: writer) == 100)
        }
    }

    @Test("a file that is not a database, or is damaged, is refused and left unchanged")
    func corrupt() async throws {
        try await withPath { path in
            let text = Data("This is not a database, but a letter to one. ".utf8)
            let letter = Data((0..<100).flatMap { _ in text })
            try letter.write(to: URL(filePath: path))
            #expect(await kind { try await open(path) } == .corrupt)
            #expect(try Data(contentsOf: URL(filePath: path)) == letter)
        }
        try await withPath { path in
            let first = try await open(path)
            try await first.migrate(Ledger.schema)
            try await first.batch(
                (0..<2_000).map { Statement("INSERT INTO account VALUES ($1, 1)", [.text("account \($0)")]) })
            first.close()
            let bytes = try await Self.settled(path)
            var damaged = bytes
            for index in stride(from: 4_096, to: damaged.count, by: 1) { damaged[index] = 0xA5 }
            try damaged.write(to: URL(filePath: path))
            let second = try await open(path)
            defer { second.close() }
            #expect(await kind { _ = try await second.query("SELECT id FROM account") } == .corrupt)
        }
    }

    /// Returns the file once the closed connections have written it back and its log is gone.
    private static func settled(_ path: String) async throws -> Data {
        while FileManager.default.fileExists(atPath: path + "-wal") { await Task.yield() }
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test("a file locked by another process is busy after a while, and works when released")
    func locked() async throws {
        try await withPath { path in
            let database = try await open(path)
            defer { database.close() }
            try await database.migrate(Ledger.schema)
            try await Ledger.open(["a": 100], in: database)
            var other: OpaquePointer?
            #expect(sqlite3_open(path, &other) == SQLITE_OK)
            defer { sqlite3_close(other) }
            #expect(sqlite3_exec(other, "BEGIN IMMEDIATE; UPDATE account SET balance = 7", nil, nil, nil) == SQLITE_OK)
            #expect(await kind { try await database.execute("UPDATE account SET balance = 1") } == .busy)
            #expect(await kind { try await database.write { _ in } } == .busy)
            // Readers are not blocked.
            #expect(try await Ledger.balance("a", in: database) == 100)
            #expect(sqlite3_exec(other, "COMMIT", nil, nil, nil) == SQLITE_OK)
            try await database.execute("UPDATE account SET balance = balance + 1")
            #expect(try await Ledger.balance("a", in: database) == 8)
        }
    }

    @Test("a path that cannot be opened is unavailable")
    func unavailable() async throws {
        try await withPath { path in
            #expect(await kind { try await open(path + "/below/nothing") } == .unavailable)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            #expect(await kind { try await open(path) } == .unavailable)
        }
        try await withPath { path in
            let target = path + ".target"
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            #expect(await kind { try await open(path) } == .unavailable)
            #expect(!FileManager.default.fileExists(atPath: target))
        }
    }

    @Test("database files are readable by their owner only")
    func permissions() async throws {
        try await withPath { path in
            let database = try await open(path)
            defer { database.close() }
            try await database.migrate(Ledger.schema)
            for end in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + end)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(end)")
            }
        }
    }

    @Test("the connection has the strict settings")
    func settings() async throws {
        try await withPath { path in
            let database = try await open(path)
            defer { database.close() }
            let cases: [(StaticString, Int64)] = [
                ("SELECT * FROM pragma_foreign_keys", 1), ("SELECT * FROM pragma_synchronous", 2),
                ("SELECT * FROM pragma_trusted_schema", 0),
            ]
            for (sql, value) in cases {
                #expect(try await database.write { try await $0.first(sql)?[0] as Int64? } == value, "\(sql)")
            }
            #expect(try await database.first("SELECT * FROM pragma_journal_mode")?[0] == "wal")
            #expect(try await database.first("SELECT * FROM pragma_query_only")?[0] == Int64(1))
        }
    }
}
