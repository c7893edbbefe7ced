import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyGateway

@Suite("Permissions of trusted files", .timeLimit(.minutes(10)))
struct TrustFileTests {
    /// Returns the check's refusal when `name` has `mode`, and restores the file's mode.
    private func refusal(
        _ folder: GatewayFolder, _ name: String, mode: Int
    ) async throws -> JourneyError? {
        let path = folder.path + "/" + name
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let before = try #require(attributes[.posixPermissions] as? Int)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path) }
        do throws(JourneyError) {
            _ = try await Gateway.check(configuration: folder.file)
            return nil
        } catch { return error }
    }

    @Test(
        "a trusted file that others can change is refused with its path and mode",
        arguments: [
            "gateway.json", "manifest-keys.json", "anchor.json", "remote-keys.json", "tokens", "checkers", "chain.pem",
            "cards/partner.json", "cards/authorities.pem", "passes/ticket/pass.json", "passes/wwdr.pem",
            "roots.pem", "revoked",
        ])
    func writable(name: String) async throws {
        try await GatewayFolder.visit { folder in
            try configureAll(folder)
            #expect(try await refusal(folder, name, mode: 0o644) == nil)
            for mode in [0o666, 0o646, 0o664] {
                let refusal = try #require(try await refusal(folder, name, mode: mode), "\(name) \(mode)")
                #expect(refusal.code == .fileWritable)
                #expect(refusal.message.contains("\(folder.path)/\(name) has mode 0\(String(mode, radix: 8)):"))
            }
        }
    }

    @Test(
        "a secret that others can read or change is refused with its path and mode",
        arguments: ["key.pem", "cards/key", "passes/ticket.p12", "passes/ticket.password"])
    func readable(name: String) async throws {
        try await GatewayFolder.visit { folder in
            try configureAll(folder)
            #expect(try await refusal(folder, name, mode: 0o640) == nil)
            for mode in [0o644, 0o660, 0o604, 0o602] {
                let refusal = try #require(try await refusal(folder, name, mode: mode), "\(name) \(mode)")
                #expect(refusal.code == .secretExposed)
                #expect(refusal.message.contains("\(folder.path)/\(name) has mode 0\(String(mode, radix: 8)):"))
            }
        }
    }

    @Test("a database server's authorities file is checked although a library reads it")
    func databaseAuthorities() async throws {
        try await GatewayFolder.visit { folder in
            var configuration = GatewayFolder.configuration.object ?? [:]
            configuration["database"] = [
                "postgresql": [
                    "host": "db.localhost", "authoritiesFile": "authorities.pem", "database": "d", "user": "u",
                    "passwordFile": "password",
                ]
            ]
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            try folder.write("authorities.pem", Array(folder.authorityPEM.utf8))
            try folder.write("password", Array("word".utf8), mode: 0o600)
            #expect(try await refusal(folder, "authorities.pem", mode: 0o644) == nil)
            #expect(try await refusal(folder, "authorities.pem", mode: 0o666)?.code == .fileWritable)
        }
    }

    @Test("published files are verified by signature, so their folder may be group-writable")
    func published() async throws {
        try await GatewayFolder.visit { folder in
            let found = try await refusal(folder, "published/transfer/manifest.json", mode: 0o664)
            #expect(found == nil)
        }
    }

    /// Writes a configuration that names a file of each kind.
    private func configureAll(_ folder: GatewayFolder) throws {
        let credentials = try PassServiceFixture.PassCredentials.live.get()
        try folder.write("passes/wwdr.pem", Array(try #require(credentials.ticket.chain.first).pem.utf8))
        var passes = GatewayFolder.passes.object ?? [:]
        var types = passes["types"]?.object ?? [:]
        var kind = types["pass.com.example.ticket"]?.object ?? [:]
        kind["intermediatesFile"] = "passes/wwdr.pem"
        types["pass.com.example.ticket"] = .object(kind)
        passes["types"] = .object(types)
        var cards = GatewayFolder.cards.object ?? [:]
        var issuers = cards["issuers"]?.object ?? [:]
        var issuer = issuers["sandbox"]?.object ?? [:]
        issuer["authoritiesFile"] = "cards/authorities.pem"
        issuers["sandbox"] = .object(issuer)
        cards["issuers"] = .object(issuers)
        try folder.write("cards/authorities.pem", Array(folder.authorityPEM.utf8))
        try folder.writeCards(.object(cards), key: try .generate())
        try folder.writePasses(.object(passes))
        try folder.write("roots.pem", Array(folder.authorityPEM.utf8))
        try folder.write("revoked", [])
        var configuration =
            try JSONReader.read(Array(try Data(contentsOf: URL(fileURLWithPath: folder.file)))).object ?? [:]
        configuration["attestation"] = [
            "appIds": ["partner": ["ABCDE12345.com.example.app"]], "rootsFile": "roots.pem",
            "revokedKeysFile": "revoked",
        ]
        try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
    }
}
