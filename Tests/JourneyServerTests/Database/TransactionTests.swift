import JourneyBase
import JourneyServer
import Testing

@Suite("Transactions of both databases")
struct TransactionTests {
    private struct Change: Error {}

    @Test("a transaction that throws is rolled back", arguments: DatabaseUnderTest.available)
    func rollback(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await Ledger.open(["a": 100, "b": 0], in: database)
            await #expect(throws: Change.self) {
                try await database.write { transaction in
                    try await transaction.execute("UPDATE account SET balance = balance - 50 WHERE id = 'a'")
                    throw Change()
                }
            }
            #expect(try await Ledger.balance("a", in: database) == 100)
            // The connection is as good as before.
            try await database.write { try await $0.execute("UPDATE account SET balance = 7 WHERE id = 'b'") }
            #expect(try await Ledger.balance("b", in: database) == 7)
        }
    }

    @Test(
        "a failed statement rolls back its transaction even if its error is caught",
        arguments: DatabaseUnderTest.available)
    func swallowed(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            try await Ledger.open(["a": 100], in: database)
            let found = await kind {
                try await database.write { transaction in
                    try await transaction.execute("UPDATE account SET balance = 1 WHERE id = 'a'")
                    _ = try? await transaction.execute("INSERT INTO account VALUES ('a', 5)")
                    let later = await kind { try await transaction.execute("UPDATE account SET balance = 2") }
                    #expect(later == .statement)
                }
            }
            #expect(found == .constraint(.unique))
            #expect(try await Ledger.balance("a", in: database) == 100)
        }
    }

    @Test("a cancelled transaction is rolled back", arguments: DatabaseUnderTest.available)
    func cancelled(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await Ledger.open(["a": 100], in: database)
            let gate = Gate()
            let task = Task {
                try await database.write { transaction in
                    try await transaction.execute("UPDATE account SET balance = 1 WHERE id = 'a'")
                    await gate.wait()
                }
            }
            await gate.arrived()
            task.cancel()
            await gate.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await Ledger.balance("a", in: database) == 100)
        }
    }

    @Test("a running statement ends when its task is cancelled", arguments: DatabaseUnderTest.available)
    func interrupted(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            let gate = Gate()
            let task = Task {
                try await database.read { transaction in
                    await gate.open()
                    // Takes minutes in either database.
                    _ = try await transaction.query(
                        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT count(*) AS c FROM n"
                    )
                }
            }
            await gate.wait()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let left = try await database.query("SELECT id FROM account")
            #expect(left.isEmpty)
        }
    }

    @Test("a task that is already cancelled sends nothing", arguments: DatabaseUnderTest.available)
    func cancelledBefore(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await Ledger.open(["a": 100], in: database)
            let gate = Gate()
            let task = Task {
                await gate.waitForCancellation()
                return try await database.execute("UPDATE account SET balance = 1")
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await Ledger.balance("a", in: database) == 100)
        }
    }

    @Test("a nested call on the same database is refused", arguments: DatabaseUnderTest.available)
    func nested(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            #expect(await kind { try await database.write { _ in try await database.write { _ in } } } == .nested)
            #expect(await kind { try await database.read { _ in try await database.write { _ in } } } == .nested)
            #expect(await kind { try await database.read { _ in _ = try await database.query("SELECT 1") } } == .nested)
            #expect(
                await kind { try await database.write { _ in try await database.execute("DELETE FROM account") } }
                    == .nested)
            try await database.write { _ in }
            // Another database is independent.
            try await DatabaseUnderTest.memory.withDatabase { other in
                try await database.write { _ in _ = try await other.execute("DELETE FROM account") }
            }
        }
    }

    @Test("a read transaction cannot change anything", arguments: DatabaseUnderTest.available)
    func reading(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let changes: [StaticString] = [
                "INSERT INTO account VALUES ('a', 1)", "DELETE FROM account", "UPDATE account SET balance = 1",
                "INSERT INTO account VALUES ('a', 1) RETURNING id",
            ]
            for sql in changes {
                #expect(await kind { try await database.read { _ = try await $0.query(sql) } } == .statement)
                #expect(await kind { _ = try await database.query(sql) } == .statement)
            }
            let hidden: StaticString = "WITH x AS (SELECT 'a') INSERT INTO account SELECT 'a', 1 FROM x"
            for _ in 0..<2 {
                let found = await kind { _ = try await database.query(hidden) }
                #expect(found == .statement || found == .readOnly)
            }
            let left = try await database.query("SELECT id FROM account")
            #expect(left.isEmpty)
        }
    }

    @Test("a read transaction sees one snapshot", arguments: DatabaseUnderTest.shared)
    func snapshot(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await Ledger.open(["a": 100], in: database)
            let (seen, changed) = (Gate(), Gate())
            async let sums = database.read { transaction in
                let before: Int64? = try await transaction.first("SELECT balance FROM account")?["balance"]
                await seen.open()
                await changed.wait()
                let after: Int64? = try await transaction.first("SELECT balance FROM account")?["balance"]
                return [before, after]
            }
            await seen.wait()
            try await database.execute("UPDATE account SET balance = 1")
            await changed.open()
            #expect(try await sums == [100, 100])
            #expect(try await Ledger.balance("a", in: database) == 1)
        }
    }

    @Test("a batch of statements is applied whole or not at all", arguments: DatabaseUnderTest.available)
    func batches(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let add: (Int) -> Statement = { number in
                Statement("INSERT INTO account VALUES ($1, $2)", [.text("n\(number)"), .integer(Int64(number))])
            }
            let answers = try await database.batch(
                (0..<500).map(add) + [Statement("SELECT count(*) AS n FROM account"), Statement("DELETE FROM account")])
            #expect(answers.count == 502)
            #expect(answers.prefix(500).allSatisfy { $0.changes == 1 && $0.rows.isEmpty })
            #expect(try answers[500].rows[0]["n"] == Int64(500))
            #expect(answers[500].changes == 0)
            #expect(answers[501].changes == 500)
            #expect(
                await kind { try await database.batch((0..<10).map(add) + [add(3), add(11)]) } == .constraint(.unique))
            #expect(
                await kind { try await database.write { try await $0.batch([add(1), add(2), add(2)]) } }
                    == .constraint(.unique))
            #expect(await kind { try await database.batch([add(1), Statement("COMMIT"), add(2)]) } == .statement)
            #expect(try await database.query("SELECT id FROM account").isEmpty)
            #expect(try await database.batch([]).isEmpty)
        }
    }

    @Test("a change returns the number of changed rows", arguments: DatabaseUnderTest.available)
    func changes(kind: DatabaseUnderTest) async throws {
        try await kind.withDatabase { database in
            try await Ledger.open(["a": 1, "b": 2, "c": 3], in: database)
            #expect(try await database.execute("UPDATE account SET balance = 9 WHERE balance > 1") == 2)
            #expect(try await database.execute("UPDATE account SET balance = 9 WHERE balance > 9") == 0)
            #expect(try await database.execute("DELETE FROM account WHERE id = 'a' RETURNING balance") == 1)
            let sql: StaticString = """
                INSERT INTO account VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET balance = $2
                WHERE account.balance < $2
                """
            #expect(try await database.execute(sql, ["b", 10]) == 1)
            #expect(try await database.execute(sql, ["b", 10]) == 0)
            #expect(try await database.execute(sql, ["d", 10]) == 1)
            try await database.write { transaction in
                let rows = try await transaction.query("UPDATE account SET balance = 0 WHERE id = 'd' RETURNING id")
                #expect(try rows.map { try $0["id"] as String } == ["d"])
                #expect(try await transaction.execute("SELECT id FROM account") == 0)
            }
        }
    }
}
