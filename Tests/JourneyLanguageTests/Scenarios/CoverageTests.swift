import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Coverage of scenarios")
struct CoverageTests {
    private static func scripts(_ manifest: JSONValue = TestManifest.manifest) throws -> JourneyScripts {
        try JourneyScripts(manifest: manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
    }

    @Test("nothing is covered without a scenario, and a run covers what it passes")
    func counts() throws {
        let scripts = try Self.scripts()
        var coverage = scripts.coverage
        #expect(coverage.percent == 0 && coverage.missed.count == coverage.parts.count)
        coverage.add(
            scripts.explanation(of: try EventScript(["events": [["page": "submit", "payload": ["amount": 5]]]])))
        #expect(coverage.reached.contains(.step(try #require(StepID("form")))))
        #expect(coverage.reached.contains(.step(try #require(StepID("confirm")))))
        let place = TransitionPlace(step: try #require(StepID("form")), event: "submit", index: 0)
        #expect(coverage.reached.contains(.transition(place)))
        #expect(coverage.reached.contains(.guarded(place, true)))
        #expect(!coverage.reached.contains(.guarded(place, false)))
        #expect((1..<100).contains(coverage.percent))
    }

    @Test("a guard without a value covers neither result")
    func undecided() throws {
        let scripts = try Self.scripts()
        var coverage = scripts.coverage
        coverage.add(
            scripts.explanation(of: try EventScript(["events": [["page": "submit", "payload": ["amount": "5"]]]])))
        let place = TransitionPlace(step: try #require(StepID("form")), event: "submit", index: 0)
        #expect(!coverage.reached.contains(.guarded(place, true)) && !coverage.reached.contains(.guarded(place, false)))
    }

    @Test("the picture shows steps and transitions that were not reached")
    func picture() throws {
        let scripts = try Self.scripts()
        var coverage = scripts.coverage
        let before = scripts.picture(of: coverage)
        #expect(before.contains("0 % covered") && before.contains("stroke-dasharray=\"4 3\""))
        #expect(!before.contains("stroke=\"\(GraphReach.Share.all.colour)\""))
        coverage.add(
            scripts.explanation(of: try EventScript(["events": [["page": "submit", "payload": ["amount": 5]]]])))
        #expect(scripts.picture(of: coverage).contains("stroke=\"\(GraphReach.Share.all.colour)\""))
    }
}
