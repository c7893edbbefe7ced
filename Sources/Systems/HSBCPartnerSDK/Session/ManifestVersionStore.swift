internal import JourneyBase

/// Stores the highest manifest number of each journey and its hash, so that no older manifest, and no other one with the same
/// number, is accepted.
struct ManifestVersionStore {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// A manifest that ran on this installation.
    struct RecordedVersion: Hashable {
        let sequence: Int64
        /// The manifest's hash; `nil` in records of earlier versions.
        let hash: [UInt8]?
    }

    /// Returns the recorded version, or `nil`.
    ///
    /// - Throws: `STORE_FAILED` for an item that can't be read: it may have been wiped to allow a rollback.
    func highest(of journey: JourneyID) async throws -> RecordedVersion? {
        let key = try name(of: journey)
        guard let bytes = try await store.load(key) else { return nil }
        guard let item = try? JSONReader.read(bytes), let number = item["sequence"]?.int64 else { throw unusable }
        guard let kept = item["hash"] else { return RecordedVersion(sequence: number, hash: nil) }
        guard let hash = kept.string.flatMap({ Hex.decode($0) }) else { throw unusable }
        return RecordedVersion(sequence: number, hash: hash)
    }

    /// Records the manifest of `sequence` and `hash` where it is newer than the record or completes it.
    func record(_ sequence: Int64?, hash: [UInt8], of journey: JourneyID) async throws {
        guard let sequence else { return }
        if let seen = try await highest(of: journey) {
            guard seen.sequence < sequence || seen.sequence == sequence && seen.hash == nil else { return }
        }
        let item: JSONValue = ["sequence": .number(JSONNumber(sequence)), "hash": .string(Hex.encode(hash))]
        try await store.save(item.compactBytes, for: try name(of: journey))
    }

    private func name(of journey: JourneyID) throws -> StoreKey {
        guard let key = StoreKey("sequence.\(environment.rawValue).\(journey)") else { throw unusable }
        return key
    }

    private var unusable: JourneyError {
        JourneyError(.storeFailed, "The stored version of the journey's manifest can't be read.")
    }
}
