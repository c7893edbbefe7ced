extension InstanceKeyStore {
    /// Creates a store that keeps the key in the Secure Enclave and the wrapped key in `store` under `instance-key`.
    ///
    /// A lost key is not silently replaced: `key()` throws `KEY_UNUSABLE` on a device that was restored from another one, or
    /// whose enclave was reset. Without a Secure Enclave (simulators), use `init(store:)`; a server that attests the key can tell
    /// the difference.
    public init(enclave store: any SecretStore) {
        self.init(enclave: DeviceEnclave(), store: store)
    }
}
