import Foundation
import JourneyBase
import JourneyDevice
import JourneyHarness
import Synchronization
import Testing
import WalletPass

@testable import JourneyGateway

@Suite(
    "Two pass service instances on one PostgreSQL behind nginx",
    .enabled(
        if: PrivateNginx.isInstalled && GatewayFolder.Store.available.contains(.postgreSQL),
        "nginx and PostgreSQL are needed"), .timeLimit(.minutes(10)))
struct TwoInstancesTests {
    private static let (callers, each, tags) = (12, 40, 9)

    @Test(
        "killing an instance under load fails only its requests in flight, and loses nothing that was answered"
    )
    func killed() async throws {
        try await GatewayFolder.visit(keepingIn: .postgreSQL) { folder in
            let port = try FreePort.take()
            try Self.configure(folder, publicPort: port)
            let token = try await PassIssuerFixture.populate(folder, tags: Self.tags)
            let instances = [
                try await GatewayProcess(folder, token: token), try await GatewayProcess(folder, token: token),
            ]
            let nginx = try Self.nginx(folder, at: port, instances.map(\.client.origin.port))
            let proxied = try GatewayProcess(instances[0], behind: port)
            let tally = Tally()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for caller in 0..<Self.callers {
                    group.addTask {
                        for number in 0..<Self.each {
                            let tag = "TICKET-00\((caller + number) % Self.tags + 1)"
                            let reply = try await proxied.ask(.post, "issuer_data", ["tag_id": .string(tag)])
                            // When a third is answered, while requests of the others are in progress.
                            if tally.count(reply, of: caller) { instances[0].child.kill() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            let seen = tally.seen.withLock { $0 }
            #expect(await instances[0].child.wait() == 128 + 9)
            // Each failed caller had one request in flight when the instance was killed, and was served afterwards.
            #expect(seen.failures.values.allSatisfy { $0 == 1 }, "\(seen.failures)")
            #expect(seen.statuses.isSubset(of: [502]), "\(seen.statuses)")
            #expect(seen.sessions.count + seen.failures.count == Self.callers * Self.each)
            #expect(Set(seen.sessions).count == seen.sessions.count)
            // Each answered session is known to the other instance, which continues it.
            for session in seen.sessions { #expect(try await Self.status(session, proxied) == "pending") }
            let first = try #require(seen.sessions.first)
            #expect(try await proxied.call(first, "0a0b").status == 200)
            #expect(try await Self.status(first, proxied) == "completed")
            // At most the requests in flight were begun without an answer.
            let audit = await PassIssuerFixture.run(["audit", "--most", "10000"], in: folder)
            let begun = (audit.json.array ?? []).count { $0["action"]?.string == "issued" }
            #expect((seen.sessions.count...seen.sessions.count + seen.failures.count).contains(begun))
            withExtendedLifetime(nginx) {}
            instances[1].child.closeInput()
            _ = await instances[1].child.wait()
        }
    }

    private static func status(_ session: String, _ proxied: GatewayProcess) async throws -> String? {
        try JSONReader.read(try await proxied.ask(.get, "sessions/\(session)").body)["status"]?.string
    }

    /// Counts the results of requests.
    private final class Tally: Sendable {
        struct Seen {
            var sessions: [String] = []
            /// Failures by caller.
            var failures: [Int: Int] = [:]
            var statuses: Set<Int> = []
        }

        let seen = Mutex(Seen())

        /// Counts a reply. Returns `true` for the one at which an instance is killed.
        func count(_ reply: HTTPResponse, of caller: Int) -> Bool {
            let text = (try? JSONReader.read(reply.body))?["issuer_data"]?.string
            let binding = text.flatMap { Data(base64Encoded: $0) }.flatMap {
                try? IssuerBindingData(reading: [UInt8]($0))
            }
            return seen.withLock { seen in
                if reply.status == 200, let binding {
                    seen.sessions.append(binding.sessionIdentifier)
                } else {
                    seen.failures[caller, default: 0] += 1
                    seen.statuses.insert(reply.status)
                }
                return seen.sessions.count + seen.failures.values.reduce(0, +)
                    == TwoInstancesTests.callers * TwoInstancesTests.each / 3
            }
        }
    }

    /// Configures both instances with the same public port.
    private static func configure(_ folder: GatewayFolder, publicPort port: Int) throws {
        try folder.writePasses()
        var configuration = try JSONReader.read([UInt8](Data(contentsOf: URL(filePath: folder.file)))).object ?? [:]
        var listen = configuration["listen"]?.object ?? [:]
        listen["publicPort"] = .number(JSONNumber(port))
        configuration["listen"] = .object(listen)
        try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
    }

    /// Creates a proxy that alternates between both. A changing request to a killed instance isn't repeated, as in nginx.
    private static func nginx(_ folder: GatewayFolder, at port: Int, _ ports: [Int]) throws -> PrivateNginx {
        func file(_ name: String) throws -> [UInt8] {
            Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
        }
        let files = [
            "cert.pem": try file("chain.pem"), "key.pem": try file("key.pem"),
            "authority.pem": Array(folder.authorityPEM.utf8),
        ]
        return try PrivateNginx(files: files) { own in
            """
            upstream gateways {
                \(ports.map { "server 127.0.0.1:\($0);" }.joined(separator: "\n    "))
                keepalive 16;
            }
            server {
                listen 127.0.0.1:\(port) ssl;
                listen 127.0.0.1:\(own[0]) ssl;
                ssl_certificate cert.pem;
                ssl_certificate_key key.pem;
                location / {
                    proxy_pass https://gateways;
                    proxy_http_version 1.1;
                    proxy_set_header Connection "";
                    proxy_set_header Host gateway.localhost:\(port);
                    proxy_ssl_name gateway.localhost;
                    proxy_ssl_verify on;
                    proxy_ssl_trusted_certificate authority.pem;
                }
            }
            """
        }
    }
}

extension GatewayProcess {
    /// Creates a client of the same process through another port.
    fileprivate init(_ other: GatewayProcess, behind port: Int) throws {
        self.init(
            child: other.child,
            client: GatewayFixture.Client(
                transport: other.client.transport,
                origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: port))),
            token: other.token)
    }
}
