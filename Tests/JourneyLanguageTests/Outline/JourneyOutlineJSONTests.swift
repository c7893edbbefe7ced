import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("The JSON of an outline")
struct JourneyOutlineJSONTests {
    @Test("an outline is read as it was written")
    func roundTrip() throws {
        let outline = try #require(JourneyOutline(manifest: TestManifest.manifest))
        let again = try #require(JourneyOutline(json: outline.json))
        #expect(again.json == outline.json)
        #expect(again.nodes == outline.nodes && again.edges == outline.edges && again.start == outline.start)
    }

    @Test(
        "other JSON and too many steps are refused",
        arguments: [
            ["id": "a", "start": "a", "steps": [], "transitions": []],
            ["id": "a", "start": "a", "steps": [["id": "a", "kind": "planet"]], "transitions": []],
            ["id": "a", "start": "a", "steps": [["kind": "web"]], "transitions": []],
            ["id": "a", "steps": [["id": "a", "kind": "web"]], "transitions": []],
            ["id": "a", "start": "a", "steps": [["id": "a", "kind": "web"]]], [],
            [
                "id": "a", "start": "a",
                "steps": .array((0...500).map { ["id": .string("s\($0)"), "kind": "web"] }), "transitions": [],
            ],
        ] as [JSONValue])
    func refused(json: JSONValue) { #expect(JourneyOutline(json: json) == nil) }

    @Test("a transition of an unknown step is left out")
    func unknown() {
        let outline = JourneyOutline(json: [
            "id": "a", "start": "a", "steps": [["id": "a", "kind": "web"]],
            "transitions": [["from": "a", "to": "b", "event": "x"], ["from": "a", "to": "a", "event": "y"]],
        ])
        #expect(outline?.edges.map(\.event) == ["y"])
    }
}
