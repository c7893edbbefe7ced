import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// The facade keeps one state for the process, so its tests run one after the other.
@Suite("The facade", .serialized, .timeLimit(.minutes(10)))
struct FacadeTests {
    @Test("a start before initialize fails at once")
    func notInitialized() async throws {
        HSBCPartnerSdk.reset()
        let world = try JourneyFixture()
        let host = world.host(try await world.transport())
        let result = await HSBCPartnerSdk.startJourney(from: host, params: world.params)
        #expect(JourneyFixture.word(result) == "NOT_INITIALIZED")
        #expect(world.page.loads.isEmpty)
    }

    @Test("initialize refuses an unusable configuration and keeps the previous one")
    func initialize() async throws {
        HSBCPartnerSdk.reset()
        let world = try JourneyFixture()
        try HSBCPartnerSdk.initialize(config: world.config)
        var bad = world.config
        bad.redirectScheme = "https"
        #expect(throws: JourneyError.self) { try HSBCPartnerSdk.initialize(config: bad) }
        let host = world.host(try await world.transport())
        #expect(JourneyFixture.word(await HSBCPartnerSdk.startJourney(from: host, params: world.params)) == "completed")
    }

    @Test("the listener receives every event, and the completion is called once")
    func completion() async throws {
        HSBCPartnerSdk.reset()
        let world = try JourneyFixture()
        try HSBCPartnerSdk.initialize(config: world.config)
        HSBCPartnerSdk.setEventListener { world.events.record($0, $1) }
        let calls = EventRecorder()
        let host = world.host(try await world.transport())
        HSBCPartnerSdk.startJourney(from: host, params: world.params) { calls.record(JourneyFixture.word($0), [:]) }
        _ = await calls.first { _ in true }
        #expect(calls.names == ["completed"])
        #expect(world.events.names.first == "journey_begin")
        #expect(world.events.names.last == "result")
        HSBCPartnerSdk.setEventListener(nil)
    }

    @Test("a second start during a run fails at once and does not disturb the run")
    func alreadyRunning() async throws {
        HSBCPartnerSdk.reset()
        let world = try JourneyFixture()
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createTransfer")
        try HSBCPartnerSdk.initialize(config: world.config)
        let host = world.host(try await world.transport())
        async let first = HSBCPartnerSdk.startJourney(from: host, params: world.params)
        await gate.arrival()
        #expect(
            JourneyFixture.word(await HSBCPartnerSdk.startJourney(from: host, params: world.params))
                == "ALREADY_RUNNING")
        // Initializing again does not allow a second run.
        try HSBCPartnerSdk.initialize(config: world.config)
        #expect(
            JourneyFixture.word(await HSBCPartnerSdk.startJourney(from: host, params: world.params))
                == "ALREADY_RUNNING")
        gate.open()
        #expect(JourneyFixture.word(await first) == "completed")
        #expect(world.bank.total == 1)
    }

    @Test("stored items are exported and erased only while no journey runs")
    func storedItems() async throws {
        HSBCPartnerSdk.reset()
        let world = try JourneyFixture()
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createTransfer")
        try HSBCPartnerSdk.initialize(config: world.config)
        let host = world.host(try await world.transport())
        async let run = HSBCPartnerSdk.startJourney(from: host, params: world.params)
        await gate.arrival()
        for body in [
            { _ = try await HSBCPartnerSdk.storedItems(of: host) }, { try await HSBCPartnerSdk.eraseAll(of: host) },
            { try await HSBCPartnerSdk.eraseApprovalKey(of: host) },
        ] {
            let error = await #expect(throws: JourneyError.self) { try await body() }
            #expect(error?.code == .alreadyRunning)
        }
        gate.open()
        _ = await run
        let others = try await HSBCPartnerSdk.storedItems(of: host)
        try await world.store.save([1], for: #require(StoreKey("approval-key")))
        #expect(try await HSBCPartnerSdk.storedItems(of: host).count == others.count + 1)
        try await HSBCPartnerSdk.eraseApprovalKey(of: host)
        #expect(try await HSBCPartnerSdk.storedItems(of: host) == others && !others.isEmpty)
        try await HSBCPartnerSdk.eraseAll(of: host)
        #expect(try await HSBCPartnerSdk.storedItems(of: host).isEmpty)
        #expect(try await world.store.keys().isEmpty)
    }

    @Test(
        "stored items are exported and erased without a host, even with an unusable key, only while no journey runs")
    func storedItemsWithoutHost() async throws {
        HSBCPartnerSdk.reset()
        let store = MemoryStore()
        func keep(_ names: String...) async throws {
            for name in names { try await store.save([1], for: #require(StoreKey(name))) }
        }
        try await keep("instance-key", "approval-key", "approval-key.enrolment", "telemetry.1", "mine")
        // Not even `initialize` is needed.
        #expect(
            try await HSBCPartnerSdk.storedItems(in: store).map(\.name) == [
                "approval-key", "approval-key.enrolment", "instance-key", "telemetry.1",
            ])
        #expect(
            try await HSBCPartnerSdk.storedItems(in: store).allSatisfy { $0.kind == .telemetry || $0.content == nil })
        try await HSBCPartnerSdk.eraseApprovalKey(in: store)
        #expect(
            try await HSBCPartnerSdk.storedItems(in: store).map(\.name) == ["instance-key", "telemetry.1"],
            "what is known of the key goes with it")
        try await HSBCPartnerSdk.eraseAll(in: store)
        #expect(try await store.keys().map(\.rawValue) == ["mine"])

        let world = try JourneyFixture()
        let gate = Gate()
        world.bank.inject(.gate(gate), into: "createTransfer")
        try HSBCPartnerSdk.initialize(config: world.config)
        let host = world.host(try await world.transport())
        async let run = HSBCPartnerSdk.startJourney(from: host, params: world.params)
        await gate.arrival()
        for body in [
            { _ = try await HSBCPartnerSdk.storedItems(in: store) }, { try await HSBCPartnerSdk.eraseAll(in: store) },
            { try await HSBCPartnerSdk.eraseApprovalKey(in: store) },
        ] {
            let error = await #expect(throws: JourneyError.self) { try await body() }
            #expect(error?.code == .alreadyRunning)
        }
        gate.open()
        _ = await run
    }

    @Test("a listener may start a journey from inside an event without a deadlock")
    func reentrant() async throws {
        HSBCPartnerSdk.reset()
        let world = try JourneyFixture()
        try HSBCPartnerSdk.initialize(config: world.config)
        let host = world.host(try await world.transport())
        let inner = EventRecorder()
        HSBCPartnerSdk.setEventListener { name, _ in
            guard name == "journey_begin" else { return }
            HSBCPartnerSdk.startJourney(from: host, params: world.params) { inner.record(JourneyFixture.word($0), [:]) }
        }
        #expect(JourneyFixture.word(await HSBCPartnerSdk.startJourney(from: host, params: world.params)) == "completed")
        _ = await inner.first { _ in true }
        HSBCPartnerSdk.setEventListener(nil)
    }
}
