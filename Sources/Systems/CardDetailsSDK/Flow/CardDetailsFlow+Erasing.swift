public import JourneyBase

extension CardDetailsFlow {
    /// Erases all of the product's data in the host's store on this device. The host's own data stays.
    ///
    /// Waits for a revocation in progress. A token whose revocation did not arrive stays valid until the proxy expires it, and no
    /// other process knows of it. Hosts that are created afterwards are another installation.
    ///
    /// - Throws: `JourneyError`: `STORE_FAILED`, and `ALREADY_RUNNING` while a card is shown.
    public func eraseAll() async throws {
        guard running.tryLock() else { throw CardDetailsFlow.alreadyRunning }
        defer { running.unlock() }
        await revocations.stop()
        await settle()
        // The revocation in progress may have scheduled a retry.
        await revocations.stop()
        try await CardDetailsFlow.eraseAll(in: host.store)
    }

    /// Erases all of the product's data in `store` without a flow, for an installation whose key cannot be used any more
    /// (`KEY_UNUSABLE`). No key is used. No card may be shown meanwhile.
    ///
    /// - Parameter store: The store that is given to this app's hosts.
    /// - Throws: `JourneyError` with `STORE_FAILED`.
    public static func eraseAll(in store: any SecureStore) async throws {
        for key in try await store.keys() where CardDetailsFlow.keeps(key) { try await store.remove(key) }
    }

    private static func keeps(_ key: StoreKey) -> Bool {
        key.rawValue == "instance-key" || key.rawValue.hasPrefix(CardRevocations.prefix)
    }
}
