import JourneyBase
import JourneyServer
import Synchronization
import Testing

@Suite("Concurrency on both databases")
struct ConcurrencyTests {
    @Test("64 concurrent tasks transferring money neither lose nor create any", arguments: DatabaseUnderTest.available)
    func transfers(kind: DatabaseUnderTest) async throws {
        var options = DatabaseOptions()
        options.attempts = 100
        options.patience = .seconds(60)
        try await kind.withDatabase(options) { database in
            let names = (0..<8).map { "a\($0)" }
            try await Ledger.open(Dictionary(uniqueKeysWithValues: names.map { ($0, 1_000) }), in: database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<64 {
                    group.addTask {
                        for round in 0..<3 {
                            let (from, to) = (names[(task + round) % 8], names[(task * 3 + round * 5 + 1) % 8])
                            try await Self.move(Int64(round + 1), from: from, to: to, in: database)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await Ledger.total(in: database) == 8_000)
            let entries = try await database.first("SELECT count(*) AS n, CAST(sum(amount) AS BIGINT) AS s FROM entry")
            #expect(try entries?["n"] == Int64(64 * 3 * 2))
            #expect(try entries?["s"] == Int64(0))
        }
    }

    /// Reads, decides and writes what it read, which is correct only with serializable transactions.
    private static func move(_ amount: Int64, from: String, to: String, in database: Database) async throws {
        try await database.write { transaction in
            for (account, change) in [(from, -amount), (to, amount)] {
                let row = try await transaction.first("SELECT balance FROM account WHERE id = $1", [.text(account)])
                let balance: Int64 = try row?["balance"] ?? 0
                try await transaction.batch([
                    Statement(
                        "UPDATE account SET balance = $1 WHERE id = $2", [.integer(balance + change), .text(account)]),
                    Statement(
                        "INSERT INTO entry (account, amount) VALUES ($1, $2)", [.text(account), .integer(change)]),
                ])
            }
        }
    }

    @Test(
        "one of two conflicting transactions is retried",
        arguments: DatabaseUnderTest.shared)
    func writeSkew(kind: DatabaseUnderTest) async throws {
        // Both accounts may be overdrawn as long as the sum stays positive: only one withdrawal is possible.
        let lines = Mutex(0)
        var dependencies = Dependencies.system
        dependencies.log = Log { entry in
            if entry.sentence.contains("tried again") { lines.withLock { $0 += 1 } }
        }
        try await kind.withDatabase(dependencies: dependencies) { database in
            try await Ledger.open(["a": 100, "b": 100], in: database)
            let meeting = Rendezvous(kind == .postgreSQL ? 2 : 1)
            let withdrawals = try await withThrowingTaskGroup(of: Bool.self) { group in
                for account in ["a", "b"] {
                    group.addTask {
                        try await database.write { transaction in
                            let row = try await transaction.first(
                                "SELECT CAST(sum(balance) AS BIGINT) AS s FROM account")
                            // Both have read before either writes, if the database allows it.
                            await meeting.arrive()
                            guard let sum: Int64 = try row?["s"], sum >= 200 else { return false }
                            try await transaction.execute(
                                "UPDATE account SET balance = balance - 100 WHERE id = $1", [.text(account)])
                            return true
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(withdrawals.filter { $0 }.count == 1)
            #expect(try await Ledger.total(in: database) == 100)
            #expect(lines.withLock { $0 } == (kind == .postgreSQL ? 1 : 0))
        }
    }

    @Test("a transaction that always conflicts fails after its last attempt")
    func attempts() async throws {
        guard DatabaseUnderTest.available.contains(.postgreSQL) else { return }
        var options = DatabaseOptions()
        options.attempts = 3
        try await DatabaseUnderTest.postgreSQL.withDatabase(options) { database in
            try await Ledger.open(["a": 100], in: database)
            let tries = Mutex(0)
            let found = await kind {
                try await database.write { transaction in
                    _ = try await transaction.query("SELECT balance FROM account")
                    tries.withLock { $0 += 1 }
                    // Another writer always commits first.
                    _ = try await Task.detached {
                        try await database.execute("UPDATE account SET balance = balance + 1")
                    }.value
                    // Even if the body throws another error.
                    do { try await transaction.execute("UPDATE account SET balance = 0") } catch { throw Unnamed() }
                }
            }
            #expect(found == .serialization)
            #expect(tries.withLock { $0 } == 3)
            #expect(try await Ledger.balance("a", in: database) == 103)
        }
    }

    private struct Unnamed: Error {}

    @Test(
        "a caller that waits too long is told that all connections are in use",
        arguments: DatabaseUnderTest.available)
    func exhausted(kind database: DatabaseUnderTest) async throws {
        let isMemory = database == .memory
        var options = DatabaseOptions()
        options.connections = 2
        options.patience = .milliseconds(50)
        try await database.withDatabase(options) { database in
            let (gate, held) = (Gate(), Rendezvous(isMemory ? 2 : 3))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<(isMemory ? 1 : 2) {
                    group.addTask {
                        try await database.read { transaction in
                            _ = try await transaction.query("SELECT 1")
                            await held.arrive()
                            await gate.wait()
                        }
                    }
                }
                await held.arrive()
                #expect(await kind { _ = try await database.query("SELECT 1") } == .exhausted)
                await gate.open()
                try await group.waitForAll()
            }
            #expect(try await database.query("SELECT 1").count == 1)
        }
    }

    @Test(
        "a caller cancelled while waiting stops waiting, and the next one is served",
        arguments: DatabaseUnderTest.available)
    func cancelledWhileWaiting(kind database: DatabaseUnderTest) async throws {
        var options = DatabaseOptions()
        options.connections = 1
        try await database.withDatabase(options) { database in
            let gate = Gate()
            let holder = Task { try await database.write { _ in await gate.wait() } }
            await gate.arrived()
            let waiter = Task { try await database.write { _ in } }
            waiter.cancel()
            await #expect(throws: CancellationError.self) { try await waiter.value }
            let next = Task { try await database.write { _ in } }
            await gate.open()
            try await holder.value
            try await next.value
        }
    }

    @Test("a closed database refuses new work, and work under way completes", arguments: DatabaseUnderTest.available)
    func closed(kind database: DatabaseUnderTest) async throws {
        try await database.withDatabase { database in
            let gate = Gate()
            let holder = Task {
                try await database.write { transaction in
                    await gate.wait()
                    try await transaction.execute("INSERT INTO account VALUES ('a', 1)")
                }
            }
            await gate.arrived()
            database.close()
            #expect(await kind { _ = try await database.query("SELECT 1") } == .closed)
            await gate.open()
            try await holder.value
            #expect(await kind { try await database.execute("DELETE FROM account") } == .closed)
        }
    }
}

/// A point at which several tasks wait for each other.
actor Rendezvous {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { missing = count }

    func arrive() async {
        missing -= 1
        if missing > 0 {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            for one in waiting { one.resume() }
            waiting = []
        }
    }
}
