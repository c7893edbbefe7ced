import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK
@testable import JourneyLanguage

@Suite("Session, snapshots and keys")
struct SessionManagerTests {
    private let store = MemoryStore()

    private func session(
        _ run: String = "c", of journey: String = "money-transfer",
        in environment: HSBCInitConfig.Environment = .sandbox,
        after seconds: Double = 0.25
    ) throws -> SessionManager {
        SessionManager(
            journey: try #require(JourneyID(journey)), environment: environment, correlationID: run, store: store,
            surroundings: .fixed(now: Date(timeIntervalSince1970: 1_800_000_000 + seconds)))
    }

    private func call(attempt: Int = 1, literal: String? = nil) throws -> PendingCall {
        let operation = Operation(
            id: "pay", method: .post, path: "/pay", base: try #require(HTTPSURL("https://bank.example/")))
        let binding = Binding(
            onEvent: "enter", operation: operation, arguments: .none, outputs: [:], headers: [:], onSuccessEmit: nil,
            onErrorEmit: nil, retry: [])
        return PendingCall(
            id: PendingCall.ID(rawValue: attempt), step: try #require(StepID("pay")), visit: 1, bindingIndex: 0,
            binding: binding, arguments: [:], attempt: attempt, literalKey: literal)
    }

    private func stored() async throws -> Snapshot? {
        let key = try #require(StoreKey("snapshot.sandbox.c"))
        guard let bytes = try await store.load(key) else { return nil }
        return Snapshot(try JSONReader.read(bytes))
    }

    @Test("a step that is entered is stored, with the seed's members")
    func snapshot() async throws {
        let session = try session()
        try await session.enter(try #require(StepID("amount")))
        let snapshot = try #require(try await stored())
        #expect(snapshot.step == StepID("amount"))
        #expect(snapshot.idempotencyKey == session.idempotencyKey)
        #expect(
            Set(snapshot.json.object?.keys.sorted() ?? []) == [
                "journeyId", "stepPointer", "idempotencyKey", "ts", "keys",
            ])
        #expect(snapshot.json["ts"] == 1_800_000_000_250)
    }

    @Test("a key is stored before it is given out, and stays the attempt's")
    func keys() async throws {
        let session = try session()
        try await session.enter(try #require(StepID("pay")))
        let first = try await session.key(for: try call())
        #expect(try await stored()?.keys == ["pay/0/1": first])
        #expect(try await session.key(for: try call()) == first)
        let second = try await session.key(for: try call(attempt: 2))
        #expect(second != first)
        #expect(try await stored()?.keys.count == 2)
    }

    @Test("a literal of manifest 1.1 joins the key and never is the key")
    func literal() async throws {
        let session = try session()
        try await session.enter(try #require(StepID("pay")))
        let key = try await session.key(for: try call(literal: "transfer"))
        #expect(key.hasPrefix("transfer-") && key.utf8.count == 45)
    }

    @Test("a store that fails gives no key, and forgets none for later")
    func broken() async throws {
        let session = try session()
        try await session.enter(try #require(StepID("pay")))
        await store.breakDown()
        await #expect(throws: JourneyError.self) { _ = try await session.key(for: try call()) }
        await store.breakDown(false)
        let key = try await session.key(for: try call())
        #expect(try await stored()?.keys == ["pay/0/1": key])
    }

    @Test("the end forgets the snapshot, unless the bank still has to say what became of it")
    func end() async throws {
        for (outcome, isKept) in [
            (Outcome<JSONValue>.completed([:]), false), (.cancelled, false), (.pending([:]), true),
            (.failed(JourneyError(.unknown, "No.")), false),
        ] {
            let session = try session()
            try await session.enter(try #require(StepID("pay")))
            await session.end(outcome)
            #expect((try await stored() != nil) == isKept)
        }
    }

    /// Leaves what a run leaves whose process died, with a key or without.
    private func leave(_ session: SessionManager, withKey: Bool = true) async throws {
        try await session.enter(try #require(StepID("pay")))
        if withKey { _ = try await session.key(for: try call()) }
    }

    @Test("what a run left of a payment outlives the next runs, and is told of; what left no key goes")
    func unfinished() async throws {
        try await leave(try session("1"))
        try await leave(try session("2"), withKey: false)
        try await leave(try session("3", of: "account-opening"))
        try await leave(try session("4", in: .production))
        let key = try #require(StoreKey("snapshot.sandbox.1"))
        let left = try await store.load(key)
        let next = try session("5")
        #expect(try await next.unfinishedRuns() == 1)
        try await leave(next)
        await next.end(.completed([:]))
        #expect(try await store.load(key) == left)
        #expect(
            try await store.keys().map(\.rawValue) == [
                "snapshot.production.4", "snapshot.sandbox.1", "snapshot.sandbox.3",
            ])
        #expect(try await session("6", in: .production).unfinishedRuns() == 1)
    }

    @Test("only so many are kept: the oldest go, and what cannot be read counts as old")
    func bounded() async throws {
        let count = SessionManager.keptRuns
        for index in 0...count { try await leave(try session("run-\(index)", after: Double(index))) }
        try await store.save(Array("?".utf8), for: try #require(StoreKey("snapshot.sandbox.bad")))
        #expect(try await session("next").unfinishedRuns() == count)
        let names = Set(try await store.keys().map(\.rawValue))
        #expect(!names.contains("snapshot.sandbox.run-0") && !names.contains("snapshot.sandbox.bad"))
        #expect(names.contains("snapshot.sandbox.run-1") && names.contains("snapshot.sandbox.run-\(count)"))
    }

    @Test(
        "what is no snapshot is none",
        arguments: [
            "{}", #"{"journeyId":"a","stepPointer":"s","idempotencyKey":"k","ts":1,"keys":{"a":1}}"#,
            #"{"journeyId":"../a","stepPointer":"s","idempotencyKey":"k","ts":1,"keys":{}}"#,
            #"{"journeyId":"a","stepPointer":"s","idempotencyKey":"k","ts":"1","keys":{}}"#,
        ])
    func badSnapshot(text: String) throws {
        #expect(Snapshot(try JSONReader.read(Array(text.utf8))) == nil)
    }

    @Test("what is remembered of manifests grows, and a damaged memory lets nothing through")
    func memory() async throws {
        let memory = ManifestMemory(store: store, environment: .production)
        let journey = try #require(JourneyID("money-transfer"))
        #expect(try await memory.highest(of: journey) == nil)
        try await memory.remember(7, of: journey)
        try await memory.remember(5, of: journey)
        try await memory.remember(nil, of: journey)
        #expect(try await memory.highest(of: journey) == 7)
        #expect(try await ManifestMemory(store: store, environment: .sandbox).highest(of: journey) == nil)
        try await store.save(Array("{}".utf8), for: try #require(StoreKey("sequence.production.money-transfer")))
        await #expect(throws: JourneyError.self) { _ = try await memory.highest(of: journey) }
    }
}
