import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Remote configuration and kill switch, while a journey runs", .timeLimit(.minutes(10)))
struct RemoteConfigurationMonitorTests {
    /// A page that does nothing.
    @Sendable private static func idle(_ page: ScriptedDocument) async throws { try await page.connect() }

    /// Runs a world to its end beside `body`.
    private func run(
        _ world: JourneyFixture, _ body: () async throws -> Void
    ) async throws -> JourneyResult {
        let (world, transport) = (world, try await world.transport())
        async let result = world.run(transport)
        try await body()
        return try await result
    }

    /// Allows the next request for remote configuration, and waits for it.
    private func poll(_ world: JourneyFixture, _ number: Int, after wait: Duration = .seconds(60)) async {
        await world.watchClock.waitForNaps(number)
        world.watchClock.advance(by: wait)
        await world.remote.waitForRequests(number + 1)
    }

    @Test("a journey that is switched off while it runs ends with JOURNEY_DISABLED")
    func kill() async throws {
        let world = try JourneyFixture(script: RemoteConfigurationMonitorTests.idle)
        let result = try await run(world) {
            await poll(world, 1)
            world.remote.says(
                .document(
                    RemoteConfigurationFixture.document(["sequence": 6, "rules": RemoteConfigurationFixture.stopped])))
            await poll(world, 2)
        }
        guard case .failed("JOURNEY_DISABLED", _, let isRecoverable) = result else {
            Issue.record("it ended otherwise: \(result)")
            return
        }
        #expect(isRecoverable)
        #expect(world.events.names.last == "result" && world.events.entries("result").count == 1)
        // The second request carried the stored entity tag.
        #expect(world.remote.requests.map { $0.headers["If-None-Match"] != nil } == [false, true, true])
    }

    @Test("switching off waits for a payment under way, and a payment in doubt stays pending")
    func payment() async throws {
        let gate = Gate()
        let world = try JourneyFixture()
        world.bank.inject(.gate(gate), into: "createTransfer")
        let result = try await run(world) {
            await gate.arrival()
            world.remote.says(
                .document(
                    RemoteConfigurationFixture.document(["sequence": 6, "rules": RemoteConfigurationFixture.stopped])))
            await poll(world, 1)
            while !world.events.entries("error").contains(where: { $0.attributes["code"] == "JOURNEY_DISABLED" }) {
                await Task.yield()
            }
            gate.open()
        }
        guard case .pending(let payload) = result else {
            Issue.record("it ended otherwise: \(result)")
            return
        }
        #expect(payload["reason"] == "JOURNEY_DISABLED")
        #expect(payload["operations"] == ["createTransfer"])
        #expect(world.bank.total == 1)
    }

    @Test("a run ends when the configuration stays unreachable beyond its grace period, which is reported once")
    func silence() async throws {
        let moment = Mutex(JourneyFixture.now)
        var world = try JourneyFixture(script: RemoteConfigurationMonitorTests.idle)
        world.dependencies.now = { moment.withLock { $0 } }
        world.remote.says(.document(RemoteConfigurationFixture.document(["graceSeconds": 90])))
        let frozen = world
        let result = try await run(world) {
            await frozen.watchClock.waitForNaps(1)
            frozen.remote.says(.silence)
            for (number, seconds) in [(1, 60), (2, 30), (3, 1)] {
                // The wait depends on the time, which changes only after it was computed.
                await frozen.watchClock.waitForNaps(number)
                moment.withLock { $0 += TimeInterval(seconds) }
                await poll(frozen, number, after: .seconds(seconds))
            }
        }
        #expect(JourneyFixture.word(result) == "REMOTE_CONFIG_UNAVAILABLE")
        // A minute by the document; then the rest of the grace period, and a second beyond it.
        #expect(world.watchClock.naps == [.seconds(60), .seconds(30), .seconds(1)])
        let codes = world.events.entries("error").compactMap { $0.attributes["code"]?.string }
        #expect(codes.filter { $0 == "REMOTE_CONFIG_UNAVAILABLE" }.count == 2, "\(codes)")
    }

    @Test("an unexpected network error counts as unreachable and does not end the monitoring")
    func strangeFault() async throws {
        let world = try JourneyFixture(script: RemoteConfigurationMonitorTests.idle)
        let result = try await run(world) {
            await world.watchClock.waitForNaps(1)
            world.remote.says(.fault)
            await poll(world, 1)
            await world.watchClock.waitForNaps(2)
            world.remote.says(
                .document(
                    RemoteConfigurationFixture.document(["sequence": 6, "rules": RemoteConfigurationFixture.stopped])))
            await poll(world, 2)
        }
        #expect(JourneyFixture.word(result) == "JOURNEY_DISABLED")
    }

    @Test("the configuration is not requested after the journey has ended")
    func over() async throws {
        let world = try JourneyFixture()
        #expect(JourneyFixture.word(try await world.run()) == "completed")
        let count = world.remote.requests.count
        world.watchClock.advance(by: .seconds(600))
        for _ in 0..<50 { await Task.yield() }
        #expect(world.remote.requests.count == count)
    }
}
