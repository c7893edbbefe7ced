import JourneyBase
import JourneyDevice
import Synchronization

/// An in-memory store of items and secrets.
final class MemorySecretStore: SecretStore {
    private let items = Mutex<[StoreKey: [UInt8]]>([:])
    private let secrets = Mutex<[StoreKey: Secret]>([:])

    func load(_ key: StoreKey) async -> [UInt8]? { items.withLock { $0[key] } }
    func save(_ item: [UInt8], for key: StoreKey) async { items.withLock { $0[key] = item } }
    func remove(_ key: StoreKey) async {
        items.withLock { $0[key] = nil }
        secrets.withLock { $0[key] = nil }
    }
    func keys() async -> [StoreKey] {
        let names = Set(items.withLock { Array($0.keys) } + secrets.withLock { Array($0.keys) })
        return names.sorted { $0.rawValue < $1.rawValue }
    }
    func loadSecret(_ key: StoreKey) async -> Secret? { secrets.withLock { $0[key] } }
    func saveSecret(_ secret: Secret, for key: StoreKey) async { secrets.withLock { $0[key] = secret } }
}
