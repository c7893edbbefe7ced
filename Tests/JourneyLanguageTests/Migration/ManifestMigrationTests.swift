import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Migrating a manifest from 1.2 to 1.3")
struct ManifestMigrationTests {
    private func migrated(_ manifest: JSONValue = TestManifest.manifest) throws -> ManifestMigration {
        try ManifestMigration(manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
    }

    @Test("a migrated manifest loads as 1.3 and proposes what 1.2 does not state")
    func loads() async throws {
        let migration = try migrated()
        let journey = try await TestManifest.journey(migration.manifest)
        #expect(journey.version == .v13)
        #expect(
            migration.proposals == [
                "steps.pay: createTransfer is keyed and moves money; the bank remembers its key for 24 hours."
            ])
        let call = migration.manifest["steps"]?["pay"]?["bindings"]?[0]?["call"]
        #expect(call?["effect"] == "keyed" && call?["key"]?["header"] == "X-Idempotency-Key")
        #expect(migration.manifest["signature"] == nil)
        #expect(migration.text.hasPrefix("{\n  \"manifestVersion\": \"1.3\""))
    }

    @Test(
        "a write without a key is proposed as once, or as idempotent where its method is, and loads so",
        arguments: [
            ("audit", CallEffect.once), ("setLimit", .idempotent), ("dropLimit", .idempotent), ("patchLimit", .once),
        ])
    func effects(operation: String, effect: CallEffect) async throws {
        let bundle = TestManifest.openAPI.setting(
            "paths /limit",
            to: [
                "put": ["operationId": "setLimit"], "delete": ["operationId": "dropLimit"],
                "patch": ["operationId": "patchLimit"],
            ])
        let manifest = TestManifest.manifest.setting("oapiSha256", to: .string(TestManifest.hash(of: bundle))).adding(
            "steps form bindings 1",
            ["onEvent": "note", "call": ["operationId": .string(operation)], "onErrorEmit": "notNoted"])
        let migration = try ManifestMigration(manifest.compactBytes, openAPI: bundle.compactBytes)
        let call = migration.manifest["steps"]?["form"]?["bindings"]?[1]?["call"]
        #expect(call?["effect"]?.string == effect.rawValue && call?["movesMoney"] == false && call?["key"] == nil)
        #expect(migration.proposals.contains("steps.form: \(operation) is \(effect.rawValue) and moves no money."))
        let journey = try await TestManifest.journey(migration.manifest, openAPI: bundle)
        let form = try #require(StepID("form"))
        #expect(journey.steps[form]?.bindings.last?.effect == effect)
    }

    @Test("a migrated manifest makes the same calls and ends alike")
    func runs() async throws {
        var ends: [String] = []
        for manifest in [TestManifest.manifest, try migrated().manifest] {
            var player = Player(try await TestManifest.journey(manifest))
            player.page("price", ["id": "q-1"])
            player.answer(.success(status: 200, body: ["amount": 1250, "to": "Green Grocer", "more": true]))
            player.page("submit", ["amount": 1])
            player.play(.native(visit: player.machine.visit, .success([:])))
            player.answer(.success(status: 201, body: ["reference": "R-1", "status": "DONE"]))
            let calls = player.calls.map { "\($0.binding.operation.id) \(JSONValue.object($0.arguments).compactText)" }
            ends.append("\(calls) \(player.step) \(player.ends)")
        }
        #expect(ends[0] == ends[1])
        #expect(ends[0].contains("R-1"))
    }

    @Test("a migration omits missing values and splits a page's object")
    func arguments() async throws {
        let optional = TestManifest.manifest.setting("steps form bindings 0 in limit", to: "payload.limit")
            .setting("steps pay bindings 0 in note", to: "steps.form.note")
            .setting("steps form bindings 0 out note", to: "string")
        let fromPage = TestManifest.manifest.setting("steps form bindings 0 in", to: nil)
            .setting("steps form bindings 0 call argsFrom", to: "query")
        let cases: [(JSONValue, JSONValue)] = [(optional, ["id": "q"]), (fromPage, ["query": ["id": "q"]])]
        for (manifest, payload) in cases {
            var player = Player(try await TestManifest.journey(try migrated(manifest).manifest))
            player.page("price", payload)
            let call = try #require(player.calls.last)
            let request = try call.binding.operation.request(arguments: call.arguments)
            #expect(request.url.description == "https://bank.example/api/transfers/q")
        }
    }

    @Test("a manifest of another version is refused")
    func others() throws {
        #expect(throws: JourneyError.self) { _ = try migrated(TestManifest.manifest11) }
    }
}
