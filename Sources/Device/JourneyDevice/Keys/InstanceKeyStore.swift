import JourneyBase
public import JourneyCrypto

/// The signing key of this installation: made once, kept in the store, used to prove sessions to a page's server.
///
/// Its private scalar goes from the store to the key through locked memory only.
public actor InstanceKeyStore {
    private let obtain: @Sendable (StoreKey) async throws -> any SigningKey
    private var pending: Task<any SigningKey, any Error>?

    /// Keeps the key in `store` under `instance-key`.
    public init(store: any SecretStore) {
        self.init { name in
            do {
                if let scalar = try await store.loadSecret(name) { return try P256PrivateKey(scalar: scalar) }
                let key = try P256PrivateKey.generate()
                try await store.saveSecret(key.scalar(), for: name)
                return key
            } catch is CryptoError {
                throw JourneyError(.storeFailed, "The instance key cannot be used.")
            }
        }
    }

    /// `obtain` gets the key of that name, or makes it.
    init(_ obtain: @escaping @Sendable (StoreKey) async throws -> any SigningKey) { self.obtain = obtain }

    /// The key; the first call on an installation makes it. Throws `JourneyError` with `STORE_FAILED`: a damaged key is
    /// not silently replaced, for whoever trusts it would not know the new one.
    public func key() async throws -> any SigningKey {
        if let pending { return try await pending.value }
        // Callers that arrive meanwhile share it.
        let task = Task { [obtain] in
            guard let name = StoreKey("instance-key") else {
                throw JourneyError(.storeFailed, "The instance key has no name.")
            }
            return try await obtain(name)
        }
        pending = task
        do { return try await task.value } catch {
            pending = nil
            throw error
        }
    }
}
