import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import Testing

@testable import JourneyGateway

@Suite("The administrator's commands for passes", .timeLimit(.minutes(2))) struct PassAdministrationTests {
    @Test(
        "from nothing to a pass, changed and voided; the token is shown once and kept nowhere",
        arguments: GatewayFolder.Store.available)
    func whole(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            try folder.writePasses()
            func say(_ words: String..., json: Bool = true) async -> PassOffice.Said {
                await PassOffice.say(words, in: folder, json: json)
            }
            let token = try await PassOffice.populate(folder)
            #expect(Base64URL.decode(token)?.count == 32)
            #expect(await say("client", "list").json[0]?["name"]?.string == "acme")
            let users = await say("user", "list", "acme")
            #expect(users.json[0]?["name"]?.string == "app" && !users.out.contains(token))
            let tags = await say("tag", "list", "acme")
            #expect(tags.json[0]?["pronto_tag_id"]?.string == "1")
            #expect(tags.json[0]?["serialNumber"]?.string == "S-1")
            #expect(await say("pass", "list", "acme").json[0]?["reference_id"]?.string == "TICKET-001")

            let updated = await say("pass", "update", "acme", "TICKET-001", "--value", "name=Ada Lovelace")
            #expect(updated.json["values"]?["name"]?.string == "Ada Lovelace", "\(updated)")
            let wrong = await say("pass", "update", "acme", "TICKET-001", "--value", "nmae=Ada")
            #expect(wrong.code == "RECORD_INVALID" && wrong.status == .badInput)
            #expect(wrong.message.contains("nmae"), "\(wrong)")
            #expect(await say("pass", "update", "acme", "TICKET-001").code == "RECORD_INVALID")
            #expect(await say("pass", "update", "acme", "TICKET-001", "--value", "name").code == "RECORD_INVALID")
            let shown = await say("pass", "show", "acme", "TICKET-001", json: false)
            #expect(shown.out.contains("not bound") && shown.out.contains("name = Ada Lovelace"), "\(shown)")
            #expect(await say("pass", "void", "acme", "TICKET-001").json["voided"] == true)
            #expect(await say("pass", "show", "acme", "NOBODY").code == "RECORD_UNKNOWN")
            #expect(await say("client", "add", "acme").code == "RECORD_EXISTS")
            #expect(await say("type", "add", "acme", "pass.com.example.unknown").code == "RECORD_UNKNOWN")
            #expect(await say("user", "remove", "acme", "app").status == .done)
            #expect(await say("user", "list", "acme").json[0]?["removed"] == true)
            #expect(await say("client", "remove", "acme").status == .done)
            #expect(await say("tag", "add", "acme", "LATE").code == "RECORD_UNKNOWN")

            let audit = await say("audit", "--most", "20")
            let actions = (audit.json.array ?? []).compactMap { $0["action"]?.string }
            #expect(
                actions == [
                    "client-removed", "user-removed", "pass-voided", "pass-updated", "user-added", "pass-added",
                    "tag-added", "type-added", "client-added",
                ])
            #expect(!audit.out.contains(token) && !audit.out.contains("Lovelace"))
            // Nothing of the database's files has the token.
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            for name in names where name.hasPrefix("gateway.db") {
                let data = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
                #expect(data.range(of: Data(token.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test("without a configuration, or one without passes, they say so")
    func configuration() async throws {
        try await GatewayFolder.visit { folder in
            let said = await PassOffice.say(["client", "list"], in: folder)
            #expect(said.code == "CONFIGURATION_INVALID" && said.status == .badInput)
            let text = await PassOffice.say(["client", "list"], in: folder, json: false)
            #expect(text.out == "" && text.talk.contains("has no passes"))
        }
    }
}
