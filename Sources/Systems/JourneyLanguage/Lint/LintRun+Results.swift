internal import JourneyBase

extension LintRun {
    /// Reports members of a terminal's result that nothing on the way to it can provide.
    mutating func checkResults(_ check: LoadingCheck) {
        guard version >= .v12, let flow = JourneyFlow(manifest: document) else { return }
        let reachable = flow.reachable
        let readable = Dictionary(check.readableSteps.map { ($0.reader.id.rawValue, $0) }) { first, _ in first }
        for (name, type, step) in steps where type == "terminal" && reachable.contains(name) {
            let declared = children(of: step.member("result"))
            guard !declared.isEmpty else { continue }
            let leading = flow.leading(to: name).intersection(reachable)
            let payloads = flow.events(into: name).filter { reachable.contains($0.from) }.map { edge in
                guard let event = edge.event, let source = readable[edge.from] else { return PayloadTypes.unknown }
                return EventPayloads(source, plugins)[event]
            }
            for (result, member) in declared {
                guard let type = member.value.string.flatMap(ValueType.init(rawValue:)) else { continue }
                let isProvided =
                    leading.contains { outputs(of: $0, result).contains { $0.mayBe(type) } }
                    || payloads.contains { $0.mayBring(result, type) }
                guard !isProvided else { continue }
                unprovided(result, type, member, outcome: step.member("outcome")?.value.string ?? "completed")
            }
        }
    }

    /// Returns the types with which the step `name` declares the output `output`.
    private func outputs(of name: String, _ output: String) -> [ValueType] {
        guard let step = root.member("steps")?.member(name) else { return [] }
        return ([step] + elements(of: step.member("bindings"))).compactMap { owner in
            owner.member("out")?.member(output)?.value.string.flatMap(ValueType.init(rawValue:))
        }
    }

    private mutating func unprovided(_ name: String, _ type: ValueType, _ member: Reading, outcome: String) {
        // A reference of another type is reported by a rule of its own.
        let isReference = name == "reference" && ["completed", "pending"].contains(outcome)
        guard !isReference || type == .string, !isKnown(member.path, .unprovidedResult, .manifest) else { return }
        add(
            .unprovidedResult, isReference ? .error : .warning, at: member,
            "can never be set: no step on the way here declares \(Refusal.quote(name)) of the type \(type.rawValue)"
                + " in its 'out', and no event that leads here has it in its payload.")
    }
}

/// The graph of steps by a manifest's events and its error policy.
struct JourneyFlow {
    struct Edge: Hashable {
        let from: String
        let to: String
        /// The event, or `nil` for an edge of the error policy or the fallback.
        let event: String?
    }

    private let start: String
    private let edges: [Edge]

    /// Creates the graph; `nil` if the manifest has no steps.
    init?(manifest: JSONValue) {
        guard let outline = JourneyOutline(manifest: manifest) else { return nil }
        start = outline.start
        var edges = outline.edges.map { Edge(from: $0.from, to: $0.to, event: $0.event) }
        let names = Set(outline.nodes.map(\.id))
        let policy = Set((manifest["errorPolicy"]?.array ?? []).compactMap { $0["to"]?.string }).intersection(names)
        let fallback = manifest["fallback"]?.string
        for node in outline.nodes {
            switch node.kind {
            case .terminal: continue
            case .unknown:
                // A step of an unknown type is replaced by the fallback.
                if let fallback, names.contains(fallback) {
                    edges.append(Edge(from: node.id, to: fallback, event: nil))
                }
            case .web, .native, .server, .authorize: edges += policy.map { Edge(from: node.id, to: $0, event: nil) }
            }
        }
        self.edges = edges
    }

    /// The steps that can be reached from the start.
    var reachable: Set<String> {
        let next = Dictionary(grouping: edges, by: \.from)
        return Reachability.steps(from: [start]) { (next[$0] ?? []).map(\.to) }
    }

    /// Returns the steps from which `step` can be reached, including itself.
    func leading(to step: String) -> Set<String> {
        let back = Dictionary(grouping: edges, by: \.to)
        return Reachability.steps(from: [step]) { (back[$0] ?? []).map(\.from) }
    }

    /// Returns `true` if each way from the start to `step` passes `other` before.
    func passes(_ other: String, before step: String) -> Bool {
        guard other != start else { return step != start }
        guard other != step else { return false }
        let next = Dictionary(grouping: edges.filter { $0.to != other }, by: \.from)
        return !Reachability.steps(from: [start]) { (next[$0] ?? []).map(\.to) }.contains(step)
    }

    /// Returns the edges that lead directly to `step`. For a fallback, this includes the edges to the steps that it replaces.
    func events(into step: String) -> [Edge] { edges.filter { $0.to == step } }
}
