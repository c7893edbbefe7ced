import Foundation
import Glibc
package import JourneyBase
import JourneyCrypto
import JourneyDevice
import WalletPass

/// Where the sandbox wallet keeps what is its: passes, keys for accounts, and what this device is called.
///
/// The folder is its owner's alone. Keys, the push token and what is known of each pass are sealed; passes are files, each
/// replaced whole or not at all.
package struct WalletFolder: Sendable {
    package let path: String
    let store: SealedFileStore

    /// Makes the folder where it is missing; one that is there stays as it is, and has to be a wallet or empty, and its owner's
    /// alone. Throws `STORE_FAILED`.
    package init(_ path: String) throws(JourneyError) {
        self.path = path
        try WalletFolder.make(path)
        // First, because it is by this that a wallet is known again.
        do { store = try SealedFileStore(directory: path + "/sealed") } catch {
            throw error as? JourneyError ?? WalletFolder.fault(path, "used")
        }
        guard mkdir(path + "/passes", 0o700) == 0 || errno == EEXIST else { throw WalletFolder.fault(path, "used") }
    }

    private static func make(_ path: String) throws(JourneyError) {
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(
            atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw fault(path, "made") }
        // What is judged is what is there, and not what a link leads to.
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw fault(path, "used: it is no folder, or a link to one") }
        defer { close(folder) }
        var information = stat()
        guard fstat(folder, &information) == 0, information.st_uid == geteuid() else {
            throw fault(path, "used: it belongs to another user")
        }
        guard information.st_mode & 0o077 == 0 else {
            throw fault(path, "used: others may read it; run: chmod 700 \(path)")
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard names.isEmpty || names.contains("sealed") else { throw fault(path, "used: it holds something else") }
    }

    private static func fault(_ path: String, _ what: String) -> JourneyError {
        JourneyError(.storeFailed, "The wallet's folder \(path) cannot be \(what).")
    }

    /// Keeps other commands away from the wallet while what it gives is held. Throws `WALLET_BUSY`.
    func claim() async throws -> any StoreLease {
        guard let name = StoreKey("wallet"), let claim = try await store.claim(name) else {
            throw JourneyError(.walletBusy, "Another command has the wallet in \(path).")
        }
        return claim
    }

    /// The key for an account at a relying party, if there is one.
    func key(_ party: String, _ account: String) async throws -> P256PrivateKey? {
        guard let scalar = try await store.loadSecret(WalletFolder.keyName(party, account)) else { return nil }
        do { return try P256PrivateKey(scalar: scalar) } catch {
            throw JourneyError(.storeFailed, "The key for \(party) cannot be used.")
        }
    }

    /// The key, made where there is none.
    func madeKey(_ party: String, _ account: String) async throws -> P256PrivateKey {
        if let key = try await key(party, account) { return key }
        let key = try P256PrivateKey.generate()
        try await store.saveSecret(key.scalar(), for: WalletFolder.keyName(party, account))
        return key
    }

    private static func keyName(_ party: String, _ account: String) throws(JourneyError) -> StoreKey {
        try name("key", [party, account])
    }

    /// A name that says nothing, of texts that may hold anything.
    static func name(_ kind: String, _ parts: [String]) throws(JourneyError) -> StoreKey {
        // Lengths before the texts: no two lists are written alike.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        guard let name = StoreKey("\(kind)-\(Hex.encode(SHA256.hash(Array(text.utf8)).prefix(16)))") else {
            throw JourneyError(.storeFailed, "The wallet cannot name an item.")
        }
        return name
    }

    /// How pass services know this device, and where they push to; made once.
    func device(_ random: (Int) -> [UInt8]) async throws -> WalletDevice {
        guard let name = StoreKey("device") else { throw JourneyError(.storeFailed, "The wallet has no name.") }
        if let kept = try await store.load(name).flatMap({ WalletDevice($0) }) { return kept }
        let device = WalletDevice(libraryIdentifier: Hex.encode(random(16)), pushToken: Hex.encode(random(32)))
        try await store.save(device.json.compactBytes, for: name)
        return device
    }
}

/// What a pass service knows of this wallet.
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
