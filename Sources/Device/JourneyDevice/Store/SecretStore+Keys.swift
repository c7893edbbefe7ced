internal import JourneyBase
internal import JourneyCrypto

extension SecretStore {
    /// The signing key under `name`; it is made where there is none. Its private scalar goes through locked memory only.
    /// Throws `STORE_FAILED`.
    func signingKey(_ name: String) async throws -> P256PrivateKey {
        guard let name = StoreKey(name) else { throw JourneyError(.storeFailed, "The key has no name.") }
        do {
            if let scalar = try await loadSecret(name) { return try P256PrivateKey(scalar: scalar) }
            let key = try P256PrivateKey.generate()
            try await saveSecret(key.scalar(), for: name)
            return key
        } catch is CryptoError {
            throw JourneyError(.storeFailed, "The key '\(name)' cannot be used.")
        }
    }

    /// Throws `STORE_FAILED` when there is something under `name` that cannot be used as a signing key. Makes none.
    func requireSigningKey(_ name: String) async throws {
        guard let key = StoreKey(name), try await loadSecret(key) != nil else { return }
        _ = try await signingKey(name)
    }
}
