import JourneyBase
import JourneyLanguage
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK
@testable import JourneyWeb

/// Checks that the page of an earlier step has no effect.
@Suite("Step that was left")
struct LeftStepTests {
    @Test("queued events of a page are ignored once its step was left")
    func queued() async throws {
        let world = try JourneyFixture { _ in }
        let host = world.host(try await world.transport())
        let id = try world.params.checked()
        let events = EventBus(correlationID: "c", log: host.dependencies.log) { world.events.record($0, $1) }
        let session = SessionManager(
            environment: .production, correlationID: "c", store: world.store,
            dependencies: host.dependencies)
        let client = ApiClient(
            transport: host.makeTransport(world.config.endpoints.trust), dependencies: host.dependencies,
            identity: RequestIdentity(
                partnerID: "p", clientID: "c", language: "en-GB", token: ContextToken(world.params.contextToken),
                traceID: session.traceID), events: events)
        let journey = try await JourneySource(
            config: world.config, client: client,
            memory: ManifestVersionStore(store: world.store, environment: .production),
            keyMemory: KeySetVersionStore(store: world.store, environment: .production), dependencies: host.dependencies
        ).journey(id)
        await session.begin(journey, instanceKey: "thumbprint")
        let run = try JourneyRun(
            journey: journey, config: world.config, host: host, params: world.params, session: session, client: client,
            events: events, fingerprintKey: Secret(copying: Array("k".utf8)), webClock: world.webClock)
        _ = await run.handle(.start)
        let visit = await run.machine.visit
        func take(_ event: BridgeInbound, _ visit: Int) async -> Bool {
            await run.handle(BridgeReport(visit: visit, event: event)) == nil
        }
        // It does not open the step's page, ...
        #expect(await take(.opened(documentID: "d"), visit - 1))
        #expect(await take(.event(name: "submit", payload: ["amount": 1]), visit))
        #expect(await run.calls.isEmpty)
        // ... raise its events, ...
        #expect(await take(.opened(documentID: "d"), visit))
        #expect(await take(.event(name: "submit", payload: ["amount": 1]), visit - 1))
        #expect(await run.calls.isEmpty)
        // ... lose it, ...
        #expect(await take(.lost(JourneyError(.originBlocked, "Late.")), visit - 1))
        // ... or call its methods.
        let code = Mutex<ErrorCode?>(nil)
        let request = BridgeRequest(method: "performBiometric", params: [:]) { result in
            if case .failure(let error) = result { code.withLock { $0 = error.code } }
        }
        #expect(await take(.request(request), visit - 1))
        #expect(code.withLock { $0 } == .bridgeNotReady)
        #expect(await run.machine.visit == visit)
        // The step's own page still can.
        #expect(await take(.event(name: "submit", payload: ["amount": 1]), visit))
        #expect(await run.calls.count == 1)
        await run.web.close()
    }

    @Test("a document that the previous page was navigating to does not become the step's page")
    func lateDocument() async throws {
        let starts = Mutex(0)
        let refusal = Mutex<String?>(nil)
        let world = try JourneyFixture { page in
            let isFirst = starts.withLock { starts in
                starts += 1
                return starts == 1
            }
            guard isFirst else {
                do { try await page.connect() } catch { refusal.withLock { $0 = "\(error)" } }
                return
            }
            // The step's own page waits until the other has tried.
            while refusal.withLock({ $0 }) == nil, !Task.isCancelled { await Task.yield() }
            try await JourneyFixture.transfer(page)
        }
        async let result = world.run()
        while starts.withLock({ $0 }) == 0, !Task.isCancelled { await Task.yield() }
        let elsewhere = try #require(world.page.loads.first)
        world.page.begin(elsewhere, origin: elsewhere.origin, load: 0)
        #expect(JourneyFixture.word(try await result) == "completed")
        #expect(refusal.withLock { $0 } == "BRIDGE_NOT_READY")
    }
}
