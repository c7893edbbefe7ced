import JourneyBase
package import JourneyCrypto

/// The signing key of this installation: made once, kept in the store, used to prove sessions to a page's server.
///
/// Its private scalar goes from the store to the key through locked memory only.
package actor InstanceKeyStore {
    private let obtain: @Sendable () async throws -> any SigningKey
    private let isRemembered: Bool
    private var pending: Task<any SigningKey, any Error>?

    /// Keeps the key in `store` under `instance-key`.
    package init(store: any SecretStore) {
        self.init { try await store.signingKey("instance-key") }
    }

    /// Keeps the key in `enclave`, and in `store` under `instance-key` what only that enclave can read.
    init(enclave: any KeyEnclave, store: any SecretStore) {
        let keys = EnclaveKeys(enclave: enclave, store: store)
        self.init { try await keys.instanceKey() }
    }

    /// `obtain` gets the key, or makes it. One that is not remembered is got anew each time: it may be erased meanwhile.
    init(isRemembered: Bool = true, _ obtain: @escaping @Sendable () async throws -> any SigningKey) {
        self.isRemembered = isRemembered
        self.obtain = obtain
    }

    /// The key; the first call on an installation makes it. Throws `JourneyError` with `STORE_FAILED`, and with `KEY_UNUSABLE` for a
    /// key of a Secure Enclave that this device cannot use: neither is silently replaced, for whoever trusts it would not know the
    /// new one.
    package func key() async throws -> any SigningKey {
        if let pending { return try await pending.value }
        // Callers that arrive meanwhile share it.
        let task = Task { [obtain] in try await obtain() }
        pending = task
        let result = await task.result
        var isKept = isRemembered
        if case .failure = result { isKept = false }
        // Others may have begun anew meanwhile.
        if !isKept, pending == task { pending = nil }
        return try result.get()
    }
}
