internal import JourneyBase
internal import JourneyCrypto
internal import JourneyLanguage

/// The highest key set seen of each issuer, so that an old one, rightly signed, does not bring a revoked key back.
struct KeySetVersionStore {
    let store: any SecureStore
    let environment: HSBCInitConfig.Environment

    /// Remembers `keys`. Throws `KEYS_ROLLBACK` for a set that is older than one that was seen, or another one of the same
    /// version, and `STORE_FAILED` for an item that cannot be read: it may have been spoilt to let an old set through.
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
                throw JourneyError(.keysRollback, "The key set is older than one that was seen.")
            }
            guard keys.version > version || Hex.encode(keys.digest) == seen else {
                throw JourneyError(.keysRollback, "The key set differs from the one that was seen of its version.")
            }
            if keys.version == version { return }
        }
        let item: JSONValue = [
            "version": .number(JSONNumber(keys.version)), "digest": .string(Hex.encode(keys.digest)),
        ]
        try await store.save(item.compactBytes, for: name)
    }

    private static var unusable: JourneyError {
        JourneyError(.storeFailed, "What is remembered of the issuer's key sets cannot be read.")
    }
}
