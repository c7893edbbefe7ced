package import JourneyBase

/// The outline of a journey: its steps and transitions. Sufficient for drawing and linting, not for running; its content is
/// untrusted.
package struct JourneyOutline: Sendable {
    enum Kind: Hashable, Sendable {
        case web, native, server, authorize
        case terminal(Terminal.Kind)
        case unknown
    }

    struct Node: Hashable, Sendable {
        let id: String
        let kind: Kind
        /// The page's path, the plugin's name, the first operation or the first host of an authorization.
        let detail: String?
    }

    struct Edge: Hashable, Sendable {
        let from: String
        let to: String
        let event: String
        /// The guard, as written.
        let condition: String?
        /// The number of the transition in the list of its event, from 0.
        let index: Int
    }

    let id: String
    let start: String
    /// The nodes in the order of a walk from the start; unreachable ones come last.
    let nodes: [Node]
    let edges: [Edge]

    init(_ journey: Journey) {
        var nodes: [Node] = []
        var edges: [Edge] = []
        for (id, step) in journey.steps {
            switch step.kind {
            case .web(let address): nodes.append(Node(id: id.rawValue, kind: .web, detail: address.url?.path))
            case .native(let plugin, _): nodes.append(Node(id: id.rawValue, kind: .native, detail: plugin))
            case .server:
                nodes.append(Node(id: id.rawValue, kind: .server, detail: step.bindings.first?.operation.id))
            case .authorize(let authorization):
                let host = authorization.hosts.allowed.map(\.host).min()
                nodes.append(Node(id: id.rawValue, kind: .authorize, detail: host))
            case .terminal(let end): nodes.append(Node(id: id.rawValue, kind: .terminal(end.outcome), detail: nil))
            }
            for (event, transitions) in step.transitions {
                for (index, transition) in transitions.enumerated() {
                    guard let target = transition.target else { continue }
                    edges.append(
                        Edge(
                            from: id.rawValue, to: target.rawValue, event: event,
                            condition: transition.guardExpression?.source, index: index))
                }
            }
        }
        self.init(id: journey.id.rawValue, start: journey.startStep.rawValue, nodes: nodes, edges: edges)
    }

    /// Creates the outline of a manifest that may have errors, or returns `nil` if it has no steps. Edges to missing steps are
    /// omitted.
    package init?(manifest: JSONValue) {
        guard let steps = manifest["steps"]?.object, !steps.isEmpty else { return nil }
        var nodes: [Node] = []
        var edges: [Edge] = []
        for (id, step) in steps {
            nodes.append(JourneyOutline.node(id, step))
            for (event, value) in step["on"]?.object ?? [:] {
                for (index, transition) in (value.array ?? [value]).enumerated() {
                    guard let to = transition["to"]?.string, steps[to] != nil else { continue }
                    let condition = (transition["guardExpr"] ?? transition["guard"])?.string
                    edges.append(Edge(from: id, to: to, event: event, condition: condition, index: index))
                }
            }
        }
        self.init(
            id: manifest["journeyId"]?.string ?? "", start: manifest["startStep"]?.string ?? "", nodes: nodes,
            edges: edges)
    }

    private static func node(_ id: String, _ step: JSONValue) -> Node {
        switch step["type"]?.string {
        case "web": Node(id: id, kind: .web, detail: step["url"]?.string.flatMap(HTTPSURL.init)?.path)
        case "native": Node(id: id, kind: .native, detail: step["plugin"]?.string)
        case "server":
            Node(id: id, kind: .server, detail: step["bindings"]?[0]?["call"]?["operationId"]?.string)
        case "authorize":
            Node(
                id: id, kind: .authorize,
                detail: step["hosts"]?.array?.compactMap { $0.string.flatMap(HTTPSURL.init)?.origin.host }.min())
        case "terminal":
            Node(
                id: id, kind: .terminal(step["outcome"]?.string.flatMap(Terminal.Kind.init) ?? .completed), detail: nil)
        default: Node(id: id, kind: .unknown, detail: step["type"]?.string)
        }
    }

    init(id: String, start: String, nodes: [Node], edges: [Edge]) {
        self.id = id
        self.start = start
        self.edges = edges.sorted {
            ($0.from, $0.event, $0.condition == nil ? 1 : 0, $0.to) < (
                $1.from, $1.event, $1.condition == nil ? 1 : 0, $1.to
            )
        }
        let order = JourneyOutline.walk(from: start, self.edges)
        self.nodes = nodes.sorted {
            (order[$0.id] ?? .max, $0.id) < (order[$1.id] ?? .max, $1.id)
        }
    }

    /// Returns the steps of a breadth-first walk, each with its position.
    private static func walk(from start: String, _ edges: [Edge]) -> [String: Int] {
        let next = Dictionary(grouping: edges, by: \.from)
        var order = [start: 0]
        var queue = [start]
        var at = 0
        while at < queue.count {
            for edge in next[queue[at]] ?? [] where order[edge.to] == nil {
                order[edge.to] = queue.count
                queue.append(edge.to)
            }
            at += 1
        }
        return order
    }

    /// The steps that can be reached from the start.
    var reachable: Set<String> { Set(JourneyOutline.walk(from: start, edges).keys) }

    /// The steps from which a terminal step can be reached.
    var ending: Set<String> {
        let back = Dictionary(grouping: edges, by: \.to)
        var found: Set<String> = []
        var queue = nodes.filter { if case .terminal = $0.kind { true } else { false } }.map(\.id)
        while let id = queue.popLast() {
            guard found.insert(id).inserted else { continue }
            queue += (back[id] ?? []).map(\.from)
        }
        return found
    }
}
