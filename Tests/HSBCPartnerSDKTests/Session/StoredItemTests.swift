import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// The stored data that a person can view and erase.
@Suite("Stored items", .timeLimit(.minutes(10)))
struct StoredItemTests {
    /// A device with a suspended journey and consent to telemetry.
    private func used() async throws -> JourneyFixture {
        var world = try JourneyFixture { page in
            try await page.connect()
            try await page.emit("submit", ["amount": 1_250])
        }
        world.config.telemetryOptIn = true
        world.manifest = world.manifest.with(
            "resumePolicy", ["snapshotOn": ["quoted"], "keep": ["steps.form.quoteId"], "maxAgeMs": 3_600_000])
        let engine = world.engine()
        let (events, params) = (world.events, world.params)
        let host = world.host(try await world.transport())
        _ = await engine.start(from: host, params: params) { events.record($0, $1) }
        await engine.waitForTelemetry()
        if let own = StoreKey("host-own-item") { try await world.store.save([1], for: own) }
        for name in ["resume-key.production", "attestation.production"] {
            if let key = StoreKey(name) { try await world.store.save(Array("{}".utf8), for: key) }
        }
        return world
    }

    @Test("all items are exported with their content, except keys' content and the host's own items")
    func export() async throws {
        let world = try await used()
        let items = try await StoredItem.all(in: world.store)
        let kinds = Set(items.map(\.kind))
        #expect(
            kinds.isSuperset(of: [.fingerprintKey, .resumeKey, .sequence, .keys, .remote, .telemetry, .attestation]))
        #expect(items.filter { $0.kind.isSecret }.allSatisfy { $0.content == nil })
        #expect(items.filter { !$0.kind.isSecret }.allSatisfy { $0.content != nil })
        #expect(items.map(\.name).contains { $0.hasPrefix("host") } == false)
        let known = try await world.store.keys().map(\.rawValue).filter { $0 != "host-own-item" }
        #expect(items.map(\.name) == known.sorted())
    }

    @Test("erasing removes everything but the host's own items, and the next run starts afresh")
    func erase() async throws {
        let world = try await used()
        try await StoredItem.eraseAll(in: world.store)
        #expect(try await world.store.keys().map(\.rawValue) == ["host-own-item"])
        #expect(try await StoredItem.all(in: world.store) == [])
        #expect(try await world.offers().isEmpty)
    }

    @Test("every kind of item is erased, whatever its name's suffix")
    func kinds() async throws {
        let store = MemoryStore()
        for kind in StoredItem.Kind.allCases {
            for name in ["\(kind.rawValue)", "\(kind.rawValue).production"] {
                if let key = StoreKey(name) { try await store.save([1], for: key) }
            }
        }
        try await StoredItem.eraseAll(in: store)
        #expect(try await store.keys() == [])
    }

    @Test("nothing is exported or erased while a journey runs")
    func running() async throws {
        let world = try JourneyFixture { page in try await page.connect() }
        let engine = world.engine()
        let (events, host, params) = (world.events, world.host(try await world.transport()), world.params)
        let run = Task { await engine.start(from: host, params: params) { events.record($0, $1) } }
        _ = await events.first { $0.attributes["name"] == "bridge_ready" }
        let error = await #expect(throws: JourneyError.self) { try await engine.whileIdle {} }
        #expect(error?.code == .alreadyRunning)
        run.cancel()
        _ = await run.value
        try await engine.whileIdle {}
    }
}
