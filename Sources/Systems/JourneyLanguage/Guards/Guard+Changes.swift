extension Guard {
    /// The comparisons whose meaning differs from an expression's of 1.3 if their sides have different types, as text.
    ///
    /// Such a comparison is an error in a guard, which is then not taken. In an expression the sides are unequal: `!=` is true, and
    /// `==` is false, which matters where the result is negated or compared. Comparisons of values with declared types, and with
    /// `null`, mean the same.
    var comparisonsThatChange: [String] {
        var found: [String] = []
        visit(program.root, isUsed: false, &found)
        return found
    }

    private func visit(_ index: Int, isUsed: Bool, _ found: inout [String]) {
        let node = program.nodes[index]
        let (first, second) = (Int(node.first), Int(node.second))
        switch node.kind {
        case .literal, .path, .has: return
        case .not: visit(first, isUsed: true, &found)
        case .and, .or:
            visit(first, isUsed: isUsed, &found)
            visit(second, isUsed: isUsed, &found)
        default:
            visit(first, isUsed: true, &found)
            visit(second, isUsed: true, &found)
            let mayDiffer = [first, second].contains(where: isUnknown) && ![first, second].contains(where: isNull)
            guard mayDiffer, node.kind == .notEqual || node.kind == .equal && isUsed else { return }
            found.append("\(text(first)) \(node.kind == .equal ? "==" : "!=") \(text(second))")
        }
    }

    /// Returns `true` for a path whose value has no declared type.
    private func isUnknown(_ index: Int) -> Bool {
        guard program.nodes[index].kind == .path else { return false }
        let path = program.paths[Int(program.nodes[index].first)]
        return switch path.root {
        case "result", "session": path.elements.count > 1
        case "steps": path.elements.count > 2
        default: true
        }
    }

    private func isNull(_ index: Int) -> Bool {
        guard program.nodes[index].kind == .literal else { return false }
        if case .null = program.literals[Int(program.nodes[index].first)] { return true }
        return false
    }

    private func text(_ index: Int) -> String {
        let node = program.nodes[index]
        switch node.kind {
        case .path: return "\(program.paths[Int(node.first)])"
        case .literal:
            switch program.literals[Int(node.first)] {
            case .text(let text): return "\"\(text)\""
            case .bool(let truth): return "\(truth)"
            case .integer(let value): return "\(value)"
            case .decimal(let value): return "\(value)"
            default: return "null"
            }
        default: return "(…)"
        }
    }
}
