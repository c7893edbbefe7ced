import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyLanguage
import Testing

@testable import JourneyGateway

/// The complete files of a gateway's operator, in a temporary folder.
struct GatewayFolder {
    let path: String
    let manifestKey: P256PrivateKey
    let rootKey: P256PrivateKey
    let remoteKey: P256PrivateKey
    let authorityPEM: String
    static let token = "context-token-1"
    static let credential = "credential-of-the-bank"

    /// The kind of database in the gateway's configuration.
    enum Store: String, CaseIterable, Sendable {
        case sqlite, postgreSQL

        static let available = allCases.filter { $0 != .postgreSQL || PrivatePostgreSQL.isInstalled }
    }

    /// A private server for all tests of this process, with a database for each.
    private static let server = Task { try await PrivatePostgreSQL.start(isDurable: false) }

    /// Configures a database on the private server, via its socket with a password.
    private func configurePostgreSQL() async throws {
        let server = try await Self.server.value
        let name = "g" + Hex.encode(Dependencies.system.random(8))
        try await server.createDatabase(name)
        try write("database-password", server.password.withBytes { Array($0) }, mode: 0o600)
        var configuration = Self.configuration.object ?? [:]
        configuration["database"] = [
            "postgresql": [
                "socketFolder": .string(server.folder), "port": .number(JSONNumber(Int64(server.port))),
                "database": .string(name), "user": .string(server.user), "passwordFile": "database-password",
            ]
        ]
        try write("gateway.json", JSONValue.object(configuration).compactBytes)
    }

    static func visit(
        keepingIn store: Store = .sqlite, _ body: (GatewayFolder) async throws -> Void
    ) async throws {
        let path = FileManager.default.temporaryDirectory.path + "/gateway-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try await GatewayFolder(path: path)
        if store == .postgreSQL { try await folder.configurePostgreSQL() }
        try await body(folder)
    }

    private init(path: String) async throws {
        self.path = path
        manifestKey = try .generate()
        rootKey = try .generate()
        remoteKey = try .generate()
        let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
        let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
        authorityPEM = authority.identity.certificatePEM
        let identity = try authority.issue(names: ["gateway.localhost", "localhost"], notBefore: begin, notAfter: end)
        try write("chain.pem", Array(identity.certificatePEM.utf8))
        try write("key.pem", Array(identity.keyPEM.utf8), mode: 0o600)
        try writeKeys(version: 1)
        try write("tokens", Array("\(Self.tokenLine)\n".utf8))
        try write("checkers", Array(("# the bank\n" + Hex.encode(SHA256.hash(Array(Self.credential.utf8)))).utf8))
        try await publish("transfer", sequence: 1)
        try await publishRemote(sequence: 1)
        try write("gateway.json", Self.configuration.compactBytes)
    }

    /// The line for the token of its only client.
    static var tokenLine: String { Hex.encode(SHA256.hash(Array(token.utf8))) + " partner client" }

    var file: String { path + "/gateway.json" }

    static let configuration: JSONValue = [
        "environment": "sandbox",
        "listen": ["address": "127.0.0.1", "port": 0, "names": ["gateway.localhost"]],
        "tls": ["certificateFile": "chain.pem", "keyFile": "key.pem"], "database": ["sqliteFile": "gateway.db"],
        "keys": [
            "manifestsFile": "manifest-keys.json", "manifestAnchorFile": "anchor.json",
            "remoteConfigurationFile": "remote-keys.json",
        ],
        "publishedFolder": "published", "partners": ["partner": ["client"]], "contextTokensFile": "tokens",
        "proofCheckersFile": "checkers", "telemetry": ["retentionDays": 7],
        "shutdown": ["noticeSeconds": 0, "graceSeconds": 5],
    ]

    /// The configuration for an environment: in production with an identity provider in place of context tokens.
    static func configuration(in environment: String?) -> [String: JSONValue] {
        var members = configuration.object ?? [:]
        members["environment"] = environment.map { .string($0) }
        guard environment != "sandbox" else { return members }
        members["contextTokensFile"] = nil
        members["identity"] = identity
        return members
    }

