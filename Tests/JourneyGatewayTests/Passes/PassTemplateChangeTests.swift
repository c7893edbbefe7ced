import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto
import JourneyServer
import JourneyWire
import Testing
import WalletPass

@testable import JourneyGateway

@Suite("Changes of a pass type's template", .timeLimit(.minutes(10))) struct PassTemplateChangeTests {
    /// Returns the fixture's template with other text in place of the name.
    private static func template(_ text: String) throws -> [UInt8] {
        let bytes = try #require(PassServiceFixture.template["pass.json"])
        return Array(String(decoding: bytes, as: UTF8.self).replacing("{{name}}", with: text).utf8)
    }

    private static func factory(_ fixture: PassServiceFixture, _ text: String) throws -> PassFactory {
        let files = PassServiceFixture.template.merging(["pass.json": try template(text)]) { $1 }
        return PassFactory(
            types: [try PassTypeContent(identity: fixture.credentials.ticket, template: PassTemplate(files: files))],
            origin: try #require(PassServiceFixture.origin)
        ) { [time = fixture.time] in time.now }
    }

    @Test(
        "a template with fewer values still builds existing passes", arguments: PassServiceFixture.Store.available)
    func less(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let pass = try await fixture.store.pass(on: "TICKET-001", of: "acme")
            let factory = try Self.factory(fixture, "A guest")
            let made = try fixture.verifier.verify(try factory.make(pass), at: fixture.now)
            #expect(String(decoding: made.files["pass.json"] ?? [], as: UTF8.self).contains("A guest"))
            #expect(factory.faults(of: pass, naming: []) == [])
            // A value given now without a place in the template is a typo.
            #expect(factory.faults(of: pass, naming: ["name"]).contains { $0.contains("no place for: name") })
            #expect(throws: PassRefusal(.passInvalid)) { try Self.factory(fixture, "{{name}} {{seat}}").make(pass) }
        }
    }

    @Test("null removes a value and is invalid in a new pass", arguments: PassServiceFixture.Store.available)
    func removed(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let store = fixture.store
            try await store.changePass(
                on: "TICKET-001", of: "acme", values: ["seat": 7, "row": 1, "gate": "B"], now: fixture.now)
            let pass = try await store.changePass(
                on: "TICKET-001", of: "acme", values: ["seat": nil, "nobody": nil, "row": 2], now: fixture.now)
            #expect(pass.values == ["name": "ada", "row": 2, "gate": "B"])
            let new = try await store.addPass(
                .init(holder: "x", type: PassServiceFixture.type, values: ["name": "X", "seat": nil]), on: "EMPTY",
                of: "acme",
                dependencies: fixture.dependencies)
            #expect(new.values == ["name": "X"])
        }
    }

    @Test("an operator sees how many passes lack a value and can fix them", arguments: GatewayFolder.Store.available)
    func more(store: GatewayFolder.Store) async throws {
        try await GatewayFolder.visit(keepingIn: store) { folder in
            try folder.writePasses()
            _ = try await PassIssuerFixture.populate(folder, tags: 3)
            #expect(await PassIssuerFixture.run(["pass", "void", "acme", "TICKET-003"], in: folder).status == .done)
            let log = CardLog()
            var dependencies = Dependencies.system
            dependencies.log = log.log
            let warning = "warning Passes lack a value that their template requires and cannot be built. count="
            let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            #expect(!log.text.contains(warning))
            try folder.write("passes/ticket/pass.json", try Self.template("{{name}}, {{seat}}"))
            try await gateway.reload()
            #expect(log.text.contains(warning + "2"), "\(log.text)")
            #expect(
                await PassIssuerFixture.run(["pass", "update", "acme", "TICKET-001", "--value", "seat=7"], in: folder)
                    .status
                    == .done)
            try await gateway.reload()
            #expect(log.text.contains(warning + "1"), "\(log.text)")
            await gateway.stop()
            // A gateway that starts logs it too and serves meanwhile.
            let next = CardLog()
            dependencies.log = next.log
            let again = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            while !next.text.contains(warning + "1"), !Task.isCancelled { await Task.yield() }
            #expect(next.text.contains(warning + "1"), "\(next.text)")
            await again.stop()
            // A template with fewer values works: the seat stays stored.
            try folder.write("passes/ticket/pass.json", try Self.template("{{name}}"))
            let renamed = await PassIssuerFixture.run(
                ["pass", "update", "acme", "TICKET-001", "--value", "name=Ada L."], in: folder)
            #expect(renamed.status == .done && renamed.json["values"]?["seat"]?.string == "7", "\(renamed)")
            try folder.write("values.json", Array(#"{"seat": null}"#.utf8))
            let without = await PassIssuerFixture.run(
                ["pass", "update", "acme", "TICKET-001", "--values", folder.path + "/values.json"], in: folder)
            #expect(without.json["values"] == ["name": "Ada L."], "\(without)")
        }
    }

    @Test(
        "touching a type makes all its passes be fetched and pushed again in steps, and no other type's",
        arguments: PassServiceFixture.Store.available)
    func touched(store: PassServiceFixture.Store) async throws {
        try await PassServiceFixture.visit(store) { fixture in
            let updates = try await PassUpdateStore(fixture.database)
            for number in 0..<PassStore.step {
                try await fixture.store.addTag("T\(number)", of: "acme", now: fixture.now)
                try await fixture.store.addPass(
                    .init(holder: "ada", type: PassServiceFixture.type, values: ["name": "Ada"]), on: "T\(number)",
                    of: "acme",
                    dependencies: fixture.dependencies)
            }
            let keys = try await fixture.store.tags(of: "acme").compactMap(\.pass)
            let before = try await fixture.store.pass(on: "T9", of: "acme")
            let other = PassKey(type: "pass.com.example.other", serial: "S-9")
            let moment = PassStore.moment(fixture.now)
            for (index, key) in (keys + [other]).enumerated() {
                _ = try await updates.register(key, on: "device-\(index)", pushToken: "ab", now: moment)
            }
            try await fixture.database.execute("DELETE FROM pass_push")
            let (first, others) = (try await updates.version(of: keys[0]), try await updates.version(of: other))
            #expect(try await fixture.store.touchType(PassServiceFixture.type, now: fixture.now) == keys.count)
            #expect(keys.count == PassStore.step + 2)
            #expect(try await updates.waitingPushes() == Int64(keys.count))
            for key in keys {
                let version = try #require(try await updates.version(of: key))
                #expect(version.number > first?.number ?? .max && version.modified > first?.modified ?? .max)
            }
            #expect(try await updates.version(of: other) == others)
            let after = try await fixture.store.pass(on: "T9", of: "acme")
            #expect(after.updated > before.updated && after.values == before.values)
            #expect(try await fixture.count("SELECT count(*) FROM pass_audit WHERE action = 'type-touched'") == 1)
            let error = await #expect(throws: JourneyError.self) {
                try await fixture.store.touchType("pass.com.example.nobody", now: fixture.now)
            }
            #expect(error?.code == .recordUnknown)
        }
    }

    @Test(
        "a device that asks with its stored date gets the touched pass, and the command prints the number")
    func fetched() async throws {
        try await GatewayFolder.visit { folder in
            try folder.writePasses()
            _ = try await PassIssuerFixture.populate(folder, tags: 2)
            let touched = await PassIssuerFixture.run(["type", "touch", "pass.com.example.ticket"], in: folder)
            #expect(touched.json["passes"] == 2, "\(touched)")
            #expect(
                await PassIssuerFixture.run(["type", "touch", "pass.com.example.x"], in: folder).code
                    == "RECORD_UNKNOWN")
        }
        try await PassServiceFixture.visit { fixture in
            let pass = try await fixture.store.pass(on: "TICKET-001", of: "acme")
            func ask(_ text: String, since date: String?) async throws -> HTTPResponse {
                let service = try fixture.assembly.service(
                    try Self.factory(fixture, text), fixture.settings, dependencies: fixture.dependencies)
                var headers: HTTPFields = ["Authorization": "ApplePass \(pass.authenticationToken)"]
                headers["If-Modified-Since"] = date
                let url = try #require(
                    HTTPSURL("https://passes.example/wallet/v1/passes/\(PassServiceFixture.type)/\(pass.serialNumber)"))
                return await service.answer(HTTPRequest(method: .get, url: url, headers: headers))
            }
            let date = try #require(try await ask("{{name}}", since: nil).headers["Last-Modified"])
            fixture.time.pass(60)
            // Changed files alone have no effect for a device.
            #expect(try await ask("{{name}}!", since: date).status == 304)
            _ = try await fixture.store.touchType(PassServiceFixture.type, now: fixture.now)
            let reply = try await ask("{{name}}!", since: date)
            #expect(reply.status == 200)
            let new = try fixture.verifier.verify(reply.body, at: fixture.now)
            #expect(String(decoding: new.files["pass.json"] ?? [], as: UTF8.self).contains("ada!"))
        }
    }
}
