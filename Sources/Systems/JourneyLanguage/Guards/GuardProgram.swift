/// A guard in compiled form: flat nodes that refer to their children by index.
struct GuardProgram: Sendable {
    enum Kind: UInt8, Sendable {
        case literal, path, has
        case not, and, or
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

        var isLeaf: Bool { rawValue <= Kind.has.rawValue }
        var isComparison: Bool { rawValue >= Kind.equal.rawValue }
        var isEquality: Bool { self == .equal || self == .notEqual }
    }

    struct Node: Sendable {
        let kind: Kind
        /// The first child, or an index into `literals` or `paths`.
        let first: Int32
        /// The second child.
        let second: Int32
        /// The node's offset in the source, in bytes.
        let offset: Int32
    }

    var nodes: [Node] = []
    var literals: [GuardValue] = []
    var paths: [ContextPath] = []
    var root = 0

    mutating func add(_ kind: Kind, _ first: Int, _ second: Int = 0, at offset: Int) -> Int {
        nodes.append(
            Node(
                kind: kind, first: Int32(truncatingIfNeeded: first), second: Int32(truncatingIfNeeded: second),
                offset: Int32(truncatingIfNeeded: offset)))
        return nodes.count - 1
    }

    /// The number of terms: comparisons, and leaves outside comparisons.
    var terms: Int {
        var count = 0
        for node in nodes {
            if node.kind.isLeaf { count += 1 }
            guard node.kind.isComparison else { continue }
            count += 1
            if nodes[Int(node.first)].kind.isLeaf { count -= 1 }
            if nodes[Int(node.second)].kind.isLeaf { count -= 1 }
        }
        return count
    }
}

extension GuardProgram {
    /// Evaluates the node at `index`. `&&` and `||` return the value that one side decides even when the other side is a fault,
    /// in either order.
    func value(_ index: Int, in context: Context) -> GuardValue {
        let node = nodes[index]
        let first = Int(node.first)
        switch node.kind {
        case .literal: return literals[first]
        case .path:
            guard let value = paths[first].value(in: context) else { return fault(.missing, index) }
            return GuardValue(value, node: index)
        case .has: return .bool(paths[first].value(in: context) != nil)
        case .not:
            switch value(first, in: context) {
            case .bool(let truth): return .bool(!truth)
            case .fault(let fault): return .fault(fault)
            default: return fault(.boolean, first)
            }
        case .and: return decide(node, by: false, in: context)
        case .or: return decide(node, by: true, in: context)
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            return compare(node, index, in: context)
        }
    }

    private func fault(_ reason: GuardFault.Reason, _ index: Int) -> GuardValue {
        .fault(GuardFault(reason: reason, node: index))
    }

    /// Evaluates `&&` (decided by a false side) or `||` (decided by a true side).
    private func decide(_ node: Node, by decisive: Bool, in context: Context) -> GuardValue {
        let left = value(Int(node.first), in: context)
        if case .bool(decisive) = left { return left }
        let right = value(Int(node.second), in: context)
        if case .bool(decisive) = right { return right }
        if case .fault = left { return left }
        guard case .bool = left else { return fault(.boolean, Int(node.first)) }
        if case .fault = right { return right }
        guard case .bool = right else { return fault(.boolean, Int(node.second)) }
        return right
    }

    private func compare(_ node: Node, _ index: Int, in context: Context) -> GuardValue {
        if let order = quickOrder(node, in: context) { return GuardProgram.truth(node.kind, order) }
        let left = value(Int(node.first), in: context)
        if case .fault = left { return left }
        let right = value(Int(node.second), in: context)
        if case .fault = right { return right }
        if let order = GuardOrder.compare(left, right) { return GuardProgram.truth(node.kind, order) }
        // Null may be tested for equality against a value of any type.
        if node.kind.isEquality {
            switch (left, right) {
            case (.null, .null): return .bool(node.kind == .equal)
            case (.null, _), (_, .null): return .bool(node.kind == .notEqual)
            default: break
            }
        }
        return fault(.type, index)
    }

    /// Compares a path with a literal of its own type, the most common shape, without converting either to a `GuardValue`.
    /// Returns `nil` for any other shape; `compare` then decides.
    private func quickOrder(_ node: Node, in context: Context) -> Int? {
        let left = nodes[Int(node.first)]
        let right = nodes[Int(node.second)]
        guard left.kind == .path, right.kind == .literal,
            let value = paths[Int(left.first)].value(in: context)
        else { return nil }
        return GuardOrder.compare(value, literals[Int(right.first)])
    }

    private static func truth(_ kind: Kind, _ order: Int) -> GuardValue {
        switch kind {
        case .equal: .bool(order == 0)
        case .notEqual: .bool(order != 0)
        case .less: .bool(order < 0)
        case .lessOrEqual: .bool(order <= 0)
        case .greater: .bool(order > 0)
        default: .bool(order >= 0)
        }
    }
}
