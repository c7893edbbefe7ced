import JourneyBase
package import JourneyCrypto

/// The signing key of this installation: made once, kept in the store, and used to prove sessions to a page's server.
///
/// Its private scalar passes from the store to the key through locked memory only.
package actor InstanceKeyStore {
    private let obtain: @Sendable () async throws -> any SigningKey
    private let isRemembered: Bool
    private var pending: Task<any SigningKey, any Error>?

    /// Creates a store that keeps the key in `store` under `instance-key`.
    package init(store: any SecretStore) {
        self.init { try await store.signingKey("instance-key") }
    }

    /// Creates a store that keeps the key in `enclave`, and the wrapped key in `store` under `instance-key`.
    init(enclave: any KeyEnclave, store: any SecretStore) {
        let keys = EnclaveKeys(enclave: enclave, store: store)
        self.init { try await keys.instanceKey() }
    }

    /// Creates a store whose key `obtain` loads or makes. With `isRemembered` `false` the key is loaded each time, because it may
    /// be erased meanwhile.
    init(isRemembered: Bool = true, _ obtain: @escaping @Sendable () async throws -> any SigningKey) {
        self.isRemembered = isRemembered
        self.obtain = obtain
    }

    /// Returns the key; the first call on an installation makes it.
    ///
    /// A lost key is not silently replaced, because its verifiers would not know the new one. Throws `STORE_FAILED`, and
    /// `KEY_UNUSABLE` for a key of another Secure Enclave.
    package func key() async throws -> any SigningKey {
        if let pending { return try await pending.value }
        // Concurrent callers share the result.
        let task = Task { [obtain] in try await obtain() }
        pending = task
        let result = await task.result
        var isKept = isRemembered
        if case .failure = result { isKept = false }
        // Another call may have begun meanwhile.
        if !isKept, pending == task { pending = nil }
        return try result.get()
    }
}
