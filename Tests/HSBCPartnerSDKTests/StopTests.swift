import JourneyBase
import JourneyTesting
import JourneyWeb
import Testing

@testable import HSBCPartnerSDK

/// Events before the first step, or while the host is slow, are not lost.
@Suite("Stopping a run", .timeLimit(.minutes(10)))
struct StopTests {
    private struct Waiting: BrowserSession {
        let gate: Gate
        func open(_ request: BrowserSessionRequest) async throws -> String {
            // It ignores its cancellation.
            await gate.wait()
            throw JourneyError(.userCancelled, "Closed.")
        }
    }

    @Test("a journey that is switched off during the sign-in ends before its first step")
    func duringSignIn() async throws {
        var world = try JourneyFixture()
        let url = try #require(HTTPSURL("https://auth.example/"))
        world.config.endpoints.signIn = SignInProfile(
            issuer: "https://auth.example", authorizationEndpoint: url, tokenEndpoint: url, clientId: "app-1",
            keys: try world.remote.keys(), isAlwaysNeeded: true)
        let gate = Gate()
        var host = world.host(try await world.transport())
        host.makeBrowserSession = { _ in Waiting(gate: gate) }
        let (engine, params, events) = (world.engine(), world.params, world.events)
        async let result = engine.start(from: host, params: params) { events.record($0, $1) }
        await gate.arrival()
        await world.watchClock.waitForNaps(1)
        world.remote.says(
            .document(
                RemoteConfigurationFixture.document(["sequence": 6, "rules": RemoteConfigurationFixture.stopped])))
        world.watchClock.advance(by: .seconds(60))
        #expect(JourneyFixture.word(await result) == "JOURNEY_DISABLED")
        #expect(world.events.entries("step_enter").isEmpty)
        gate.open()
    }

    @Test(
        "a web engine that never becomes ready delays neither the person nor the result", arguments: [true, false])
    func noEngine(isCancelled: Bool) async throws {
        let world = try JourneyFixture()
        let gate = Gate()
        var host = world.host(try await world.transport())
        let page = world.page
        host.makeContainer = { _, _ in
            await gate.wait()
            return page
        }
        let (engine, params, events) = (world.engine(), world.params, world.events)
        let run = Task { await engine.start(from: host, params: params) { events.record($0, $1) } }
        await gate.arrival()
        if isCancelled {
            run.cancel()
        } else {
            await world.webClock.waitForNaps(1)
            world.webClock.advance(by: HybridContainer.timeout)
        }
        #expect(JourneyFixture.word(await run.value) == (isCancelled ? "cancelled" : "PAGE_LOAD_FAILED"))
        // A late engine is closed.
        gate.open()
        while !world.page.isClosed { await Task.yield() }
        #expect(world.page.loads.isEmpty)
    }

    @Test("keys in doubt are reconciled in batches of the gateway's maximum size")
    func manyKeys() async throws {
        var world = try JourneyFixture()
        let counts = EventRecorder()
        world.gatewayAnswer = { request in
            let keys = (try? JSONReader.read(request.body))?["keys"]?.array ?? []
            guard (1...16).contains(keys.count) else { return HTTPResponse(status: 400) }
            counts.record("\(keys.count)", [:])
            return .json(["settlements": .array(keys.map { ["key": $0, "state": "withdrawn"] })])
        }
        let client = ApiClient(
            transport: try await world.transport(), dependencies: world.dependencies,
            identity: RequestIdentity(
                partnerID: "p", clientID: "c", language: "en-GB", token: ContextToken(world.params.contextToken),
                traceID: world.dependencies.identifier()),
            events: EventBus(correlationID: "c", log: world.log) { _, _ in })
        let gateway = GatewayClient(client: client, endpoints: world.config.endpoints)
        let fates = await gateway.reconcile(
            (1...33).map { "key-\($0)" }, of: try world.params.checked(), isSignedIn: false)
        #expect(fates.count == 33 && counts.names == ["16", "16", "1"])
        #expect(
            await gateway.reconcile(["k"], of: try world.params.checked(), isSignedIn: true).isEmpty, "nobody signed in"
        )
    }

    @Test("a run's token is released with the run, while the engine lives on with telemetry")
    func token() async throws {
        weak var token: Secret?
        var world = try JourneyFixture()
        world.config.telemetryOptIn = true
        let engine = world.engine()
        do {
            let secret = Secret(copying: Array("token-of-the-run".utf8))
            token = secret
            let host = world.host(try await world.transport())
            let result = await engine.start(
                from: host, params: JourneyStartParams(journeyId: JourneyFixture.journey, contextToken: secret)
            ) { _, _ in }
            #expect(JourneyFixture.word(result) == "completed")
        }
        await engine.waitForTelemetry()
        for _ in 0..<100_000 where token != nil { await Task.yield() }
        #expect(token == nil)
    }
}
