import Glibc
import JourneyBase

/// A folder of small files that only its owner can read. Every file is opened relative to the open folder, never through a path
/// that could change, and never through a symbolic link.
final class StoreFolder: Sendable {
    private let descriptor: Int32
    /// Called before each step of a write; throws to stop there.
    private let before: @Sendable (StoreStep) throws -> Void

    static let temporaryPrefix = ".new-"

    /// Opens `path`, and makes it with mode 0700 where missing. Throws `STORE_FAILED` when it is another user's, not a folder, or
    /// open to others.
    init(path: String, before: @escaping @Sendable (StoreStep) throws -> Void) throws(JourneyError) {
        var path = path[...]
        while path.count > 1, path.last == "/" { path = path.dropLast() }
        try StoreFolder.make(path)
        let descriptor = open(String(path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw storeError(errno, "Opening the store's folder \(path) failed") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            close(descriptor)
            throw storeError(
                "The store's folder \(path) belongs to another user or is open to others. Set its mode to 0700.")
        }
        self.descriptor = descriptor
        self.before = before
        // Remnants of interrupted writes are removed while nobody else has the folder. Then the lock is shared, so that nobody
        // else removes our writes.
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { removeLeftovers() }
        flock(descriptor, LOCK_SH)
    }

    deinit { close(descriptor) }

    private static func make(_ path: Substring) throws(JourneyError) {
        if mkdir(String(path), 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw storeError(errno, "Creating the store's folder \(path) failed")
        }
        try make(path[..<slash])
        guard mkdir(String(path), 0o700) == 0 || errno == EEXIST else {
            throw storeError(errno, "Creating the store's folder \(path) failed")
        }
    }

    /// Opens the file `name` and passes its descriptor and length to `use`; `nil` when there is none.
    func read<R>(
        _ name: String, limit: Int, _ use: (Int32, Int) throws(JourneyError) -> R
    ) throws(JourneyError) -> R? {
        // Without O_NONBLOCK, a pipe in place of a file would block the app.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            // A temporary error is not damage: an item that can't be read at the moment must not be removed.
            let passes = [EMFILE, ENFILE, ENOMEM, EIO, EINTR].contains(code)
            throw JourneyError(
                .storeFailed, "Opening the stored file \(name) failed: \(String(cString: strerror(code))).",
                recovery: passes ? .retry(after: .seconds(1)) : .giveUp)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o077 == 0, (0...limit).contains(status.st_size)
        else {
            throw storeError(
                "The stored file \(name) is not a regular file of this user with mode 0600, or is too long.")
        }
        return try use(file, status.st_size)
    }

    /// Fills `memory` from `file`.
    func fill(_ memory: UnsafeMutableRawBufferPointer, from file: Int32) throws(JourneyError) {
        var done = 0
        while done < memory.count {
            let count = Glibc.read(file, memory.baseAddress.map { $0 + done }, memory.count - done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw storeError(errno, "Reading a stored file failed") }
            guard count > 0 else { throw storeError("A stored file is shorter than its length.") }
            done += count
        }
    }

    /// Writes `bytes` to the file `name` atomically, and returns when they are on disk.
    func write(_ bytes: UnsafeRawBufferPointer, to name: String) throws(JourneyError) {
        try writeTemporary(bytes) { temporary throws(JourneyError) in
            try check(.rename)
            guard renameat(descriptor, temporary, descriptor, name) == 0 else {
                throw storeError(errno, "Replacing the stored file \(name) failed")
            }
        }
    }

    /// Writes `bytes` to the new file `name`. Does nothing when it exists.
    func create(_ name: String, _ bytes: UnsafeRawBufferPointer) throws(JourneyError) {
        try writeTemporary(bytes) { temporary throws(JourneyError) in
            try check(.rename)
            guard linkat(descriptor, temporary, descriptor, name, 0) == 0 || errno == EEXIST else {
                throw storeError(errno, "Creating the stored file \(name) failed")
            }
        }
    }

    /// Locks the file `name`, which is made where missing; `nil` while another holder has it.
    func lock(_ name: String) throws(JourneyError) -> FileLock? {
        let file = openat(descriptor, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw storeError(errno, "Opening the store's lock \(name) failed") }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            if code == EWOULDBLOCK { return nil }
            throw storeError(code, "Taking the store's lock \(name) failed")
        }
        return FileLock(file)
    }

    func remove(_ name: String) throws(JourneyError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw storeError(errno, "Removing the stored file \(name) failed")
        }
        try sync(descriptor)
    }

    /// Returns the names of all files, unsorted.
    func names() throws(JourneyError) -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0, let folder = fdopendir(copy) else {
            throw storeError(errno, "Reading the store's folder failed")
        }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private func writeTemporary(
        _ bytes: UnsafeRawBufferPointer, _ place: (String) throws(JourneyError) -> Void
    ) throws(JourneyError) {
        let temporary = StoreFolder.temporaryPrefix + Hex.encode(SystemRandom.bytes(8))
        try check(.create)
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw storeError(errno, "Creating a file in the store failed") }
        defer {
            close(file)
            // Does nothing after a rename.
            unlinkat(descriptor, temporary, 0)
        }
        let half = bytes.count / 2
        try check(.writeFirstHalf)
        try write(UnsafeRawBufferPointer(rebasing: bytes[..<half]), into: file)
        try check(.writeSecondHalf)
        try write(UnsafeRawBufferPointer(rebasing: bytes[half...]), into: file)
        try check(.syncFile)
        try sync(file)
        try place(temporary)
        try check(.syncFolder)
        try sync(descriptor)
    }

    private func write(_ bytes: UnsafeRawBufferPointer, into file: Int32) throws(JourneyError) {
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(file, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw storeError(errno, "Writing a stored file failed") }
            guard count > 0 else {
                throw JourneyError(.storeFailed, "Writing a stored file failed: no bytes were written.")
            }
            done += count
        }
    }

    private func sync(_ file: Int32) throws(JourneyError) {
        guard fsync(file) == 0 else { throw storeError(errno, "Synchronising the store with the disk failed") }
    }

    private func check(_ step: StoreStep) throws(JourneyError) {
        do { try before(step) } catch { throw storeError("The write was stopped before the step \(step).") }
    }

    private func removeLeftovers() {
        for name in (try? names()) ?? [] where name.hasPrefix(StoreFolder.temporaryPrefix) {
            unlinkat(descriptor, name, 0)
        }
    }
}

/// A lock on an open file, released with this object.
final class FileLock: StoreLease {
    private let descriptor: Int32

    /// Takes over an open, locked file.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}

func storeError(_ message: String) -> JourneyError { JourneyError(.storeFailed, message) }

/// Returns `STORE_FAILED` for an operation that failed with `code`, an errno.
func storeError(_ code: Int32, _ operation: String) -> JourneyError {
    storeError("\(operation): \(String(cString: strerror(code))).")
}
