package import JourneyBase

extension JourneyOutline {
    /// Creates the outline of a journey that is loaded.
    package init(of journey: Journey) { self.init(journey) }

    /// The outline as JSON, which `init(json:)` reads: `id`, `start`, `steps` and `transitions`.
    package var json: JSONValue {
        [
            "id": .string(id), "start": .string(start),
            "steps": .array(
                nodes.map { node in
                    var members: [String: JSONValue] = ["id": .string(node.id), "kind": .string(node.kind.name)]
                    members["detail"] = node.detail.map { .string($0) }
                    return .object(members)
                }),
            "transitions": .array(
                edges.map { edge in
                    var members: [String: JSONValue] = [
                        "from": .string(edge.from), "to": .string(edge.to), "event": .string(edge.event),
                        "index": .number(JSONNumber(Int64(edge.index))),
                    ]
                    members["guard"] = edge.condition.map { .string($0) }
                    return .object(members)
                }),
        ]
    }

    /// Creates an outline from JSON of another program. Returns `nil` for any other JSON, and for more than 500 steps or 5,000
    /// transitions. Transitions of unknown steps are left out.
    package init?(json: JSONValue) {
        guard let id = json["id"]?.string, let start = json["start"]?.string, let steps = json["steps"]?.array,
            let transitions = json["transitions"]?.array, (1...500).contains(steps.count), transitions.count <= 5_000
        else { return nil }
        var nodes: [String: Node] = [:]
        for step in steps {
            guard let id = step["id"]?.string, let kind = step["kind"]?.string.flatMap(Kind.init(name:)) else {
                return nil
            }
            nodes[id] = Node(id: id, kind: kind, detail: step["detail"]?.string)
        }
        let edges = transitions.compactMap { transition -> Edge? in
            guard let from = transition["from"]?.string, let to = transition["to"]?.string,
                let event = transition["event"]?.string, nodes[from] != nil, nodes[to] != nil
            else { return nil }
            let index = transition["index"]?.int64.flatMap { Int(exactly: $0) } ?? 0
            return Edge(from: from, to: to, event: event, condition: transition["guard"]?.string, index: index)
        }
        self.init(id: id, start: start, nodes: Array(nodes.values), edges: edges)
    }
}

extension JourneyOutline.Kind {
    fileprivate var name: String {
        switch self {
        case .web: "web"
        case .native: "native"
        case .server: "server"
        case .authorize: "authorize"
        case .terminal(let outcome): outcome.rawValue
        case .unknown: "unknown"
        }
    }

    fileprivate init?(name: String) {
        switch name {
        case "web": self = .web
        case "native": self = .native
        case "server": self = .server
        case "authorize": self = .authorize
        case "unknown": self = .unknown
        default:
            guard let outcome = Terminal.Kind(rawValue: name) else { return nil }
            self = .terminal(outcome)
        }
    }
}
