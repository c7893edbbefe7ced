import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Unresponsive attestor", .timeLimit(.minutes(10)))
struct SilentAttestorTests {
    /// Does not answer until the gate opens, and ignores its cancellation.
    private struct Silent: Attestor {
        let format = "journey-development"
        let gate: Gate

        func generateKey() async throws(AttestorError) -> [UInt8] {
            await gate.wait()
            throw .unavailable
        }

        func attest(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] { [] }
        func assert(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] { [] }
    }

    @Test(
        "an unresponsive attestor delays a start by a minute at most; cancelling or stopping ends the wait at once",
        arguments: ["ATTESTATION_UNAVAILABLE", "cancelled", "JOURNEY_DISABLED"])
    func silence(end: String) async throws {
        var world = try JourneyFixture()
        world.manifest = world.manifest.with("security.attestation", ["device": true])
        world.gatewayAnswer = { request in
            request.url.path.hasPrefix("/attestations")
                ? .json(["challenge": "Y2hhbGxlbmdl", "expires": 1_800_000_300, "attestation": "none"]) : nil
        }
        let engine = world.engine()
        let transport = try await world.transport()
        let (params, events) = (world.params, world.events)
        for round in 1...2 {
            let gate = Gate()
            var host = world.host(transport)
            host.attestor = Silent(gate: gate)
            let over = Mutex(false)
            let run = Task { [host] in
                defer { over.withLock { $0 = true } }
                return await engine.start(from: host, params: params) { events.record($0, $1) }
            }
            await gate.arrival()
            switch round == 1 ? end : "ATTESTATION_UNAVAILABLE" {
            case "cancelled": run.cancel()
            case "JOURNEY_DISABLED":
                await world.watchClock.waitForNaps(1)
                world.remote.says(
                    .document(
                        RemoteConfigurationFixture.document([
                            "sequence": 6, "rules": RemoteConfigurationFixture.stopped,
                        ])))
                world.watchClock.advance(by: .seconds(60))
            default:
                while !over.withLock({ $0 }) {
                    try Task.checkCancellation()
                    world.webClock.advance(by: AttestationClient.timeout)
                    await Task.yield()
                }
            }
            #expect(JourneyFixture.word(await run.value) == (round == 1 ? end : "ATTESTATION_UNAVAILABLE"))
            if round == 1 { world.remote.says(.document(RemoteConfigurationFixture.document(["sequence": 7]))) }
            gate.open()
        }
        #expect(world.events.entries("step_enter").isEmpty)
    }
}
