internal import Foundation
internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage

/// The identity of one run: correlation id, idempotency keys, and the snapshot that outlives the process.
///
/// A key belongs to one logical attempt of one binding. It is stored before its first use, so that a resumed run sends the same
/// key. Knowledge about an attempt only grows: an earlier resume point never removes any.
actor SessionManager {
    nonisolated let correlationID: String
    /// The session's own key; `session.idempotencyKey` in guards.
    nonisolated let idempotencyKey: String
    /// The trace of all requests of the run: 32 hexadecimal digits (W3C Trace Context).
    nonisolated let traceID: String
    /// The run's name in the store. A resumed run keeps its name.
    nonisolated let run: String

    private let snapshots: SnapshotStore
    private let requests: StoredCallStore
    private let dependencies: Dependencies
    private var journey: Journey?
    private var instanceKey = ""
    private var person: Subject
    private var step: StepID?
    private var outputs: [String: [String: String]]
    private var attempts: [String: Snapshot.Attempt]
    private var polls: [String: Date]
    private var isOffered: Bool
    private var isOver = false
    private var lastWrite: Task<Void, any Error>?

    /// Creates the session of a new run, or of `suspendedRun`, whose name and keys it keeps.
    init(
        environment: HSBCInitConfig.Environment, correlationID: String, store: any SecureStore,
        dependencies: Dependencies, resuming suspendedRun: SuspendedRun? = nil
    ) {
        snapshots = SnapshotStore(store: store, environment: environment)
        requests = StoredCallStore(store: store, environment: environment)
        self.dependencies = dependencies
        self.correlationID = correlationID
        run = suspendedRun?.run ?? correlationID
        idempotencyKey = suspendedRun?.snapshot.idempotencyKey ?? dependencies.uuid()
        traceID = dependencies.identifier()
        person = suspendedRun?.snapshot.person ?? Subject()
        step = suspendedRun?.snapshot.step
        outputs = suspendedRun?.snapshot.outputs ?? [:]
        attempts = suspendedRun?.snapshot.attempts ?? [:]
        polls = suspendedRun?.snapshot.polls ?? [:]
        isOffered = suspendedRun?.snapshot.isOffered ?? false
    }

    /// Sets the journey, so that the run can be saved. `instanceKey` is the installation's thumbprint.
    func begin(_ journey: Journey, instanceKey: String) {
        self.journey = journey
        self.instanceKey = instanceKey
    }

    /// Sets the person of the run.
    func belongs(to person: Subject) { self.person = person }

    /// `true` when the bank knows the run's calls as those of the person who signed in.
    var isSignedIn: Bool { person.identity != nil }

    /// Saves `point`, from which the run can be resumed, as the manifest's policy says. Throws `STORE_FAILED`.
    func save(_ point: ResumePoint) async throws {
        merge(point)
        isOffered = isOffered || journey?.resumePolicy != nil
        try await write()
    }

    /// A call's request, and the knowledge about its effect.
    struct Reservation: Sendable {
        /// The idempotency key; `nil` for a call without one.
        var key: String?
        /// The stored request, to be sent as it is; `nil` for a call whose request is not stored.
        var request: HTTPRequest?
        /// The stored request of the status query.
        var query: HTTPRequest?
        /// `true` if the bank may have received the call before.
        var isRepeat = false
        /// The time from which the bank may have forgotten the key.
        var repeatBefore: Date?
        /// `true` if the call itself is not sent again: only the status query can decide it.
        var isOnlyAsked = false
    }

    /// Returns the requests of a call with this key.
    typealias Making = (_ key: String?) throws -> StoredCall

    /// Reserves `call`'s logical attempt: returns its stored key and requests, or new ones that are stored before this returns.
    ///
    /// A call without a key is recorded too. `point` is the position from which the run resumes.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - point: The point to resume from.
    ///   - making: Makes the requests of the call; `nil` for a call whose requests are not stored.
    /// - Returns: What to send.
    /// - Throws: `STORE_FAILED`; `RESUME_REFUSED` when the bank may no longer remember the stored key, when the stored request is
    ///   gone, or when the call may be sent only once; and the errors of `making`. Then nothing may be sent.
    func reserve(_ call: PendingCall, at point: ResumePoint, making: Making? = nil) async throws -> Reservation {
        if let known = attempts[call.scope] { return try await again(known, call, making) }
        var new = Reservation()
        if call.carriesKey {
            let uuid = dependencies.uuid()
            new.key = call.literalKey.map { "\($0)-\(uuid)" } ?? uuid
        }
        let stored = try making?(new.key)
        (new.request, new.query) = (stored?.call, stored?.query)
        let now = dependencies.now()
        new.repeatBefore = call.binding.keyPlacement.map { now.addingTimeInterval($0.window / .seconds(1)) }
        // A call that may have had its effect decides the resume position, regardless of the policy.
        merge(point)
        step = call.step
        var attempt = Snapshot.Attempt(
            key: new.key, operation: call.binding.operation.id, known: ResumePoint.Attempt(.open, call.fingerprint),
            began: now)
        do {
            if let bytes = stored?.bytes {
                attempt.request = SHA256.hash(bytes)
                if bytes.count <= StoredCall.limit {
                    guard attempts.values.reduce(bytes.count, { $0 + $1.requestSize }) <= StoredCallStore.runLimit
                    else {
                        throw JourneyError(.storeFailed, "The run's requests are too large to be stored.")
                    }
                    attempt.requestSize = bytes.count
                }
            }
            attempts[call.scope] = attempt
            // The requests first: a snapshot must not promise a repeat that is not there.
            if attempt.requestSize > 0, let bytes = stored?.bytes {
                try await requests.save(bytes, of: run, scope: call.scope)
            }
            try await write()
        } catch {
            attempts[call.scope] = nil
            throw error
        }
        return new
    }

    /// Returns what a call sends again whose attempt is known.
    private func again(
        _ known: Snapshot.Attempt, _ call: PendingCall, _ making: Making?
    ) async throws -> Reservation {
        var again = Reservation(key: known.key, isRepeat: known.known.state != .refused)
        let stored = try await storedCall(known, call, making)
        (again.request, again.query) = (stored?.call, stored?.query)
        again.repeatBefore = call.binding.keyPlacement.flatMap { placement in
            known.began?.addingTimeInterval(placement.window / .seconds(1))
        }
        do {
            guard !call.binding.isOnce else {
                throw SessionManager.unrepeatable("\(call.binding.operation.id) is sent only once.")
            }
            try checkWindow(known, of: call)
        } catch {
            guard again.query != nil else { throw error }
            again.isOnlyAsked = true
        }
        return again
    }

    private func storedCall(
        _ known: Snapshot.Attempt, _ call: PendingCall, _ making: Making?
    ) async throws -> StoredCall? {
        guard let digest = known.request else { return try making?(known.key) }
        if known.requestSize > 0 {
            if let bytes = try await requests.load(run, scope: call.scope), SHA256.hash(bytes) == digest,
                let stored = StoredCall(bytes)
            {
                return stored
            }
        } else if let stored = try making?(known.key), SHA256.hash(stored.bytes) == digest {
            return stored
        }
        throw SessionManager.unrepeatable(
            "The stored request of \(call.binding.operation.id) is gone, or differs from the one that was sent.")
    }

    private static func unrepeatable(_ reason: String) -> JourneyError {
        var error = JourneyError(.resumeRefused, "\(reason) Ask the bank about the earlier call.")
        error.requestFate = .notSent
        return error
    }

    /// Returns the time at which the status query of `scope` was first sent, which is stored.
    func beginQuery(of scope: String) async -> Date {
        let began = attempts[scope]?.asked ?? dependencies.now()
        guard attempts[scope] != nil, attempts[scope]?.asked == nil else { return began }
        attempts[scope]?.asked = began
        // Without it, a resumed run asks for longer than it must.
        try? await write()
        return began
    }

    /// Returns the time at which the poll called `name` began. It is stored with the run, as far as that can be resumed.
    func beginPoll(_ name: String) async -> Date {
        if let began = polls[name] { return began }
        let now = dependencies.now()
        polls[name] = now
        if isOffered || !attempts.isEmpty { try? await write() }
        return now
    }

    /// Forgets the poll called `name`, which has ended.
    func endPoll(_ name: String) async {
        guard polls.removeValue(forKey: name) != nil, isOffered || !attempts.isEmpty else { return }
        try? await write()
    }

    /// Refuses to repeat a call whose key the bank may have forgotten: it could be executed twice.
    ///
    /// A clock that was set back by as much as the window is no evidence that the window is still open.
    private func checkWindow(_ known: Snapshot.Attempt, of call: PendingCall) throws {
        guard let window = call.binding.keyPlacement?.window, known.known.state != .refused else { return }
        if let began = known.began, abs(dependencies.now().timeIntervalSince(began)) < window / .seconds(1) { return }
        var error = JourneyError(
            .resumeRefused,
            "The bank may have forgotten the idempotency key of \(call.binding.operation.id), so the call is not repeated. Ask the bank about the earlier call."
        )
        error.requestFate = .notSent
        throw error
    }

    /// The keys of the attempts whose outcome is unknown, by scope.
    var keysInDoubt: [String: String] {
        attempts.filter { $0.value.known.state == .open }.compactMapValues(\.key)
    }

    /// Returns the stored key of a logical attempt.
    func storedKey(of scope: String) -> String? { attempts[scope]?.key }

    /// Removes attempts that the bank will never execute.
    func forget(_ scopes: [String]) async {
        let stored = scopes.filter { attempts[$0]?.requestSize ?? 0 > 0 }
        for scope in scopes { attempts[scope] = nil }
        try? await write()
        for scope in stored { try? await requests.remove(run, scope: scope) }
    }

    /// Ends the run. Keeps the unresolved payments and what the person can resume, and removes everything else.
    ///
    /// `open` are the attempts whose outcome the run does not know; `terminal` is the outcome of the terminal step, where one was
    /// reached.
    func end(_ outcome: Outcome<JSONValue>, open: Set<String>, terminal: Terminal.Kind?) async {
        let stored = attempts.filter { $0.value.requestSize > 0 }.keys.sorted()
        switch (outcome, terminal) {
        case (.completed, _), (.pending, .pending):
            // The journey has ended and nobody resumes it. Open payments are reconciled by a later run.
            attempts = attempts.filter { open.contains($0.key) && $0.value.key != nil }
            guard !attempts.isEmpty else { break }
            isOver = true
            attempts = attempts.mapValues { attempt in
                var attempt = attempt
                (attempt.request, attempt.requestSize) = (nil, 0)
                return attempt
            }
            try? await write()
            for scope in stored { try? await requests.remove(run, scope: scope) }
            return
        // Left as last saved: point and attempts belong together.
        case (.pending, _) where isOffered && terminal == nil || !keysInDoubt.isEmpty: return
        case (.cancelled, nil) where isOffered, (.failed, nil) where isOffered: return
        default: break
        }
        // The snapshot first: without it, nobody looks for the requests.
        try? await snapshots.remove(run)
        for scope in stored { try? await requests.remove(run, scope: scope) }
    }

    private func merge(_ point: ResumePoint) {
        step = point.step
        outputs = point.outputs
        for (scope, known) in point.attempts { attempts[scope]?.known.learn(known) }
    }

    /// Writes the snapshot after all earlier writes, with the state of its turn, so that older state never replaces newer.
    private func write() async throws {
        let task = Task { [lastWrite] in
            _ = await lastWrite?.result
            try await writeNow()
        }
        lastWrite = task
        try await task.value
    }

    private func writeNow() async throws {
        guard let journey, let step else {
            throw JourneyError(.storeFailed, "The run can't be saved before its first step.")
        }
        let now = dependencies.now()
        let age = (journey.resumePolicy?.maxAge ?? ResumePolicy.standardAge) / .milliseconds(1) / 1_000
        let snapshot = Snapshot(
            journey: journey.id, step: step, outputs: outputs, attempts: attempts, polls: polls,
            idempotencyKey: idempotencyKey, time: now,
            expires: min(now.addingTimeInterval(age), journey.notAfter ?? .distantFuture),
            manifestHash: journey.manifestHash, sequence: journey.sequence, instanceKey: instanceKey, person: person,
            isOffered: isOffered, isOver: isOver)
        try await snapshots.save(snapshot, of: run)
    }
}
