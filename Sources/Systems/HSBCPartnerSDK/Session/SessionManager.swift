internal import Foundation
internal import JourneyBase
internal import JourneyLanguage

/// Who and what one run is: correlation id, idempotency keys, and the snapshot that outlives the process.
///
/// A key belongs to one logical attempt of one binding. It is stored before it is first used, so that whoever takes the
/// run up again sends the same.
actor SessionManager {
    nonisolated let correlationID: String
    /// The session's own key; `session.idempotencyKey` in guards.
    nonisolated let idempotencyKey: String
    /// The trace that all requests of the run belong to: 32 hexadecimal digits (W3C Trace Context).
    nonisolated let traceID: String

    private let snapshots: SnapshotStore
    private let surroundings: Surroundings
    /// Names the run in the store. A run that is resumed keeps its name.
    private let run: String
    private let journeyID: JourneyID
    private var journey: Journey?
    private var instanceKey = ""
    private var point: ResumePoint?
    private var isOffered: Bool
    /// By logical attempt.
    private var keys: [String: String]
    private var lastWrite: Task<Void, any Error>?

    /// A session of a new run, or of `left`, which goes on under its name and with its keys.
    init(
        journey: JourneyID, environment: HSBCInitConfig.Environment, correlationID: String, store: any SecureStore,
        surroundings: Surroundings, resuming left: LeftRun? = nil
    ) {
        journeyID = journey
        snapshots = SnapshotStore(store: store, environment: environment)
        self.surroundings = surroundings
        self.correlationID = correlationID
        run = left?.run ?? correlationID
        idempotencyKey = left?.snapshot.idempotencyKey ?? surroundings.uuid()
        traceID = surroundings.identifier()
        point = left?.snapshot.point
        isOffered = left?.snapshot.isOffered ?? false
        keys = left?.snapshot.keys ?? [:]
    }

    /// The journey is known; from now on the run can be saved. `instanceKey` is the installation's thumbprint.
    func begin(_ journey: Journey, instanceKey: String) {
        self.journey = journey
        self.instanceKey = instanceKey
    }

    /// How many earlier runs of this journey left keys whose calls have no known end. Throws `STORE_FAILED`.
    func unfinishedRuns() async throws -> Int {
        try await snapshots.tidy(now: surroundings.now(), except: run)
            .count { $0.snapshot.journey == journeyID && $0.snapshot.isInDoubt }
    }

    /// Keeps `point`, as the manifest's policy asks for: the run can be resumed from there. Throws `STORE_FAILED`.
    func save(_ point: ResumePoint) async throws {
        self.point = point
        isOffered = isOffered || journey?.resumePolicy != nil
        try await write()
    }

    /// The key of `call`'s logical attempt: the one that was stored for it, or a new one, stored with `point` before this
    /// returns. Throws `STORE_FAILED`; then nothing may be sent.
    func key(for call: PendingCall, at point: ResumePoint) async throws -> String {
        if let key = keys[call.scope] { return key }
        let uuid = surroundings.uuid()
        let key = call.literalKey.map { "\($0)-\(uuid)" } ?? uuid
        let before = self.point
        keys[call.scope] = key
        // What may have been done decides where a run goes on, whatever the policy says.
        self.point = point
        do { try await write() } catch {
            keys[call.scope] = nil
            self.point = before
            throw error
        }
        return key
    }

    /// The key that was stored for a logical attempt.
    func storedKey(of scope: String) -> String? { keys[scope] }

    /// The bank will never do these attempts: their keys are of no use any more.
    func forget(_ scopes: [String]) async {
        for scope in scopes {
            keys[scope] = nil
            point?.open[scope] = nil
        }
        try? await write()
    }

    /// The run is over. What the bank may still have to say is kept, and what the person may go on with; anything else is
    /// forgotten. `isAtTerminal`: the journey itself has come to an end.
    func end(_ outcome: Outcome<JSONValue>, isAtTerminal: Bool) async {
        switch outcome {
        case .pending: return
        case .cancelled where isOffered && !isAtTerminal, .failed where isOffered && !isAtTerminal: return
        default: try? await snapshots.remove(run)
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
        guard let journey, let point else { throw JourneyError(.storeFailed, "No step has been entered yet.") }
        let now = surroundings.now()
        let age = (journey.resumePolicy?.maxAge ?? ResumePolicy.standardAge) / .milliseconds(1) / 1_000
        let snapshot = Snapshot(
            journey: journey.id, point: point, idempotencyKey: idempotencyKey, time: now,
            expires: min(now.addingTimeInterval(age), journey.notAfter ?? .distantFuture),
            manifestHash: journey.manifestHash, sequence: journey.sequence, instanceKey: instanceKey, keys: keys,
            isOffered: isOffered)
        try await snapshots.save(snapshot, of: run)
    }
}
