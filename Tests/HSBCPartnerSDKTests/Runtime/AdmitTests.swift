import JourneyBase
import JourneyLanguage
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

@Suite("The third step of a start: admit", .timeLimit(.minutes(10)))
struct AdmitTests {
    private struct Closing: BrowserSession {
        func open(_ request: BrowserSessionRequest) async throws -> String {
            throw JourneyError(.userCancelled, "Closed.")
        }
    }

    private func ready(_ start: JourneyStart) async throws -> ReadyStart {
        try await start.resume(try await start.prepare())
    }

    private func isAdmitted(_ admitted: AdmittedStart) -> Bool {
        if case .admitted = admitted.admission { true } else { false }
    }

    @Test("a run without attestation or sign-in is admitted and monitored before it enters a step")
    func admitted() async throws {
        let world = try JourneyFixture()
        let start = try await world.start()
        let admitted = try await start.admit(try await ready(start))
        #expect(isAdmitted(admitted) && !admitted.watching.isCancelled)
        await world.watchClock.waitForNaps(1)
        #expect(world.events.entries("step_enter").isEmpty)
        admitted.watching.cancel()
    }

    @Test("a run that cannot be attested is barred with the reason, without a sign-in")
    func barred() async throws {
        var world = try JourneyFixture()
        world.manifest = world.manifest.with("security.attestation", ["device": true])
            .with("security.signIn", true)
        let start = try await world.start()
        let admitted = try await start.admit(try await ready(start))
        guard case .barred(let reason) = admitted.admission else {
            Issue.record("The run was admitted.")
            return
        }
        #expect(reason.code == .attestationUnavailable)
        #expect(!admitted.watching.isCancelled, "until it has ended")
        admitted.watching.cancel()
    }

    @Test("closing the sign-in ends the start, and the failure carries the suspended run")
    func signInClosed() async throws {
        var world = try await JourneyFixture.leavingPayment().resuming()
        let url = try #require(HTTPSURL("https://auth.example/"))
        world.config.endpoints.signIn = SignInProfile(
            issuer: "https://auth.example", authorizationEndpoint: url, tokenEndpoint: url, clientId: "app-1",
            keys: try world.remote.keys(), isAlwaysNeeded: true)
        let start = try await world.start { $0.makeBrowserSession = { _ in Closing() } }
        let ready = try await ready(start)
        let failure = await #expect(throws: StartFailure.self) { try await start.admit(ready) }
        #expect(failure?.code == .userCancelled && failure?.operations == ["createTransfer"])
    }

    @Test("a sign-in that the manifest requires and no profile configures ends the start")
    func signInUnconfigured() async throws {
        var world = try JourneyFixture()
        world.manifest = world.manifest.with("security.signIn", true)
        let start = try await world.start()
        let ready = try await ready(start)
        let failure = await #expect(throws: StartFailure.self) { try await start.admit(ready) }
        #expect(failure?.code == .configurationInvalid && failure?.suspendedRun == nil)
    }

    @Test("a suspended payment is reconciled with the bank before the run continues")
    func reconciled() async throws {
        var world = try await JourneyFixture.leavingPayment(isPaid: false).resuming()
        world.gatewayAnswer = world.bank.settle
        let start = try await world.start()
        let ready = try await ready(start)
        #expect(await !ready.prepared.session.keysInDoubt.isEmpty)
        let admitted = try await start.admit(ready)
        #expect(isAdmitted(admitted))
        #expect(await ready.prepared.session.keysInDoubt.isEmpty, "the bank withdrew the key")
        admitted.watching.cancel()
    }

    @Test("payments of other runs are reconciled, and unfinished ones are reported to the host")
    func others() async throws {
        let world = try await JourneyFixture.leavingPayment()
        let start = try await world.start()
        let admitted = try await start.admit(try await ready(start))
        #expect(isAdmitted(admitted))
        #expect(world.events.entries("error").last?.attributes["code"] == "RUN_UNFINISHED")
        admitted.watching.cancel()
    }

    @Test("a run that is stopped during admission reconciles nothing and ends before its first step")
    func stopped() async throws {
        let world = try await JourneyFixture.leavingPayment()
        let start = try await world.start()
        let ready = try await ready(start)
        ready.run.stop(JourneyError(.journeyDisabled, "Stopped."))
        while await !ready.run.isStopped { await Task.yield() }
        let admitted = try await start.admit(ready)
        #expect(isAdmitted(admitted))
        #expect(!world.events.entries("error").contains { $0.attributes["code"] == "RUN_UNFINISHED" })
        guard case .ended(.failed(let error), _) = await start.execute(admitted) else {
            Issue.record("The run did not fail.")
            return
        }
        #expect(error.code == .journeyDisabled)
    }
}
