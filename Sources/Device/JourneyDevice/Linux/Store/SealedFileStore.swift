public import JourneyBase
import JourneyCrypto

/// A store in files of one folder, encrypted with AES-256-GCM.
///
/// The folder has mode 0700, its files 0600. The key is made once and kept in the folder too. This provides tamper evidence (a
/// changed, truncated or renamed item is refused), not secrecy from root or other readers of the user's files. A restored older
/// copy of an item is not detected. On Apple systems, use the Keychain.
/// A write goes to a new file that replaces the old one when it is complete and on disk, so an interruption leaves the old item
/// or the new one. Items are up to 1 MiB. Several processes may share a folder.
public final class SealedFileStore: SecretStore {
    private let folder: StoreFolder
    private let key: Secret

    private static let keyName = ".key"
    private static let limit = 1 << 20

    /// Opens the store in `directory`, and makes the directory and its parents where missing.
    ///
    /// - Parameter directory: The path of the store's folder.
    /// - Throws: `STORE_FAILED` when it is a symbolic link, another user's, or open to others, or when its key is damaged.
    public convenience init(directory: String) throws {
        try self.init(directory: directory, before: { _ in })
    }

    /// Opens the store for tests: `before` is called before each step of a write, and stops it there by throwing.
    init(directory: String, before: @escaping @Sendable (StoreStep) throws -> Void) throws(JourneyError) {
        let folder = try StoreFolder(path: directory, before: before)
        self.folder = folder
        if let key = try SealedFileStore.key(in: folder) {
            self.key = key
        } else {
            let fresh = Secret(count: AESGCM.keyCount) { SystemRandom.fill($0) }
            try fresh.withBytes { bytes throws(JourneyError) in try folder.create(SealedFileStore.keyName, bytes) }
            // Read back: another process may have been first.
            guard let key = try SealedFileStore.key(in: folder) else {
                throw storeError("The store's key file \(SealedFileStore.keyName) is missing.")
            }
            self.key = key
        }
    }

    private static func key(in folder: StoreFolder) throws(JourneyError) -> Secret? {
        try folder.read(keyName, limit: AESGCM.keyCount) { file, count throws(JourneyError) in
            guard count == AESGCM.keyCount else {
                throw storeError("The store's key file \(keyName) is not \(AESGCM.keyCount) bytes long.")
            }
            return try Secret(count: count) { memory throws(JourneyError) in try folder.fill(memory, from: file) }
        }
    }

    public func load(_ key: StoreKey) async throws -> [UInt8]? {
        guard let item = try sealed(key) else { return nil }
        let aad = SealedItem.aad(key, isSecret: false)
        do { return try AESGCM.open(item.ciphertext, key: self.key, nonce: item.nonce, aad: aad) } catch {
            throw storeError("The stored item \(key.rawValue) was modified or is corrupt.")
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
            throw storeError("The stored item \(key.rawValue) was modified or is corrupt.")
        }
    }

    public func saveSecret(_ secret: Secret, for key: StoreKey) async throws {
        try write(key, isSecret: true) { nonce, aad throws(CryptoError) in
            try AESGCM.seal(secret, key: self.key, nonce: nonce, aad: aad)
        }
    }

    /// Locks a file beside the items. The system releases the lock when the process ends in any way.
    ///
    /// - Parameter name: The lease's name.
    /// - Returns: The lease; `nil` while another holder has it.
    /// - Throws: `STORE_FAILED`.
    public func claim(_ name: StoreKey) async throws -> (any StoreLease)? { try folder.lock(".claim-" + name.rawValue) }

    public func remove(_ key: StoreKey) async throws { try folder.remove(key.rawValue) }

    /// Returns the names of all items and secrets, sorted.
    ///
    /// - Throws: `STORE_FAILED`.
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
        guard let item = SealedItem(bytes) else {
            throw storeError("The stored item \(key.rawValue) was modified or is corrupt.")
        }
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
            throw storeError("Encrypting the item \(key.rawValue) failed.")
        }
        try item.bytes.withUnsafeBufferPointer { bytes throws(JourneyError) in
            try folder.write(UnsafeRawBufferPointer(bytes), to: key.rawValue)
        }
    }
}
