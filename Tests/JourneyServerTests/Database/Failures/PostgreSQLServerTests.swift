import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyServer
import TestSupport
import Testing

@Suite(
    "PostgreSQL server outages and connection errors",
    .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
struct PostgreSQLServerTests {
    @Test("callers get an error while the server is down and are served when it returns")
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

    /// Repeats `body` while connections from before the restart are still being found dead.
    private static func eventually<Value>(_ body: () async throws -> Value) async throws -> Value {
        for _ in 0..<8 {
            do { return try await body() } catch let error as DatabaseError where error.kind == .connectionLost {}
        }
        return try await body()
    }

    @Test("a server that returns within a caller's timeout is waited for")
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

    @Test("a wrong password, user or database fails at once, and the error contains none of them")
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

    @Test("a network server must prove its name by a configured authority")
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
        let scratch = try Scratch()
        let files = try authorities.enumerated().map { index, authority in
            try scratch.write(authority.identity.certificatePEM, "\(index).pem")
        }
        settings.address = .tls(host: "localhost", port: server.port, authorities: files[0])
        let database = try await Database.open(.postgreSQL(settings))
        let row = try await database.first(
            "SELECT version, CAST(bits AS BIGINT) AS bits FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        #expect(try ["TLSv1.2", "TLSv1.3"].contains(row?["version"] as String?))
        database.close()
        var options = DatabaseOptions()
        options.patience = .milliseconds(10)
        for (host, file) in [
            ("127.0.0.1", files[0]), ("localhost", files[1]), ("localhost", scratch.path + "/none.pem"),
        ] {
            var trial = settings
            trial.address = .tls(host: host, port: server.port, authorities: file)
            let place = DatabaseLocation.postgreSQL(trial)
            let found = await kind { try await Database.open(place, options: options) }
            #expect(found == .unavailable, "\(host)")
        }
    }
}
