import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("The meaning of what is rewritten as 1.3")
struct MigrationMeaningTests {
    private func migrated(_ manifest: JSONValue) throws -> ManifestMigration {
        try ManifestMigration(manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
    }

    @Test("headers and templates become expressions of the same text, and are left out alike")
    func headers() async throws {
        let manifest = TestManifest.manifest.setting(
            "headerTemplates",
            to: [
                "X-Trace": "{session.correlationId}", "X-Campaign": "c-{session.campaignId}",
                "X-Place": "{journey.id}/{step.id}/{journey.sequence}", "X-Quote": "it's {steps.form.amount}",
            ]
        ).setting("steps form bindings 0 headerTemplates", to: ["X-Id": "<{in.id}>"])
        for campaign in [nil, "spring"] as [String?] {
            var sent: [HTTPFields] = []
            for manifest in [manifest, try migrated(manifest).manifest] {
                var player = Player(
                    try await TestManifest.journey(manifest),
                    session: campaign.map { ["correlationId": "t-1", "campaignId": .string($0)] } ?? [
                        "correlationId": "t-1"
                    ],
                    values: campaign.map { [.correlationID: "t-1", .campaignID: $0] } ?? [.correlationID: "t-1"])
                player.page("price", ["id": "q-1"])
                sent.append(try #require(player.calls.last).headers)
            }
            func sorted(_ fields: HTTPFields) -> [String] { fields.fields.map { "\($0.name): \($0.value)" }.sorted() }
            #expect(sorted(sent[0]) == sorted(sent[1]))
            #expect(sent[1]["X-Id"] == "<q-1>" && sent[1]["X-Quote"] == nil)
            #expect((sent[1]["X-Campaign"] == nil) == (campaign == nil))
        }
    }

    @Test("a native step's paths become expressions, and missing ones are left out")
    func native() async throws {
        let manifest = TestManifest.manifest.setting(
            "steps confirm in", to: ["amount": "steps.form.amount", "language": "session.locale"])
        let members = try migrated(manifest).manifest["steps"]?["confirm"]?["in"]
        #expect(members?["amount"] == "has(steps.form.amount) ? steps.form.amount : null")
        #expect(try await TestManifest.journey(try migrated(manifest).manifest).version == .v13)
    }

    @Test(
        "comparisons are listed whose meaning changes with the types of their sides",
        arguments: [
            ("payload.a != 'x'", "payload.a != \"x\""), ("!(payload.a == 'x')", "payload.a == \"x\""),
            ("(payload.a == 'x') == false", "payload.a == \"x\""),
            ("has(payload.a) && payload.a != payload.b", "payload.a != payload.b"),
            ("payload.a == 'x'", nil), ("payload.a == 'x' || payload.b == 1", nil), ("payload.a != null", nil),
            ("session.locale != 'x'", nil), ("steps.form.to != 'x'", nil), ("payload.a > 1", nil),
            ("session.featureFlags.a != true", "session.featureFlags.a != true"),
        ] as [(String, String?)])
    func comparisons(source: String, wanted: String?) throws {
        let manifest = TestManifest.manifest.setting(
            "steps form on choice", to: [["guardExpr": .string(source), "to": "failed"], [:]])
        let warnings = try migrated(manifest).proposals.filter { $0.contains("different types") }
        #expect(warnings.count == (wanted == nil ? 0 : 1))
        if let wanted {
            #expect(
                warnings.first?.hasPrefix("steps.form.on.choice[0]: if the sides of '\(wanted)'") == true, "\(warnings)"
            )
        }
    }

    @Test("such a comparison means what the list says")
    func meaning() throws {
        let context = Context(payload: ["a": 5])
        #expect(throws: GuardError.self) { try Guard(compiling: "payload.a != 'x'").evaluate(in: context) }
        #expect(try Expression(compiling: "payload.a != 'x'").isTrue(in: ExpressionScope(context)))
    }
}
