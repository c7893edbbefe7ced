/// Renders a journey's steps and transitions as a picture.
package enum Graph {
    /// Returns a Mermaid state diagram, for documents that render it.
    static func mermaid(_ journey: Journey) -> String { mermaid(JourneyOutline(journey)) }

    /// Returns a self-contained SVG 1.1 picture without scripts, external fonts or styles.
    static func svg(_ journey: Journey) -> String { svg(JourneyOutline(journey)) }

    /// Returns a Mermaid state diagram of an outline.
    package static func mermaid(_ outline: JourneyOutline) -> String {
        // Step names may contain Mermaid syntax, so states get generated names.
        let names = Dictionary(uniqueKeysWithValues: outline.nodes.enumerated().map { ($1.id, "s\($0)") })
        var lines = ["stateDiagram-v2"]
        for node in outline.nodes {
            guard let name = names[node.id] else { continue }
            lines.append(
                "    state \"\(escaped(node.id))<br/>\(escaped(GraphStyle(node.kind).subtitle(of: node)))\" as \(name)")
        }
        if let start = names[outline.start] { lines.append("    [*] --> \(start)") }
        for edge in outline.edges {
            guard let from = names[edge.from], let to = names[edge.to] else { continue }
            let condition = edge.condition.map { " [\(escaped($0))]" } ?? ""
            lines.append("    \(from) --> \(to): \(escaped(edge.event))\(condition)")
        }
        for node in outline.nodes {
            if case .terminal = node.kind, let name = names[node.id] { lines.append("    \(name) --> [*]") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Replaces characters that would end a label with Mermaid's entity codes.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "<", ">", "#", ";", ":", "[", "]", "{", "}", "&", "|", "%": "#\(scalar.value);"
            default: scalar.value < 0x20 ? " " : String(scalar)
            }
        }.joined()
    }

    /// Returns an SVG picture of an outline.
    package static func svg(_ outline: JourneyOutline) -> String { GraphDrawing(GraphLayout(outline)).svg }

    /// Returns an SVG picture of an outline in which a path is marked, with its caption below.
    package static func svg(_ outline: JourneyOutline, marking path: GraphPath) -> String {
        GraphDrawing(GraphLayout(outline), marked: path).svg
    }
}

extension JourneyScripts {
    /// Returns an SVG picture of the journey that shows what was covered.
    package func picture(of coverage: Coverage) -> String {
        let outline = JourneyOutline(journey)
        let lines = Dictionary(grouping: outline.edges) { GraphReach.Line(from: $0.from, to: $0.to) }
        let shares = lines.mapValues { edges in
            let reached = edges.count { edge in
                guard let step = StepID(edge.from) else { return false }
                let place = TransitionPlace(step: step, event: edge.event, index: edge.index)
                return coverage.reached.contains(.transition(place))
            }
            return reached == edges.count ? GraphReach.Share.all : reached == 0 ? .none : .some
        }
        let steps = outline.nodes.map(\.id).filter { StepID($0).map { coverage.reached.contains(.step($0)) } ?? false }
        return GraphDrawing(
            GraphLayout(outline),
            reach: GraphReach(steps: Set(steps), lines: shares, caption: "\(coverage.percent) % covered")
        ).svg
    }
}

/// The caption and colours of a kind of step.
struct GraphStyle {
    let caption: String
    let fill: String
    let line: String

    init(_ kind: JourneyOutline.Kind) {
        switch kind {
        case .web: (caption, fill, line) = ("web page", "#eaf2fd", "#2f6fc1")
        case .native: (caption, fill, line) = ("native", "#f1ecfb", "#7a4fc0")
        case .server: (caption, fill, line) = ("server", "#fdf3e1", "#b9770e")
        case .authorize: (caption, fill, line) = ("authorize", "#fdeef5", "#b03a78")
        case .unknown: (caption, fill, line) = ("unknown type", "#f3f3f3", "#777777")
        case .terminal(.completed): (caption, fill, line) = ("completed", "#e6f5ec", "#1f8a4c")
        case .terminal(.pending): (caption, fill, line) = ("pending", "#e4f4f6", "#1b7f8c")
        case .terminal(.cancelled): (caption, fill, line) = ("cancelled", "#f0f1f3", "#69727d")
        case .terminal(.failed): (caption, fill, line) = ("failed", "#fcebea", "#c0392b")
        }
    }

    /// Returns the text below a step's name: its kind and what it runs. A page's address is left out because of its length.
    func subtitle(of node: JourneyOutline.Node) -> String {
        // A step named like its outcome needs no second word.
        if case .terminal = node.kind, caption == node.id { return "end" }
        guard node.kind != .web, let detail = node.detail else { return caption }
        return "\(caption) · \(detail)"
    }
}
