internal import JourneyBase

/// Compiles schemas to nodes. Each location is compiled once, regardless of the number of references to it. A work list replaces
/// recursion, so that long reference chains do not exhaust the stack.
struct SchemaCompiler {
    let dialect: JSONSchema.Dialect
    var documents: SchemaDocuments
    private(set) var nodes: [SchemaNode] = []
    private(set) var dynamicAnchors: [Int: [String: Int]] = [:]
    private var compiled: [SchemaLocation: Int] = [:]
    private var places: [SchemaLocation] = []
    private var waiting: [(node: Int, source: SchemaSource)] = []
    /// The patterns that can't be compiled, and therefore check nothing.
    var unchecked: [SchemaProblem] = []
    /// `true` once a `$dynamicRef` was found; otherwise dynamic anchors are irrelevant.
    var hasDynamicReferences = false

    static let nodeLimit = 50_000

    init(_ document: JSONValue, dialect: JSONSchema.Dialect, others: [String: JSONValue]) {
        self.dialect = dialect
        documents = SchemaDocuments(document, dialect: dialect, others: others)
    }

    /// Returns the nodes of the schemas at `pointers`.
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

    /// Returns the node of the schema `source`, which may not be filled yet.
    mutating func node(_ source: SchemaSource) throws(SchemaProblem) -> Int {
        if let node = compiled[source.place] { return node }
        guard nodes.count < SchemaCompiler.nodeLimit else {
            throw source.place.problem("exceeds the limit of \(SchemaCompiler.nodeLimit) schemas")
        }
        nodes.append(SchemaNode(resource: source.resource))
        places.append(source.place)
        compiled[source.place] = nodes.count - 1
        waiting.append((nodes.count - 1, source))
        return nodes.count - 1
    }

    /// Returns the node of a subschema at `place`.
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
        default: throw source.place.problem("is not a schema")
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

    /// Refuses schemas that would apply to one value without end: cycles that never descend into the value. Returns the nodes in
    /// an order in which each comes after those that apply to the same value.
    private func refuseLoops() throws(SchemaProblem) -> [Int] {
        var order: [Int] = []
        // 0: not visited, 1: on the current path, 2: done.
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
                case 1: throw places[next].problem("is part of a reference cycle")
                default: break
                }
            }
        }
        return order
    }

    /// Propagates OpenAPI's directions over nodes in `order`. A reference is `readOnly` if its target is, and `allOf` if one of
    /// its parts is. A member that is exempt from `required` in one part is exempt in all.
    private mutating func markDirections(_ order: [Int]) {
        for index in order {
            for part in nodes[index].parts {
                nodes[index].isReadOnly = nodes[index].isReadOnly || nodes[part].isReadOnly
                nodes[index].isWriteOnly = nodes[index].isWriteOnly || nodes[part].isWriteOnly
            }
        }
        // The directions of all members are known now.
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
