/// The combinatorial half of the layout: layers, order and columns. Items are steps, plus one helper for each layer that a long
/// line passes.
struct GraphLayering {
    private let nodes: [String]
    private let start: String
    private var edges: [(from: String, to: String)] = []
    private var back: Set<String> = []
    /// The helpers of each long line, top to bottom.
    private var chains: [String: [String]] = [:]
    private var layerOf: [String: Int] = [:]
    /// The layers top to bottom, each left to right.
    private(set) var layers: [[String]] = []

    init(nodes: [String], start: String) {
        self.nodes = nodes
        self.start = start
    }

    mutating func add(from: String, to: String) { edges.append((from, to)) }

    private static func key(_ from: String, _ to: String) -> String { "\(from)\u{0}\(to)" }

    func isBack(_ from: String, _ to: String) -> Bool { back.contains(GraphLayering.key(from, to)) }

    /// Returns the helpers of a line with their layers.
    func bends(from: String, to: String) -> [(item: String, layer: Int)] {
        (chains[GraphLayering.key(from, to)] ?? []).map { ($0, layerOf[$0] ?? 0) }
    }

    mutating func arrange() {
        findBackEdges()
        findLayers()
        addHelpers()
        order()
    }

    /// Marks edges that close a cycle: they lead to a step on the current path and are drawn upwards.
    private mutating func findBackEdges() {
        var state: [String: Bool] = [:]
        // An explicit stack: the depth of an untrusted manifest must not exhaust the call stack.
        for root in [start] + nodes where state[root] == nil && nodes.contains(root) {
            var stack: [(node: String, rest: [String])] = [(root, targets(of: root))]
            state[root] = true
            while let (node, rest) = stack.last {
                guard let next = rest.first else {
                    state[node] = false
                    stack.removeLast()
                    continue
                }
                stack[stack.count - 1].rest.removeFirst()
                if state[next] == true {
                    back.insert(GraphLayering.key(node, next))
                } else if state[next] == nil {
                    state[next] = true
                    stack.append((next, targets(of: next)))
                }
            }
        }
    }

    private func targets(of node: String) -> [String] { edges.filter { $0.from == node }.map(\.to) }

    private var forward: [(from: String, to: String)] { edges.filter { !isBack($0.from, $0.to) } }

    /// Assigns each step to the layer of its longest path from a step without predecessors, so that all lines but back edges go
    /// down.
    private mutating func findLayers() {
        let forward = forward
        for node in nodes { layerOf[node] = 0 }
        for _ in nodes {
            var changed = false
            for edge in forward {
                let least = (layerOf[edge.from] ?? 0) + 1
                if layerOf[edge.to] ?? 0 < least {
                    layerOf[edge.to] = least
                    changed = true
                }
            }
            if !changed { break }
        }
    }

    private mutating func addHelpers() {
        layers = Array(repeating: [], count: (layerOf.values.max() ?? 0) + 1)
        for node in nodes { layers[layerOf[node] ?? 0].append(node) }
        for edge in forward {
            let (top, bottom) = (layerOf[edge.from] ?? 0, layerOf[edge.to] ?? 0)
            guard bottom - top > 1 else { continue }
            let key = GraphLayering.key(edge.from, edge.to)
            for layer in top + 1..<bottom {
                let helper = "\(key)\u{0}\(layer)"
                chains[key, default: []].append(helper)
                layerOf[helper] = layer
                layers[layer].append(helper)
            }
        }
    }

    /// The lines between adjacent layers.
    private var segments: [(from: String, to: String)] {
        forward.flatMap { edge in
            let chain = [edge.from] + (chains[GraphLayering.key(edge.from, edge.to)] ?? []) + [edge.to]
            return Array(zip(chain, chain.dropFirst())).map { (from: $0.0, to: $0.1) }
        }
    }

    /// Sorts each layer by the mean position of its neighbours, down and up six times, which removes most crossings.
    private mutating func order() {
        let segments = segments
        let up = Dictionary(grouping: segments, by: \.to).mapValues { $0.map(\.from) }
        let down = Dictionary(grouping: segments, by: \.from).mapValues { $0.map(\.to) }
        for round in 0..<6 {
            let isDown = round.isMultiple(of: 2)
            let indices = isDown ? Array(layers.indices.dropFirst()) : Array(layers.indices.dropLast().reversed())
            for index in indices {
                let others = layers[isDown ? index - 1 : index + 1]
                let place = Dictionary(uniqueKeysWithValues: others.enumerated().map { ($1, Double($0)) })
                let neighbours = isDown ? up : down
                let keys = layers[index].enumerated().map { position, item in
                    let places = (neighbours[item] ?? []).compactMap { place[$0] }
                    let mean = places.isEmpty ? Double(position) : places.reduce(0, +) / Double(places.count)
                    return (item, mean, position)
                }
                layers[index] = keys.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
            }
        }
        // Helpers to the right of the steps keep long lines away from them.
        for index in layers.indices {
            let isHelper = Set(layers[index].filter { $0.contains("\u{0}") })
            layers[index] = layers[index].filter { !isHelper.contains($0) } + layers[index].filter(isHelper.contains)
        }
    }

    /// Returns the centre of each item: near its neighbours, and clear of adjacent items.
    func positions(reaches: [String: (left: Double, right: Double)]) -> [String: Double] {
        let gap = 28.0
        func apart(_ a: String, _ b: String) -> Double { (reaches[a]?.right ?? 0) + gap + (reaches[b]?.left ?? 0) }
        var xs: [String: Double] = [:]
        for layer in layers {
            var x = 0.0
            for (index, item) in layer.enumerated() {
                if index > 0 { x += apart(layer[index - 1], item) }
                xs[item] = x
            }
        }
        let segments = segments
        let up = Dictionary(grouping: segments, by: \.to).mapValues { $0.map(\.from) }
        let down = Dictionary(grouping: segments, by: \.from).mapValues { $0.map(\.to) }
        for round in 0..<12 {
            let isDown = round.isMultiple(of: 2)
            for layer in isDown ? layers : layers.reversed() {
                let wanted = layer.map { item in
                    let near = ((isDown ? up : down)[item] ?? []).compactMap { xs[$0] }
                    return near.isEmpty ? xs[item] ?? 0 : near.reduce(0, +) / Double(near.count)
                }
                // Push items apart from left to right, then shift the whole layer back so that no side is favoured.
                var placed: [Double] = []
                for (index, item) in layer.enumerated() {
                    let least = index == 0 ? wanted[0] : placed[index - 1] + apart(layer[index - 1], item)
                    placed.append(max(wanted[index], least))
                }
                let shift = zip(wanted, placed).map { $0 - $1 }.reduce(0, +) / Double(max(layer.count, 1))
                for (index, item) in layer.enumerated() { xs[item] = placed[index] + shift }
            }
        }
        return xs
    }
}
