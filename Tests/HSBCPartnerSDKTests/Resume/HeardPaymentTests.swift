import Foundation
import JourneyBase
import JourneyTesting
import JourneyWeb
import Testing

@testable import HSBCPartnerSDK

/// Payments whose success a run knows, and whose process died before the host received the result.
@Suite("Known payments of suspended runs", .timeLimit(.minutes(10)))
struct HeardPaymentTests {
    private static let policy: JSONValue = ["snapshotOn": ["quoted"], "keep": ["steps.form.quoteId"]]

    /// Requests a transfer, and closes the receipt if `isClosing`.
    private static func page(closing isClosing: Bool) -> ScriptedPage.Script {
        { page in
            try await page.connect()
            guard page.url.path.hasSuffix("receipt") else { return try await page.emit("submit", ["amount": 1_250]) }
            if isClosing { try await page.emit("close") }
        }
    }

    /// Leaves at once.
    @Sendable private static func leave(_ page: ScriptedDocument) async throws {
        try await page.connect()
        try await page.emit("cancel")
    }

    /// A world in which a run has paid, and died on the receipt page.
    private func paid(
        policy: JSONValue?, _ change: (inout JourneyFixture) throws -> Void = { _ in }
    ) async throws -> JourneyFixture {
        var world = try JourneyFixture(hurried: true, script: Self.page(closing: false))
        world.manifest = world.manifest.with("resumePolicy", policy)
            .with("steps.pay.on.transferred", ["to": "receipt"])
            .with(
                "steps.receipt",
                ["type": "web", "url": "https://bank.example/pages/receipt", "on": ["close": ["to": "done"]]])
        try change(&world)
        let still = world
        let run = Task { try await still.run() }
        var left: (key: StoreKey, bytes: [UInt8])?
        while left == nil {
            try Task.checkCancellation()
            await Task.yield()
            guard let key = try await world.store.keys().first(where: { $0.rawValue.hasPrefix("snapshot") }),
                let bytes = try await world.store.load(key), try JSONReader.read(bytes)["stepPointer"] == "receipt"
            else { continue }
            left = (key, bytes)
        }
        try await until { world.events.entries.contains { $0.attributes["step"] == "receipt" } }
        world.page.report(.closedByPerson)
        guard case .pending(let payload) = try await run.value else { throw Unexpected() }
        #expect(payload["operations"] == ["createTransfer"])
        // The store's content when the process died.
        if let left { try await world.store.save(left.bytes, for: left.key) }
        #expect(world.bank.total == 1)
        return world
    }

    private struct Unexpected: Error {}

    private func codes(_ world: JourneyFixture) -> [String] {
        world.events.entries("error").compactMap { $0.attributes["code"]?.string }.filter { $0.hasPrefix("RUN_") }
    }

    private func snapshots(_ world: JourneyFixture) async throws -> Int {
        try await world.store.keys().count { $0.rawValue.hasPrefix("snapshot") }
    }

    @Test("a completed payment is reported at the next start, whatever the policy, and its run can be resumed")
    func offered() async throws {
        for policy in [nil, Self.policy] as [JSONValue?] {
            var world = try await paid(policy: policy)
            world.restart(script: Self.leave)
            #expect(try await world.run() == .cancelled)
            #expect(codes(world) == ["RUN_UNFINISHED"])
            world.restart(
                resuming: try #require(try await world.offers().first).resumeToken, script: Self.page(closing: true))
            #expect(JourneyFixture.word(try await world.run()) == "completed")
            #expect(world.bank.total == 1)
            #expect(try await snapshots(world) == 0)
        }
    }

    @Test("a paid run that cannot be resumed is reported once, and the bank is not asked about it")
    func lost() async throws {
        for policy in [nil, Self.policy] as [JSONValue?] {
            var world = try await paid(policy: policy)
            world.manifest = world.manifest.with("sequence", 8)
            for _ in 0..<2 {
                world.restart(script: Self.leave)
                let transport = try await world.transport()
                #expect(try await world.run(transport) == .cancelled)
                #expect(codes(world) == ["RUN_PAID"])
                #expect(!transport.requests.contains { $0.url.path.hasSuffix("/settlements") })
            }
            #expect(try await snapshots(world) == 0)
        }
    }

    @Test("neither time nor many drafts remove a payment's record")
    func kept() async throws {
        let world = try await paid(policy: Self.policy)
        let store = SnapshotStore(store: world.store, environment: .production)
        let late = JourneyFixture.now.addingTimeInterval(400 * 86_400)
        #expect(try await store.tidy(now: late).map(\.snapshot.hasPaid) == [true])
        var draft = try #require(try await store.tidy(now: late).first).snapshot
        (draft.attempts, draft.time, draft.expires) = ([:], late, late.addingTimeInterval(60))
        for index in 0..<SnapshotStore.keptRuns { try await store.save(draft, of: "draft-\(index)") }
        #expect(try await store.tidy(now: late).count { $0.snapshot.hasPaid } == 1)
    }

    @Test(
        "a failed resume of a paid run does not deny the payment",
        arguments: ["SERVER_ERROR", "RESUME_REFUSED", "USER_CANCELLED"])
    func early(reason: String) async throws {
        var world = try await paid(policy: Self.policy)
        let offer = try #require(try await world.offers().first)
        #expect(!offer.isPaymentInDoubt)
        world.restart(resuming: offer.resumeToken)
        if reason == "SERVER_ERROR" { world.manifestAnswer = HTTPResponse(status: 503) }
        if reason == "RESUME_REFUSED" { world.manifest = world.manifest.with("sequence", 8) }
        let still = world
        let transport = try await world.transport()
        let run = Task { try await still.run(transport) }
        if reason == "USER_CANCELLED" { run.cancel() }
        #expect(
            try await run.value
                == .pending(payload: ["reason": .string(reason), "operations": ["createTransfer"], "steps": [:]]))
        #expect(try await snapshots(world) == 1)
    }

    @Test("another person's start neither reports nor removes the payment")
    func persons() async throws {
        var world = try await paid(policy: Self.policy) { $0.params.subject = "amelia" }
        for isResumable in [true, false] {
            if !isResumable { world.manifest = world.manifest.with("sequence", 8) }
            for subject in ["rowan", nil] {
                world.params.subject = subject
                world.restart(script: Self.leave)
                #expect(try await world.run() == .cancelled)
                #expect(codes(world).isEmpty)
            }
        }
        world.params.subject = "amelia"
        world.restart(script: Self.leave)
        #expect(try await world.run() == .cancelled)
        #expect(codes(world) == ["RUN_PAID"])
    }

    @Test("a paid run is reported before its record is removed, so a failing store loses nothing")
    func brokenStore() async throws {
        var world = try await paid(policy: Self.policy)
        world.manifest = world.manifest.with("sequence", 8)
        let store = FailingStore(world.store, gate: nil)
        await store.failRemovals()
        world.restart(script: Self.leave)
        var host = world.host(try await world.transport())
        host.store = store
        let events = world.events
        #expect(
            await world.engine().start(from: host, params: world.params) { events.record($0, $1) } == .cancelled)
        #expect(codes(world) == ["RUN_PAID"])
        #expect(try await snapshots(world) == 1)
    }
}
