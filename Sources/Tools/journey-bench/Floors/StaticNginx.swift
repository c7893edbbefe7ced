import Foundation
import JourneyBase
import JourneyCrypto

/// A private nginx that serves one small file over TLS and HTTP/2 on a free port of loopback: a server that neither side of
/// a comparison wrote.
final class StaticNginx {
    static let program = "/usr/sbin/nginx"
    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    let url: HTTPSURL
    private let folder: String
    private let process: Process

    /// Serves `body`. Throws when nginx does not come up.
    init(_ identity: DevelopmentIdentity, body: [UInt8], port: Int) throws {
        let folder = NSTemporaryDirectory() + "journey-bench-nginx-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let files: [(String, [UInt8])] = [
            ("body", body), ("cert.pem", Array(identity.certificatePEM.utf8)), ("key.pem", Array(identity.keyPEM.utf8)),
            ("nginx.conf", Array(StaticNginx.configuration(port).utf8)),
        ]
        for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
        let process = Process()
        process.executableURL = URL(filePath: StaticNginx.program)
        process.arguments = ["-p", folder, "-c", "nginx.conf", "-e", "error.log", "-g", "daemon off;"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        guard let url = HTTPSURL("https://\(Workbench.host):\(port)/body") else {
            throw BenchFailure(what: "nginx has no address.")
        }
        self.url = url
        self.folder = folder
        self.process = process
        for _ in 0..<2_000 {
            if FileManager.default.fileExists(atPath: folder + "/nginx.pid") { return }
            guard process.isRunning else { break }
            usleep(5_000)
        }
        throw BenchFailure(what: "nginx did not start.")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func configuration(_ port: Int) -> String {
        """
        worker_processes 1;
        pid nginx.pid;
        \(geteuid() == 0 ? "user root;" : "")
        events { worker_connections 256; }
        http {
            access_log off;
            keepalive_requests 100000000;
            client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
            server {
                listen 127.0.0.1:\(port) ssl http2;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                root .;
            }
        }
        """
    }
}
