import Foundation
import Glibc
package import JourneyBase
import JourneyCrypto
import JourneyDevice
import WalletPass

/// The sandbox wallet's storage: passes, account keys, and the device's identifiers.
///
/// Only the owner can access the folder. Keys, the push token and pass metadata are encrypted; passes are files that are replaced
/// atomically.
package struct WalletFolder: Sendable {
    package let path: String
    let store: SealedFileStore

    /// Opens the folder, creating it if needed. An existing folder must be a wallet or empty, and accessible by its owner only.
    /// Throws `STORE_FAILED`.
    package init(_ path: String) throws(JourneyError) {
        self.path = path
        try WalletFolder.make(path)
        // First, because this folder marks a wallet.
        do { store = try SealedFileStore(directory: path + "/sealed") } catch {
            throw error as? JourneyError ?? WalletFolder.fault(path, "used: \(error)")
        }
        guard mkdir(path + "/passes", 0o700) == 0 || errno == EEXIST else {
            throw WalletFolder.fault(path, "used: creating passes in it failed: \(SystemCause.text(errno))")
        }
    }

    private static func make(_ path: String) throws(JourneyError) {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw fault(path, "created: \(SystemCause.text(errno))") }
        // Checks the folder itself, not the target of a symbolic link.
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else {
            throw fault(path, "used: it is not a folder, or it is a symbolic link: \(SystemCause.text(errno))")
        }
        defer { close(folder) }
        var information = stat()
        guard fstat(folder, &information) == 0 else {
            throw fault(path, "used: fstat failed: \(SystemCause.text(errno))")
        }
        guard information.st_uid == geteuid() else {
            throw fault(path, "used: it belongs to another user")
        }
        guard information.st_mode & 0o077 == 0 else {
            throw fault(path, "used: others may read it; run: chmod 700 \(path)")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard names.isEmpty || names.contains("sealed") else {
            throw fault(path, "used: it is not empty and not a wallet")
        }
    }

    private static func fault(_ path: String, _ what: String) -> JourneyError {
        JourneyError(.storeFailed, "The wallet's folder \(path) cannot be \(what).")
    }

    /// Locks the wallet against other commands while the returned lease is held. Throws `WALLET_BUSY`.
    func claim() async throws -> any StoreLease {
        guard let name = StoreKey("wallet"), let claim = try await store.claim(name) else {
            throw JourneyError(.walletBusy, "Another command is using the wallet in \(path). Try again later.")
        }
        return claim
    }

    /// Returns the key for an account at a relying party, or `nil`.
    func key(_ party: String, _ account: String) async throws -> P256PrivateKey? {
        guard let scalar = try await store.loadSecret(WalletFolder.keyName(party, account)) else { return nil }
        do { return try P256PrivateKey(scalar: scalar) } catch {
            throw JourneyError(.storeFailed, "The key for \(party) cannot be used: \(error).")
        }
    }

    /// Returns the account's key, creating it if needed.
    func madeKey(_ party: String, _ account: String) async throws -> P256PrivateKey {
        if let key = try await key(party, account) { return key }
        let key = try P256PrivateKey.generate()
        try await store.saveSecret(key.scalar(), for: WalletFolder.keyName(party, account))
        return key
    }

    private static func keyName(_ party: String, _ account: String) throws(JourneyError) -> StoreKey {
        try name("key", [party, account])
    }

    /// Returns an opaque name for a list of arbitrary texts.
    static func name(_ kind: String, _ parts: [String]) throws(JourneyError) -> StoreKey {
        // Length prefixes make the encoding unambiguous.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        guard let name = StoreKey("\(kind)-\(Hex.encode(SHA256.hash(Array(text.utf8)).prefix(16)))") else {
            throw JourneyError(.storeFailed, "The wallet cannot name an item.")
        }
        return name
    }

    /// Returns the device's identifiers for pass services and pushes, created once.
    func device(_ random: (Int) -> [UInt8]) async throws -> WalletDevice {
        guard let name = StoreKey("device") else { throw JourneyError(.storeFailed, "The wallet has no name.") }
        if let kept = try await store.load(name).flatMap({ WalletDevice($0) }) { return kept }
        let device = WalletDevice(libraryIdentifier: Hex.encode(random(16)), pushToken: Hex.encode(random(32)))
        try await store.save(device.json.compactBytes, for: name)
        return device
    }
}

/// The device's identifiers that pass services receive.
struct WalletDevice: Hashable, Sendable {
    let libraryIdentifier: String
    let pushToken: String

    init(libraryIdentifier: String, pushToken: String) {
        self.libraryIdentifier = libraryIdentifier
        self.pushToken = pushToken
    }

    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONReader.read(bytes, limits: JSONLimits(bytes: 1_024, depth: 2)),
            let library = value["libraryIdentifier"]?.string, let token = value["pushToken"]?.string
        else { return nil }
        self.init(libraryIdentifier: library, pushToken: token)
    }

    var json: JSONValue { ["libraryIdentifier": .string(libraryIdentifier), "pushToken": .string(pushToken)] }
}
