import JourneyBase
import JourneyServer
import Testing

@Suite("Statements of both databases")
struct StatementTests {
    @Test("each table constraint has its own error, which quotes no values", arguments: DatabaseUnderTest.available)
    func constraints(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await Ledger.open(["alice-secret": 1], in: database)
            try await database.execute("INSERT INTO entry (account, amount, note) VALUES ('alice-secret', 1, 'n')")
            let cases: [(StaticString, DatabaseError.Constraint)] = [
                ("INSERT INTO account VALUES ('alice-secret', 1)", .unique),
                ("INSERT INTO entry (account, amount, note) VALUES ('alice-secret', 1, 'n')", .unique),
                ("INSERT INTO entry (account, amount) VALUES ('nobody', 1)", .foreignKey),
                ("DELETE FROM account WHERE id = 'alice-secret'", .foreignKey),
                ("UPDATE account SET balance = -1 WHERE id = 'alice-secret'", .check),
                ("INSERT INTO account (id) VALUES ('b')", .notNull),
            ]
            for (sql, constraint) in cases {
                let error = await #expect(throws: DatabaseError.self) { try await database.execute(sql) }
                #expect(error?.kind == .constraint(constraint), "\(sql)")
                let text = error.map { "\($0) \($0.journeyError)" } ?? "alice"
                #expect(!text.contains("alice") && !text.contains("account"))
                #expect(error?.journeyError.code == .storeConflict)
            }
        }
    }

    @Test("only single queries and changes are allowed as statements", arguments: DatabaseUnderTest.available)
    func verbs(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let refused: [StaticString] = [
                "", " ", "x", "SELEKT 1", "SELECT * FROM nothing", "BEGIN", "COMMIT", "rollback",
                "SAVEPOINT a",
                "DROP TABLE account", "CREATE TABLE x (y TEXT)", "ALTER TABLE account ADD z TEXT",
                "PRAGMA foreign_keys = OFF",
                "ATTACH DATABASE '/tmp/x' AS x", "COPY account TO '/tmp/x'", "SET statement_timeout = 0", "VACUUM",
                "SELECT 1; DELETE FROM account", "DELETE FROM account; SELECT 1", "-- SELECT\nDROP TABLE account",
                "TRUNCATE account", "EXPLAIN SELECT 1", "INSERTS INTO account VALUES ('b', 1)",
            ]
            try await Ledger.open(["a": 1], in: database)
            for sql in refused {
                #expect(await kind { try await database.execute(sql) } == .statement, "\(sql)")
                #expect(await kind { try await database.write { try await $0.execute(sql) } } == .statement, "\(sql)")
                #expect(await kind { _ = try await database.query(sql) } == .statement, "\(sql)")
            }
            let allowed: [StaticString] = [
                "select 1", "\n\t SELECT 1", "VALUES (1)", "WITH x AS (SELECT 1) SELECT * FROM x", "SELECT(1)",
                "DELETE FROM account WHERE id = 'b'", "UPDATE account SET balance = 1 WHERE id = 'b'",
            ]
            for sql in allowed { try await database.execute(sql) }
            #expect(try await Ledger.balance("a", in: database) == 1)
        }
    }

    @Test(
        "parameters are numbered, may be repeated, and their number is checked",
        arguments: DatabaseUnderTest.available)
    func parameters(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let row = try #require(
                try await database.first(
                    "SELECT CAST($2 AS TEXT) AS b, CAST($1 AS TEXT) AS a, CAST($2 AS TEXT) AS c", ["one", "two"]))
            #expect(try [row["a"], row["b"], row["c"]] == ["one", "two", "two"])
            let cases: [(StaticString, [SQLValue])] = [
                ("SELECT CAST($1 AS TEXT)", []), ("SELECT CAST($1 AS TEXT)", ["a", "b"]), ("SELECT 1", ["a"]),
                ("SELECT CAST(? AS TEXT)", ["a"]), ("SELECT CAST($0 AS TEXT)", ["a"]),
            ]
            for (sql, parameters) in cases {
                #expect(await kind { _ = try await database.query(sql, parameters) } == .statement, "\(sql)")
                // The connection stays usable.
                #expect(try await database.query("SELECT 1").count == 1)
            }
        }
    }

    @Test("untrusted values are treated as data", arguments: DatabaseUnderTest.available)
    func injection(kind: DatabaseUnderTest) async throws {
        let attacks = [
            "' OR '1'='1", "'; DROP TABLE account; --", "a'; UPDATE account SET balance = 0; --", "$1", "?1", "\\'; --",
            "a\\", "\u{2019} OR 1=1", "%27", "{blob}", "NULL", "1 UNION SELECT id, balance FROM account", "/*", "\"",
            "E'\\x27'", "$$; DELETE FROM account; $$",
        ]
        try await kind.withDatabase { database in
            try await Ledger.open(["a": 100], in: database)
            for attack in attacks {
                #expect(try await Ledger.balance(attack, in: database) == nil)
                try await database.execute("INSERT INTO kept (id, t) VALUES ($1, $1)", [.text(attack)])
                let row = try await database.first("SELECT t FROM kept WHERE id = $1", [.text(attack)])
                #expect(try row?["t"] == attack)
                #expect(
                    try await database.execute("UPDATE account SET balance = 0 WHERE id = $1", [.text(attack)]) == 0)
            }
            #expect(try await Ledger.balance("a", in: database) == 100)
        }
    }

    @Test("a prepared statement is reused with other types and after a failure", arguments: DatabaseUnderTest.available)
    func reuse(kind database: DatabaseUnderTest) async throws {
        var options = DatabaseOptions()
        options.connections = 1
        try await database.withDatabase(options) { database in
            let insert: StaticString = "INSERT INTO kept (id, i, b) VALUES ($1, $2, $3)"
            for round in 0..<300 {
                let bytes: SQLValue = round.isMultiple(of: 3) ? .null : .blob([UInt8(round & 255)])
                try await database.execute(insert, [.text("k\(round)"), .integer(Int64(round)), bytes])
                #expect(
                    await kind { try await database.execute(insert, [.text("k\(round)"), 0, nil]) }
                        == .constraint(.unique))
            }
            let row = try #require(try await database.first("SELECT count(b) AS b, count(*) AS n FROM kept"))
            #expect(try row["n"] == Int64(300))
            #expect(try row["b"] == Int64(200))
        }
    }

    @Test("a statement that takes too long is cancelled", arguments: DatabaseUnderTest.available)
    func timeout(kind database: DatabaseUnderTest) async throws {
        var options = DatabaseOptions()
        options.statementTime = .seconds(2)
        try await database.withDatabase(options) { database in
            #expect(
                await kind {
                    _ = try await database.query(
                        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT count(*) AS c FROM n"
                    )
                } == .timeout)
            let rows = try await database.query("SELECT 1")
            #expect(rows.count == 1)
        }
    }
}
