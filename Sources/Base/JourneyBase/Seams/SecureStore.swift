/// Keeps small items for this device only, whole or not at all: a write that is interrupted leaves the old item.
///
/// Conformers: a sealed file on Linux, memory in tests. Throws `JourneyError` with `STORE_FAILED`.
public protocol SecureStore: Sendable {
    /// The item, or `nil` when there is none. A damaged or forged item throws.
    func load(_ key: StoreKey) async throws -> [UInt8]?
    /// Stores `item` in place of what stood; it is on disk when this returns.
    func save(_ item: [UInt8], for key: StoreKey) async throws
    /// Removes the item; removing nothing is fine.
    func remove(_ key: StoreKey) async throws
    /// The names of all items.
    func keys() async throws -> [StoreKey]
}

/// Names an item: 1 to 100 ASCII letters, digits, `-`, `_` or `.`, not starting with a dot.
public struct StoreKey: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// The key, or `nil` when `rawValue` is not of that shape.
    public init?(_ rawValue: String) {
        let plain = rawValue.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
        guard plain, (1...100).contains(rawValue.utf8.count), rawValue.utf8.first != UInt8(ascii: ".") else {
            return nil
        }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}
