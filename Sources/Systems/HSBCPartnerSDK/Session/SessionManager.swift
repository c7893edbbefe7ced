internal import Foundation
internal import JourneyBase
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
    private let dependencies: Dependencies
    private var journey: Journey?
    private var instanceKey = ""
    private var person: Subject
    private var step: StepID?
    private var outputs: [String: [String: String]]
    private var attempts: [String: Snapshot.Attempt]
    private var isOffered: Bool
    private var isOver = false
    private var lastWrite: Task<Void, any Error>?

    /// Creates the session of a new run, or of `suspendedRun`, whose name and keys it keeps.
    init(
        environment: HSBCInitConfig.Environment, correlationID: String, store: any SecureStore,
        dependencies: Dependencies, resuming suspendedRun: SuspendedRun? = nil
    ) {
        snapshots = SnapshotStore(store: store, environment: environment)
        self.dependencies = dependencies
        self.correlationID = correlationID
        run = suspendedRun?.run ?? correlationID
        idempotencyKey = suspendedRun?.snapshot.idempotencyKey ?? dependencies.uuid()
        traceID = dependencies.identifier()
        person = suspendedRun?.snapshot.person ?? Subject()
        step = suspendedRun?.snapshot.step
        outputs = suspendedRun?.snapshot.outputs ?? [:]
        attempts = suspendedRun?.snapshot.attempts ?? [:]
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

    /// Returns the key of `call`'s logical attempt: the stored one, or a new one that is stored before this returns.
    ///
    /// A call without a key is recorded and returns `nil`. `point` is the position from which the run resumes. Throws
    /// `STORE_FAILED`, and `RESUME_REFUSED` when the bank may no longer remember the stored key; then nothing may be sent.
    func reserve(_ call: PendingCall, at point: ResumePoint) async throws -> String? {
        if let known = attempts[call.scope] {
            try checkWindow(known, of: call)
            return known.key
        }
        var key: String?
        if call.carriesKey {
            let uuid = dependencies.uuid()
            key = call.literalKey.map { "\($0)-\(uuid)" } ?? uuid
        }
        // A call that may have had its effect decides the resume position, regardless of the policy.
        merge(point)
        step = call.step
        attempts[call.scope] = Snapshot.Attempt(
            key: key, operation: call.binding.operation.id, known: ResumePoint.Attempt(.open, call.fingerprint),
            began: dependencies.now())
        do { try await write() } catch {
            attempts[call.scope] = nil
            throw error
        }
        return key
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
        for scope in scopes { attempts[scope] = nil }
        try? await write()
    }

    /// Ends the run. Keeps the unresolved payments and what the person can resume, and removes everything else.
    ///
    /// `open` are the attempts whose outcome the run does not know; `terminal` is the outcome of the terminal step, where one was
    /// reached.
    func end(_ outcome: Outcome<JSONValue>, open: Set<String>, terminal: Terminal.Kind?) async {
        switch (outcome, terminal) {
        case (.completed, _), (.pending, .pending):
            // The journey has ended and nobody resumes it. Open payments are reconciled by a later run.
            attempts = attempts.filter { open.contains($0.key) && $0.value.key != nil }
            guard !attempts.isEmpty else { break }
            isOver = true
            try? await write()
            return
        // Left as last saved: point and attempts belong together.
        case (.pending, _) where isOffered && terminal == nil || !keysInDoubt.isEmpty: return
        case (.cancelled, nil) where isOffered, (.failed, nil) where isOffered: return
        default: break
        }
        try? await snapshots.remove(run)
    }

    private func merge(_ point: ResumePoint) {
        step = point.step
        outputs = point.outputs
        for (scope, known) in point.attempts where known.state != .open && attempts[scope]?.known.state != .done {
            attempts[scope]?.known = known
        }
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
            journey: journey.id, step: step, outputs: outputs, attempts: attempts, idempotencyKey: idempotencyKey,
            time: now, expires: min(now.addingTimeInterval(age), journey.notAfter ?? .distantFuture),
            manifestHash: journey.manifestHash, sequence: journey.sequence, instanceKey: instanceKey, person: person,
            isOffered: isOffered, isOver: isOver)
        try await snapshots.save(snapshot, of: run)
    }
}
