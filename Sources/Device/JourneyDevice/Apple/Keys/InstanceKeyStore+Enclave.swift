internal import JourneyBase
internal import JourneyCrypto

extension InstanceKeyStore {
    /// Keeps the key in the Secure Enclave, and in `store` under `instance-key` what only that enclave can read.
    ///
    /// A key that is lost is not silently replaced either. Where there is no Secure Enclave (simulators), take
    /// `init(store:)`; a server that attests the key knows the one from the other.
    public init(enclave store: any SecretStore) {
        self.init { try await EnclaveKey.kept("instance-key", in: store, consent: .unlocked) }
    }
}
