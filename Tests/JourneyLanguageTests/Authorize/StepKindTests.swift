import JourneyBase
import Testing

@testable import JourneyLanguage

/// Each tool knows each type of step, so that a new type is not forgotten by one.
@Suite("Types of steps")
struct StepKindTests {
    private static let names = [
        "web": "form", "native": "confirm", "server": "pay", "terminal": "done", "authorize": "auth",
    ]

    @Test("each type is checked, drawn, explained and proved", arguments: ManifestGrammar.stepTypes13.sorted())
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
        #expect(Graph.svg(JourneyOutline(journey)).contains(name))
        #expect(ManifestSchema.document(.v13)["$defs"]?["\(type)Step"] != nil)
    }

    @Test("a proof follows each end of an authorization, and finds nothing against it")
    func proved() throws {
        let proof = try Proof(manifest: LintCase.authorizing.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
        #expect(!proof.counterexamples.contains { ["auth", "asked"].contains($0.subject) }, "\(proof.counterexamples)")
        #expect(proof.reached.isEmpty && proof.states > 0)
    }
}
