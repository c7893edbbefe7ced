import JourneyServer
import Testing

@Suite("Migrations of both databases")
struct MigrationTests {
    private static let third = Migration("notes", "CREATE TABLE note (id TEXT PRIMARY KEY) {strict}")

    private func tables(in database: Database, _ table: StaticString) async -> Bool {
        (try? await database.query(table)) != nil
    }

    @Test("steps are applied once, and new ones later", arguments: DatabaseUnderTest.shared)
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

    @Test("several parts share a database", arguments: DatabaseUnderTest.available)
    func parts(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await database.migrate(Schema("notes", [Self.third]))
            try await database.migrate(Ledger.schema)
            try await database.migrate(Schema("notes", [Self.third]))
            #expect(try await database.query("SELECT id FROM note").isEmpty)
        }
    }

    @Test(
        "a database that is newer than the program is refused, and so is a step that changed",
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

    @Test("steps that fail half-way leave nothing", arguments: DatabaseUnderTest.available)
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

    @Test("instances that start at once take turns", arguments: DatabaseUnderTest.shared)
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
