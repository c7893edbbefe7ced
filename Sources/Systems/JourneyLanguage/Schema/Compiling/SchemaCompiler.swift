internal import JourneyBase

/// Makes nodes of schemas. Each place is compiled once, however many references lead to it; work waits in a list, so
/// that references, however long their chains, do not nest calls.
struct SchemaCompiler {
    let dialect: JSONSchema.Dialect
    var documents: SchemaDocuments
    private(set) var nodes: [SchemaNode] = []
    private(set) var dynamicAnchors: [Int: [String: Int]] = [:]
    private var compiled: [SchemaLocation: Int] = [:]
    private var places: [SchemaLocation] = []
    private var waiting: [(node: Int, source: SchemaSource)] = []
    /// Whether a `$dynamicRef` was seen: only then do dynamic anchors matter.
    var hasDynamicReferences = false

    static let nodeLimit = 50_000

    init(_ document: JSONValue, dialect: JSONSchema.Dialect, others: [String: JSONValue]) {
        self.dialect = dialect
        documents = SchemaDocuments(document, dialect: dialect, others: others)
    }

    /// The nodes of the schemas at `pointers`.
    mutating func compile(_ pointers: [String]) throws(SchemaProblem) -> [Int] {
        var roots: [Int] = []
        for pointer in pointers { roots.append(try node(documents.schema(at: pointer))) }
        repeat {
            while let next = waiting.popLast() { try fill(next.node, next.source) }
            if hasDynamicReferences { try addDynamicAnchors() }
        } while !waiting.isEmpty
        let order = try refuseLoops()
        if dialect != .draft202012 { markDirections(order) }
        return roots
    }

    /// The node of the schema `source`, which may not be filled yet.
    mutating func node(_ source: SchemaSource) throws(SchemaProblem) -> Int {
        if let node = compiled[source.place] { return node }
        guard nodes.count < SchemaCompiler.nodeLimit else { throw source.place.problem("is one schema too many") }
        nodes.append(SchemaNode(resource: source.resource))
        places.append(source.place)
        compiled[source.place] = nodes.count - 1
        waiting.append((nodes.count - 1, source))
        return nodes.count - 1
    }

    /// The node of a schema within the one at `place`.
    mutating func child(_ value: JSONValue, _ place: SchemaLocation, _ resource: Int) throws(SchemaProblem) -> Int {
        try node(
            SchemaSource(value: value, place: place, resource: documents.resource(at: place, in: resource)))
    }

    private mutating func fill(_ node: Int, _ source: SchemaSource) throws(SchemaProblem) {
        switch source.value {
        case .bool(let truth) where dialect != .openAPI30: nodes[node].isNever = !truth
        case .object(let members):
            let reader = SchemaReader(members: members, place: source.place)
            if dialect == .openAPI30 {
                nodes[node] = try openAPI30(reader, source.resource)
            } else {
                nodes[node] = try draft202012(reader, source.resource)
            }
        default: throw source.place.problem("is no schema")
        }
    }

    private mutating func addDynamicAnchors() throws(SchemaProblem) {
        for resource in Set(nodes.map(\.resource)) where dynamicAnchors[resource] == nil {
            var anchors: [String: Int] = [:]
            for (name, place) in documents.resources[resource].dynamicAnchors {
                let uri = documents.resources[resource].uri.absolute
                let source = try documents.target(of: "\(uri)#\(name)", in: resource, at: place)
                anchors[name] = try node(source)
            }
            dynamicAnchors[resource] = anchors
        }
    }

    /// Refuses schemas that would be applied to one value for ever: circles that never go into the value. Gives the nodes in
    /// an order in which each comes after those that are applied to the same value.
    private func refuseLoops() throws(SchemaProblem) -> [Int] {
        var order: [Int] = []
        // 0: not seen, 1: on the way, 2: done.
        var state = Array(repeating: UInt8(0), count: nodes.count)
        for start in nodes.indices where state[start] == 0 {
            var way: [(node: Int, rest: [Int])] = [(start, nodes[start].checks.flatMap(\.inPlace))]
            state[start] = 1
            while let last = way.last {
                guard let next = last.rest.last else {
                    state[last.node] = 2
                    order.append(last.node)
                    way.removeLast()
                    continue
                }
                way[way.count - 1].rest.removeLast()
                switch state[next] {
                case 0:
                    state[next] = 1
                    way.append((next, nodes[next].checks.flatMap(\.inPlace)))
                case 1: throw places[next].problem("refers to itself in a circle")
                default: break
                }
            }
        }
        return order
    }

    /// OpenAPI's directions, of nodes in `order`: a reference is `readOnly` when what it refers to is, and so is `allOf` with
    /// such a part; and what is exempt from being required in one of the parts is so in all of them.
    private mutating func markDirections(_ order: [Int]) {
        for index in order {
            for part in nodes[index].parts {
                nodes[index].isReadOnly = nodes[index].isReadOnly || nodes[part].isReadOnly
                nodes[index].isWriteOnly = nodes[index].isWriteOnly || nodes[part].isWriteOnly
            }
        }
        // Of members, whose directions are all known now.
        for index in order {
            for check in nodes[index].checks {
                guard case .members(let members) = check else { continue }
                for (name, member) in members.named {
                    if nodes[member].isReadOnly { nodes[index].readOnlyMembers.insert(name) }
                    if nodes[member].isWriteOnly { nodes[index].writeOnlyMembers.insert(name) }
                }
            }
            for part in nodes[index].parts {
                nodes[index].readOnlyMembers.formUnion(nodes[part].readOnlyMembers)
                nodes[index].writeOnlyMembers.formUnion(nodes[part].writeOnlyMembers)
            }
        }
    }
}
