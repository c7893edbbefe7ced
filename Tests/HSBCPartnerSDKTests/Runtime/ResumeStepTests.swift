import JourneyBase
import JourneyLanguage
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

@Suite("The second step of a start: resume", .timeLimit(.minutes(10)))
struct ResumeStepTests {
    @Test("a new run is at its first step without asking the gateway")
    func new() async throws {
        let world = try JourneyFixture()
        let transport = try await world.transport()
        let start = try await world.start(over: transport)
        let ready = try await start.resume(try await start.prepare())
        #expect(await ready.run.machine.currentStep == ready.prepared.journey.startStep)
        #expect(await ready.run.machine.visit == 0)
        #expect(world.events.entries("journey_resume").isEmpty)
        #expect(!transport.requests.contains { $0.url.path.hasSuffix("/resume") })
    }

    @Test("a suspended run is at its saved step once the gateway has confirmed it")
    func left() async throws {
        let world = try await JourneyFixture.leavingPayment().resuming()
        let transport = try await world.transport()
        let start = try await world.start(over: transport)
        let prepared = try await start.prepare()
        #expect(!transport.requests.contains { $0.url.path.hasSuffix("/resume") })
        let ready = try await start.resume(prepared)
        #expect(await ready.run.machine.currentStep.rawValue == "pay")
        #expect(transport.requests.count { $0.url.path.hasSuffix("/resume") } == 1)
        let resumption = try world.events.expectOne("journey_resume")
        #expect(resumption["run"] == (prepared.suspendedRun?.run).map { .string($0) } && resumption["step"] == "pay")
        #expect(world.events.entries("step_enter").count { $0.attributes["step"] == "pay" } == 1, "of the run before")
    }

    @Test("another person's run is refused, and the failure carries none of its data")
    func stranger() async throws {
        var world = try await JourneyFixture.leavingPayment { $0.params.subject = "amelia" }
        let host = world.host(ScriptedTransport([]))
        let offers = try await world.engine().unfinishedJourneys(of: host, subject: "amelia")
        world.restart(resuming: try #require(offers.first).resumeToken)
        world.params.subject = "rowan"
        let start = try await world.start()
        let prepared = try await start.prepare()
        #expect(prepared.suspendedRun != nil)
        let failure = await #expect(throws: StartFailure.self) { try await start.resume(prepared) }
        #expect(failure?.code == .resumeRefused && failure?.suspendedRun == nil)
    }

    @Test(
        "a run of another manifest is refused, and the failure carries payments the bank does not deny",
        arguments: [(isPaid: true, left: ["createTransfer"]), (isPaid: false, left: [])])
    func changed(isPaid: Bool, left: [String]) async throws {
        var world = try await JourneyFixture.leavingPayment(isPaid: isPaid).resuming()
        world.manifest = world.manifest.with("sequence", 8)
        world.gatewayAnswer = world.bank.settle
        let start = try await world.start()
        let prepared = try await start.prepare()
        let failure = await #expect(throws: StartFailure.self) { try await start.resume(prepared) }
        #expect(failure?.code == .resumeRefused && failure?.operations == left)
    }

    @Test(
        "an unconfirmed resume or a missing plugin ends the start, and the failure carries the run",
        arguments: ["refused", "silent", "plugin"])
    func unconfirmed(what: String) async throws {
        var world = try await JourneyFixture.leavingPayment().resuming()
        switch what {
        case "refused": world.gatewayAnswer = { _ in .json(["step": "form"]) }
        case "silent": world.gatewayAnswer = { _ in HTTPResponse(status: 503) }
        default: world.plugins = []
        }
        let start = try await world.start()
        let prepared = try await start.prepare()
        let failure = await #expect(throws: StartFailure.self) { try await start.resume(prepared) }
        #expect(failure?.code == ["refused": .resumeRefused, "silent": .serverError, "plugin": .pluginUnknown][what])
        #expect(failure?.operations == ["createTransfer"])
    }
}
