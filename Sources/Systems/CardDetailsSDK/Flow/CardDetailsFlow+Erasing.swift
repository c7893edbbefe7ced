public import JourneyBase

extension CardDetailsFlow {
    /// Erases all that the product keeps on this device in the host's store, as if the app had never shown a card; what the host
    /// itself keeps there stays. Throws `STORE_FAILED`, and `ALREADY_RUNNING` while a card is shown.
    ///
    /// A revocation under way is waited for. A token whose revocation did not arrive is good for as long as the proxy says, and no
    /// other process knows of it any more. For hosts that are made afterwards, the installation is another one.
    public func eraseAll() async throws {
        guard running.tryLock() else { throw CardDetailsFlow.alreadyRunning }
        defer { running.unlock() }
        await revocations.stop()
        await settle()
        // What was under way may have scheduled another request.
        await revocations.stop()
        try await CardDetailsFlow.eraseAll(in: host.store)
    }

    /// As `eraseAll()` without a flow, in `store`, which hosts of this app are given: where the installation's key cannot be used any
    /// more (`KEY_UNUSABLE`) there is no host to make a flow of. No key is used for it, and no card may be shown meanwhile.
    ///
    /// - Throws: `STORE_FAILED`.
    public static func eraseAll(in store: any SecureStore) async throws {
        for key in try await store.keys() where CardDetailsFlow.keeps(key) { try await store.remove(key) }
    }

    private static func keeps(_ key: StoreKey) -> Bool {
        key.rawValue == "instance-key" || key.rawValue.hasPrefix(CardRevocations.prefix)
    }
}
