import Glibc
import JourneyBase
import JourneyCrypto

/// A folder only its owner can read: mode 0700, files 0600, each file replaced atomically.
struct PrivateFolder: Sendable {
    let path: String

    /// Creates the folder if needed. Throws `STORE_FAILED` if it can't be created or belongs to another user.
    init(_ path: String) throws(JourneyError) {
        self.path = path
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part + "/"
            if mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR { throw PrivateFolder.fault(made) }
        }
        var information = stat()
        guard stat(path, &information) == 0 else { throw PrivateFolder.fault(path) }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            throw JourneyError(.storeFailed, "\(path) is not a folder.")
        }
        guard information.st_uid == geteuid() else {
            throw JourneyError(.storeFailed, "The folder \(path) belongs to another user.")
        }
        guard chmod(path, 0o700) == 0 else {
            throw JourneyError(.storeFailed, "Setting the mode of \(path) failed: \(String(cString: strerror(errno))).")
        }
    }

    /// Returns the text of a file, or `nil` if it can't be opened.
    func read(_ name: String) -> String? {
        guard let file = fopen("\(path)/\(name)", "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0, bytes.count < 1 << 20 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Replaces the content of a file with `text` atomically.
    func write(_ name: String, _ text: String) throws(JourneyError) { try write(name, Array(text.utf8)) }

    /// Replaces the content of a file with `content` atomically.
    func write(_ name: String, _ content: [UInt8]) throws(JourneyError) {
        let target = "\(path)/\(name)"
        let draft = "\(target).\(getpid()).new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw PrivateFolder.fault(target) }
        var bytes = content[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        let isWritten = bytes.isEmpty && fsync(file) == 0
        close(file)
        guard isWritten, rename(draft, target) == 0 else {
            unlink(draft)
            throw PrivateFolder.fault(target)
        }
    }

    /// Returns the token in the file `name`: 256 random bits in base64url, created if missing. `onCreation` is called after creation.
    func token(
        _ name: String, _ dependencies: Dependencies, onCreation: (String) -> Void = { _ in }
    ) throws(JourneyError) -> Secret {
        if let text = read(name), text.utf8.count == 43 { return Secret(copying: text.utf8) }
        let text = Base64URL.encode(dependencies.random(32))
        try write(name, text)
        onCreation(name)
        return Secret(copying: text.utf8)
    }

    /// Returns the key in the file `name`, created if missing. `onCreation` is called after creation.
    func key<Key: PEMKey>(_ name: String, onCreation: (String) -> Void = { _ in }) throws(JourneyError) -> Key {
        if let key = read(name).flatMap({ try? Key(pem: $0) }) { return key }
        let (key, text): (Key, String)
        do throws(CryptoError) {
            key = try Key.make()
            text = try key.pem()
        } catch { throw JourneyError(.storeFailed, "The key for \(path)/\(name) could not be created: \(error).") }
        try write(name, text)
        onCreation(name)
        return key
    }

    /// Runs `body` under an exclusive lock across processes.
    func locked<R>(_ body: () throws(JourneyError) -> R) throws(JourneyError) -> R {
        let lock = open("\(path)/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw PrivateFolder.fault("\(path)/.lock") }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        return try body()
    }

    private static func fault(_ path: String) -> JourneyError {
        JourneyError(.storeFailed, "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
}

/// A private key stored in a PEM file.
protocol PEMKey {
    init(pem: String) throws(CryptoError)
    static func make() throws(CryptoError) -> Self
    func pem() throws(CryptoError) -> String
}

extension ECPrivateKey: PEMKey {
    static func make() throws(CryptoError) -> ECPrivateKey<Curve> { try generate() }
}

extension RSAPrivateKey: PEMKey {
    static func make() throws(CryptoError) -> RSAPrivateKey { try generate() }
}
