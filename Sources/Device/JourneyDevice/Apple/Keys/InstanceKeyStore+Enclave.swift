extension InstanceKeyStore {
    /// Keeps the key in the Secure Enclave, and in `store` under `instance-key` what only that enclave can read.
    ///
    /// A key that is lost is not silently replaced either: `key()` throws `KEY_UNUSABLE` on a device that was restored from another
    /// one, or whose enclave was reset. Where there is no Secure Enclave (simulators), take `init(store:)`; a server that attests the
    /// key knows the one from the other.
    public init(enclave store: any SecretStore) {
        self.init(enclave: DeviceEnclave(), store: store)
    }
}
