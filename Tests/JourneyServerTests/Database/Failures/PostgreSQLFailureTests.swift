import JourneyBase
import JourneyHarness
import Synchronization
import Testing

@testable import JourneyServer

@Suite(
    "PostgreSQL failures",
    .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
struct PostgreSQLFailureTests {
    private static let ownProcess: StaticString = "SELECT CAST(pg_backend_pid() AS BIGINT) AS id"

    /// Ends the server's process for a connection, as an administrator does.
    private func terminate(_ id: Int64, through other: Database) async throws {
        let row = try await other.first("SELECT pg_terminate_backend(CAST($1 AS INTEGER)) AS done", [.integer(id)])
        #expect(try row?["done"] == true)
    }

    @Test("a connection cut within a transaction fails it without partial changes, and the next one works")
    func terminated() async throws {
        let settings = try await TestPostgreSQL.database()
        let (database, other) = (
            try await Database.open(.postgreSQL(settings)), try await Database.open(.postgreSQL(settings))
        )
        defer { for database in [database, other] { database.close() } }
        try await database.migrate(Ledger.schema)
        try await Ledger.open(["a": 100], in: database)
        let found = await kind {
            try await database.write { transaction in
                try await transaction.execute("UPDATE account SET balance = 1 WHERE id = 'a'")
                let id: Int64 = try #require(try await transaction.first(Self.ownProcess))["id"]
                try await terminate(id, through: other)
                try await transaction.execute("UPDATE account SET balance = 2 WHERE id = 'a'")
            }
        }
        #expect(found == .connectionLost)
        #expect(try await Ledger.balance("a", in: database) == 100)
        #expect(try await Ledger.balance("a", in: other) == 100)
    }

    @Test("a connection cut before the commit leaves the outcome unknown, without partial changes")
    func cutBeforeCommit() async throws {
        let settings = try await TestPostgreSQL.database()
        let (database, other) = (
            try await Database.open(.postgreSQL(settings)), try await Database.open(.postgreSQL(settings))
        )
        defer { for database in [database, other] { database.close() } }
        try await database.migrate(Ledger.schema)
        try await Ledger.open(["a": 100], in: database)
        let found = await kind {
            try await database.write { transaction in
                try await transaction.execute("UPDATE account SET balance = 1 WHERE id = 'a'")
                let id: Int64 = try #require(try await transaction.first(Self.ownProcess))["id"]
                try await terminate(id, through: other)
            }
        }
        #expect(found == .outcomeUnknown)
        #expect(try await Ledger.balance("a", in: other) == 100)
    }

    @Test("a connection cut while idle is replaced")
    func idle() async throws {
        let settings = try await TestPostgreSQL.database()
        var options = DatabaseOptions()
        options.connections = 1
        let (database, other) = (
            try await Database.open(.postgreSQL(settings), options: options),
            try await Database.open(.postgreSQL(settings))
        )
        defer { for database in [database, other] { database.close() } }
        for _ in 0..<5 {
            let id: Int64 = try #require(try await database.first(Self.ownProcess))["id"]
            try await terminate(id, through: other)
            // The terminated process leaves the server's list before its socket closes: a query may still reach it.
            var next: Int64?
            while next == nil {
                do { next = try await database.first(Self.ownProcess)?["id"] } catch let error as DatabaseError {
                    #expect(error.kind == .connectionLost)
                }
            }
            #expect(next != id)
        }
    }

    @Test("a server that stops answering is given up after the timeout")
    func frozen() async throws {
        let settings = try await TestPostgreSQL.database()
        let handle = try await PostgreSQLHandle.connect(settings, statementTime: .seconds(30))
        let loop = try SocketLoop()
        defer { loop.end() }
        // A session with a shorter timeout than the server's.
        await withTaskExecutorPreference(loop) {
            let session = PostgreSQLSession(handle, loop: loop, statementTime: .seconds(-5))
            let found = await kind {
                _ = try await session.run(Statement("SELECT CAST(1 AS BIGINT) FROM pg_sleep(20)"), mayWrite: false)
            }
            #expect(found == .timeout)
            #expect(!session.isUsable)
        }
    }

    @Test("cancelling a statement stops it on the server")
    func cancelled() async throws {
        let settings = try await TestPostgreSQL.database()
        let (database, other) = (
            try await Database.open(.postgreSQL(settings)), try await Database.open(.postgreSQL(settings))
        )
        defer { for database in [database, other] { database.close() } }
        let (id, task): (Int64, Task<Void, any Error>) = try await withCheckedThrowingContinuation { continuation in
            let box = Mutex<Task<Void, any Error>?>(nil)
            let task = Task {
                try await database.read { transaction in
                    do {
                        let id: Int64 = try #require(try await transaction.first(Self.ownProcess))["id"]
                        while box.withLock({ $0 }) == nil { await Task.yield() }
                        if let task = box.withLock({ $0 }) { continuation.resume(returning: (id, task)) }
                    } catch {
                        continuation.resume(throwing: error)
                        throw error
                    }
                    _ = try await transaction.query("SELECT CAST(1 AS BIGINT) FROM pg_sleep(600)")
                }
            }
            box.withLock { $0 = task }
        }
        // A query that is cancelled before it is sent leaves its connection in the pool.
        let sleeping: StaticString = "SELECT 1 FROM pg_stat_activity WHERE pid = $1 AND wait_event = 'PgSleep'"
        while try await other.query(sleeping, [.integer(id)]).isEmpty {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Its process ends without sleeping: the statement timeout is 30 seconds.
        while try await !other.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [.integer(id)]).isEmpty {}
    }
}
