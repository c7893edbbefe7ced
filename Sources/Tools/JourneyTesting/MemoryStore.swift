public import JourneyBase

/// A secure store that forgets with the process, and can be made to fail.
public actor MemoryStore: SecureStore {
    private var items: [StoreKey: [UInt8]] = [:]
    private var isBroken = false
    /// Each key that was saved, in order.
    public private(set) var saves: [StoreKey] = []

    public init() {}

    /// From now on every call fails, or works again.
    public func breakDown(_ isBroken: Bool = true) { self.isBroken = isBroken }

    public func load(_ key: StoreKey) throws -> [UInt8]? {
        try check()
        return items[key]
    }

    public func save(_ item: [UInt8], for key: StoreKey) throws {
        try check()
        items[key] = item
        saves.append(key)
    }

    public func remove(_ key: StoreKey) throws {
        try check()
        items[key] = nil
    }

    public func keys() throws -> [StoreKey] {
        try check()
        return items.keys.sorted { $0.rawValue < $1.rawValue }
    }

    private func check() throws {
        if isBroken { throw JourneyError(.storeFailed, "The store is broken, as the test wants it.") }
    }
}
