internal import Foundation
internal import JourneyBase

/// The snapshots of one environment, each under its run's name: a run must not overwrite what another left of a payment.
struct SnapshotStore: Sendable {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// Runs of which something is kept.
    static let keptRuns = 32

    private var prefix: String { "snapshot.\(environment.rawValue)." }

    /// What is kept of `run`, or `nil`. Throws `STORE_FAILED` for what cannot be read.
    func load(_ run: String) async throws -> Snapshot? {
        guard let bytes = try await store.load(try name(run)) else { return nil }
        guard let snapshot = (try? JSONReader.read(bytes)).flatMap({ Snapshot($0) }) else {
            throw JourneyError(.storeFailed, "What is kept of a run cannot be read.")
        }
        return snapshot
    }

    func save(_ snapshot: Snapshot, of run: String) async throws {
        try await store.save(snapshot.json.compactBytes, for: try name(run))
    }

    func remove(_ run: String) async throws { try await store.remove(try name(run)) }

    /// All runs, the oldest first, after what is of no use any more was removed: what can be resumed no longer, and holds
    /// no payment. Of what is too much, runs without a payment go first, then what is no snapshot, and only then the oldest
    /// payments. What the store cannot read or remove just now is left alone.
    func tidy(now: Date, except current: String? = nil) async throws -> [(run: String, snapshot: Snapshot)] {
        var found: [(run: String, snapshot: Snapshot?)] = []
        for key in try await store.keys() where key.rawValue.hasPrefix(prefix) {
            let run = String(key.rawValue.dropFirst(prefix.count))
            guard run != current, let bytes = try? await store.load(key) else { continue }
            let snapshot = (try? JSONReader.read(bytes)).flatMap { Snapshot($0) }
            if let snapshot, !snapshot.isOfUse(at: now) {
                try? await store.remove(key)
            } else {
                found.append((run, snapshot))
            }
        }
        found.sort { ($0.snapshot?.time ?? .distantPast) < ($1.snapshot?.time ?? .distantPast) }
        let drafts = found.filter { $0.snapshot.map { !$0.holdsPayment } ?? false }
        let unreadable = found.filter { $0.snapshot == nil }
        let payments = found.filter { $0.snapshot?.holdsPayment ?? false }
        let excess = (drafts + unreadable + payments).prefix(max(0, found.count - SnapshotStore.keptRuns)).map(\.run)
        for run in excess { try? await remove(run) }
        return found.compactMap { run, snapshot in snapshot.map { (run, $0) } }.filter { !excess.contains($0.0) }
    }

    private func name(_ run: String) throws -> StoreKey {
        guard let key = StoreKey(prefix + run) else {
            throw JourneyError(.storeFailed, "The run's id cannot name a snapshot.")
        }
        return key
    }
}
