import JourneyBase
import Testing

@testable import JourneyLanguage

/// Each tool knows each type of step, so that a new type is not forgotten by one.
@Suite("Types of steps")
struct StepKindTests {
    private static let names = [
        "web": "form", "native": "confirm", "server": "pay", "terminal": "done", "authorize": "auth",
    ]

    @Test("each type is checked and drawn", arguments: ManifestGrammar.stepTypes13.sorted())
    func known(type: String) async throws {
        let name = try #require(Self.names[type])
        let manifest = LintCase.authorizing
        #expect(manifest["steps"]?[name]?["type"]?.string == type)
        #expect(try ManifestSchema.faults(in: manifest, .v13) == [])
        let findings = Lint.check(manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
        #expect(!findings.contains { $0.severity == .error || $0.rule == .eventNeverRaised }, "\(findings)")
        let journey = try await TestManifest.journey(manifest)
        for outline in [JourneyOutline(journey), try #require(JourneyOutline(manifest: manifest))] {
            let node = try #require(outline.nodes.first { $0.id == name })
            #expect(node.kind != .unknown)
        }
        let captions = ["web": "web page", "terminal": "completed"]
        #expect(Graph.svg(JourneyOutline(journey)).contains(captions[type] ?? type))
        #expect(ManifestSchema.document(.v13)["$defs"]?["\(type)Step"] != nil)
    }

    @Test("an authorization is explained by where it leads, without its query")
    func explained() throws {
        let script: JSONValue = [
            "events": [
                ["page": "price", "payload": ["id": "t-1"]],
                ["answer": "transferStatus", "status": 200, "body": ["amount": 5, "to": "order-1"]],
                ["page": "away"], ["step": "auth", "plugin": "cancelled"],
            ]
        ]
        let manifest = LintCase.authorizing.setting(
            "steps auth url", to: "'https://auth.example/sca?state=' + steps.form.to")
        let explanation = try Explanation(
            manifest: manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes,
            script: EventScript(script.compactBytes, file: "script.json"))
        let text = explanation.json.compactText
        #expect(explanation.json["step"] == "asked" && explanation.json["fits"] == true, "\(text)")
        #expect(text.contains(#""https://auth.example/sca""#) && !text.contains("state=order-1"))
    }

    @Test("a proof of a journey with an authorize step finds nothing against it")
    func proved() throws {
        let proof = try Proof(manifest: LintCase.authorizing.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
        #expect(!proof.counterexamples.contains { ["auth", "asked"].contains($0.subject) }, "\(proof.counterexamples)")
        #expect(proof.reached.isEmpty && proof.states > 0)
    }
}
