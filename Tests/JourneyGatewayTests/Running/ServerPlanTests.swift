import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import JourneyServer
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Server plan of a gateway", .timeLimit(.minutes(10)))
struct ServerPlanTests {
    /// Writes the default configuration with these members replaced, and returns its bytes.
    @discardableResult
    private func write(_ folder: GatewayFolder, _ members: [String: JSONValue?]) throws -> [UInt8] {
        var all = GatewayFolder.configuration.object ?? [:]
        for (name, value) in members { all[name] = value }
        let bytes = JSONValue.object(all).compactBytes
        try folder.write("gateway.json", bytes)
        return bytes
    }

    /// Writes the configuration and reads it.
    private func configure(_ folder: GatewayFolder, _ members: [String: JSONValue?]) throws -> GatewayConfiguration {
        try GatewayConfiguration(reading: try write(folder, members), folder: folder.path)
    }

    private static func listeners(_ listeners: JSONValue) -> [String: JSONValue?] {
        ["listen": ["names": ["gateway.localhost"], "publicPort": 443], "server": ["listeners": listeners]]
    }

    private func plan(
        _ configuration: GatewayConfiguration, _ sockets: [(Int32, String)]? = [], openFiles: Int = 65_536
    ) throws -> ServerPlan {
        try ServerPlan(
            configuration, files: try ServerFiles(configuration),
            descriptors: sockets.map { ListenDescriptors($0.map { .init(descriptor: $0.0, name: $0.1) }) },
            openFiles: openFiles)
    }

    private func refusal(_ body: () async throws -> Void) async -> JourneyError? {
        do {
            try await body()
            return nil
        } catch { return error as? JourneyError }
    }

    @Test("an old configuration gives one TLS listener with default limits")
    func usual() async throws {
        try await GatewayFolder.visit { folder in
            let plan = try plan(try configure(folder, [:]))
            #expect(plan.listeners.map(\.address) == [.host("127.0.0.1", port: 0)])
            let listener = try #require(plan.listeners.first)
            #expect(listener.identities.count == 1 && listener.clientCertificates == nil && listener.proxies == nil)
            #expect(!listener.isHealthOnly && plan.limits == ServerLimits() && plan.loops == 0)
            #expect(plan.publicPort == nil && plan.warnings.isEmpty)
        }
    }

