internal import JourneyBase

/// Schemas that apply to the same value.
extension SchemaRun {
    mutating func combine(_ check: SchemaCheck, _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        switch check {
        case .all(let nodes):
            var isGood = true
            for node in nodes {
                isGood = self.check(node, value, &seen) && isGood
                if !isGood, quiet > 0 || isDone { return false }
            }
            return isGood
        case .any(let nodes): return any(nodes, value, &seen)
        case .one(let nodes): return one(nodes, value, &seen)
        case .not(let node):
            // `not` and `if` apply to the value as it is, so direction exemptions are suspended.
            let outer = exempt
            exempt = []
            defer { exempt = outer }
            var inner: Evaluated?
            return !fits(node, value, &inner) || fail("not", "matches a schema that it must not match")
        case .condition(let test, let then, let otherwise):
            var inner: Evaluated? = seen == nil ? nil : Evaluated()
            let outer = exempt
            exempt = []
            let isTrue = fits(test, value, &inner)
            exempt = outer
            if isTrue, let inner { seen?.merge(inner) }
            return (isTrue ? then : otherwise).map { self.check($0, value, &seen) } ?? true
        case .dependentSchemas(let pairs):
            guard case .object(let members) = value else { return true }
            var isGood = true
            for (name, node) in pairs where members[name] != nil {
                isGood = self.check(node, value, &seen) && isGood
            }
            return isGood
        default: return true
        }
    }

    private mutating func any(_ nodes: [Int], _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        var isGood = false
        for node in nodes {
            var inner: Evaluated? = seen == nil ? nil : Evaluated()
            guard fits(node, value, &inner) else { continue }
            isGood = true
            // All matching branches are needed only if evaluated members are recorded.
            guard let inner else { return true }
            seen?.merge(inner)
        }
        return isGood || explain(nodes, value, "anyOf", "matches none of its allowed forms")
    }

    private mutating func one(_ nodes: [Int], _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        var fitting: Evaluated??
        for node in nodes {
            var inner: Evaluated? = seen == nil ? nil : Evaluated()
            guard fits(node, value, &inner) else { continue }
            guard fitting == nil else { return fail("oneOf", "matches more than one of its allowed forms") }
            fitting = .some(inner)
        }
        guard let fitting else {
            return explain(nodes, value, "oneOf", "matches none of its allowed forms")
        }
        if let fitting { seen?.merge(fitting) }
        return true
    }

    /// Records why none of `nodes` matches. If exactly one of them has the value's type, its faults are recorded.
    private mutating func explain(
        _ nodes: [Int], _ value: JSONValue, _ keyword: String, _ reason: String
    ) -> Bool {
        guard quiet == 0 else { return false }
        let likely = nodes.filter { mayHaveType(of: value, $0, depth: 0) }
        guard likely.count == 1 else { return fail(keyword, reason) }
        var seen: Evaluated?
        return check(likely[0], value, &seen)
    }

    private func mayHaveType(of value: JSONValue, _ index: Int, depth: Int) -> Bool {
        if graph.nodes[index].isNever { return false }
        return graph.nodes[index].checks.allSatisfy { check in
            switch check {
            case .type(let types): types.admits(value)
            case .reference(let node): depth >= 8 || mayHaveType(of: value, node, depth: depth + 1)
            default: true
            }
        }
    }
}
