internal import JourneyBase

/// The highest manifest number seen of each journey, and whose it was, so that an old manifest, rightly signed, is not
/// brought back, nor another one under its number.
struct ManifestVersionStore {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// A manifest that ran here.
    struct RecordedVersion: Hashable {
        let sequence: Int64
        /// `nil` in what an earlier version has kept.
        let hash: [UInt8]?
    }

    /// The one with the highest number, or `nil`. Throws `STORE_FAILED` for an item that cannot be read: it may have been
    /// wiped to let an old manifest through.
    func highest(of journey: JourneyID) async throws -> RecordedVersion? {
        let key = try name(of: journey)
        guard let bytes = try await store.load(key) else { return nil }
        guard let item = try? JSONReader.read(bytes), let number = item["sequence"]?.int64 else { throw unusable }
        guard let kept = item["hash"] else { return RecordedVersion(sequence: number, hash: nil) }
        guard let hash = kept.string.flatMap({ Hex.decode($0) }) else { throw unusable }
        return RecordedVersion(sequence: number, hash: hash)
    }

    /// Remembers the manifest of `sequence` and `hash` when that says more than what was seen.
    func remember(_ sequence: Int64?, hash: [UInt8], of journey: JourneyID) async throws {
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
        JourneyError(.storeFailed, "What is remembered of the journey's manifests cannot be read.")
    }
}
