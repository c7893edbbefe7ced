import Foundation
import Glibc
import JourneyBase

/// The folder of a private server, its programs, and the user that they run as.
struct PostgreSQLInstallation: Sendable {
    let folder: String
    private let programs: String
    private let owner: (name: String, user: uid_t, group: gid_t)?

    /// The folder of the server's programs: Debian keeps them off PATH, a folder for each version. The newest counts.
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
            throw JourneyError(.configurationInvalid, "There is no room for a private server's folder.")
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        owner = getuid() == 0 ? PostgreSQLInstallation.unprivileged() : nil
        guard getuid() != 0 || owner != nil else {
            throw JourneyError(.configurationInvalid, "There is no user for the server, which refuses to be root.")
        }
        if let owner { chown(folder, owner.user, owner.group) }
    }

    /// The temporary folder, where it is short, because a socket's path may have 107 bytes, and where every user may come to it.
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

    /// A file for the server's eyes only.
    func write(_ text: String, to name: String) throws {
        let path = "\(folder)/\(name)"
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw JourneyError(.configurationInvalid, "A private server's file cannot be written.")
        }
        defer { close(descriptor) }
        if let owner { fchown(descriptor, owner.user, owner.group) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw JourneyError(.configurationInvalid, "A private server's file cannot be written.")
        }
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }

    /// Runs one of the programs to its end and gives its lines. Throws `CONFIGURATION_INVALID` when it fails.
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

    /// Starts the server under a shell that ends it, and puts the folder away, when nobody holds its standard input: after
    /// `closeInput`, or when this process is gone.
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