    /// An identity provider whose tokens are verified with its keys.
    static let identity: JSONValue = [
        "issuer": "https://id.bank.example", "audiences": ["https://gateway.partner.example"],
        "keys": ["address": "https://id.bank.example/jwks", "algorithms": ["ES256"]],
        "clients": ["ios": ["partner": "partner", "client": "client"]],
    ]

    func write(_ name: String, _ bytes: [UInt8], mode: Int = 0o644) throws {
        let file = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    func writeKeys(version: Int64, revoked: [String] = [], more: [String: P256PrivateKey] = [:]) throws {
        try writeRemoteKeys(["r1": remoteKey], version: 1)
        let keys = try JWKSet(["m1": manifestKey.publicKey].merging(more.mapValues(\.publicKey)) { $1 })
        try writeManifestKeys(keys, version: version, revoked: revoked)
    }

    /// Writes a signed set valid between these times, in seconds from now; its keys expire at `keysEnd`.
    func writeManifestKeys(
        _ keys: JWKSet, version: Int64, revoked: [String], from begin: TimeInterval = 0, to end: TimeInterval = 3_600,
        keysEnd: TimeInterval? = nil
    ) throws {
        let now = Date()
        var members =
            ManifestKeySet.document(
                keys, version: version, issuer: TestJourney.issuer, environment: "sandbox",
                notBefore: now.addingTimeInterval(begin), notAfter: now.addingTimeInterval(end), revoked: revoked
            ).object ?? [:]
        if let keysEnd {
            let moment = JSONValue.number(JSONNumber(Int64(now.timeIntervalSince1970 + keysEnd)))
            members["keys"] = .array(
                (members["keys"]?.array ?? []).map { .object(($0.object ?? [:]).merging(["exp": moment]) { $1 }) })
        }
        try write("manifest-keys.json", try ManifestKeySet.sign(.object(members), key: rootKey, kid: "root-1"))
        let anchor = ManifestAnchor(
            issuer: TestJourney.issuer, environment: "sandbox", keys: try JWKSet(["root-1": rootKey.publicKey]))
        try write("anchor.json", anchor.json.compactBytes)
    }

    func writeRemoteKeys(_ keys: [String: P256PrivateKey], version: Int64, revoked: [String] = []) throws {
        let remote = try JWKSet(keys.mapValues(\.publicKey)).json.object ?? [:]
        let set = remote.merging([
            "version": .number(JSONNumber(version)), "revoked": .array(revoked.map { .string($0) }),
        ]) { $1 }
        try write("remote-keys.json", JSONValue.object(set).compactBytes)
    }

    /// Publishes a manifest as an operator, and returns its bytes.
    @discardableResult
    func publish(
        _ journey: String, sequence: Int64, key: P256PrivateKey? = nil, kid: String = "m1",
        openAPI: [UInt8] = Array(#"{"openapi": "3.1.0"}"#.utf8), changes: [String: JSONValue?] = [:]
    ) async throws -> [UInt8] {
        let manifest = TestJourney.manifest(journey, sequence: sequence, openAPI: openAPI, changes: changes)
        let bytes = try await TestJourney.signed(manifest, by: key ?? manifestKey, kid: kid)
        try write("published/\(journey)/manifest.json", bytes)
        try write("published/\(journey)/openapi.json", openAPI)
        return bytes
    }

    @discardableResult
    func publishRemote(
        sequence: Int64, key: P256PrivateKey? = nil, kid: String = "r1", changes: [String: JSONValue] = [:]
    ) async throws -> [UInt8] {
        let document: [String: JSONValue] = [
            "environment": "sandbox", "sequence": .number(JSONNumber(sequence)), "notBefore": "2026-01-01T00:00:00Z",
            "notAfter": "2036-01-01T00:00:00Z", "refreshSeconds": 60, "graceSeconds": 60, "rules": [],
        ]
        let bytes = try await RemoteConfiguration.sign(
            .object(document.merging(changes) { $1 }), key: key ?? remoteKey, kid: kid)
        try write("published/remote-configuration.jws", bytes + [0x0A])
        return bytes
    }
}
