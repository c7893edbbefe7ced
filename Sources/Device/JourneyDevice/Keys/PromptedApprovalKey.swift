package import JourneyBase
package import JourneyCrypto

/// An approval key for devices without a Secure Enclave. It is in the store and is released for one signature after the prompt
/// has passed. Its readability is checked before the prompt.
///
/// The store and this process protect it; no hardware does.
package actor PromptedApprovalKey: ApprovalKey {
    private let store: any SecretStore
    private let authenticator: any BiometricAuthenticator
    private var reading: Task<P256PrivateKey, any Error>?

    /// Creates a key in `store` under `approval-key`, behind the prompt of `authenticator`.
    package init(store: any SecretStore, authenticator: any BiometricAuthenticator) {
        self.store = store
        self.authenticator = authenticator
    }

    package nonisolated var drawsAboveScreens: Bool { authenticator.drawsAboveScreens }

    package func requireUsable() async throws { try await store.requireSigningKey("approval-key") }

    package func unlock(showing statement: String) async throws -> any SigningKey {
        try await requireUsable()
        try await authenticator.authenticate(reason: statement).check()
        return SingleUseKey(try await key())
    }

    private func key() async throws -> P256PrivateKey {
        // Concurrent first calls share one key.
        if let reading { return try await reading.value }
        let task = Task { [store] in try await store.signingKey("approval-key") }
        reading = task
        defer { reading = nil }
        return try await task.value
    }
}
