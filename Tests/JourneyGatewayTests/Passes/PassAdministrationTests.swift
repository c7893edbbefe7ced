import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyHarness
import Testing

@testable import JourneyGateway

@Suite("Pass administration commands", .timeLimit(.minutes(10))) struct PassAdministrationTests {
    @Test(
        "a pass can be created, changed and voided, and the token is shown once and not stored",
        arguments: GatewayFolder.Store.available)
    func whole(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            try folder.writePasses()
            func run(_ words: String..., json: Bool = true) async -> PassIssuerFixture.CommandOutput {
                await PassIssuerFixture.run(words, in: folder, json: json)
            }
            let token = try await PassIssuerFixture.populate(folder)
            #expect(Base64URL.decode(token)?.count == 32)
            #expect(await run("client", "list").json[0]?["name"]?.string == "acme")
            let users = await run("user", "list", "acme")
            #expect(users.json[0]?["name"]?.string == "app" && !users.out.contains(token))
            let tags = await run("tag", "list", "acme")
            #expect(tags.json[0]?["pronto_tag_id"]?.string == "1")
            #expect(tags.json[0]?["serialNumber"]?.string == "S-1")
            #expect(await run("pass", "list", "acme").json[0]?["reference_id"]?.string == "TICKET-001")

            let updated = await run("pass", "update", "acme", "TICKET-001", "--value", "name=Ada Lovelace")
            #expect(updated.json["values"]?["name"]?.string == "Ada Lovelace", "\(updated)")
            let wrong = await run("pass", "update", "acme", "TICKET-001", "--value", "nmae=Ada")
            #expect(wrong.code == "RECORD_INVALID" && wrong.status == .refused)
            #expect(wrong.message.contains("nmae"), "\(wrong)")
            #expect(await run("pass", "update", "acme", "TICKET-001").code == "USAGE")
            #expect(await run("pass", "update", "acme", "TICKET-001", "--value", "name").code == "USAGE")
            let shown = await run("pass", "show", "acme", "TICKET-001", json: false)
            #expect(shown.out.contains("not bound") && shown.out.contains("name = Ada Lovelace"), "\(shown)")
            #expect(await run("pass", "void", "acme", "TICKET-001").json["voided"] == true)
            #expect(await run("pass", "show", "acme", "NOBODY").code == "RECORD_UNKNOWN")
            #expect(await run("client", "add", "acme").code == "RECORD_EXISTS")
            #expect(await run("type", "add", "acme", "pass.com.example.unknown").code == "RECORD_UNKNOWN")
            #expect(await run("user", "remove", "acme", "app").status == .done)
            #expect(await run("user", "list", "acme").json[0]?["removed"] == true)
            #expect(await run("client", "remove", "acme").status == .done)
            #expect(await run("tag", "add", "acme", "LATE").code == "RECORD_UNKNOWN")
            #expect(await run("client", "add", "acme").code == "RECORD_EXISTS")
            // Its remaining records can be viewed and removed.
            #expect(await run("pass", "list", "acme").json[0]?["reference_id"]?.string == "TICKET-001")
            #expect(await run("pass", "unbind", "acme", "TICKET-001").json["bound"] == false)
            #expect(await run("client", "restore", "acme").json["restored"]?.string == "acme")
            #expect(await run("client", "restore", "acme").code == "RECORD_UNKNOWN")
            #expect(await run("tag", "add", "acme", "LATE").status == .done)

            let audit = await run("audit", "--most", "20")
            let actions = (audit.json.array ?? []).compactMap { $0["action"]?.string }
            #expect(
                actions == [
                    "tag-added", "client-restored", "pass-unbound", "client-removed", "user-removed", "pass-voided",
                    "pass-updated", "user-added", "pass-added",
                    "tag-added", "type-added", "client-added",
                ])
            #expect(!audit.out.contains(token) && !audit.out.contains("Lovelace"))
            // The database's files don't contain the token.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            for name in names where name.hasPrefix("gateway.db") {
                let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
                #expect(data.range(of: Data(token.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("the exit status distinguishes database, rule and usage errors")
    func statuses() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writePasses()
            func run(_ words: String...) async -> PassIssuerFixture.CommandOutput {
                await PassIssuerFixture.run(words, in: folder)
            }
            #expect(await run("client", "add", "acme").status == .done)
            for words in [["client", "add", "acme"], ["client", "remove", "nobody"], ["client", "add", "a\nb"]] {
                let said = await PassIssuerFixture.run(words, in: folder)
                #expect(said.status == .refused && said.code?.hasPrefix("RECORD_") == true, "\(said)")
            }
            let incomplete = await run("pass", "add", "acme", "TICKET-001")
            #expect(incomplete.status == .badInput && incomplete.code == "USAGE")
            try folder.write("gateway.db", [UInt8](repeating: 0x61, count: 8_192))
            let broken = await run("client", "list")
            #expect(broken.status == .failed && broken.code == "STORE_FAILED", "\(broken)")
        }
    }

    @Test(
        "an unavailable server is a failure without output about records",
        .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL's server is not installed (Debian: postgresql)"))
    func away() async throws {
        try await GatewayFolder.visit(keepingIn: .postgreSQL) { folder in
            try folder.writePasses()
            var members = try JSONReader.read([UInt8](Data(contentsOf: URL(filePath: folder.file)))).object ?? [:]
            var server = members["database"]?["postgresql"]?.object ?? [:]
            server["socketFolder"] = .string(folder.path)
            members["database"] = ["postgresql": .object(server)]
            try folder.write("gateway.json", JSONValue.object(members).compactBytes)
            let away = await PassIssuerFixture.run(["client", "list"], in: folder)
            #expect(away.status == .failed && away.code?.hasPrefix("STORE_") == true, "\(away)")
        }
    }

    @Test("a missing configuration, or one without passes, is reported")
    func configuration() async throws {
        try await GatewayFolder.visit { folder in
            let said = await PassIssuerFixture.run(["client", "list"], in: folder)
            #expect(said.code == "CONFIGURATION_INVALID" && said.status == .badInput)
            let text = await PassIssuerFixture.run(["client", "list"], in: folder, json: false)
            #expect(text.out == "" && text.talk.contains("has no member passes"))
        }
    }
}
