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
        after seconds: Double = 0.25, policy: ResumePolicy? = nil, resuming left: LeftRun? = nil
    ) async throws -> SessionManager {
        let surroundings = Surroundings.fixed(
            now: Date(timeIntervalSince1970: 1_800_000_000 + seconds), seed: UInt64(seconds * 100))
        let session = SessionManager(
            journey: try #require(JourneyID(journey)), environment: environment, correlationID: run, store: store,
            surroundings: surroundings, resuming: left)
        let step = try #require(StepID("pay"))
        await session.begin(
            Journey(
                id: try #require(JourneyID(journey)), version: .v12, manifestHash: [1, 2], sequence: 7, notBefore: nil,
                notAfter: nil, issuer: nil, origins: SourcePolicy([]), headers: [:], limits: JourneyLimits(),
                startStep: step, steps: [:], resumePolicy: policy), instanceKey: "thumbprint")
        return session
    }

    private func call(attempt: Int = 1, literal: String? = nil) throws -> PendingCall {
        let operation = Operation(
            id: "pay", method: .post, path: "/pay", base: try #require(HTTPSURL("https://bank.example/")))
        let binding = Binding(
            onEvent: "enter", operation: operation, arguments: .none, outputs: [:], headers: [:], onSuccessEmit: nil,
            onErrorEmit: nil, retry: [])
        return PendingCall(
            id: PendingCall.ID(rawValue: attempt), step: try #require(StepID("pay")), visit: 1, bindingIndex: 0,
            binding: binding, arguments: [:], fingerprint: [UInt8(attempt)], attempt: attempt, literalKey: literal)
    }

    /// Where the machine is while attempts 1 to `attempts` are open.
    private func point(_ step: String = "pay", attempts: Int = 1) throws -> ResumePoint {
        ResumePoint(
            step: try #require(StepID(step)),
            open: Dictionary(uniqueKeysWithValues: (0..<attempts).map { ("pay/0/\($0 + 1)", [UInt8($0 + 1)]) }))
    }

    private func key(_ session: SessionManager, attempt: Int = 1, literal: String? = nil) async throws -> String {
        try await session.key(for: call(attempt: attempt, literal: literal), at: point(attempts: attempt))
    }

    private func stored() async throws -> Snapshot? {
        try await SnapshotStore(store: store, environment: .sandbox).load("c")
    }

    @Test("a point that is kept is stored, with the seed's members and ours")
    func snapshot() async throws {
        let session = try await session(policy: ResumePolicy(snapshotOn: ["next"], maxAge: .seconds(60)))
        var point = try point("amount", attempts: 0)
        point.outputs = ["form": ["quoteId": "Q-1"]]
        try await session.save(point)
        let snapshot = try #require(try await stored())
        #expect(snapshot.point == point)
        #expect(snapshot.idempotencyKey == session.idempotencyKey)
        #expect(
            Set(snapshot.json.object?.keys.sorted() ?? []) == [
                "journeyId", "stepPointer", "idempotencyKey", "ts", "manifestHash", "sequence", "instanceKey",
                "expires", "keys", "open", "outputs", "offered",
            ])
        #expect(snapshot.json["ts"] == 1_800_000_000_250 && snapshot.json["expires"] == 1_800_000_060_250)
        #expect(snapshot.isOffered && snapshot.isResumable && !snapshot.isInDoubt)
    }

    @Test("a key is stored before it is given out, and stays the attempt's")
    func keys() async throws {
        let session = try await session()
        let first = try await key(session)
        let snapshot = try #require(try await stored())
        #expect(snapshot.keys == ["pay/0/1": first] && snapshot.isInDoubt && !snapshot.isOffered)
        #expect(try await key(session) == first)
        let second = try await key(session, attempt: 2)
        #expect(second != first)
        #expect(try await stored()?.keys.count == 2)
    }

    @Test("points and keys that are kept at once all arrive, whichever is written last")
    func together() async throws {
        let session = try await session(policy: ResumePolicy(snapshotOn: []))
        let points = try (1...20).map { try point(attempts: $0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, point) in points.enumerated() {
                let call = try call(attempt: index + 1)
                group.addTask { _ = try await session.key(for: call, at: point) }
                group.addTask { try await session.save(point) }
            }
            try await group.waitForAll()
        }
        #expect(try await stored()?.keys.count == 20)
    }

    @Test("a literal of manifest 1.1 joins the key and never is the key")
    func literal() async throws {
        let key = try await key(session(), literal: "transfer")
        #expect(key.hasPrefix("transfer-") && key.utf8.count == 45)
    }

    @Test("a store that fails gives no key, and forgets none for later")
    func broken() async throws {
        let session = try await session()
        await store.breakDown()
        await #expect(throws: JourneyError.self) { _ = try await key(session) }
        await store.breakDown(false)
        let again = try await key(session)
        #expect(try await stored()?.keys == ["pay/0/1": again])
    }

    @Test("a run that is resumed goes on under its name, with its keys; a key that is void is forgotten")
    func resumed() async throws {
        let first = try await session()
        let key = try await key(first)
        let left = LeftRun(run: "c", snapshot: try #require(try await stored()))
        let second = try await session("another", after: 5, resuming: left)
        #expect(second.idempotencyKey == first.idempotencyKey && second.correlationID == "another")
        #expect(try await self.key(second) == key)
        await second.forget(["pay/0/1"])
        #expect(try await stored()?.keys == [:])
        #expect(try await self.key(second) != key)
        #expect(try await store.keys().map(\.rawValue) == ["snapshot.sandbox.c"])
    }

    @Test("the end forgets the snapshot, unless the bank still has to say something, or the person may go on")
    func end() async throws {
        let failed = Outcome<JSONValue>.failed(JourneyError(.unknown, "No."))
        for (outcome, isAtTerminal, isOffered, isKept) in [
            (Outcome<JSONValue>.completed([:]), true, true, false), (.pending([:]), false, false, true),
            (.cancelled, false, false, false), (failed, false, false, false), (.cancelled, false, true, true),
            (failed, false, true, true), (.cancelled, true, true, false), (failed, true, true, false),
        ] {
            let session = try await session(policy: isOffered ? ResumePolicy(snapshotOn: []) : nil)
            if isOffered { try await session.save(point(attempts: 0)) } else { _ = try await key(session) }
            await session.end(outcome, isAtTerminal: isAtTerminal)
            #expect((try await stored() != nil) == isKept)
            try await store.remove(try #require(StoreKey("snapshot.sandbox.c")))
        }
    }

    /// Leaves what a run leaves whose process died, with a key or without.
    private func leave(_ session: SessionManager, withKey: Bool = true) async throws {
        if withKey { _ = try await key(session) } else { try await session.save(point(attempts: 0)) }
    }

    @Test("what a run left of a payment outlives the next runs, and is told of; what is of no use goes")
    func unfinished() async throws {
        try await leave(try await session("1"))
        try await leave(try await session("2"), withKey: false)
        try await leave(try await session("3", of: "account-opening"))
        try await leave(try await session("4", in: .production))
        let key = try #require(StoreKey("snapshot.sandbox.1"))
        let left = try await store.load(key)
        let next = try await session("5")
        #expect(try await next.unfinishedRuns() == 1)
        try await leave(next)
        await next.end(.completed([:]), isAtTerminal: true)
        #expect(try await store.load(key) == left)
        #expect(
            try await store.keys().map(\.rawValue) == [
                "snapshot.production.4", "snapshot.sandbox.1", "snapshot.sandbox.3",
            ])
        #expect(try await session("6", in: .production).unfinishedRuns() == 1)
    }

    @Test("what is offered goes when its time is over, and a payment in doubt stays")
    func expired() async throws {
        let policy = ResumePolicy(snapshotOn: [], maxAge: .seconds(60))
        try await leave(try await session("offered", policy: policy), withKey: false)
        try await leave(try await session("doubt", policy: policy))
        _ = try await session("next", after: 59).unfinishedRuns()
        #expect(try await store.keys().count == 2)
        _ = try await session("next", after: 61).unfinishedRuns()
        #expect(try await store.keys().map(\.rawValue) == ["snapshot.sandbox.doubt"])
    }

    @Test("only so many are kept: the oldest go, and what cannot be read counts as old")
    func bounded() async throws {
        let count = SnapshotStore.keptRuns
        for index in 0...count { try await leave(try await session("run-\(index)", after: Double(index))) }
        try await store.save(Array("?".utf8), for: try #require(StoreKey("snapshot.sandbox.bad")))
        #expect(try await session("next").unfinishedRuns() == count)
        let names = Set(try await store.keys().map(\.rawValue))
        #expect(!names.contains("snapshot.sandbox.run-0") && !names.contains("snapshot.sandbox.bad"))
        #expect(names.contains("snapshot.sandbox.run-1") && names.contains("snapshot.sandbox.run-\(count)"))
    }

    @Test("what is no snapshot is none: each member is needed, and of its kind")
    func badSnapshot() async throws {
        let session = try await session(policy: ResumePolicy(snapshotOn: []))
        _ = try await key(session)
        let good = try #require(try await stored()).json
        #expect(Snapshot(good) != nil)
        for name in [
            "journeyId", "stepPointer", "idempotencyKey", "ts", "expires", "manifestHash", "instanceKey", "keys",
            "open", "outputs", "offered",
        ] {
            #expect(Snapshot(good.with(name, nil)) == nil, "\(name)")
            #expect(Snapshot(good.with(name, [1])) == nil, "\(name)")
        }
        for (path, value) in [
            ("journeyId", "../a"), ("manifestHash", "xy"), ("ticket", "xy"), ("ts", "1"),
            ("keys", ["a": 1]), ("open", ["a": "xy"]), ("outputs", ["a": ["b": 1]]),
        ] as [(String, JSONValue)] {
            #expect(Snapshot(good.with(path, value)) == nil, "\(path)")
        }
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
