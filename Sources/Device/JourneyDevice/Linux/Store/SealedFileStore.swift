public import JourneyBase
import JourneyCrypto

/// Small items in files of one folder, sealed with AES-256-GCM.
///
/// The folder has mode 0700, its files 0600. The key is made once and lies in the folder too: this gives tamper evidence
/// (an item that was changed, cut, or put under another name is refused), not secrecy from root or from whoever can read
/// the user's files. An older copy of the same item, put back, is not noticed. Apple's systems have the Keychain.
///
/// A write goes to a new file that takes the old one's place when it is whole and on disk, so an interruption at any point
/// leaves the old item or the new one. Items are up to 1 MiB. Several processes may share a folder.
public final class SealedFileStore: SecretStore {
    private let folder: StoreFolder
    private let key: Secret

    private static let keyName = ".key"
    private static let limit = 1 << 20

    /// The store in `directory`, which is made, with its parents, when there is none. Throws `JourneyError` with
    /// `STORE_FAILED` when it is a symbolic link, another user's or open to others, or when its key is damaged.
    public convenience init(directory: String) throws {
        try self.init(directory: directory, before: { _ in })
    }

    /// For tests: `before` is called before each step of a write, and stops it there by throwing.
    init(directory: String, before: @escaping @Sendable (StoreStep) throws -> Void) throws(JourneyError) {
        let folder = try StoreFolder(path: directory, before: before)
        self.folder = folder
        if let key = try SealedFileStore.key(in: folder) {
            self.key = key
        } else {
            let fresh = Secret(count: AESGCM.keyCount) { SystemRandom.fill($0) }
            try fresh.withBytes { bytes throws(JourneyError) in try folder.create(SealedFileStore.keyName, bytes) }
            // Read back: another process may have been first.
            guard let key = try SealedFileStore.key(in: folder) else { throw storeError("The store has no key.") }
            self.key = key
        }
    }

    private static func key(in folder: StoreFolder) throws(JourneyError) -> Secret? {
        try folder.read(keyName, limit: AESGCM.keyCount) { file, count throws(JourneyError) in
            guard count == AESGCM.keyCount else { throw storeError("The store's key is damaged.") }
            return try Secret(count: count) { memory throws(JourneyError) in try folder.fill(memory, from: file) }
        }
    }

    public func load(_ key: StoreKey) async throws -> [UInt8]? {
        guard let item = try sealed(key) else { return nil }
        let aad = SealedItem.aad(key, isSecret: false)
        do { return try AESGCM.open(item.ciphertext, key: self.key, nonce: item.nonce, aad: aad) } catch {
            throw storeError("An item of the store was changed.")
        }
    }

    public func save(_ item: [UInt8], for key: StoreKey) async throws {
        guard item.count <= SealedFileStore.limit else { throw storeError("The item is longer than 1 MiB.") }
        try write(key, isSecret: false) { nonce, aad throws(CryptoError) in
            try AESGCM.seal(item, key: self.key, nonce: nonce, aad: aad)
        }
    }

    public func loadSecret(_ key: StoreKey) async throws -> Secret? {
        guard let item = try sealed(key) else { return nil }
        let aad = SealedItem.aad(key, isSecret: true)
        do { return try AESGCM.openSecret(item.ciphertext, key: self.key, nonce: item.nonce, aad: aad) } catch {
            throw storeError("An item of the store was changed.")
        }
    }

    public func saveSecret(_ secret: Secret, for key: StoreKey) async throws {
        try write(key, isSecret: true) { nonce, aad throws(CryptoError) in
            try AESGCM.seal(secret, key: self.key, nonce: nonce, aad: aad)
        }
    }

    /// A lock on a file beside the items, which the system lifts when the process ends, however it does.
    public func claim(_ name: StoreKey) async throws -> (any StoreLease)? { try folder.lock(".claim-" + name.rawValue) }

    public func remove(_ key: StoreKey) async throws { try folder.remove(key.rawValue) }

    /// The names of all items and secrets, in order.
    public func keys() async throws -> [StoreKey] {
        try folder.names().compactMap { StoreKey($0) }.sorted { $0.rawValue < $1.rawValue }
    }

    private func sealed(_ key: StoreKey) throws(JourneyError) -> SealedItem? {
        let limit = SealedFileStore.limit + SealedItem.overhead
        let bytes = try folder.read(key.rawValue, limit: limit) { file, count throws(JourneyError) in
            var bytes = [UInt8](repeating: 0, count: count)
            var failure: JourneyError?
            bytes.withUnsafeMutableBytes { memory in
                do throws(JourneyError) { try folder.fill(memory, from: file) } catch { failure = error }
            }
            if let failure { throw failure }
            return bytes
        }
        guard let bytes else { return nil }
        guard let item = SealedItem(bytes) else { throw storeError("An item of the store was changed.") }
        return item
    }

    private func write(
        _ key: StoreKey, isSecret: Bool, _ seal: ([UInt8], [UInt8]) throws(CryptoError) -> [UInt8]
    ) throws(JourneyError) {
        let nonce = SystemRandom.bytes(AESGCM.nonceCount)
        let item: SealedItem
        do throws(CryptoError) {
            let ciphertext = try seal(nonce, SealedItem.aad(key, isSecret: isSecret))
            item = SealedItem(nonce: nonce, ciphertext: ciphertext)
        } catch {
            throw storeError("The item could not be sealed.")
        }
        try item.bytes.withUnsafeBufferPointer { bytes throws(JourneyError) in
            try folder.write(UnsafeRawBufferPointer(bytes), to: key.rawValue)
        }
    }
}
