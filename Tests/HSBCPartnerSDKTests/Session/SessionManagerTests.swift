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
        on other: (any SecureStore)? = nil, after seconds: Double = 0.25, policy: ResumePolicy? = nil,
        resuming left: SuspendedRun? = nil
    ) async throws -> SessionManager {
        let dependencies = Dependencies.fixed(
            now: Date(timeIntervalSince1970: 1_800_000_000 + seconds), seed: UInt64(abs(seconds * 100)))
        let session = SessionManager(
            environment: environment, correlationID: run, store: other ?? store, dependencies: dependencies,
            resuming: left)
        let step = try #require(StepID("pay"))
        await session.begin(
            Journey(
                id: try #require(JourneyID(journey)), version: .v12, manifestHash: [1, 2], sequence: 7, notBefore: nil,
                notAfter: nil, issuer: nil, origins: SourcePolicy([]), headers: [:], limits: JourneyLimits(),
                startStep: step, steps: [:], resumePolicy: policy), instanceKey: "thumbprint")
        return session
    }

    private func call(attempt: Int = 1, literal: String? = nil, window: Duration? = nil) throws -> PendingCall {
        let operation = Operation(
            id: "pay", method: .post, path: "/pay", base: try #require(HTTPSURL("https://bank.example/")))
        var binding = Binding(
            onEvent: "enter", operation: operation, arguments: .none, outputs: [:], headers: [:], onSuccessEmit: nil,
            onErrorEmit: nil, retry: [])
        binding.keyPlacement = window.map {
            KeyPlacement(place: .header("Idempotency-Key"), form: .bare, maxLength: 255, window: $0)
        }
        return PendingCall(
            id: PendingCall.ID(rawValue: attempt), step: try #require(StepID("pay")), visit: 1, bindingIndex: 0,
            binding: binding, arguments: [:], fingerprint: [UInt8(attempt)], attempt: attempt, literalKey: literal,
            mayMoveMoney: false)
    }

    /// The resume point while attempts 1 to `attempts` are open.
    private func point(_ step: String = "pay", attempts: Int = 1) throws -> ResumePoint {
        ResumePoint(
            step: try #require(StepID(step)),
            attempts: Dictionary(
                uniqueKeysWithValues: (0..<attempts).map {
                    ("pay/0/\($0 + 1)", ResumePoint.Attempt(.open, [UInt8($0 + 1)]))
                }))
    }

    private func key(_ session: SessionManager, attempt: Int = 1, literal: String? = nil) async throws -> String {
        let key = try await session.reserve(
            call(attempt: attempt, literal: literal), at: point(attempts: attempt)
        ).key
        return try #require(key)
    }

    private func stored() async throws -> Snapshot? {
        try await SnapshotStore(store: store, environment: .sandbox).load("c")
    }

    @Test("a saved point is stored as a snapshot with all documented members")
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
                "expires", "attempts", "outputs", "offered", "over",
            ])
        #expect(snapshot.json["ts"] == 1_800_000_000_250 && snapshot.json["expires"] == 1_800_000_060_250)
        #expect(snapshot.isOffered && snapshot.isResumable && !snapshot.isInDoubt)
    }

    @Test("a key is stored before it is returned, and an attempt keeps its key")
    func keys() async throws {
        let session = try await session()
        let first = try await key(session)
        let snapshot = try #require(try await stored())
        #expect(snapshot.inDoubt.mapValues(\.key) == ["pay/0/1": first] && !snapshot.isOffered)
        #expect(try await key(session) == first)
        let second = try await key(session, attempt: 2)
        #expect(second != first)
        #expect(try await stored()?.inDoubt.count == 2)
    }

    @Test(
        "a call is repeated only while the bank remembers its key",
        arguments: [(0.0, true), (59, true), (60, false), (3_600, false), (-59, true), (-60, false)])
    func window(seconds: Double, isRepeated: Bool) async throws {
        let placed = try call(window: .seconds(60))
        let first = try await session().reserve(placed, at: point()).key
        let left = SuspendedRun(run: "c", snapshot: try #require(try await stored()))
        let later = try await session(after: 0.25 + seconds, resuming: left)
        guard isRepeated else {
            await #expect { try await later.reserve(placed, at: point()) } throws: { error in
                let error = error as? JourneyError
                return error?.code == .resumeRefused && error?.requestFate == .notSent
            }
            return
        }
        #expect(try await later.reserve(placed, at: point()).key == first)
    }

    @Test("points and keys that are saved concurrently are all stored, in any order")
    func together() async throws {
        let session = try await session(policy: ResumePolicy(snapshotOn: []))
        let points = try (1...20).map { try point(attempts: $0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, point) in points.enumerated() {
                let call = try call(attempt: index + 1)
                group.addTask { _ = try await session.reserve(call, at: point) }
                group.addTask { try await session.save(point) }
            }
            try await group.waitForAll()
        }
        #expect(try await stored()?.inDoubt.count == 20, "each is known to be open")
    }

    @Test("a failed write discards its own key and no later change")
    func failedWrite() async throws {
        let gate = Gate()
        let failing = FailingStore(store, gate: gate)
        let session = try await session(on: failing, policy: ResumePolicy(snapshotOn: []))
        try await session.save(point("form", attempts: 0))
        await failing.failNext()
        let (a, b) = (try call(attempt: 1), try call(attempt: 2))
        let (pointA, pointB) = (try point(attempts: 1), try point(attempts: 2))
        let first = Task { try await session.reserve(a, at: pointA).key }
        await gate.arrival()
        let second = Task { try await session.reserve(b, at: pointB).key }
        while await session.keysInDoubt.count < 2 { await Task.yield() }
        gate.open()
        await #expect(throws: JourneyError.self) { try await first.value }
        let key = try await second.value
        // The attempt is known to be open, on the device and in memory.
        #expect(try await stored()?.inDoubt["pay/0/2"]?.key == key)
        #expect(await session.keysInDoubt == ["pay/0/2": key])
        #expect(try await stored()?.step.rawValue == "pay")
    }

    @Test("refused and done attempts are stored, and an earlier point does not undo them")
    func states() async throws {
        let session = try await session(policy: ResumePolicy(snapshotOn: []))
        for attempt in 1...3 { _ = try await key(session, attempt: attempt) }
        var later = try point("receipt", attempts: 3)
        later.attempts["pay/0/1"]?.state = .refused
        later.attempts["pay/0/2"]?.state = .done
        try await session.save(later)
        try await session.save(point("receipt", attempts: 3))
        let states = try #require(try await stored()).attempts.mapValues(\.known.state)
        #expect(states == ["pay/0/1": .refused, "pay/0/2": .done, "pay/0/3": .open])
    }

    @Test("a manifest 1.1 literal becomes a prefix of the key, never the key itself")
    func literal() async throws {
        let key = try await key(session(), literal: "transfer")
        #expect(key.hasPrefix("transfer-") && key.utf8.count == 45)
    }

    @Test("a store that fails gives no key, and leaves none behind")
    func broken() async throws {
        let session = try await session()
        await store.breakDown()
        await #expect(throws: JourneyError.self) { _ = try await key(session) }
        await store.breakDown(false)
        let again = try await key(session)
        #expect(try await stored()?.inDoubt.mapValues(\.key) == ["pay/0/1": again])
    }

    @Test("a done attempt stays done, whatever a later point says")
    func doneStays() async throws {
        let session = try await session()
        _ = try await key(session)
        for (state, kept) in [
            (ResumePoint.Attempt.State.refused, ResumePoint.Attempt.State.refused), (.done, .done), (.refused, .done),
            (.open, .done),
        ] {
            var point = try point("receipt", attempts: 0)
            point.attempts = ["pay/0/1": ResumePoint.Attempt(state, [1])]
            try await session.save(point)
            #expect(try await stored()?.attempts["pay/0/1"]?.known.state == kept)
        }
    }

    @Test("a resumed run keeps its name and keys; a void key is removed")
    func resumed() async throws {
        let first = try await session()
        let key = try await key(first)
        let left = SuspendedRun(run: "c", snapshot: try #require(try await stored()))
        let second = try await session("another", after: 5, resuming: left)
        #expect(second.idempotencyKey == first.idempotencyKey && second.correlationID == "another")
        #expect(try await self.key(second) == key)
        await second.forget(["pay/0/1"])
        #expect(try await stored()?.attempts == [:])
        #expect(try await self.key(second) != key)
        #expect(try await store.keys().map(\.rawValue) == ["snapshot.sandbox.c"])
    }

    @Test("the end removes the snapshot unless a payment is open or the run may be resumed")
    func end() async throws {
        let failed = Outcome<JSONValue>.failed(JourneyError(.unknown, "No."))
        for (outcome, terminal, isOffered, isOpen, isKept) in [
            (Outcome<JSONValue>.completed([:]), Terminal.Kind.completed, true, false, false),
            (.completed([:]), .completed, true, true, true), (.pending([:]), .pending, true, false, false),
            (.pending([:]), .pending, false, true, true), (.pending([:]), nil, false, true, true),
            (.pending([:]), nil, true, false, true), (.pending([:]), .failed, false, true, true),
            (.cancelled, nil, false, false, false), (failed, nil, false, false, false),
            (.cancelled, nil, true, false, true), (failed, nil, true, false, true),
            (.cancelled, .cancelled, true, false, false), (failed, .failed, true, false, false),
        ] as [(Outcome<JSONValue>, Terminal.Kind?, Bool, Bool, Bool)] {
            let session = try await session(policy: isOffered ? ResumePolicy(snapshotOn: []) : nil)
            if isOffered { try await session.save(point(attempts: 0)) }
            if isOpen || !isOffered { _ = try await key(session) }
            await session.end(outcome, open: isOpen ? ["pay/0/1"] : [], terminal: terminal)
            let left = try await stored()
            #expect((left != nil) == isKept, "\(outcome) \(String(describing: terminal)) \(isOffered) \(isOpen)")
            // A journey that has ended is not resumed.
            let isOver = isKept && (terminal == .completed || terminal == .pending)
            #expect(left.map { $0.isResumable == !isOver } ?? true)
            try await store.remove(try #require(StoreKey("snapshot.sandbox.c")))
        }
    }

    /// Leaves the state of a run whose process died, with a key or without.
    private func leave(_ session: SessionManager, withKey: Bool = true) async throws {
        if withKey { _ = try await key(session) } else { try await session.save(point(attempts: 0)) }
    }

    /// Returns the names of stored snapshots after `tidy`.
    private func tidied(after seconds: Double = 0) async throws -> Set<String> {
        let now = Date(timeIntervalSince1970: 1_800_000_000 + seconds)
        _ = try await SnapshotStore(store: store, environment: .sandbox).tidy(now: now)
        return Set(try await store.keys().map(\.rawValue))
    }

    @Test("a snapshot with a payment survives later runs, and others are removed")
    func unfinished() async throws {
        try await leave(try await session("1"))
        try await leave(try await session("2"), withKey: false)
        try await leave(try await session("3", of: "account-opening"))
        try await leave(try await session("4", in: .production))
        #expect(try await tidied() == ["snapshot.production.4", "snapshot.sandbox.1", "snapshot.sandbox.3"])
    }

    @Test("an offered snapshot is removed when it expires; one with a payment in doubt stays")
    func expired() async throws {
        let policy = ResumePolicy(snapshotOn: [], maxAge: .seconds(60))
        try await leave(try await session("offered", policy: policy), withKey: false)
        try await leave(try await session("doubt", policy: policy))
        #expect(try await tidied(after: 59).count == 2)
        #expect(try await tidied(after: 61) == ["snapshot.sandbox.doubt"])
    }

    @Test("the number of snapshots is limited: drafts go first, then damaged ones, then the oldest payments")
    func bounded() async throws {
        let count = SnapshotStore.keptRuns
        let policy = ResumePolicy(snapshotOn: [])
        try await leave(try await session("payment", after: 0))
        for index in 1...count {
            try await leave(try await session("draft-\(index)", after: Double(index), policy: policy), withKey: false)
        }
        try await store.save(Array("?".utf8), for: try #require(StoreKey("snapshot.sandbox.bad")))
        var names = try await tidied()
        #expect(names.count == count && names.contains("snapshot.sandbox.payment"))
        #expect(names.contains("snapshot.sandbox.bad") && !names.contains("snapshot.sandbox.draft-2"))
        for index in 1...count { try await leave(try await session("p-\(index)", after: 100 + Double(index))) }
        names = try await tidied()
        #expect(names == Set((1...count).map { "snapshot.sandbox.p-\($0)" }))
    }

    @Test("snapshots that the store cannot read at present are kept")
    func passingFault() async throws {
        for index in 0..<40 { try await leave(try await session("p-\(index)", after: Double(index))) }
        let failing = FailingStore(store, gate: nil)
        await failing.failLoads()
        _ = try await SnapshotStore(store: failing, environment: .sandbox).tidy(now: JourneyFixture.now)
        #expect(try await store.keys().count == 40)
    }

    @Test("a snapshot with a missing or mistyped member is refused")
    func badSnapshot() async throws {
        let session = try await session(policy: ResumePolicy(snapshotOn: []))
        _ = try await key(session)
        let good = try #require(try await stored()).json
        #expect(Snapshot(good) != nil)
        for name in [
            "journeyId", "stepPointer", "idempotencyKey", "ts", "expires", "manifestHash", "instanceKey", "attempts",
            "outputs", "offered", "over",
        ] {
            #expect(Snapshot(good.with(name, nil)) == nil, "\(name)")
            #expect(Snapshot(good.with(name, [1])) == nil, "\(name)")
        }
        for (path, value) in [
            ("journeyId", "../a"), ("manifestHash", "xy"), ("ticket", "xy"), ("ts", "1"),
            ("attempts.a", 1), ("attempts.a", ["state": "perhaps", "key": "k", "operation": "o", "fingerprint": "00"]),
            ("attempts.a", ["state": "open", "operation": "o", "fingerprint": "00"]),
            ("attempts.a", ["state": "open", "key": "k", "operation": "o", "fingerprint": "xy"]),
            ("outputs", ["a": ["b": 1]]), ("subject", 1), ("identity", 1),
        ] as [(String, JSONValue)] {
            #expect(Snapshot(good.with(path, value)) == nil, "\(path)")
        }
    }

    @Test("the recorded manifest version only grows, and a damaged record refuses every manifest")
    func memory() async throws {
        let memory = ManifestVersionStore(store: store, environment: .production)
        let journey = try #require(JourneyID("money-transfer"))
        #expect(try await memory.highest(of: journey) == nil)
        try await memory.record(7, hash: [7], of: journey)
        try await memory.record(5, hash: [5], of: journey)
        try await memory.record(nil, hash: [0], of: journey)
        try await memory.record(7, hash: [8], of: journey)
        #expect(try await memory.highest(of: journey) == ManifestVersionStore.RecordedVersion(sequence: 7, hash: [7]))
        #expect(try await ManifestVersionStore(store: store, environment: .sandbox).highest(of: journey) == nil)
        for damaged in ["{}", #"{"sequence":7,"hash":1}"#, #"{"sequence":7,"hash":"x"}"#, "7"] {
            try await store.save(
                Array(damaged.utf8), for: try #require(StoreKey("sequence.production.money-transfer")))
            await #expect(throws: JourneyError.self) { _ = try await memory.highest(of: journey) }
        }
    }
}
