import Foundation
import JourneyBase
import JourneyHarness
import TestSupport
import Testing
import WalletPass

@testable import JourneyGateway
@testable import JourneyServer

@Suite("Pass service database failures", .timeLimit(.minutes(10))) struct PassFaultTests {
    @Test(
        "requests fail clearly while the database is down and work again afterwards",
        .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
    func goneAndBack() async throws {
        let server = try await PrivatePostgreSQL.start(isDurable: false)
        try await server.createDatabase("passes")
        var options = DatabaseOptions()
        options.patience = .milliseconds(300)
        let database = try await Database.open(
            .postgreSQL(
                PostgreSQLSettings(
                    address: .socket(folder: server.folder, port: server.port), database: "passes", user: server.user,
                    password: server.password)), options: options)
        defer { database.close() }
        let origin = try #require(PassServiceFixture.origin)
        let fixture = try await PassServiceFixture(database, PassSettings(origin: origin))
        let open = try #require(try await fixture.issue().binding).sessionIdentifier
        let answered = try #require(try await fixture.issue("TICKET-002").binding).sessionIdentifier
        let pass = try await fixture.call(answered)
        #expect(pass.status == 200)
        try await server.stop()
        for reply in [
            try await fixture.issue(), try await fixture.call(open), try await fixture.call(answered),
            try await fixture.status(of: open),
            try await fixture.ask(.post, "user_tokens", ["holder": "ada"], token: fixture.token),
        ] {
            #expect(reply.status == 503 && reply.code == "STORE_BUSY")
            #expect(reply.response.headers["Retry-After"] != nil)
        }
        try await server.start()
        var back = try await fixture.issue()
        // Old connections are still being detected as dead.
        for _ in 0..<20 where back.status == 503 { back = try await fixture.issue() }
        #expect(back.status == 200)
        #expect(try await fixture.call(answered).response.body == pass.response.body)
        #expect(try await fixture.call(open).status == 200)
        #expect(try await fixture.status(of: open).json["status"]?.string == "completed")
    }

    @Test("a full disk starts and returns nothing that is not stored, and works again with free space")
    func full() async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/passes.sqlite"
        var setup = SQLiteDriver.Setup(
            place: .file(path), statementTime: .seconds(30), busyTime: .milliseconds(50))
        // Room for the tables and some passes that were handed out.
        setup.mostPages = 75
        let options = DatabaseOptions()
        let driver = try await SQLiteDriver(setup, options: options, clock: ContinuousClock())
        let database = Database(driver: driver, options: options, dependencies: .system)
        defer { database.close() }
        var settings = PassSettings(origin: try #require(PassServiceFixture.origin))
        settings.rates.tag = 10_000
        let fixture = try await PassServiceFixture(database, settings)
        var (sessions, refused): ([String], [PassServiceFixture.Reply]) = ([], [])
        for _ in 0..<400 where refused.isEmpty {
            let reply = try await fixture.issue()
            if let binding = reply.binding { sessions.append(binding.sessionIdentifier) } else { refused.append(reply) }
        }
        #expect(refused.first?.status == 503 && refused.first?.code == "STORE_FAILED")
        #expect(!sessions.isEmpty)
        #expect(try await fixture.count("SELECT count(*) FROM pass_session") == Int64(sessions.count))
        // Without room to store an answer, none is given, and the session stays unchanged.
        let session = try #require(sessions.last)
        let over = try await fixture.call(session)
        #expect(over.status == 503 && over.code == "STORE_FAILED")
        #expect(try await fixture.status(of: session).json["status"]?.string == "pending")
        #expect(try await fixture.count("SELECT count(*) FROM pass WHERE binding IS NOT NULL") == 0)
        // Free some space.
        try await database.execute("DELETE FROM pass_audit")
        try await database.execute("DELETE FROM pass_session WHERE expires < 0")
        let again = try await fixture.call(session)
        #expect(again.status == 200)
        #expect(try await fixture.call(session).response.body == again.response.body)
    }

    @Test("one failing request does not fail the others of its batch")
    func oneOfMany() async throws {
        let work = WorkCoalescer<Int, Int>(most: 16) { questions in
            if questions.contains(7) { throw DatabaseError(.constraint(.unique), "test") }
            return questions.map { $0 * 2 }
        }
        let answers = await withTaskGroup(of: (Int, Int?).self) { group in
            for number in 0..<50 { group.addTask { (number, try? await work.answer(number)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 49 && answers[7] == nil)
        #expect(answers.allSatisfy { $0.value == $0.key * 2 })
    }

    @Test("a closed database is reported as a failure")
    func broken() async throws {
        try await PassServiceFixture.visit { fixture in
            let session = try #require(try await fixture.issue().binding).sessionIdentifier
            fixture.database.close()
            for reply in [try await fixture.issue(), try await fixture.call(session)] {
                #expect(reply.status == 503 && reply.code == "STORE_FAILED")
            }
        }
    }
}
