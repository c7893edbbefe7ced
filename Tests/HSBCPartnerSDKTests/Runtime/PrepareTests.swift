import JourneyBase
import JourneyLanguage
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

@Suite("The first step of a start: prepare", .timeLimit(.minutes(10)))
struct PrepareTests {
    @Test("the journey is fetched under the configuration in force, without pages or bank calls")
    func prepared() async throws {
        var world = try JourneyFixture()
        world.config.featureFlags = ["fast": false, "own": true]
        world.manifest = world.manifest.with("locales", ["ar", "en"])
        world.remote.says(
            .document(
                RemoteConfigurationFixture.document([
                    "sequence": 6, "rules": [["journey": "money-transfer", "featureFlags": ["fast": true]]],
                ])))
        let transport = try await world.transport()
        let prepared = try await world.start(over: transport).prepare()
        #expect(prepared.journey.id.rawValue == JourneyFixture.journey)
        #expect(prepared.config.featureFlags == ["fast": true, "own": true])
        #expect(prepared.remoteState.configuration.sequence == 6)
        #expect(prepared.suspendedRun == nil && prepared.person == Subject())
        #expect(prepared.client.identity.language == "en")
        #expect(world.events.names.filter { $0 != "api_call" } == ["journey_begin"])
        #expect(!transport.requests.contains { $0.url.origin == world.bankOrigin })
        #expect(world.page.loads.isEmpty)
    }

    @Test(
        "invalid host parameters fail before anything is fetched and carry no run",
        arguments: [
            ("journeyId", ErrorCode.configurationInvalid), ("token", .configurationInvalid),
            ("resumeToken", .resumeRefused),
        ])
    func parameters(what: String, code: ErrorCode) async throws {
        var world = try JourneyFixture()
        switch what {
        case "journeyId": world.params.journeyId = "../x"
        case "token": world.params.contextToken = Secret(copying: Array("a b".utf8))
        default: world.params.resumeToken = "no.token"
        }
        let transport = try await world.transport()
        let start = try await world.start(over: transport)
        let failure = await #expect(throws: StartFailure.self) { try await start.prepare() }
        #expect(failure?.code == code && failure?.suspendedRun == nil)
        #expect(transport.requests.isEmpty && world.remote.requests.isEmpty)
    }

    @Test("a resume token is spent by the first start, whose failure carries the run")
    func spent() async throws {
        let world = try await JourneyFixture.leavingPayment().resuming()
        world.remote.says(
            .document(
                RemoteConfigurationFixture.document(["sequence": 6, "rules": RemoteConfigurationFixture.stopped])))
        for (code, operations) in [(ErrorCode.journeyDisabled, ["createTransfer"]), (.resumeRefused, nil)] {
            let start = try await world.start()
            let failure = await #expect(throws: StartFailure.self) { try await start.prepare() }
            #expect(failure?.code == code && failure?.operations == operations)
        }
    }

    @Test("a resumed session has the suspended run's name and keys")
    func session() async throws {
        let world = try await JourneyFixture.leavingPayment().resuming()
        let start = try await world.start()
        let prepared = try await start.prepare()
        let left = try #require(prepared.suspendedRun)
        #expect(prepared.session.run == left.run && prepared.session.correlationID == start.correlationID)
        #expect(prepared.session.idempotencyKey == left.snapshot.idempotencyKey)
        #expect(await !prepared.session.keysInDoubt.isEmpty)
    }

    @Test("telemetry is recorded only with consent, which may be withdrawn meanwhile")
    func telemetry() async throws {
        for (isAgreed, isAgreedStill) in [(false, false), (true, false), (true, true)] {
            var world = try JourneyFixture()
            world.config.telemetryOptIn = isAgreed
            let start = try await world.start()
            start.telemetry.setAgreed(isAgreedStill)
            let prepared = try await start.prepare()
            #expect((prepared.client.telemetry != nil) == isAgreedStill)
            start.telemetry.discard()
        }
    }
}
