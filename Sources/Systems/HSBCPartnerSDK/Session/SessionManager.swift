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
    private let name: StoreKey?

    init(journey: JourneyID, correlationID: String, store: any SecureStore, surroundings: Surroundings) {
        self.journey = journey
        self.store = store
        self.surroundings = surroundings
        self.correlationID = correlationID
        idempotencyKey = surroundings.uuid()
        traceID = surroundings.identifier()
        name = StoreKey("snapshot.\(journey)")
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
        guard let name else { throw JourneyError(.storeFailed, "The journey's name cannot name a snapshot.") }
        guard let step else { throw JourneyError(.storeFailed, "No step has been entered yet.") }
        let snapshot = Snapshot(
            journey: journey, step: step, idempotencyKey: idempotencyKey, time: surroundings.now(), keys: keys)
        try await store.save(snapshot.json.compactBytes, for: name)
    }
}
