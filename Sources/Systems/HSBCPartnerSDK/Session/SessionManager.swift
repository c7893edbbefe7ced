internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// Who and what one run is: correlation id, idempotency keys, and the snapshot that outlives the process.
///
/// A key belongs to one logical attempt of one binding. It is stored before it is first used, so that whoever takes the
/// run up again sends the same. What is known of an attempt only grows: a point that was made earlier takes nothing back.
actor SessionManager {
    nonisolated let correlationID: String
    /// The session's own key; `session.idempotencyKey` in guards.
    nonisolated let idempotencyKey: String
    /// The trace that all requests of the run belong to: 32 hexadecimal digits (W3C Trace Context).
    nonisolated let traceID: String
    /// Names the run in the store. A run that is resumed keeps its name.
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

    /// A session of a new run, or of `left`, which goes on under its name and with its keys.
    init(
        environment: HSBCInitConfig.Environment, correlationID: String, store: any SecureStore,
        dependencies: Dependencies, resuming left: SuspendedRun? = nil
    ) {
        snapshots = SnapshotStore(store: store, environment: environment)
        self.dependencies = dependencies
        self.correlationID = correlationID
        run = left?.run ?? correlationID
        idempotencyKey = left?.snapshot.idempotencyKey ?? dependencies.uuid()
        traceID = dependencies.identifier()
        person = left?.snapshot.person ?? Subject()
        step = left?.snapshot.step
        outputs = left?.snapshot.outputs ?? [:]
        attempts = left?.snapshot.attempts ?? [:]
        isOffered = left?.snapshot.isOffered ?? false
    }

    /// The journey is known; from now on the run can be saved. `instanceKey` is the installation's thumbprint.
    func begin(_ journey: Journey, instanceKey: String) {
        self.journey = journey
        self.instanceKey = instanceKey
    }

    /// Whose run it is.
    func belongs(to person: Subject) { self.person = person }

    /// Whether the bank knows the run's calls as those of whom signed in.
    var isSignedIn: Bool { person.identity != nil }

    /// Keeps `point`, as the manifest's policy asks for: the run can be resumed from there. Throws `STORE_FAILED`.
    func save(_ point: ResumePoint) async throws {
        take(point)
        isOffered = isOffered || journey?.resumePolicy != nil
        try await write()
    }

    /// The key of `call`'s logical attempt: the one that was stored for it, or a new one, stored before this returns. `nil`
    /// for a call without a key, of which is stored that it was made.
    /// `point` says where the run goes on. Throws `STORE_FAILED`; then nothing may be sent.
    func reserve(_ call: PendingCall, at point: ResumePoint) async throws -> String? {
        if let known = attempts[call.scope] { return known.key }
        var key: String?
        if call.carriesKey {
            let uuid = dependencies.uuid()
            key = call.literalKey.map { "\($0)-\(uuid)" } ?? uuid
        }
        // What may have been done decides where a run goes on, whatever the policy says.
        take(point)
        step = call.step
        attempts[call.scope] = Snapshot.Attempt(
            key: key, operation: call.binding.operation.id, known: ResumePoint.Attempt(.open, call.fingerprint))
        do { try await write() } catch {
            attempts[call.scope] = nil
            throw error
        }
        return key
    }

    /// The keys of the attempts whose end nobody has heard, by scope.
    var keysInDoubt: [String: String] {
        attempts.filter { $0.value.known.state == .open }.compactMapValues(\.key)
    }

    /// The key that was stored for a logical attempt.
    func storedKey(of scope: String) -> String? { attempts[scope]?.key }

    /// The bank will never do these attempts: their keys are of no use any more.
    func forget(_ scopes: [String]) async {
        for scope in scopes { attempts[scope] = nil }
        try? await write()
    }

    /// The run is over. What the bank may still have to say is kept, and what the person may go on with; anything else is
    /// forgotten.
    ///
    /// `open` are the attempts whose end the run has not heard; `terminal` is the journey's own end, where it has come to
    /// one.
    func end(_ outcome: Outcome<JSONValue>, open: Set<String>, terminal: Terminal.Kind?) async {
        switch (outcome, terminal) {
        case (.completed, _), (.pending, .pending):
            // The journey has said its word, and nobody goes on with it. What it does not know is asked for another day.
            attempts = attempts.filter { open.contains($0.key) && $0.value.key != nil }
            guard !attempts.isEmpty else { break }
            isOver = true
            try? await write()
            return
        // As it was last kept: point and attempts belong together.
        case (.pending, _) where isOffered && terminal == nil || !keysInDoubt.isEmpty: return
        case (.cancelled, nil) where isOffered, (.failed, nil) where isOffered: return
        default: break
        }
        try? await snapshots.remove(run)
    }

    private func take(_ point: ResumePoint) {
        step = point.step
        outputs = point.outputs
        for (scope, known) in point.attempts where known.state != .open && attempts[scope]?.known.state != .done {
            attempts[scope]?.known = known
        }
    }

    /// One after the other, each with what holds when its turn comes: an older state never takes the place of a newer.
    private func write() async throws {
        let task = Task { [lastWrite] in
            _ = await lastWrite?.result
            try await writeNow()
        }
        lastWrite = task
        try await task.value
    }

    private func writeNow() async throws {
        guard let journey, let step else { throw JourneyError(.storeFailed, "No step has been entered yet.") }
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
