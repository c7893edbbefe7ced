/// A store of small items on this device only. Writes are atomic: an interrupted one leaves the old item.
///
/// Conformers: a sealed file on Linux, memory in tests. All functions throw `JourneyError` with `STORE_FAILED`.
public protocol SecureStore: Sendable {
    /// Returns the item, or `nil` if there is none. Throws for a damaged or forged item.
    func load(_ key: StoreKey) async throws -> [UInt8]?
    /// Stores `item` in place of an existing one. It is on disk when this returns.
    func save(_ item: [UInt8], for key: StoreKey) async throws
    /// Removes the item, if it exists.
    func remove(_ key: StoreKey) async throws
    /// Returns the keys of all items.
    func keys() async throws -> [StoreKey]
}

/// The key of an item: 1 to 100 ASCII letters, digits, `-`, `_` or `.`, without a leading dot.
public struct StoreKey: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String

    /// Creates a key, or returns `nil` if `rawValue` doesn't have that form.
    public init?(_ rawValue: String) {
        let plain = rawValue.utf8.allSatisfy { $0.isLetterOrDigit || "-_.".utf8.contains($0) }
        guard plain, (1...100).contains(rawValue.utf8.count), rawValue.utf8.first != UInt8(ascii: ".") else {
            return nil
        }
        self.rawValue = rawValue
    }

    public var description: String { rawValue }
}
