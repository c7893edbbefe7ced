import Foundation
import JourneyBase
import JourneyHarness

/// nginx with one worker, as a private instance: one static file over HTTP and over TLS, no access log.
struct Nginx {
    let plainPort: Int
    let securePort: Int
    private let child: ChildProcess
    private let folder: URL

    /// Starts it with `body` as the file `quote.json`.
    static func start(body: [UInt8], certificatePEM: String, keyPEM: String) async throws -> Nginx {
        guard let program = Tool.path(of: "nginx") ?? ["/usr/sbin/nginx"].first(where: { access($0, X_OK) == 0 }) else {
            throw BenchFailure(what: "nginx is not installed; make bench installs it.")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "journey-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let (plain, secure) = (try FreePort.take(), try FreePort.take())
        try Data(body).write(to: folder.appending(path: "quote.json"))
        try Data(certificatePEM.utf8).write(to: folder.appending(path: "chain.pem"))
        try Data(keyPEM.utf8).write(to: folder.appending(path: "key.pem"))
        let configuration = folder.appending(path: "nginx.conf")
        try Data(text(folder.path(percentEncoded: false), plain, secure).utf8).write(to: configuration)
        let child = try ChildProcess(
            program, ["-p", folder.path(percentEncoded: false), "-c", configuration.path(percentEncoded: false)],
            log: "/dev/null")
        let nginx = Nginx(plainPort: plain, securePort: secure, child: child, folder: folder)
        for _ in 0..<100 {
            if await Load.answers("http://127.0.0.1:\(plain)/quote.json") { return nginx }
            try await Task.sleep(for: .milliseconds(50))
        }
        await nginx.stop()
        throw BenchFailure(what: "nginx does not answer.")
    }

    func stop() async {
        await child.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// One process, which serves; it runs as whoever starts it. Files are served as Debian sets it up; whatever it logs, it
    /// does not log here.
    private static func text(_ folder: String, _ plain: Int, _ secure: Int) -> String {
        """
        daemon off;
        master_process off;
        pid \(folder)/nginx.pid;
        error_log /dev/null;
        events { worker_connections 512; }
        http {
            access_log off;
            default_type application/json;
            keepalive_requests 100000000;
            sendfile on;
            tcp_nopush on;
            client_body_temp_path \(folder)/body;
            proxy_temp_path \(folder)/proxy;
            fastcgi_temp_path \(folder)/fastcgi;
            uwsgi_temp_path \(folder)/uwsgi;
            scgi_temp_path \(folder)/scgi;
            ssl_certificate \(folder)/chain.pem;
            ssl_certificate_key \(folder)/key.pem;
            server {
                listen 127.0.0.1:\(plain);
                listen 127.0.0.1:\(secure) ssl;
                root \(folder);
            }
        }
        """
    }
}

/// `wrk` with one thread and 64 connections that are kept.
enum Load {
    /// Whether there is somebody at `url`.
    static func answers(_ url: String) async -> Bool {
        await Tool.run("curl", ["--silent", "--fail", "--noproxy", "*", url]).status == 0
    }

    /// Nanoseconds for one request, over a second.
    static func measure(_ url: String, host: String) async throws -> Double {
        let (status, output) = await Tool.run("wrk", ["-t1", "-c64", "-d1s", "-H", "Host: \(host)", url])
        let rate = output.split(separator: "\n").first { $0.hasPrefix("Requests/sec:") }
            .flatMap { Double($0.dropFirst("Requests/sec:".count).filter { $0 != " " }) }
        guard status == 0, let rate, rate > 0, !output.contains("Non-2xx"), !output.contains("Socket errors") else {
            throw BenchFailure(what: "wrk gives no figure for \(url): \(output)")
        }
        return 1e9 / rate
    }
}
