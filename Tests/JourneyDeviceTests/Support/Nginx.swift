import Foundation
import Glibc
import JourneyCrypto

/// A private nginx on a free port of loopback, for one test: its own folder, no privileges, stopped and removed with it.
final class Nginx: Sendable {
    static let missing = "nginx is not installed: `make test` installs nginx-light"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")

    let port: Int
    let folder: String
    private let process: Process

    struct CannotStart: Error { let log: String }

    /// Serves `files` by their names over TLS, with HTTP/2 unless `isHTTP2` is false, and `settings` of its own.
    init(
        _ identity: DevelopmentIdentity, isHTTP2: Bool = true, settings: String = "", files: [String: [UInt8]] = [:]
    ) throws {
        folder = NSTemporaryDirectory() + "journey-nginx-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder + "/files", withIntermediateDirectories: true)
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/files/\(name)")) }
        try Data(identity.certificatePEM.utf8).write(to: URL(filePath: folder + "/cert.pem"))
        try Data(identity.keyPEM.utf8).write(to: URL(filePath: folder + "/key.pem"))
        var log = ""
        // Between finding a free port and taking it, another process may be faster.
        for _ in 0..<5 {
            let port = try Nginx.freePort()
            let text = Nginx.configuration(folder: folder, port: port, isHTTP2: isHTTP2, settings: settings)
            try Data(text.utf8).write(to: URL(filePath: folder + "/nginx.conf"))
            let process = try Nginx.start(folder)
            if Nginx.isUp(process, folder) {
                self.process = process
                self.port = port
                return
            }
            log = (try? String(contentsOfFile: folder + "/error.log", encoding: .utf8)) ?? ""
        }
        throw CannotStart(log: log)
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func start(_ folder: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/sbin/nginx")
        process.arguments = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Waits until it listens, which it says by writing its number; `false` when it ended instead.
    private static func isUp(_ process: Process, _ folder: String) -> Bool {
        for _ in 0..<5_000 {
            if FileManager.default.fileExists(atPath: folder + "/nginx.pid") { return true }
            guard process.isRunning else { return false }
            usleep(2_000)
        }
        process.terminate()
        return false
    }

    private static func configuration(folder: String, port: Int, isHTTP2: Bool, settings: String) -> String {
        """
        worker_processes 1;
        pid nginx.pid;
        \(geteuid() == 0 ? "user root;" : "")
        events { worker_connections 256; }
        http {
            access_log off;
            client_body_temp_path tmp-body; proxy_temp_path tmp-proxy; fastcgi_temp_path tmp-fastcgi;
            uwsgi_temp_path tmp-uwsgi; scgi_temp_path tmp-scgi;
            server {
                listen 127.0.0.1:\(port) ssl\(isHTTP2 ? " http2" : "");
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                ssl_protocols TLSv1.2 TLSv1.3;
                root files;
                client_max_body_size 64m;
                \(settings)
                location = /version { return 200 "$server_protocol $connection $request_length"; }
            }
        }
        """
    }

    private static func freePort() throws -> Int { try DeafListener().port }
}
