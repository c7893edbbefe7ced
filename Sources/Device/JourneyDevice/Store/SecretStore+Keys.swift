internal import JourneyBase
internal import JourneyCrypto

extension SecretStore {
    /// Returns the signing key under `name`, and makes it where missing. Its private scalar stays in locked memory. Throws
    /// `STORE_FAILED`.
    func signingKey(_ name: String) async throws -> P256PrivateKey {
        guard let name = StoreKey(name) else {
            throw JourneyError(.storeFailed, "The key's name is not a valid store name.")
        }
        do {
            if let scalar = try await loadSecret(name) { return try P256PrivateKey(scalar: scalar) }
            let key = try P256PrivateKey.generate()
            try await saveSecret(key.scalar(), for: name)
            return key
        } catch is CryptoError {
            throw JourneyError(.storeFailed, "The stored key '\(name)' can't be read or made.")
        }
    }

    /// Throws `STORE_FAILED` when the item under `name` can't be used as a signing key. Makes none.
    func requireSigningKey(_ name: String) async throws {
        guard let key = StoreKey(name), try await loadSecret(key) != nil else { return }
        _ = try await signingKey(name)
    }
}
