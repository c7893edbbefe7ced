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

    private let journey: JourneyID
    private let store: any SecureStore
    private let surroundings: Surroundings
    private var step: StepID?
    /// By logical attempt.
    private var keys: [String: String] = [:]
    private let prefix: String
    private let name: StoreKey?

    init(
        journey: JourneyID, environment: HSBCInitConfig.Environment, correlationID: String, store: any SecureStore,
        surroundings: Surroundings
    ) {
        self.journey = journey
        self.store = store
        self.surroundings = surroundings
        self.correlationID = correlationID
        idempotencyKey = surroundings.uuid()
        traceID = surroundings.identifier()
        prefix = "snapshot.\(environment.rawValue)."
        // Each run has its own: a run must not overwrite what another left of a payment.
        name = StoreKey(prefix + correlationID)
    }

    /// Snapshots of earlier runs that are kept; of more, the oldest go.
    static let keptRuns = 32

    /// How many earlier runs of this journey left keys whose calls have no known end. What runs left that never called
    /// with a key is removed. Throws `STORE_FAILED`.
    func unfinishedRuns() async throws -> Int {
        var kept: [(key: StoreKey, snapshot: Snapshot?)] = []
        for key in try await store.keys() where key.rawValue.hasPrefix(prefix) && key != name {
            // What cannot be read may hold a payment's key as well.
            let bytes = (try? await store.load(key)) ?? []
            let snapshot = (try? JSONReader.read(bytes)).flatMap { Snapshot($0) }
            if snapshot?.keys.isEmpty == true { try await store.remove(key) } else { kept.append((key, snapshot)) }
        }
        kept.sort { ($0.snapshot?.time ?? .distantPast) < ($1.snapshot?.time ?? .distantPast) }
        for (key, _) in kept.dropLast(SessionManager.keptRuns) { try await store.remove(key) }
        return kept.suffix(SessionManager.keptRuns).count { $0.snapshot.map { $0.journey == journey } ?? false }
    }

    /// Remembers that the run is in `step`. Throws `STORE_FAILED`.
    func enter(_ step: StepID) async throws {
        self.step = step
        try await save()
    }

    /// The key of `call`'s logical attempt: the one that was stored for it, or a new one, stored before this returns.
    /// Throws `STORE_FAILED`; then nothing may be sent.
    func key(for call: PendingCall) async throws -> String {
        if let key = keys[call.scope] { return key }
        let uuid = surroundings.uuid()
        let key = call.literalKey.map { "\($0)-\(uuid)" } ?? uuid
        keys[call.scope] = key
        do { try await save() } catch {
            keys[call.scope] = nil
            throw error
        }
        return key
    }

    /// The run is over. What the bank may still have to say is kept; anything else is forgotten.
    func end(_ outcome: Outcome<JSONValue>) async {
        if case .pending = outcome { return }
        guard let name else { return }
        try? await store.remove(name)
    }

    private func save() async throws {
        guard let name else { throw JourneyError(.storeFailed, "The run's id cannot name a snapshot.") }
        guard let step else { throw JourneyError(.storeFailed, "No step has been entered yet.") }
        let snapshot = Snapshot(
            journey: journey, step: step, idempotencyKey: idempotencyKey, time: surroundings.now(), keys: keys)
        try await store.save(snapshot.json.compactBytes, for: name)
    }
}
