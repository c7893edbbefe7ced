import Foundation
import JourneyBase
import JourneyHarness
import JourneyServer
import JourneyTesting
import Testing

@testable import JourneyGateway

@Suite(
    "Pass updates during database outages", .timeLimit(.minutes(10)),
    .enabled(if: PrivatePostgreSQL.isInstalled))
struct PassAvailabilityTests {
    @Test("a PostgreSQL restart loses no push, and requests work again")
    func stopped() async throws {
        let server = try await PrivatePostgreSQL.start()
        try await server.createDatabase("passes")
        var options = DatabaseOptions()
        options.patience = .milliseconds(300)
        let database = try await Database.open(
            .postgreSQL(
                PostgreSQLSettings(
                    address: .socket(folder: server.folder, port: server.port), database: "passes", user: server.user,
                    password: server.password)), options: options)
        defer { database.close() }
        let fixture = try await PassUpdateFixture(database)
        try await fixture.change("a")
        #expect(try await fixture.register("a").status == 201)
        let tag = try #require(try await fixture.list()).tag
        try await fixture.change("a")

        try await server.stop()
        let transport = ScriptedTransport([.response(HTTPResponse(status: 200))])
        let service = try #require(Origin(scheme: "https", host: "api.push.example", port: 443))
        let worker = PushQueue.worker(
            [
                PushQueue(
                    PassUpdateFixture.type, to: service, over: transport, store: fixture.store,
                    dependencies: fixture.dependencies)
            ], fixture.dependencies)
        await worker.round()
        #expect(transport.requests.isEmpty && fixture.log.text.contains("The push outbox could not be read"))
        for reply in [
            try await fixture.register("a"), try await fixture.latest("a"), try await fixture.unregister("a"),
        ] {
            #expect(reply.status == 503 && reply.code == "STORE_BUSY" && reply.response.headers["Retry-After"] != nil)
        }

        try await server.start()
        for _ in 0..<100 where transport.requests.isEmpty { await worker.round() }
        #expect(transport.requests.count == 1)
        #expect(try await fixture.store.waitingPushes() == 0)
        #expect(try await fixture.list(since: tag)?.serials == ["a"])
        #expect(try await fixture.register("a").status == 200)
    }
}
