internal import Foundation
internal import JourneyBase

/// Stores the snapshots of one environment, each under its run's name, so that a run never overwrites another run's payments.
struct SnapshotStore: Sendable {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// The limit of stored runs.
    static let keptRuns = 32

    private var prefix: String { "snapshot.\(environment.rawValue)." }

    /// Returns the snapshot of `run`, or `nil`. Throws `STORE_FAILED` for an item that can't be read.
    func load(_ run: String) async throws -> Snapshot? {
        guard let bytes = try await store.load(try name(run)) else { return nil }
        let value: JSONValue
        do throws(JSONReadError) { value = try JSONReader.read(bytes) } catch {
            throw JourneyError(.storeFailed, "The stored snapshot of a run is not valid JSON: \(error).")
        }
        guard let snapshot = Snapshot(value) else {
            throw JourneyError(.storeFailed, "The stored snapshot of a run lacks a member of this SDK version.")
        }
        return snapshot
    }

    func save(_ snapshot: Snapshot, of run: String) async throws {
        try await store.save(snapshot.json.compactBytes, for: try name(run))
    }

    func remove(_ run: String) async throws { try await store.remove(try name(run)) }

    /// Returns all runs, oldest first, after removing those that can't be resumed and have no payment.
    ///
    /// Above the limit, runs without a payment are removed first, then unreadable snapshots, then the oldest payments. Items that
    /// the store can't read or remove at the moment stay.
    func tidy(now: Date, except current: String? = nil) async throws -> [(run: String, snapshot: Snapshot)] {
        var found: [(run: String, snapshot: Snapshot?)] = []
        let keys = try await store.keys()
        for key in keys where key.rawValue.hasPrefix(prefix) {
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
        // A run that is going on may store its first request before its first snapshot.
        if let current {
            let kept = Set(found.map(\.run)).subtracting(excess).union([current])
            await StoredCallStore(store: store, environment: environment).tidy(keeping: kept, among: keys)
        }
        return found.compactMap { run, snapshot in snapshot.map { (run, $0) } }.filter { !excess.contains($0.0) }
    }

    private func name(_ run: String) throws -> StoreKey {
        guard let key = StoreKey(prefix + run) else {
            throw JourneyError(.storeFailed, "The run's id is not a valid snapshot name.")
        }
        return key
    }
}
