internal import JourneyBase

/// The highest manifest number seen of each journey, so that an old manifest, rightly signed, is not brought back.
struct ManifestMemory {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// The highest number seen, or `nil`. Throws `STORE_FAILED` for an item that cannot be read: it may have been wiped
    /// to let an old manifest through.
    func highest(of journey: JourneyID) async throws -> Int64? {
        let key = try name(of: journey)
        guard let bytes = try await store.load(key) else { return nil }
        guard let number = (try? JSONReader.read(bytes))?["sequence"]?.int64 else { throw unusable }
        return number
    }

    /// Remembers `sequence` when it is higher than what was seen.
    func remember(_ sequence: Int64?, of journey: JourneyID) async throws {
        guard let sequence, try await highest(of: journey).map({ $0 < sequence }) ?? true else { return }
        let item: JSONValue = ["sequence": .number(JSONNumber(sequence))]
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
