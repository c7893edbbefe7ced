internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage

/// Stores the highest key set version of each issuer, so that an old set with a valid signature does not restore a revoked key.
struct KeySetVersionStore {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// Records the version of `keys`.
    ///
    /// - Throws: `KEYS_ROLLBACK` for a set that is older than the recorded one, or differs from it at the same version.
    ///   `STORE_FAILED` for an item that can't be read: it may have been damaged to allow a rollback.
    func admit(_ keys: ManifestKeySet) async throws {
        // An issuer's name can be any text.
        let digest = Hex.encode(SHA256.hash(Array(keys.issuer.utf8))).prefix(32)
        guard let name = StoreKey("keys.\(environment.rawValue).\(digest)") else { throw KeySetVersionStore.unusable }
        if let bytes = try await store.load(name) {
            let item = try? JSONReader.read(bytes)
            guard let version = item?["version"]?.int64, let seen = item?["digest"]?.string else {
                throw KeySetVersionStore.unusable
            }
            guard keys.version >= version else {
                throw JourneyError(.keysRollback, "The key set is older than the last accepted one.")
            }
            guard keys.version > version || Hex.encode(keys.digest) == seen else {
                throw JourneyError(.keysRollback, "The key set has the last accepted version, but other content.")
            }
            if keys.version == version { return }
        }
        let item: JSONValue = [
            "version": .number(JSONNumber(keys.version)), "digest": .string(Hex.encode(keys.digest)),
        ]
        try await store.save(item.compactBytes, for: name)
    }

    private static var unusable: JourneyError {
        JourneyError(.storeFailed, "The stored version of the issuer's key set can't be read.")
    }
}
