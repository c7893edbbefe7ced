import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import Synchronization
import Testing

@testable import JourneyServer

@Suite(
    "When PostgreSQL fails",
    .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
struct PostgreSQLFailureTests {
    private static let ownProcess: StaticString = "SELECT CAST(pg_backend_pid() AS BIGINT) AS id"

    /// Ends the server's process for a connection, as an administrator does.
    private func terminate(_ id: Int64, through other: Database) async throws {
        let row = try await other.first("SELECT pg_terminate_backend(CAST($1 AS INTEGER)) AS done", [.integer(id)])
        #expect(try row?["done"] == true)
    }

    @Test("a connection that is cut in a transaction ends it, with nothing half done, and the next one works")
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

    @Test("a connection that is cut before the commit leaves the outcome open, and nothing half done")
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

    @Test("a connection that was cut while idle is replaced")
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
            // The server is gone from its list before its socket closes: until then a query may still meet the old one.
            var next: Int64?
            while next == nil {
                do { next = try await database.first(Self.ownProcess)?["id"] } catch let error as DatabaseError {
                    #expect(error.kind == .connectionLost)
                }
            }
            #expect(next != id)
        }
    }

    @Test("while the server is away callers are told so, and when it is back they are served")
    func restarted() async throws {
        let server = try await PrivatePostgreSQL.start(isDurable: false)
        let settings = try await TestPostgreSQL.database(on: server)
        var options = DatabaseOptions()
        options.patience = .milliseconds(400)
        let database = try await Database.open(.postgreSQL(settings), options: options)
        defer { database.close() }
        try await database.migrate(Ledger.schema)
        try await Ledger.open(["a": 100], in: database)
        for round in 0..<2 {
            let (gate, stopped) = (Gate(), Gate())
            let under = Task {
                await kind {
                    try await database.write { transaction in
                        try await transaction.execute("UPDATE account SET balance = 1 WHERE id = 'a'")
                        await gate.open()
                        await stopped.wait()
                        try await transaction.execute("UPDATE account SET balance = 2 WHERE id = 'a'")
                    }
                }
            }
            await gate.wait()
            try await server.stop()
            await stopped.open()
            #expect(await under.value == .connectionLost)
            let away = await kind { _ = try await database.query("SELECT 1") }
            #expect(away == .unavailable || away == .connectionLost)
            try await server.start()
            let back = try await Self.eventually { try await Ledger.balance("a", in: database) }
            #expect(back == 100, "round \(round)")
        }
        #expect(FileManager.default.fileExists(atPath: server.folder))
    }

    /// Asks again while connections of before the restart are still being found dead.
    private static func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
        for _ in 0..<8 {
            do { return try await body() } catch let error as DatabaseError where error.kind == .connectionLost {}
        }
        return try await body()
    }

    @Test("a server that comes back within a caller's patience is waited for")
    func waitedFor() async throws {
        let server = try await PrivatePostgreSQL.start(isDurable: false)
        let settings = try await TestPostgreSQL.database(on: server)
        try await server.stop()
        var options = DatabaseOptions()
        options.patience = .seconds(60)
        async let opening = Database.open(.postgreSQL(settings), options: options)
        try await server.start()
        let database = try await opening
        #expect(try await database.query("SELECT 1").count == 1)
        database.close()
    }

    @Test("a wrong password, user or database is told at once, and nothing of it is in the error")
    func refused() async throws {
        let good = try await TestPostgreSQL.database()
        var options = DatabaseOptions()
        options.patience = .milliseconds(10)
        var bad = [good, good, good, good]
        bad[0].password = Secret(copying: "not-the-password".utf8)
        bad[1].user = "nobody-known"
        bad[2].database = "nothing-known"
        bad[3].address = .socket(folder: "/nonexistent", port: 5_432)
        for settings in bad {
            let error = await #expect(throws: DatabaseError.self) {
                _ = try await Database.open(.postgreSQL(settings), options: options)
            }
            #expect(error?.kind == .unavailable)
            let text = error.map { "\($0) \($0.journeyError)" } ?? "known"
            for word in ["password\"", "known", "nonexistent", "journey"] { #expect(!text.contains(word), "\(text)") }
        }
    }

    @Test("over a network the server proves its name, by an authority that the settings name")
    func tls() async throws {
        let now = Date()
        let authorities = try (0..<2).map { _ in
            try DevelopmentAuthority(notBefore: now - 60, notAfter: now + 3_600)
        }
        let leaf = try authorities[0].issue(names: ["localhost"], notBefore: now - 60, notAfter: now + 3_600)
        let server = try await PrivatePostgreSQL.start(
            isDurable: false,
            certificate: .init(certificatePEM: leaf.certificatePEM, keyPEM: leaf.keyPEM))
        var settings = try await TestPostgreSQL.database(on: server)
        let folder = NSTemporaryDirectory() + "journey-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let files = try authorities.enumerated().map { index, authority in
            let path = "\(folder)/\(index).pem"
            try Data(authority.identity.certificatePEM.utf8).write(to: URL(filePath: path))
            return path
        }
        settings.address = .tls(host: "localhost", port: server.port, authorities: files[0])
        let database = try await Database.open(.postgreSQL(settings))
        let row = try await database.first(
            "SELECT version, CAST(bits AS BIGINT) AS bits FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        #expect(try ["TLSv1.2", "TLSv1.3"].contains(row?["version"] as String?))
        database.close()
        var options = DatabaseOptions()
        options.patience = .milliseconds(10)
        for (host, file) in [("127.0.0.1", files[0]), ("localhost", files[1]), ("localhost", "\(folder)/none.pem")] {
            var trial = settings
            trial.address = .tls(host: host, port: server.port, authorities: file)
            let place = DatabaseLocation.postgreSQL(trial)
            let found = await kind { try await Database.open(place, options: options) }
            #expect(found == .unavailable, "\(host)")
        }
    }

    @Test("a server that stops answering is given up after its time")
    func frozen() async throws {
        let settings = try await TestPostgreSQL.database()
        let handle = try await PostgreSQLHandle.connect(settings, statementTime: .seconds(30))
        let loop = try SocketLoop()
        defer { loop.end() }
        // A session whose own patience ends before the server's.
        await withTaskExecutorPreference(loop) {
            let session = PostgreSQLSession(handle, loop: loop, statementTime: .seconds(-5))
            let found = await kind {
                _ = try await session.run(Statement("SELECT CAST(1 AS BIGINT) FROM pg_sleep(20)"), mayWrite: false)
            }
            #expect(found == .timeout)
            #expect(!session.isUsable)
        }
    }

    @Test("cancelling reaches the server, which stops")
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
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Its process ends without having slept: a statement's time is 30 seconds.
        while try await !other.query("SELECT 1 FROM pg_stat_activity WHERE pid = $1", [.integer(id)]).isEmpty {}
    }
}
