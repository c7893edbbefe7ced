import CSQLite
import Foundation
import Testing

@testable import JourneyServer

@Suite("Migrations of both databases")
struct MigrationTests {
    private static let third = Migration("notes", "CREATE TABLE note (id TEXT PRIMARY KEY) {strict}")

    private func tables(in database: Database, _ table: StaticString) async -> Bool {
        (try? await database.query(table)) != nil
    }

    @Test("migration steps are applied once, and new ones later", arguments: DatabaseUnderTest.shared)
    func steps(kind: DatabaseUnderTest) async throws {
        try await kind.withPlace { place in
            let schemas = [
                Schema("ledger", [Ledger.first]), Ledger.schema, Ledger.schema,
                Schema("ledger", [Ledger.first, Ledger.second, Self.third]),
            ]
            for (index, schema) in schemas.enumerated() {
                let database = try await Database.open(place)
                try await database.migrate(schema)
                try await database.execute("INSERT INTO account VALUES ($1, 1)", [.text("\(index)")])
                database.close()
            }
            let database = try await Database.open(place)
            defer { database.close() }
            #expect(try await database.query("SELECT id FROM note").isEmpty)
            let rows = try await database.query(
                "SELECT name, position FROM journey_migration WHERE part = 'ledger' ORDER BY position")
            #expect(try rows.map { try $0["name"] as String } == ["accounts", "values", "notes"])
            #expect(try rows.map { try $0["position"] as Int64 } == [1, 2, 3])
        }
    }

    /// Runs SQL on the file with an SQLite that does not overwrite deleted data.
    private func runCarelessly(_ sql: String, on path: String) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
        try #require(sqlite3_exec(handle, "PRAGMA secure_delete = OFF; " + sql, nil, nil, nil) == SQLITE_OK)
    }

    /// Returns the files in `folder` that contain `needle`.
    private func places(_ needle: String, in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
            return bytes.range(of: Data(needle.utf8)) != nil
        }
    }

    @Test("a rewriting step leaves no deleted data in the file, and runs once")
    func rewriting() async throws {
        try await DatabaseUnderTest.file.withPlace { place in
            guard case .file(let path) = place else { throw DatabaseError(.statement, "a file was expected") }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            var database = try await Database.open(place)
            try await database.migrate(Schema("old", [Migration("first", "CREATE TABLE old (id TEXT, note TEXT)")]))
            try await database.migrate(Ledger.schema)
            try await Ledger.open(["a": 100], in: database)
            database.close()
            try runCarelessly(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
                INSERT INTO old SELECT 'deleted-' || i, hex(randomblob(40)) FROM n;
                DELETE FROM old;
                INSERT INTO old VALUES ('dropped-1', 'x');
                """, on: path)
            // The search finds what is in memory.
            #expect(try !places("deleted-1", in: folder).isEmpty && !places("dropped-1", in: folder).isEmpty)
            database = try await Database.open(place)
            let steps = [
                Migration("first", "CREATE TABLE old (id TEXT, note TEXT)"), Migration("gone", "DROP TABLE old"),
                .rewriting("erased"), Self.third,
            ]
            try await database.migrate(Schema("old", steps))
            // While the database is open: the log is searched, too.
            #expect(try places("deleted-", in: folder).isEmpty && places("dropped-", in: folder).isEmpty)
            #expect(try await Ledger.balance("a", in: database) == 100)
            try await database.migrate(Schema("old", steps))
            let names = try await database.query(
                "SELECT name FROM journey_migration WHERE part = 'old' ORDER BY position")
            #expect(try names.map { try $0[0] as String } == ["first", "gone", "erased", "notes"])
            database.close()
        }
    }

    @Test(
        "a rewriting step is recorded on both databases, also in a new schema",
        arguments: DatabaseUnderTest.available)
    func rewritingNew(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            let steps = [Self.third, .rewriting("erased"), .rewriting("again")]
            try await database.migrate(Schema("notes", [Self.third]))
            try await database.migrate(Schema("notes", steps))
            try await database.migrate(
                Schema("others", [.rewriting("erased"), Migration("one", "CREATE TABLE one (id TEXT)")]))
            let count: Int64? = try await database.first(
                "SELECT count(*) FROM journey_migration WHERE part IN ('notes', 'others')")?[0]
            #expect(count == 5)
            #expect(try await database.query("SELECT id FROM one").isEmpty)
        }
    }

    @Test("several schemas share a database", arguments: DatabaseUnderTest.available)
    func parts(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await database.migrate(Schema("notes", [Self.third]))
            try await database.migrate(Ledger.schema)
            try await database.migrate(Schema("notes", [Self.third]))
            #expect(try await database.query("SELECT id FROM note").isEmpty)
        }
    }

    @Test(
        "a database newer than the program, and a changed step, are refused",
        arguments: DatabaseUnderTest.available)
    func refused(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let bad = [
                Schema("ledger", [Ledger.first]), Schema("ledger", []),
                Schema("ledger", [Ledger.second, Ledger.first]),
                Schema("ledger", [Ledger.first, Migration("values", "CREATE TABLE kept (id TEXT)"), Self.third]),
                Schema("ledger", [Ledger.first, Migration("Values", "CREATE TABLE kept (id TEXT PRIMARY KEY)")]),
            ]
            for schema in bad {
                #expect(await kind { try await database.migrate(schema) } == .migration)
            }
            #expect(await !tables(in: database, "SELECT id FROM note"))
            try await database.migrate(Ledger.schema)
        }
    }

    @Test("a step that fails midway leaves no changes", arguments: DatabaseUnderTest.available)
    func failed(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let bad = [
                "CREATE TABLE half (id TEXT); CREATE TABLE half (id TEXT)" as StaticString,
                "CREATE TABLE half (id TEXT); nonsense",
                "CREATE TABLE half (id TEXT); INSERT INTO account VALUES ('a', -1)",
            ]
            for sql in bad {
                let schema = Schema("more", [Self.third, Migration("half", sql)])
                await #expect(throws: DatabaseError.self) { try await database.migrate(schema) }
                #expect(await !tables(in: database, "SELECT id FROM half"))
                #expect(await !tables(in: database, "SELECT id FROM note"))
            }
            try await database.migrate(Schema("more", [Self.third, Migration("half", "CREATE TABLE half (id TEXT)")]))
            #expect(await tables(in: database, "SELECT id FROM half"))
        }
    }

    @Test("instances that start concurrently migrate one at a time", arguments: DatabaseUnderTest.shared)
    func instances(kind: DatabaseUnderTest) async throws {
        try await kind.withPlace { place in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let database = try await Database.open(place)
                        defer { database.close() }
                        try await database.migrate(Ledger.schema)
                    }
                }
                try await group.waitForAll()
            }
            let database = try await Database.open(place)
            defer { database.close() }
            #expect(try await database.first("SELECT count(*) AS n FROM journey_migration")?["n"] == Int64(2))
        }
    }
}
