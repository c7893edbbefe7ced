import JourneyBase
import JourneySandbox
import JourneyTesting
import SandboxServices
import Testing

/// The bank's kill switch, over real sockets and in a real engine.
@Suite(
    "Kill switch end to end", .enabled(if: EndToEndFixture.hasDisplay, EndToEndFixture.needsDisplay),
    .timeLimit(.minutes(10)))
struct RemoteConfigurationTests {
    private static let stopped: JSONValue = [["journey": "money-transfer", "stop": "stopped"]]

    @Test("a journey that the bank has switched off does not start until it is switched on")
    func start() async throws {
        try await EndToEndFixture.visit { town async throws in
            try await town.sandbox.publish(rules: Self.stopped)
            #expect(EndToEndFixture.code(try await town.transfer()) == "JOURNEY_DISABLED")
            #expect(town.steps.isEmpty)
            try await town.sandbox.publish(rules: [])
        }
    }

    @Test("a journey that is switched off while its page is open ends unpaid")
    func running() async throws {
        try await EndToEndFixture.visit { town async throws in
            let clock = ManualClock()
            let person = ScriptedPerson { page, step, visit in
                guard step == "amount" else { return try await ScriptedPerson.transfer(page, step, visit) }
                try await town.sandbox.publish(rules: Self.stopped)
                await clock.waitForNaps(1)
                clock.advance(by: .seconds(10))
            }
            let result = try await town.transfer(by: person, watchClock: clock)
            #expect(EndToEndFixture.code(result) == "JOURNEY_DISABLED", "\(person.faults)")
            #expect(try await town.records().isEmpty)
        }
    }
}
