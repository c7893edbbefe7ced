import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Graphs")
struct GraphTests {
    @Test("a journey and its manifest have one outline")
    func outline() async throws {
        let journey = JourneyOutline(try await TestManifest.journey())
        let manifest = try #require(JourneyOutline(manifest: TestManifest.manifest))
        #expect(journey.nodes == manifest.nodes)
        #expect(journey.edges == manifest.edges)
        #expect(manifest.nodes.map(\.id).prefix(2) == ["form", "confirm"])
        #expect(manifest.reachable.count == 8)
        #expect(manifest.ending.count == 8)
    }

    @Test("the Mermaid graph has every step and transition")
    func mermaid() async throws {
        let text = Graph.mermaid(try await TestManifest.journey())
        #expect(text.hasPrefix("stateDiagram-v2\n"))
        #expect(text.contains("[*] --> s0"))
        #expect(text.contains("submit [payload.amount #62; 0]"))
        #expect(text.split(separator: "\n").count { $0.contains(" as s") } == 8)
    }

    @Test("the SVG is well-formed, self-contained and names every step", arguments: [1, 40])
    func svg(extra: Int) throws {
        var manifest = TestManifest.manifest
        for index in 0..<extra {
            manifest = manifest.setting(
                "steps extra\(index)",
                to: [
                    "type": "web", "on": ["next": ["to": .string("extra\(index + 1)")], "<&\">": ["to": "done"]],
                ])
        }
        let outline = try #require(JourneyOutline(manifest: manifest))
        let svg = Graph.svg(outline)
        for node in outline.nodes { #expect(svg.contains(">\(node.id)<") || svg.contains(">\(node.id) ·")) }
        #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
        #expect(!svg.contains("href") && !svg.contains("<script"))
        #expect(extra < 3 || svg.contains("&lt;&amp;&quot;&gt;"))
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    @Test("a manifest with cycles, loops and unknown targets is drawn")
    func cycles() throws {
        let outline = try #require(
            JourneyOutline(manifest: [
                "startStep": "nowhere",
                "steps": [
                    "a": ["type": "web", "on": ["x": ["to": "b"], "self": ["to": "a"]]],
                    "b": ["type": "hologram", "on": ["x": ["to": "a"], "y": ["to": "gone"]]], "c": 1,
                ],
            ]))
        #expect(outline.reachable == ["nowhere"])
        #expect(outline.ending.isEmpty)
        #expect(Graph.svg(outline).contains("hologram"))
        #expect(!Graph.mermaid(outline).contains("gone"))
    }
}
