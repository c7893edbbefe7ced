import Glibc
import JourneyBase
import JourneyCrypto

/// A folder that only its owner can look into: 0700, its files 0600, each written whole or not at all.
struct PrivateFolder: Sendable {
    let path: String

    /// Makes the folder where it is missing. Throws `STORE_FAILED` when it cannot be made or belongs to somebody else.
    init(_ path: String) throws(JourneyError) {
        self.path = path
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part + "/"
            if mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR { throw PrivateFolder.fault(made) }
        }
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
            throw PrivateFolder.fault(path)
        }
        guard information.st_uid == geteuid(), chmod(path, 0o700) == 0 else {
            throw JourneyError(.storeFailed, "The folder \(path) belongs to another user.")
        }
    }

    /// The text of the file, or `nil` when there is none.
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

    /// Puts `text` in the place of what the file holds; a reader sees the old or the new text, never a part.
    func write(_ name: String, _ text: String) throws(JourneyError) { try write(name, Array(text.utf8)) }

    /// Puts `content` in the place of what the file holds, in the same way.
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

    /// The token in the file `name`: 256 random bits as base64url, drawn and written where there is none. `note` is called
    /// for a new one.
    func token(
        _ name: String, _ dependencies: Dependencies, note: (String) -> Void = { _ in }
    ) throws(JourneyError) -> Secret {
        if let text = read(name), text.utf8.count == 43 { return Secret(copying: text.utf8) }
        let text = Base64URL.encode(dependencies.random(32))
        try write(name, text)
        note(name)
        return Secret(copying: text.utf8)
    }

    /// The key in the file `name`, made and written where there is none. `note` is called for a new one.
    func key<Key: PEMKey>(_ name: String, note: (String) -> Void = { _ in }) throws(JourneyError) -> Key {
        if let key = read(name).flatMap({ try? Key(pem: $0) }) { return key }
        let (key, text): (Key, String)
        do throws(CryptoError) {
            key = try Key.make()
            text = try key.pem()
        } catch { throw JourneyError(.storeFailed, "The key in \(path)/\(name) could not be made: \(error).") }
        try write(name, text)
        note(name)
        return key
    }

    /// Runs `body` while no other process does the same.
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

/// A private key that is kept in a PEM file.
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
