import Foundation
import JourneyBase
import Testing

@testable import JourneyServer

@Suite("SQLite")
struct SQLiteDatabaseTests {
    private static let first: StaticString =
        "CREATE TABLE account (id TEXT PRIMARY KEY, balance INTEGER NOT NULL CHECK (balance >= 0)) STRICT"
    private static let second: StaticString =
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, account TEXT NOT NULL REFERENCES account(id), note BLOB) STRICT"

    private func database() throws -> SQLiteDatabase {
        let database = try SQLiteDatabase(.memory, migrations: [Self.first, Self.second])
        try database.write { transaction throws(JourneyError) in
            try transaction.run("INSERT INTO account VALUES (?, ?)", ["a", 100])
            try transaction.run("INSERT INTO account VALUES (?, ?)", ["b", 0])
        }
        return database
    }

    private func balance(_ id: String, in database: SQLiteDatabase) throws -> Int64? {
        try database.read { transaction throws(JourneyError) in
            try transaction.row("SELECT balance FROM account WHERE id = ?", [.text(id)])?.integer("balance")
        }
    }

    @Test("values come back as they went in")
    func values() throws {
        let database = try SQLiteDatabase(.memory, migrations: ["CREATE TABLE v (n, i, r, t, b, e)"])
        let text = "é\u{1F511}\u{0}'; DROP TABLE v; --"
        let row = try database.write { transaction throws(JourneyError) in
            try transaction.run(
                "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?)",
                [.null, .integer(.min), .real(0.1), .text(text), .blob([0, 255, 0]), .blob([])])
            return try transaction.row("SELECT * FROM v")
        }
        #expect(row?["n"] == .null)
        #expect(row?.integer("i") == .min)
        #expect(row?["r"] == .real(0.1))
        #expect(row?.text("t") == text)
        #expect(row?.blob("b") == [0, 255, 0])
        #expect(row?.blob("e") == [] || row?["e"] == .null)
        #expect(row?.integer("t") == nil)
    }

    @Test("what a transaction throws undoes all of it")
    func rollback() throws {
        let database = try database()
        #expect(throws: JourneyError.self) {
            try database.write { transaction throws(JourneyError) in
                try transaction.run("UPDATE account SET balance = balance + 150 WHERE id = 'b'")
                try transaction.run("UPDATE account SET balance = balance - 150 WHERE id = 'a'")
            }
        }
        #expect(try balance("a", in: database) == 100)
        #expect(try balance("b", in: database) == 0)
    }

    @Test("constraints and foreign keys hold, and say so without any data")
    func constraints() throws {
        let database = try database()
        for sql: StaticString in [
            "INSERT INTO account VALUES ('a', 1)", "INSERT INTO entry VALUES (1, 'nobody', NULL)",
            "UPDATE account SET balance = -1 WHERE id = 'a'",
        ] {
            let error = #expect(throws: JourneyError.self) {
                try database.write { transaction throws(JourneyError) in try transaction.run(sql) }
            }
            #expect(error?.code == .storeConflict)
            #expect(error?.message.contains("account") == false)
        }
    }

    @Test("a statement with the wrong number of parameters, or none at all, is an error")
    func badStatements() throws {
        let database = try database()
        let cases: [(StaticString, [SQLiteValue])] = [
            ("SELECT ?", []), ("SELECT 1", [1]), ("SELEKT 1", []), ("SELECT * FROM nothing", []), ("", []),
        ]
        for (sql, parameters) in cases {
            let error = #expect(throws: JourneyError.self) {
                try database.read { transaction throws(JourneyError) in try transaction.run(sql, parameters) }
            }
            #expect(error?.code == .storeFailed)
        }
        #expect(try balance("a", in: database) == 100)
    }

    @Test("concurrent transfers neither lose nor make money")
    func concurrency() async throws {
        let database = try database()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    try? database.write { transaction throws(JourneyError) in
                        let row = try transaction.row("SELECT balance FROM account WHERE id = 'a'")
                        guard let balance = row?.integer("balance"), balance > 0 else { return }
                        try transaction.run("UPDATE account SET balance = ? WHERE id = 'a'", [.integer(balance - 1)])
                        try transaction.run("UPDATE account SET balance = balance + 1 WHERE id = 'b'")
                    }
                }
            }
        }
        #expect(try balance("a", in: database) == 0)
        #expect(try balance("b", in: database) == 100)
    }

    @Test("a file keeps its rows, is migrated once, and a newer one is refused")
    func migrations() throws {
        let path = NSTemporaryDirectory() + "journey-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let add: (String) -> (borrowing SQLiteTransaction) throws(JourneyError) -> Void = { id in
            { transaction throws(JourneyError) in
                try transaction.run("INSERT INTO account VALUES (?, 5)", [.text(id)])
            }
        }
        try SQLiteDatabase(.file(path), migrations: [Self.first]).write(add("a"))
        try SQLiteDatabase(.file(path), migrations: [Self.first, Self.second]).write(add("b"))
        let database = try SQLiteDatabase(.file(path), migrations: [Self.first, Self.second])
        #expect(try balance("a", in: database) == 5)
        #expect(try balance("b", in: database) == 5)
        #expect(throws: JourneyError.self) { try SQLiteDatabase(.file(path), migrations: [Self.first]) }
    }

    @Test("a migration that fails leaves the version where it was")
    func failedMigration() throws {
        let path = NSTemporaryDirectory() + "journey-\(UUID().uuidString).sqlite"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        #expect(throws: JourneyError.self) {
            try SQLiteDatabase(.file(path), migrations: [Self.first, "CREATE TABLE x (y); CREATE TABLE x (y)"])
        }
        _ = try SQLiteDatabase(.file(path), migrations: [Self.first, "CREATE TABLE x (y)"])
    }
}