    @Test("each listener gets its settings, and each inherited socket its listener")
    func listeners() async throws {
        try await GatewayFolder.visit { folder in
            try folder.write("partners.pem", Array(folder.authorityPEM.utf8))
            let configuration = try configure(
                folder,
                Self.listeners([
                    ["activation": "https", "clientCertificates": ["authoritiesFile": "partners.pem"]],
                    ["unixSocket": "s", "mode": "0660", "plain": true, "proxies": ["way": "proxy-v2"]],
                    ["activation": "health", "plain": true, "healthOnly": true], ["address": "::", "port": 8_443],
                ]))
            let plan = try plan(configuration, [(3, "https"), (4, "health"), (5, "https")])
            #expect(
                plan.listeners.map(\.address) == [
                    .inherited(descriptor: 3), .inherited(descriptor: 5),
                    .unix(path: folder.path + "/s", mode: 0o660), .inherited(descriptor: 4), .host("::", port: 8_443),
                ])
            #expect(plan.listeners.map(\.identities.count) == [1, 1, 0, 0, 1])
            #expect(plan.listeners.map { $0.clientCertificates == nil } == [false, false, true, true, true])
            #expect(plan.listeners.first?.clientCertificates?.authoritiesPEM == folder.authorityPEM)
            #expect(plan.listeners.map(\.isHealthOnly) == [false, false, false, true, false])
            #expect(plan.listeners.map { $0.proxies?.way } == [nil, nil, .proxyV2, nil, nil])
            #expect(plan.publicPort == 443)
            // A check knows no sockets, so listeners with activation are left out.
            #expect(try self.plan(configuration, nil).listeners.count == 2)
        }
    }

    @Test("a missing or unexpected inherited socket prevents the start")
    func sockets() async throws {
        try await GatewayFolder.visit { folder in
            let configuration = try configure(folder, Self.listeners([["activation": "https"]]))
            for (sockets, sentence) in [
                (
                    [], "server.listeners[0].activation: the service manager passed no socket named https."
                ),
                (
                    [(3, "http")],
                    "server.listeners[0].activation: the service manager passed no socket named https."
                ),
                (
                    [(3, "https"), (4, "http")],
                    "The service manager passed a socket named http, but no listener has that activation."
                ),
            ] as [([(Int32, String)], String)] {
                let error = await refusal { _ = try plan(configuration, sockets) }
                #expect(error?.code == .configurationInvalid && error?.message == sentence)
            }
        }
    }

    @Test(
        "connections are limited by the process's open files: as configured, or as many as fit"
    )
    func openFiles() async throws {
        try await GatewayFolder.visit { folder in
            let asked = try configure(folder, ["server": ["limits": ["connections": 1_000]]])
            #expect(try plan(asked, openFiles: 1_256).limits.connections == 1_000)
            let error = await refusal { _ = try plan(asked, openFiles: 1_255) }
            #expect(error?.code == .configurationInvalid)
            #expect(
                error?.message
                    == "server.limits.connections: 1000 connections and 256 files for the gateway itself exceed the 1255"
                    + " files that this process may have open (RLIMIT_NOFILE).")
            let usual = try configure(folder, [:])
            #expect(try plan(usual, openFiles: 4_352).warnings.isEmpty)
            let few = try plan(usual, openFiles: 356)
            #expect(
                few.limits.connections == 100 && few.limits.connectionsPerAddress == 100 && few.limits.handshakes == 100
            )
            #expect(
                few.warnings == [
                    "server.limits.connections: only 100 fit, because this process may have 356 files open (RLIMIT_NOFILE)."
                ])
            #expect(try plan(usual, openFiles: 10).limits.connections == 16)
        }
    }

    @Test("a certificate for each name is read, and a name without one is warned of")
    func certificates() async throws {
        try await GatewayFolder.visit { folder in
            let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
            let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
            let other = try authority.issue(names: ["admin.localhost"], notBefore: begin, notAfter: end)
            try folder.write("admin.pem", Array(other.certificatePEM.utf8))
            try folder.write("admin.key", Array(other.keyPEM.utf8), mode: 0o600)
            let tls: JSONValue = [
                "certificateFile": "chain.pem", "keyFile": "key.pem",
                "additional": [["certificateFile": "admin.pem", "keyFile": "admin.key"]],
            ]
            func listen(_ names: JSONValue) -> JSONValue { ["address": "127.0.0.1", "port": 0, "names": names] }
            let both = try configure(folder, ["tls": tls, "listen": listen(["gateway.localhost", "admin.localhost"])])
            let plan = try plan(both)
            #expect(plan.listeners.first?.identities.map(\.certificatePEM).last == other.certificatePEM)
            #expect(plan.warnings.isEmpty)
            #expect(try await Gateway.examine(configuration: folder.file).warnings.isEmpty)
            let without = try configure(folder, ["listen": listen(["gateway.localhost", "admin.localhost"])])
            let warnings = [
                "tls: no certificate has the name admin.localhost; clients that use it will refuse the connection."
            ]
            #expect(try self.plan(without).warnings == warnings)
            #expect(try await Gateway.examine(configuration: folder.file).warnings == warnings)
            let useless = try configure(folder, ["tls": tls])
            let error = await refusal { _ = try self.plan(useless) }
            #expect(error?.code == .fileUnusable)
            #expect(
                error?.message
                    == "tls.additional[0].certificateFile: \(folder.path)/admin.pem has none of the names in listen, so it"
                    + " would never be used.")
            // Another certificate's key, in the second pair as in the first.
            try write(folder, ["tls": tls, "listen": listen(["gateway.localhost", "admin.localhost"])])
            try folder.write(
                "admin.key", [UInt8](Data(contentsOf: URL(filePath: folder.path + "/key.pem"))), mode: 0o600)
            let key = await refusal { _ = try await Gateway.examine(configuration: folder.file) }
            #expect(key?.code == .serverError)
        }
    }

    @Test("a staple is OpenSSL's response for the certificate, and any other is refused")
    func staple() async throws {
        try await GatewayFolder.visit { folder in
            let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
            let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
            let leaf = try authority.issue(names: ["gateway.localhost"], notBefore: begin, notAfter: end)
            try folder.write("ca.pem", Array(authority.identity.certificatePEM.utf8))
            try folder.write("ca.key", Array(authority.identity.keyPEM.utf8), mode: 0o600)
            try folder.write("chain.pem", Array(leaf.certificatePEM.utf8))
            try folder.write("key.pem", Array(leaf.keyPEM.utf8), mode: 0o600)
            let serial = try run("openssl", ["x509", "-in", folder.path + "/chain.pem", "-noout", "-serial"]).text
                .replacing("serial=", with: "").trimmingCharacters(in: .whitespacesAndNewlines)
            try folder.write("index", Array("V\t360101000000Z\t\t\(serial)\tunknown\t/CN=leaf\n".utf8))
            let made = try run(
                "openssl",
                [
                    "ocsp", "-index", folder.path + "/index", "-CA", folder.path + "/ca.pem", "-rsigner",
                    folder.path + "/ca.pem", "-rkey", folder.path + "/ca.key", "-issuer", folder.path + "/ca.pem",
                    "-cert",
                    folder.path + "/chain.pem", "-respout", folder.path + "/staple", "-ndays", "1",
                ])
            #expect(made.status == 0, "\(made.text)")
            let configuration = try configure(
                folder, ["tls": ["certificateFile": "chain.pem", "keyFile": "key.pem", "stapleFile": "staple"]])
            let response = [UInt8](try Data(contentsOf: URL(filePath: folder.path + "/staple")))
            #expect(try ServerFiles(configuration).identities.first?.staple == response)
            let noResponse = "is not an OCSP response in DER: "
            for (bytes, cause) in [
                ([], noResponse + "DER_UNEXPECTED_END at byte 0: an element is missing."),
                ([0x30, 0x03, 0x0A, 0x01, 0x06], "is an OCSP response of another status than successful."),
                (
                    Array(response.dropLast()),
                    noResponse + "DER_UNEXPECTED_END at byte 1: the length exceeds the enclosing element."
                ),
                (
                    response + [0],
                    noResponse + "DER_TRAILING_BYTES at byte \(response.count): trailing bytes after the last element."
                ),
                (
                    Array(leaf.certificatePEM.utf8),
                    noResponse + "DER_UNEXPECTED_TAG at byte 0: expected tag 30, found 2d."
                ),
            ] as [([UInt8], String)] {
                try folder.write("staple", bytes)
                let error = await refusal { _ = try ServerFiles(configuration) }
                #expect(error?.code == .fileUnusable)
                #expect(error?.message == "tls.stapleFile: \(folder.path)/staple \(cause)")
            }
        }
    }

    @Test("a check names a missing file, an obstacle in a socket's place, and a file that others can change")
    func files() async throws {
        try await GatewayFolder.visit { folder in
            try folder.write("partners.pem", Array(folder.authorityPEM.utf8))
            try folder.write("leaf.pem", [UInt8](Data(contentsOf: URL(filePath: folder.path + "/chain.pem"))))
            try folder.write("file", [])
            func code(_ members: [String: JSONValue?]) async throws -> (ErrorCode?, String?) {
                try write(folder, members)
                let error = await refusal { _ = try await Gateway.examine(configuration: folder.file) }
                return (error?.code, error?.message)
            }
            func authorities(_ name: String) -> [String: JSONValue?] {
                Self.listeners([
                    ["address": "::1", "port": 1, "clientCertificates": ["authoritiesFile": .string(name)]]
                ])
            }
            func socket(_ name: String) -> [String: JSONValue?] { Self.listeners([["unixSocket": .string(name)]]) }
            let place = "server.listeners[0].clientCertificates.authoritiesFile"
            for (members, expected, sentence) in [
                (authorities("partners.pem"), nil, nil),
                (
                    authorities("none.pem"), .fileUnusable,
                    "\(place): \(folder.path)/none.pem cannot be opened: No such file or directory."
                ),
                (
                    authorities("leaf.pem"), .fileUnusable,
                    "\(place): \(folder.path)/leaf.pem contains no valid PEM certificates of authorities: CERT_AUTHORITY: the anchor's basic constraints do not make it an authority."
                ),
                (
                    authorities("file"), .fileUnusable,
                    "\(place): \(folder.path)/file contains no valid PEM certificates of authorities: DER_UNEXPECTED_END at byte 0: the text contains no certificate."
                ),
                (socket("socket"), nil, nil),
                (
                    socket("none/socket"), .fileUnusable,
                    "server.listeners[0].unixSocket: \(folder.path)/none/socket is not in an existing folder: No such file or directory."
                ),
                (
                    socket("file"), .fileUnusable,
                    "server.listeners[0].unixSocket: \(folder.path)/file exists and is not a socket."
                ),
                (
                    [
                        "tls": [
                            "certificateFile": "chain.pem", "keyFile": "key.pem",
                            "additional": [["certificateFile": "none.pem", "keyFile": "key.pem"]],
                        ]
                    ], .fileUnusable,
                    "tls.additional[0].certificateFile: \(folder.path)/none.pem cannot be opened: No such file or directory."
                ),
                (
                    ["tls": ["certificateFile": "chain.pem", "keyFile": "key.pem", "stapleFile": "none"]],
                    .fileUnusable,
                    "tls.stapleFile: \(folder.path)/none cannot be opened: No such file or directory."
                ),
            ] as [([String: JSONValue?], ErrorCode?, String?)] {
                let found = try await code(members)
                #expect(found.0 == expected && found.1 == sentence, "\(found.1 ?? "")")
            }
            try folder.write("partners.pem", Array(folder.authorityPEM.utf8), mode: 0o664)
            #expect(try await code(authorities("partners.pem")).0 == .fileWritable)
            // An error in the file itself has its line and column.
            let (slip, sentence) = try await code(["server": ["loops": -1]])
            #expect(slip == .configurationInvalid)
            #expect(sentence?.hasPrefix(folder.file + ":1:") == true)
            #expect(sentence?.hasSuffix(": server.loops is not between 0 and 256.") == true)
        }
    }

    @Test("a gateway whose only address is in server.listeners listens there")
    func started() async throws {
        try await GatewayFolder.visit { folder in
            try write(
                folder,
                [
                    "listen": ["names": ["gateway.localhost"]],
                    "server": ["listeners": [["address": "127.0.0.1", "port": 0]], "limits": ["connections": 50]],
                ])
            let gateway = try await Gateway.start(configuration: folder.file)
            let origin = Origin(scheme: "https", host: "gateway.localhost", port: gateway.port)
            let client = GatewayFixture.Client(
                transport: GatewayFixture.transport(folder), origin: try #require(origin))
            let status = try await client.get("/journeys/transfer/manifest.json").status
            #expect(status == 200)
            await gateway.stop()
        }
    }
}
