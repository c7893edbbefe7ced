import CredentialSharing
import Foundation
import Glibc
import JourneyBase
import JourneyCLI

/// A socket of this machine at which processes meet: the first of them keeps the air, the others join it.
struct RadioRelaySocket {
    let path: String

    /// The place that `--air` names, or this user's own for that kind of air.
    init(_ named: String?, kind: String) throws(CommandError) {
        path = if let named { named } else { try RadioRelaySocket.ownFolder() + "/" + kind }
    }

    /// Enters: where nobody keeps the air, `keep` does, and gives what ends that. Gives what is to be done at the end.
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
        throw CommandError.failed("AIR_UNAVAILABLE", "Nobody answers at \(path), and somebody holds it.")
    }

    /// The lock of who keeps the air; `nil` when another process has it. It goes with its process, however that ends.
    private func lock() throws(CommandError) -> Int32? {
        let name = path + ".lock"
        let file = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw CommandError.failed("AIR_UNAVAILABLE", "\(path) cannot be a meeting place.")
        }
        var (mine, there) = (stat(), stat())
        // A file that was removed in the meantime locks nobody out.
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

    /// Whether somebody listens.
    private var answers: Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        return withSocketAddress(path) { connect(descriptor, $0, $1) == 0 } ?? false
    }

    /// A folder that only this user can look into.
    private static func ownFolder() throws(CommandError) -> String {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        let folder = runtime.isEmpty ? "/tmp/journey-air-\(getuid())" : runtime + "/journey-air"
        mkdir(folder, 0o700)
        var information = stat()
        guard lstat(folder, &information) == 0, information.st_uid == getuid(),
            information.st_mode & S_IFMT == S_IFDIR, information.st_mode & 0o077 == 0
        else {
            throw CommandError.failed(
                "AIR_UNAVAILABLE", "\(folder) is not this user's alone; name a place with --air.")
        }
        return folder
    }
}
