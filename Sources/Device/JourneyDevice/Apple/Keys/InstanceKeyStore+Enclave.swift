internal import JourneyBase
internal import JourneyCrypto

extension InstanceKeyStore {
    /// Keeps the key in the Secure Enclave, and in `store` under `instance-key` what only that enclave can read.
    ///
    /// A key that is lost is not silently replaced either. Where there is no Secure Enclave (simulators), take
    /// `init(store:)`; a server that attests the key knows the one from the other.
    public init(enclave store: any SecretStore) {
        self.init { name in
            if let wrapped = try await store.load(name) { return try EnclaveKey(wrapped: wrapped, consent: .unlocked) }
            let key = try EnclaveKey.generate(consent: .unlocked)
            try await store.save(key.wrapped, for: name)
            return key
        }
    }
}
