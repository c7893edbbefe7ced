/// Places steps in layers from top to bottom (Sugiyama's method): break cycles, find layers, order each, find positions.
///
/// A terminal step that three or more steps lead to, such as `expired`, would cause a fan of long lines. Its edges become short
/// notes beside the steps, and the step moves to a row below the picture.
struct GraphLayout {
    struct Box {
        let node: JourneyOutline.Node
        var x = 0.0
        var y = 0.0
        let width: Double
        var notes: [Note] = []
    }

    struct Note {
        let text: String
        let target: JourneyOutline.Node
    }

    /// All transitions between two steps, drawn as one line.
    struct Line {
        let from: String
        let to: String
        let labels: [String]
        let isBack: Bool
        /// The points where a line over several layers passes the layers between.
        var bends: [(x: Double, y: Double)] = []
    }

    static let boxHeight = 50.0
    static let fontWidth = 6.5
    static let noteHeight = 18.0

    private(set) var boxes: [String: Box] = [:]
    private(set) var lines: [Line] = []
    /// The steps that notes lead to, drawn below the picture.
    private(set) var ends: [JourneyOutline.Node] = []
    let title: String
    let start: String

    static func width(of text: String) -> Double { Double(text.unicodeScalars.count) * fontWidth }

    init(_ outline: JourneyOutline) {
        title = outline.id
        start = outline.start
        let sources = Dictionary(grouping: outline.edges, by: \.to).mapValues { Set($0.map(\.from)).count }
        ends = outline.nodes.filter { node in
            if case .terminal = node.kind { sources[node.id] ?? 0 >= 3 } else { false }
        }
        let endIDs = Set(ends.map(\.id))
        let nodes = outline.nodes.filter { !endIDs.contains($0.id) }
        for node in nodes {
            let subtitle = GraphStyle(node.kind).subtitle(of: node)
            let width = max(GraphLayout.width(of: node.id) * 1.25, GraphLayout.width(of: subtitle)) + 32
            var box = Box(node: node, width: max(132, width))
            for edge in outline.edges where edge.from == node.id && endIDs.contains(edge.to) {
                guard let end = ends.first(where: { $0.id == edge.to }) else { continue }
                box.notes.append(Note(text: GraphLayout.label(edge, among: outline.edges), target: end))
            }
            boxes[node.id] = box
        }
        var layering = GraphLayering(nodes: nodes.map(\.id), start: outline.start)
        for (from, to, labels) in GraphLayout.merged(outline.edges) where from != to {
            guard boxes[from] != nil, boxes[to] != nil else { continue }
            layering.add(from: from, to: to)
            lines.append(Line(from: from, to: to, labels: labels, isBack: false))
        }
        layering.arrange()
        place(layering)
    }

    /// Returns a line's label: the event, and the guard if there is one.
    private static func label(_ edge: JourneyOutline.Edge, among edges: [JourneyOutline.Edge]) -> String {
        guard let condition = edge.condition else {
            let isDefault = edges.contains { $0.from == edge.from && $0.event == edge.event && $0.condition != nil }
            return edge.event + (isDefault ? " [else]" : "")
        }
        // Guards of one event often begin alike, and end differently.
        let short = condition.count > 40 ? "\(condition.prefix(19))…\(condition.suffix(20))" : condition
        return "\(edge.event) [\(short)]"
    }

    private static func merged(
        _ edges: [JourneyOutline.Edge]
    ) -> [(from: String, to: String, labels: [String])] {
        var order: [String] = []
        var merged: [String: (from: String, to: String, labels: [String])] = [:]
        for edge in edges {
            let key = "\(edge.from)\u{0}\(edge.to)"
            if merged[key] == nil { order.append(key) }
            merged[key, default: (edge.from, edge.to, [])].labels.append(label(edge, among: edges))
        }
        return order.compactMap { merged[$0] }
    }

    /// Returns how far a box extends from its centre, including its notes and the labels of lines that end in it.
    private func reach(of id: String) -> (left: Double, right: Double) {
        guard let box = boxes[id] else { return (14, 14) }
        let label = lines.filter { $0.to == id && !$0.isBack }.flatMap(\.labels).map(GraphLayout.width).max() ?? 0
        let notes = box.notes.map { GraphLayout.width(of: "\($0.text) → \($0.target.id)") + 34 }.max() ?? 0
        let half = max(box.width, label + 12) / 2
        return (half, max(half, box.width / 2 + notes))
    }

    private mutating func place(_ layering: GraphLayering) {
        lines = lines.map { line in
            Line(from: line.from, to: line.to, labels: line.labels, isBack: layering.isBack(line.from, line.to))
        }
        var reaches: [String: (left: Double, right: Double)] = [:]
        for item in layering.layers.joined() { reaches[item] = reach(of: item) }
        let xs = layering.positions(reaches: reaches)
        var y = 0.0
        var ys: [Double] = []
        for (index, layer) in layering.layers.enumerated() {
            let labels = lines.filter { !$0.isBack && layer.contains($0.to) }.map(\.labels.count).max() ?? 0
            let notes = index == 0 ? 0 : layering.layers[index - 1].map { boxes[$0]?.notes.count ?? 0 }.max() ?? 0
            let overhang = max(0, Double(notes) * GraphLayout.noteHeight - GraphLayout.boxHeight)
            if index > 0 { y += GraphLayout.boxHeight + max(52, 36 + Double(labels) * 15, overhang + 18) }
            ys.append(y)
        }
        for (index, layer) in layering.layers.enumerated() {
            for item in layer where boxes[item] != nil {
                boxes[item]?.x = xs[item] ?? 0
                boxes[item]?.y = ys[index]
            }
        }
        lines = lines.map { line in
            var line = line
            line.bends = layering.bends(from: line.from, to: line.to).map { item, layer in (xs[item] ?? 0, ys[layer]) }
            return line
        }
    }
}
