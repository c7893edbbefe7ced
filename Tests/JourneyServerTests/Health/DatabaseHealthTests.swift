import Foundation
import JourneyBase
import JourneyHarness
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import JourneyServer

@Suite("Database health", .timeLimit(.minutes(10)))
struct DatabaseHealthTests {
    /// The logged lines.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])
        var log: Log { Log { [self] entry in lines.withLock { $0.append("\(entry)") } } }
        /// Returns the lines since the last call.
        func next() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
        }
    }

    /// Opens a database file, with a clock that stands still until a test moves it.
    private func visit(
        _ change: (inout SQLiteDriver.Setup) -> Void = { _ in },
        _ body: (Database, DatabaseHealth, ManualClock, Lines, String) async throws -> Void
    ) async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/test.sqlite"
        var setup = SQLiteDriver.Setup(
            place: .file(path), statementTime: .seconds(30), busyTime: .milliseconds(50))
        change(&setup)
        let driver = try await SQLiteDriver(setup, options: DatabaseOptions(), clock: ContinuousClock())
        let database = Database(driver: driver, options: DatabaseOptions(), dependencies: .system)
        defer { database.close() }
        try await database.migrate(Ledger.schema)
        let (clock, lines) = (ManualClock(), Lines())
        var dependencies = Dependencies.system
        dependencies.clock = clock
        dependencies.log = lines.log
        let health = try await DatabaseHealth(database, dependencies: dependencies)
        try await body(database, health, clock, lines, path)
        withExtendedLifetime(scratch) {}
    }

    @Test("a full disk is detected at the next check, logged once a minute, and cleared by free space")
    func full() async throws {
        try await visit({ $0.mostPages = 80 }) { database, health, clock, lines, _ in
            #expect(await health.isWorking())
            var kept = 0
            let block = SQLValue.blob([UInt8](repeating: 7, count: 3_000))
            await #expect(throws: DatabaseError.self) {
                for number in 0..<200 {
                    try await database.execute(
                        "INSERT INTO kept (id, b) VALUES ($1, $2)", [.text("\(number)"), block])
                    kept += 1
                }
            }
            try #require(kept > 10)
            // Within two seconds the cached status is used.
            clock.advance(by: .milliseconds(1_999))
            #expect(await health.isWorking())
            clock.advance(by: .milliseconds(1))
            #expect(await !health.isWorking())
            #expect(
                lines.next() == ["error The database has no room left, and /ready is 503. code=SQLite-13"])
            for _ in 0..<29 {
                clock.advance(by: .seconds(2))
                #expect(await !health.isWorking())
            }
            #expect(lines.next() == [])
            clock.advance(by: .seconds(2))
            #expect(await !health.isWorking())
            #expect(lines.next().count == 1)
            try await database.execute("DELETE FROM kept")
            clock.advance(by: .seconds(2))
            #expect(await health.isWorking())
            #expect(lines.next() == ["info The database can be written to again. milliseconds=62000"])
            // Only the last probe remains.
            let row = try #require(try await database.first("SELECT count(*) FROM health_probe"))
            let count: Int64 = try row[0]
            #expect(count == 1)
        }
    }

    @Test("other writers are not a failure unless a transaction waits over five seconds")
    func busy() async throws {
        try await visit { _, health, clock, lines, path in
            let other = try await Database.open(.file(path))
            defer { other.close() }
            let (held, release) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
            let holder = Task {
                try await other.write { transaction in
                    try await transaction.execute("DELETE FROM kept")
                    held.continuation.finish()
                    for await _ in release.stream {}
                }
            }
            for await _ in held.stream {}
            for _ in 0..<2 {
                clock.advance(by: .seconds(2))
                #expect(await health.isWorking())
            }
            #expect(lines.next() == [])
            clock.advance(by: .seconds(2))
            #expect(await !health.isWorking())
            #expect(lines.next().map { $0.contains("The database cannot be written to") } == [true])
            release.continuation.finish()
            try await holder.value
            clock.advance(by: .seconds(2))
            #expect(await health.isWorking())
        }
    }

    @Test("a hundred concurrent checks write to the database once")
    func shared() async throws {
        try await visit { database, health, clock, _, _ in
            clock.advance(by: .seconds(2))
            let answers = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 { group.addTask { await health.isWorking() } }
                return await group.reduce(into: [Bool]()) { $0.append($1) }
            }
            #expect(answers.count == 100 && answers.allSatisfy { $0 })
            let row = try #require(try await database.first("SELECT max(number) FROM health_probe"))
            let number: Int64 = try row[0]
            #expect(number == 2)
        }
    }

    @Test("a database that was closed on purpose is not logged as failed")
    func closed() async throws {
        try await visit { database, health, clock, lines, _ in
            database.close()
            clock.advance(by: .seconds(2))
            #expect(await !health.isWorking())
            #expect(lines.next() == [])
        }
    }

    @Test(
        "a PostgreSQL server that is read-only or down is detected with its cause, and so is its return",
        .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
    func postgreSQL() async throws {
        let server = try await PrivatePostgreSQL.start(isDurable: false)
        let settings = try await TestPostgreSQL.database(on: server)
        var options = DatabaseOptions()
        options.patience = .milliseconds(300)
        let database = try await Database.open(.postgreSQL(settings), options: options)
        defer { database.close() }
        let (clock, lines) = (ManualClock(), Lines())
        var dependencies = Dependencies.system
        (dependencies.clock, dependencies.log) = (clock, lines.log)
        let health = try await DatabaseHealth(database, dependencies: dependencies)
        #expect(await health.isWorking())
        for (state, sentence) in [("25006", "The database is read-only"), ("53100", "The database has no room left")] {
            // The answer of a standby, or of a full disk.
            _ = try await server.client(
                "psql",
                [
                    "-d", settings.database, "-c",
                    """
                    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '\(state)'; END $$
                    """, "-c", "CREATE TRIGGER refuse BEFORE INSERT ON health_probe EXECUTE FUNCTION refuse()",
                ])
            clock.advance(by: .seconds(2))
            #expect(await !health.isWorking())
            #expect(lines.next() == ["error \(sentence), and /ready is 503. code=PostgreSQL-\(state)"])
            _ = try await server.client(
                "psql", ["-d", settings.database, "-c", "DROP TRIGGER refuse ON health_probe"])
            clock.advance(by: .seconds(2))
            #expect(await health.isWorking())
            #expect(lines.next().count == 1)
        }
        try await server.stop()
        // Connections from before the restart are found dead first.
        var works = true
        for _ in 0..<5 where works {
            clock.advance(by: .seconds(2))
            works = await health.isWorking()
        }
        #expect(!works)
        #expect(lines.next().count == 1)
        try await server.start()
        for _ in 0..<20 where !works {
            clock.advance(by: .seconds(2))
            works = await health.isWorking()
        }
        #expect(works)
    }
}

@Suite("Shared check", .timeLimit(.minutes(5)))
struct SharedCheckTests {
    @Test("each caller gives up on a hanging check, which runs again only after it has returned")
    func hanging() async throws {
        let clock = ManualClock()
        let runs = Mutex(0)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let check = SharedCheck(limit: .seconds(3), clock: clock) {
            runs.withLock { $0 += 1 }
            for await _ in stream {}
            return true
        }
        for round in 1...2 {
            async let result = check.result()
            await clock.waitForNaps(round)
            clock.advance(by: .seconds(3))
            #expect(await result == nil)
        }
        #expect(runs.withLock { $0 } == 1)
        continuation.finish()
        // The one under way answers, or a new one that ends at once.
        #expect(await check.result() == true)
    }

    @Test("a hanging check is reported within one check's time, along with the others")
    func readiness() async throws {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let readiness = Readiness(
            [
                Readiness.Check("database") {
                    for await _ in stream {}
                    return true
                }, Readiness.Check("keys") { true },
            ], patience: .milliseconds(50))
        let response = await readiness.response()
        #expect(response.status == 503)
        #expect(
            try JSONReader.read(response.body) == ["status": "unready", "checks": ["database": false, "keys": true]])
        continuation.finish()
    }
}
