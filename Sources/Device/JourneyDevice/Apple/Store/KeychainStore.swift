internal import Foundation
public import JourneyBase
internal import Security

/// A store in this device's Keychain: readable while the device is unlocked, never in another device's backup, never
/// synchronised.
///
/// Secrets pass between locked memory and the Keychain through one `Data` each, which is wiped at once: Security takes nothing
/// else.
public final class KeychainStore: SecretStore {
    private let service: String

    /// Creates a store of the items under `service`, which separates SDKs and apps of one access group.
    public init(service: String) { self.service = service }

    public func load(_ key: StoreKey) async throws -> [UInt8]? {
        guard let item = try read(key) else { return nil }
        try KeychainItem.check(item, isSecret: false)
        return Array(item.dropFirst())
    }

    public func save(_ item: [UInt8], for key: StoreKey) async throws {
        try write(Data([KeychainItem.mark(isSecret: false)] + item), for: key)
    }

    public func loadSecret(_ key: StoreKey) async throws -> Secret? {
        guard var item = try read(key) else { return nil }
        defer { item.resetBytes(in: item.indices) }
        try KeychainItem.check(item, isSecret: true)
        return Secret(copying: item.dropFirst())
    }

    public func saveSecret(_ secret: Secret, for key: StoreKey) async throws {
        var item = Data([KeychainItem.mark(isSecret: true)])
        // Reserved at once: growing would leave a copy behind.
        item.reserveCapacity(1 + secret.count)
        defer { item.resetBytes(in: item.indices) }
        secret.withBytes { item.append(contentsOf: $0) }
        try write(item, for: key)
    }

    public func remove(_ key: StoreKey) async throws {
        _ = try KeychainStatus(SecItemDelete(query(key) as CFDictionary)).found()
    }

    public func keys() async throws -> [StoreKey] {
        var query = query(nil)
        query[kSecReturnAttributes] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        var found: CFTypeRef?
        guard try KeychainStatus(SecItemCopyMatching(query as CFDictionary, &found)).found(),
            let items = found as? [[String: Any]]
        else { return [] }
        return items.compactMap { ($0[kSecAttrAccount as String] as? String).flatMap(StoreKey.init) }
            .sorted { $0.rawValue < $1.rawValue }
    }

    private func query(_ key: StoreKey?) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
            kSecAttrSynchronizable: false,
        ]
        if let key { query[kSecAttrAccount] = key.rawValue }
        return query
    }

    private func read(_ key: StoreKey) throws(JourneyError) -> Data? {
        var query = query(key)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var found: CFTypeRef?
        guard try KeychainStatus(SecItemCopyMatching(query as CFDictionary, &found)).found() else { return nil }
        guard let item = found as? Data else {
            throw JourneyError(.storeFailed, "The Keychain returned an item without data.")
        }
        return item
    }

    /// Replaces or adds an item, either of which the Keychain does atomically.
    private func write(_ item: Data, for key: StoreKey) throws(JourneyError) {
        guard item.count <= KeychainItem.limit + 1 else {
            throw JourneyError(.storeFailed, "The item is longer than 1 MiB.")
        }
        let content: [CFString: Any] = [
            kSecValueData: item, kSecAttrAccessible: kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
        ]
        let update = { KeychainStatus(SecItemUpdate(self.query(key) as CFDictionary, content as CFDictionary)) }
        if try update().found() { return }
        let added = KeychainStatus(SecItemAdd(query(key).merging(content) { $1 } as CFDictionary, nil))
        // An item of the same name was added meanwhile: it is replaced.
        if added == .alreadyThere, try update().found() { return }
        guard try added.found() else { throw JourneyError(.storeFailed, "The Keychain did not store the item.") }
    }
}
