import CredentialSharing
import Foundation
import Glibc
import JourneyBase
import JourneyCLI

/// A socket that connects processes of this machine: the first process runs the medium, the others join it.
struct RadioRelaySocket {
    let path: String

    /// Uses the path of `--air`, or this user's default for a kind of medium.
    init(_ named: String?, kind: String) throws(CommandError) {
        path = if let named { named } else { try RadioRelaySocket.ownFolder() + "/" + kind }
    }

    /// Joins the medium. If no process runs it, `keep` starts it and returns its shutdown. Returns the cleanup for the
    /// end.
    func enter(
        _ keep: (_ path: String) async throws -> @Sendable () async -> Void
    ) async throws -> @Sendable () async -> Void {
        for _ in 0..<200 {
            if let lock = try lock() {
                unlink(path)
                do {
                    let end = try await keep(path)
                    return { [path] in
                        await end()
                        RadioRelaySocket.release(lock, path)
                    }
                } catch {
                    RadioRelaySocket.release(lock, path)
                    throw error
                }
            }
            if answers { return {} }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw CommandError.failed(
            .airUnavailable,
            "No process answers at \(path), but another process has locked it. End that process, or choose another socket with --air."
        )
    }

    /// Acquires the lock of the process that runs the medium; `nil` when another process has it. The lock ends with its
    /// process.
    private func lock() throws(CommandError) -> Int32? {
        let name = path + ".lock"
        let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw CommandError.failed(
                .airUnavailable, "The lock file \(name) could not be opened: \(String(cString: strerror(errno))).")
        }
        var (mine, there) = (stat(), stat())
        // A lock file that was removed meanwhile excludes nobody.
        if flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &mine) == 0, stat(name, &there) == 0,
            mine.st_ino == there.st_ino
        {
            return file
        }
        close(file)
        return nil
    }

    private static func release(_ lock: Int32, _ path: String) {
        unlink(path)
        unlink(path + ".lock")
        close(lock)
    }

    /// `true` if a process listens.
    private var answers: Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        return withSocketAddress(path) { connect(descriptor, $0, $1) == 0 } ?? false
    }

    /// Returns a folder that only this user can access.
    private static func ownFolder() throws(CommandError) -> String {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        let folder = runtime.isEmpty ? "/tmp/journey-air-\(getuid())" : runtime + "/journey-air"
        mkdir(folder, 0o700)
        var information = stat()
        guard lstat(folder, &information) == 0, information.st_uid == getuid(),
            information.st_mode & S_IFMT == S_IFDIR, information.st_mode & 0o077 == 0
        else {
            throw CommandError.failed(
                .airUnavailable,
                "\(folder) is not a folder that only this user can access. Choose a socket with --air.")
        }
        return folder
    }
}
