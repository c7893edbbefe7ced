import Foundation
import JourneyBase

/// A private nginx on free loopback ports: its own folder, no privileges, one worker, no access log. Stopped and removed with
/// this object.
package final class PrivateNginx: Sendable {
    /// The path of Debian's package.
    package static let program = "/usr/sbin/nginx"
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    /// The ports it listens on, as many as requested.
    package let ports: [Int]
    /// The folder, to which relative paths of the configuration refer.
    package let folder: String
    private let process: Process

    /// Starts nginx. `files` are first written into its folder by name. `servers` returns the content of `http` in the
    /// configuration for `portCount` free ports. Throws `CONFIGURATION_INVALID` with the end of the log when nginx does not
    /// start.
    package init(files: [String: [UInt8]], portCount: Int = 1, servers: (_ ports: [Int]) -> String) throws {
        let folder = NSTemporaryDirectory() + "journey-nginx-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            for (name, bytes) in files {
                let file = URL(filePath: "\(folder)/\(name)")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            (process, ports) = try PrivateNginx.started(in: folder, portCount, servers)
            self.folder = folder
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func started(
        in folder: String, _ portCount: Int, _ servers: ([Int]) -> String
    ) throws -> (Process, [Int]) {
        // Another process may take the free port before nginx does.
        for _ in 0..<5 {
            let ports = try (0..<portCount).map { _ in try FreePort.take() }
            try Data(configuration(servers(ports)).utf8).write(to: URL(filePath: folder + "/nginx.conf"))
            let process = try start(folder)
            if isUp(process, folder) { return (process, ports) }
        }
        let log = (try? String(contentsOfFile: folder + "/error.log", encoding: .utf8)) ?? ""
        throw JourneyError(.configurationInvalid, "nginx did not start: \(log.suffix(300))")
    }

    private static func start(_ folder: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Waits until nginx listens, which its pid file shows; returns `false` when it ended instead.
    private static func isUp(_ process: Process, _ folder: String) -> Bool {
        for _ in 0..<5_000 {
            if FileManager.default.fileExists(atPath: folder + "/nginx.pid") { return true }
            guard process.isRunning else { return false }
            usleep(2_000)
        }
        process.terminate()
        return false
    }

    private static func configuration(_ servers: String) -> String {
        """
        worker_processes 1;
        pid nginx.pid;
        \(geteuid() == 0 ? "user root;" : "")
        events { worker_connections 512; }
        http {
            access_log off;
            keepalive_requests 100000000;
            client_body_temp_path tmp-body; proxy_temp_path tmp-proxy; fastcgi_temp_path tmp-fastcgi;
            uwsgi_temp_path tmp-uwsgi; scgi_temp_path tmp-scgi;
            \(servers)
        }
        """
    }
}
