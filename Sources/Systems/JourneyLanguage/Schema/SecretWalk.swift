package import JourneyBase

/// Replaces secrets in a value: members whose schema is `writeOnly` or has the format `password`, and members with secret names.
package struct SecretWalk {
    /// The text that stands for a secret.
    package static let mark = "•••"

    /// Returns `true` for the name of a member that holds a secret, whatever its schema says.
    let isSecretName: (String) -> Bool
    /// The secrets that were replaced, as text.
    package private(set) var found: [String] = []

    package init(isSecretName: @escaping (String) -> Bool) { self.isSecretName = isSecretName }

    /// Returns `value` with the mark in place of each secret.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - schema: Its schema; `nil` if there is none.
    /// - Returns: The value without its secrets.
    package mutating func masked(_ value: JSONValue, by schema: JSONSchema? = nil) -> JSONValue {
        masked(value, schema?.graph, schema.map { [$0.root] } ?? [])
    }

    private mutating func masked(_ value: JSONValue, _ graph: SchemaGraph?, _ nodes: Set<Int>) -> JSONValue {
        let nodes = graph?.applying(nodes) ?? []
        if let graph, nodes.contains(where: { graph.nodes[$0].isSecret || graph.nodes[$0].isWriteOnly }) {
            return hidden(value)
        }
        switch value {
        case .object(let members):
            var shown: [String: JSONValue] = [:]
            for (name, member) in members {
                shown[name] =
                    isSecretName(name)
                    ? hidden(member) : masked(member, graph, graph?.members(named: name, of: nodes) ?? [])
            }
            return .object(shown)
        case .array(let elements):
            return .array(
                elements.enumerated().map { index, element in
                    masked(element, graph, graph?.elements(at: index, of: nodes) ?? [])
                })
        default: return value
        }
    }

    private mutating func hidden(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null: return .null
        case .object(let members): members.values.forEach { _ = hidden($0) }
        case .array(let elements): elements.forEach { _ = hidden($0) }
        case .string(let text): found.append(text)
        case .number(let number): found.append(number.lexeme)
        case .bool: break
        }
        return .string(SecretWalk.mark)
    }
}

extension SchemaGraph {
    /// Returns the nodes that apply to a value of `start`: those, what they refer to, and the parts of their combinations.
    fileprivate func applying(_ start: Set<Int>) -> Set<Int> {
        var (known, open) = (Set<Int>(), Array(start))
        while let next = open.popLast() {
            guard nodes.indices.contains(next), known.insert(next).inserted else { continue }
            for check in nodes[next].checks {
                switch check {
                case .reference(let node): open.append(node)
                case .dynamicReference(let node, _): open.append(node)
                case .all(let parts), .any(let parts), .one(let parts): open += parts
                default: continue
                }
            }
        }
        return known
    }

    fileprivate func members(named name: String, of all: Set<Int>) -> Set<Int> {
        var found: Set<Int> = []
        for node in all {
            for case .members(let members) in nodes[node].checks {
                if let member = members.named[name] ?? members.others { found.insert(member) }
            }
        }
        return found
    }

    fileprivate func elements(at index: Int, of all: Set<Int>) -> Set<Int> {
        var found: Set<Int> = []
        for node in all {
            for case .items(let prefix, let rest) in nodes[node].checks {
                if let element = index < prefix.count ? prefix[index] : rest { found.insert(element) }
            }
        }
        return found
    }
}
