import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Pass configuration") struct PassConfigurationTests {
    private func code(_ folder: GatewayFolder, _ passes: JSONValue) async throws -> (ErrorCode?, String) {
        try folder.writePasses(passes)
        do throws(JourneyError) {
            _ = try await Gateway.check(configuration: folder.file)
            return (nil, "")
        } catch { return (error.code, error.message) }
    }

    /// Returns `GatewayFolder.passes` with a member changed or removed.
    private func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
        var object = GatewayFolder.passes.object ?? [:]
        object[name] = value
        return .object(object)
    }

    private func kind(_ changes: [String: JSONValue?], type: String = "pass.com.example.ticket") -> JSONValue {
        var kind = GatewayFolder.passes["types"]?["pass.com.example.ticket"]?.object ?? [:]
        for (name, value) in changes { kind[name] = value }
        return changed("types", .object([type: .object(kind)]))
    }

    @Test("a valid configuration is accepted, and each mistake is reported with its location")
    func slips() async throws {
        try await GatewayFolder.visit { folder in
            #expect(try await code(folder, GatewayFolder.passes).0 == nil)
            for (passes, place) in [
                (changed("host", "elsewhere.localhost"), "passes.host"), (changed("host", nil), "passes.host"),
                (changed("types", [:]), "passes.types"), (changed("more", 1), "passes.more"),
                (changed("sessionSeconds", 29), "passes.sessionSeconds"),
                (changed("sessionSeconds", 3_601), "passes.sessionSeconds"),
                (changed("sessionIdentifiers", "guessable"), "passes.sessionIdentifiers"),
                (changed("rates", ["issuerdata": 1]), "passes.rates.issuerdata"),
                (changed("rates", ["tag": 0]), "passes.rates.tag"),
                (changed("auditDays", 0), "passes.auditDays"), (kind(["password": "secret"]), "password"),
                (kind(["pkcs12File": nil]), "pkcs12File"),
            ] {
                let (code, message) = try await code(folder, passes)
                #expect(code == .configurationInvalid && message.contains(place), "\(place): \(message)")
            }
        }
    }

    @Test(
        "production refuses guessable session identifiers, which are for sandboxes",
        arguments: [
            ("sandbox", "tag", true), ("sandbox", "random", true), ("production", "random", true),
            ("production", "tag", false),
        ])
    func guessable(environment: String, identifiers: String, isTaken: Bool) throws {
        var configuration = GatewayFolder.configuration(in: environment)
        configuration["passes"] = changed("sessionIdentifiers", .string(identifiers))
        do throws(JourneyError) {
            _ = try GatewayConfiguration(reading: JSONValue.object(configuration).compactBytes, folder: "/")
            #expect(isTaken)
        } catch {
            #expect(!isTaken && error.code == .configurationInvalid)
            #expect(error.message.contains("passes.sessionIdentifiers"), "\(error.message)")
        }
    }

    @Test("a file with a wrong password, type, permissions or without its issuer is refused")
    func files() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writePasses()
            #expect(try await code(folder, kind([:], type: "pass.com.example.unknown")).0 == .certificateMismatch)
            #expect(
                try await code(
                    folder, kind(["pkcs12File": "passes/other.p12", "passwordFile": "passes/other.password"])
                ).0
                    == .certificateMismatch)
            try folder.write("passes/wrong", Array("wrong".utf8), mode: 0o600)
            let (wrong, sentence) = try await code(folder, kind(["passwordFile": "passes/wrong"]))
            #expect(wrong == .fileUnusable && sentence.contains("password") && !sentence.contains("wrong\""))
            try folder.write("passes/open", Array(GatewayFolder.passPassword.utf8), mode: 0o644)
            #expect(try await code(folder, kind(["passwordFile": "passes/open"])).0 == .secretExposed)
            #expect(try await code(folder, kind(["templateFolder": "passes/nothing"])).0 == .fileUnusable)
            try folder.write("empty/icon.png", [1])
            #expect(try await code(folder, kind(["templateFolder": "empty"])).0 == .fileUnusable)
            #expect(try await code(folder, kind(["pkcs12File": "gateway.json"])).0 != nil)

            // Only the certificate and its key, as Apple's portal provides it: then WWDR must be configured.
            let credentials = try PassServiceFixture.PassCredentials.live.get()
            let bare = try SigningIdentity(
                certificatesPEM: credentials.ticket.certificate.pem, keyPEM: credentials.ticketKeyPEM
            ).pkcs12(password: Secret(copying: GatewayFolder.passPassword.utf8), name: "bare")
            try folder.write("bare.p12", bare, mode: 0o600)
            let (missing, why) = try await code(folder, kind(["pkcs12File": "bare.p12"]))
            #expect(missing == .fileUnusable && why.contains("intermediatesFile"))
            try folder.write("wwdr.pem", Array(try #require(credentials.ticket.chain.first).pem.utf8))
            #expect(
                try await code(folder, kind(["pkcs12File": "bare.p12", "intermediatesFile": "wwdr.pem"])).0 == nil)
        }
    }

    @Test("a template whose passes cannot be bound is named by check, commands and log")
    func unbindable() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writePasses()
            #expect(try await Gateway.examine(configuration: folder.file).warnings == [])
            var content = try JSONReader.read(PassServiceFixture.template["pass.json"] ?? []).object ?? [:]
            content["nfc"] = nil
            content["barcodes"] = [
                ["format": "PKBarcodeFormatQR", "message": "m", "messageEncoding": "iso-8859-1"]
            ]
            try folder.write("passes/ticket/pass.json", JSONValue.object(content).compactBytes)
            let warnings = try await Gateway.examine(configuration: folder.file).warnings
            // Two types use this template, each with two reasons.
            #expect(warnings.count == 4)
            #expect(warnings[0].contains("passes.types.pass.com.example.other.templateFolder"))
            #expect(warnings[0].contains("add nfc") && warnings[1].contains("remove barcodes"))
            let log = CardLog()
            var dependencies = Dependencies.system
            dependencies.log = log.log
            await (try Gateway.start(configuration: folder.file, dependencies: dependencies)).stop()
            #expect(log.text.contains("cannot be bound; journey-gateway --check names them. count=2"))
            #expect(await PassIssuerFixture.run(["client", "add", "acme"], in: folder).status == .done)
            let type = await PassIssuerFixture.run(["type", "add", "acme", "pass.com.example.ticket"], in: folder)
            #expect(type.status == .done && type.json["warnings"]?.array?.count == 2)
            #expect(await PassIssuerFixture.run(["tag", "add", "acme", "T-1"], in: folder).status == .done)
            let words = ["--holder", "ada", "--type", "pass.com.example.ticket", "--value", "name=Ada"]
            let added = await PassIssuerFixture.run(["pass", "add", "acme", "T-1"] + words, in: folder)
            #expect(added.status == .done && added.json["warnings"]?.array?.count == 2)
            #expect(await PassIssuerFixture.run(["tag", "add", "acme", "T-2"], in: folder).status == .done)
            let told = await PassIssuerFixture.run(["pass", "add", "acme", "T-2"] + words, in: folder, json: false)
            #expect(told.talk.contains("add nfc") && told.talk.contains("remove barcodes"))
        }
    }

    @Test("a gateway that adds passes on reload prunes old records by the new retention")
    func retention() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writePasses()
            #expect(await PassIssuerFixture.run(["client", "add", "acme"], in: folder).status == .done)
            let database = try await Database.patient(.file(folder.path + "/gateway.db"))
            defer { database.close() }
            func lines() async throws -> Int64 {
                let row = try #require(try await database.first("SELECT count(*) FROM pass_audit"))
                return try row[0]
            }
            // Twenty days old.
            try await database.execute(
                "UPDATE pass_audit SET moment = $1", [.integer(PassStore.moment(Date() - 20 * 86_400))])
            try folder.write("gateway.json", GatewayFolder.configuration.compactBytes)
            let gateway = try await Gateway.start(configuration: folder.file)
            #expect(try await lines() == 1)
            try folder.writePasses()
            try await gateway.reload()
            #expect(try await lines() == 1)
            try folder.writePasses(changed("auditDays", 19))
            try await gateway.reload()
            #expect(try await lines() == 0)
            await gateway.stop()
        }
    }

    @Test("a certificate that has expired or soon will is reported, and the others keep working")
    func expiry() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writePasses(
                changed(
                    "types",
                    .object([
                        "pass.com.example.ticket": try #require(
                            GatewayFolder.passes["types"]?["pass.com.example.ticket"]),
                        "pass.com.example.other": try #require(
                            GatewayFolder.passes["types"]?["pass.com.example.other"]),
                        "pass.com.example.expired": [
                            "pkcs12File": "passes/expired.p12", "passwordFile": "passes/expired.password",
                            "templateFolder": "passes/ticket",
                        ],
                    ])))
            let log = CardLog()
            var dependencies = Dependencies.system
            dependencies.log = log.log
            let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            await gateway.stop()
            #expect(
                log.text.contains("error Certificates of pass types have expired; their passes are not signed. count=1")
            )
            #expect(log.text.contains("count is the days left for the first. count=9"))
            let types = await PassIssuerFixture.run(["type", "list"], in: folder)
            #expect(types.json == [])
            #expect(await PassIssuerFixture.run(["client", "add", "acme"], in: folder).status == .done)
            for name in ["ticket", "other", "expired"] {
                #expect(
                    await PassIssuerFixture.run(["type", "add", "acme", "pass.com.example.\(name)"], in: folder).status
                        == .done)
            }
            let text = await PassIssuerFixture.run(["type", "list"], in: folder, json: false).out
            #expect(text.contains("the certificate has expired\n"), "\(text)")
            #expect(text.contains("the certificate expires in 9 days"), "\(text)")
            #expect(text.contains("39 days left"), "\(text)")
        }
    }
}
