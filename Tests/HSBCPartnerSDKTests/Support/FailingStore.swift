import JourneyBase
import JourneyDevice

/// A store in which single writes, or all reads or removals, fail.
actor FailingStore: SecureStore {
    private let store: any SecureStore
    /// The gate at which a failing write waits.
    private let gate: Gate?
    private var isNextToFail = false
    private var areLoadsFailing = false
    private var areRemovalsFailing = false

    init(_ store: any SecureStore, gate: Gate?) {
        self.store = store
        self.gate = gate
    }

    func failNext() { isNextToFail = true }
    func failLoads() { areLoadsFailing = true }
    func failRemovals() { areRemovalsFailing = true }

    func load(_ key: StoreKey) async throws -> [UInt8]? {
        if areLoadsFailing { throw JourneyError(.storeFailed, "Not now.") }
        return try await store.load(key)
    }

    func save(_ item: [UInt8], for key: StoreKey) async throws {
        guard isNextToFail else { return try await store.save(item, for: key) }
        isNextToFail = false
        await gate?.wait()
        throw JourneyError(.storeFailed, "Not now.")
    }

    func remove(_ key: StoreKey) async throws {
        if areRemovalsFailing { throw JourneyError(.storeFailed, "Not now.") }
        try await store.remove(key)
    }
    func keys() async throws -> [StoreKey] { try await store.keys() }
}
