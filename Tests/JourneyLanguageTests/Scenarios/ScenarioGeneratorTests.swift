import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Generated scenarios")
struct ScenarioGeneratorTests {
    private static let samples = ScenarioSamples(
        replies: [
            "transferStatus": .init(status: 200, body: ["amount": 5, "to": "Ann"], headers: [:]),
            "createTransfer": .init(
                status: 201, body: ["reference": "r-1", "status": "DONE"], headers: [:],
                alternatives: [["reference": "r-1", "status": "HELD"]]),
        ], arguments: ["transferStatus": ["id": "t-1"], "createTransfer": ["amount": 5, "to": "Ann"]])

    private static func scripts() throws -> JourneyScripts {
        try JourneyScripts(manifest: TestManifest.manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
    }

    @Test("they pass, cover more than half of a journey, and none is generated twice")
    func generated() throws {
        let scripts = try Self.scripts()
        let file = try #require(try ScenarioGenerator.scenarios(for: scripts, samples: Self.samples, beside: []))
        var coverage = scripts.coverage
        var explanations: [Explanation] = []
        for script in try EventScript.all(in: file.compactBytes, file: "generated.json") {
            let explanation = scripts.explanation(of: script)
            #expect(explanation.failures.flatMap(\.differences) == [], "\(script.name ?? "")")
            #expect(explanation.isWhole)
            coverage.add(explanation)
            explanations.append(explanation)
        }
        #expect(coverage.percent > 50, "\(coverage.missed.map(\.words))")
        let again = try ScenarioGenerator.scenarios(for: scripts, samples: Self.samples, beside: explanations)
        #expect(again?["scenarios"]?.array?.isEmpty ?? true)
    }

    @Test("the same journey gives the same scenarios")
    func repeatable() throws {
        let scripts = try Self.scripts()
        let first = try ScenarioGenerator.scenarios(for: scripts, samples: Self.samples, beside: [])
        #expect(try ScenarioGenerator.scenarios(for: scripts, samples: Self.samples, beside: []) == first)
    }

    @Test("a lost answer and both results of a guard are among them")
    func content() throws {
        let file = try #require(
            try ScenarioGenerator.scenarios(for: try Self.scripts(), samples: Self.samples, beside: []))
        let names = file["scenarios"]?.array?.compactMap { $0["name"]?.string } ?? []
        #expect(names.contains { $0.contains("createTransfer lost") }, "\(names)")
        #expect(names.contains { $0.hasSuffix("pending") } && names.contains { $0.hasSuffix("completed") })
    }
}
