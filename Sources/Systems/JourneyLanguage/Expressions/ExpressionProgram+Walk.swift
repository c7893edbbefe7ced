extension ExpressionProgram {
    /// Returns the nodes that the node at `index` is made of, in source order.
    func operands(of index: Int) -> [Int] {
        let node = nodes[index]
        switch node.kind {
        case .constant, .variable, .path, .hasPath, .local, .unknown: return []
        case .select, .hasSelect, .not, .negate: return [Int(node.first)]
        case .call, .and, .or, .conditional, .list, .map: return children(of: node).map { Int($0) }
        case .macro:
            let macro = macros[Int(node.first)]
            return [macro.range] + (macro.condition.map { [$0] } ?? []) + [macro.body]
        case .index, .add, .subtract, .multiply, .divide, .remainder, .equal, .notEqual, .less, .lessOrEqual, .greater,
            .greaterOrEqual, .isIn:
            return [Int(node.first), Int(node.second)]
        }
    }

    /// Returns `true` if `test` holds for the node at `index` or any node under it.
    func contains(under index: Int, _ test: (Node) -> Bool) -> Bool {
        var waiting = [index]
        while let next = waiting.popLast() {
            if test(nodes[next]) { return true }
            waiting += operands(of: next)
        }
        return false
    }

    /// Returns `true` if the value of the node at `index` depends on an event's payload, which a page may have raised.
    func isTainted(_ index: Int) -> Bool {
        contains(under: index) { node in
            switch node.kind {
            case .path, .hasPath: ["payload", "event"].contains(paths[Int(node.first)].root)
            case .variable: ["payload", "event"].contains(names[Int(node.first)])
            default: false
            }
        }
    }

    /// Returns `true` if the value of the node at `index` depends on nothing.
    func isConstant(_ index: Int) -> Bool {
        !contains(under: index) { [.path, .hasPath, .variable, .unknown, .local].contains($0.kind) }
    }

    /// The text that the node at `index` is, or `nil` if it is anything but a literal text.
    func text(_ index: Int) -> String? {
        guard nodes[index].kind == .constant, case .string(let text) = constants[Int(nodes[index].first)] else {
            return nil
        }
        return text
    }
}
