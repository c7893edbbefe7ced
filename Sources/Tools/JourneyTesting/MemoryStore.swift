public import JourneyBase

/// An in-memory secure store that a test can make fail.
public actor MemoryStore: SecureStore {
    private var items: [StoreKey: [UInt8]] = [:]
    private var isBroken = false
    /// The keys of all saves, in order.
    public private(set) var saves: [StoreKey] = []

    public init() {}

    /// Makes all further calls fail, or work again.
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
        if isBroken { throw JourneyError(.storeFailed, "The store fails because the test called breakDown().") }
    }
}
