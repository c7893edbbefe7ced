import Foundation
import Glibc
import JourneyBase

/// The folder of a private server, its programs, and the user that runs them.
struct PostgreSQLInstallation: Sendable {
    let folder: String
    private let programs: String
    private let owner: (name: String, user: uid_t, group: gid_t)?

    /// The folder of the newest server's programs. Debian installs them outside PATH, in a folder for each version.
    static var programs: String? {
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        return versions.compactMap(Int.init).sorted(by: >).map { "\(root)/\($0)/bin" }
            .first { FileManager.default.isExecutableFile(atPath: "\($0)/postgres") }
    }

    init() throws {
        guard let programs = PostgreSQLInstallation.programs else {
            throw JourneyError(.configurationInvalid, "PostgreSQL's server is not installed (Debian: postgresql).")
        }
        self.programs = programs
        var template = Array("\(PostgreSQLInstallation.parent)/journey-pg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw JourneyError(
                .configurationInvalid,
                "\(PostgreSQLInstallation.parent)/journey-pg-… could not be created: \(String(cString: strerror(errno)))."
            )
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        owner = getuid() == 0 ? PostgreSQLInstallation.unprivileged() : nil
        guard getuid() != 0 || owner != nil else {
            throw JourneyError(
                .configurationInvalid, "PostgreSQL refuses to run as root, and there is no user postgres or nobody.")
        }
        if let owner { chown(folder, owner.user, owner.group) }
    }

    /// The temporary folder. It must be short, because a socket's path has at most 107 bytes, and accessible to every user.
    private static var parent: String {
        let folder = (NSTemporaryDirectory() as NSString).standardizingPath
        let steps = sequence(first: folder) { $0 == "/" ? nil : ($0 as NSString).deletingLastPathComponent }
        let isOpen = steps.allSatisfy { step in
            var status = stat()
            return stat(step, &status) == 0 && status.st_mode & S_IXOTH != 0
        }
        return folder.utf8.count <= 60 && isOpen ? folder : "/tmp"
    }

    private static func unprivileged() -> (name: String, user: uid_t, group: gid_t)? {
        for name in ["postgres", "nobody"] {
            if let entry = getpwnam(name) { return (name, entry.pointee.pw_uid, entry.pointee.pw_gid) }
        }
        return nil
    }

    /// Writes a file that only the server can read.
    func write(_ text: String, to name: String) throws {
        let path = "\(folder)/\(name)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw JourneyError(.configurationInvalid, "Creating \(path) failed: \(SystemCause.text(errno)).")
        }
        defer { close(descriptor) }
        if let owner { fchown(descriptor, owner.user, owner.group) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw JourneyError(.configurationInvalid, "Writing \(path) failed: \(SystemCause.text(errno)).")
        }
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }

    /// Runs a program of the server to its end and returns its lines. Throws `CONFIGURATION_INVALID` when it fails.
    @discardableResult
    func run(_ program: String, _ arguments: [String], password: Secret? = nil) async throws -> [String] {
        var environment = Environment.current
        if let password {
            environment["PGPASSWORD"] = password.withBytes { String(decoding: $0, as: UTF8.self) }
        }
        let words = asOwner("\(programs)/\(program)", arguments)
        let child = try ChildProcess(words[0], Array(words.dropFirst()), environment: environment, log: "\(folder)/log")
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        guard await child.wait() == 0 else {
            throw JourneyError(.configurationInvalid, "PostgreSQL's \(program) failed; see \(folder)/log.")
        }
        return lines
    }

    /// Starts the server under a shell that stops it and removes the folder when its standard input ends: after `closeInput`, or
    /// when this process is gone.
    func serve(_ arguments: [String]) throws -> ChildProcess {
        let script = """
            folder=$1; shift
            # A server that ends by itself takes the shell along.
            { "$@" 2>&1; kill -TERM "$$"; } &
            cat >/dev/null
            trap '' TERM
            # Fast shutdown: connections are broken, transactions undone, the disk is left in order.
            read -r server <"$folder/data/postmaster.pid" && kill -INT "$server"
            wait
            # A server's helper that outlives it may still write its last file.
            [ -e "$folder/kept" ] || rm -rf -- "$folder" 2>/dev/null || { sleep 1; rm -rf -- "$folder"; }
            """
        let words = asOwner("\(programs)/postgres", ["-D", "\(folder)/data", "-k", folder] + arguments)
        return try ChildProcess("/bin/sh", ["-c", script, "sh", folder] + words)
    }

    private func asOwner(_ program: String, _ arguments: [String]) -> [String] {
        guard let owner else { return [program] + arguments }
        return [
            "setpriv", "--reuid=\(owner.name)", "--regid=\(owner.group)", "--clear-groups", "--no-new-privs", "--",
            program,
        ] + arguments
    }
}
