import Foundation
import Glibc
package import JourneyBase

/// A private PostgreSQL server. Its files and socket are in a private folder, which is removed with this process, however it
/// ends. It listens on TCP only with a certificate.
///
/// The server refuses to run as root; in that case, only the server runs as the user of Debian's package.
package final class PrivatePostgreSQL: Sendable {
    /// A certificate with its key, both PEM, for clients over TCP.
    package struct Certificate: Sendable {
        package var certificatePEM: String
        package var keyPEM: String
        package init(certificatePEM: String, keyPEM: String) {
            self.certificatePEM = certificatePEM
            self.keyPEM = keyPEM
        }
    }

    /// The folder of its socket.
    package var folder: String { place.folder }
    /// The number in the socket's name, and the TCP port with a certificate.
    package let port: Int
    /// The only user, a superuser.
    package let user = "journey"
    package let password: Secret
    private let place: PostgreSQLInstallation
    private let settings: [String]
    private let server: Box

    private actor Box {
        var child: ChildProcess?
        func set(_ child: ChildProcess?) { self.child = child }
    }

    /// `true` if the server's programs are installed.
    package static var isInstalled: Bool { PostgreSQLInstallation.programs != nil }

    /// Creates an empty database cluster and starts a server on it. `isDurable` flushes to disk at each commit, as in production.
    /// Throws `CONFIGURATION_INVALID` when PostgreSQL is not installed or does not start.
    package static func start(
        isDurable: Bool = true, certificate: Certificate? = nil
    ) async throws -> PrivatePostgreSQL {
        let secret = Hex.encode(Dependencies.system.random(24))
        let place = try PostgreSQLInstallation()
        do {
            try place.write(secret, to: "password")
            try await place.run(
                "initdb",
                [
                    "-D", "\(place.folder)/data", "-U", "journey", "-E", "UTF8", "--locale=C", "--no-sync",
                    "-A", "scram-sha-256", "--pwfile", "\(place.folder)/password",
                ])
            try place.remove("password")
            let server = try PrivatePostgreSQL(place, secret, isDurable: isDurable, certificate: certificate)
            try await server.start()
            return server
        } catch {
            try? FileManager.default.removeItem(atPath: place.folder)
            throw error
        }
    }

    private init(
        _ place: PostgreSQLInstallation, _ secret: String, isDurable: Bool, certificate: Certificate?
    ) throws {
        self.place = place
        password = Secret(copying: secret.utf8)
        server = Box()
        var settings = ["max_connections=200", "deadlock_timeout=20ms", "unix_socket_permissions=0700"]
        if !isDurable { settings += ["fsync=off", "synchronous_commit=off", "full_page_writes=off"] }
        if let certificate {
            try place.write(certificate.certificatePEM, to: "server.crt")
            try place.write(certificate.keyPEM, to: "server.key")
            settings += [
                "listen_addresses=127.0.0.1", "ssl=on", "ssl_cert_file=\(place.folder)/server.crt",
                "ssl_key_file=\(place.folder)/server.key",
            ]
            port = try FreePort.take()
        } else {
            settings.append("listen_addresses=")
            port = 5_432
        }
        self.settings = settings
    }

    /// Starts the server again after `stop`, with the same databases.
    package func start() async throws {
        try? place.remove("kept")
        let child = try place.serve(["-p", String(port)] + settings.flatMap { ["-c", $0] })
        await server.set(child)
        var last = ""
        for await line in child.lines {
            if line.contains("database system is ready to accept connections") { return }
            last = line
        }
        throw JourneyError(.configurationInvalid, "The private PostgreSQL server did not start: \(last)")
    }

    /// Stops the server and keeps its databases; all connections break.
    package func stop() async throws {
        try place.write("", to: "kept")
        await server.child?.closeInput()
        _ = await server.child?.wait()
        await server.set(nil)
    }

    /// Creates an empty database.
    package func createDatabase(_ name: String) async throws {
        try await place.run("createdb", ["-h", folder, "-p", String(port), "-U", user, name], password: password)
    }

    /// Runs one of PostgreSQL's client programs against this server and returns its output.
    package func client(_ program: String, _ arguments: [String]) async throws -> [String] {
        try await place.run(
            program, ["-h", folder, "-p", String(port), "-U", user] + arguments, password: password)
    }
}
