internal import JourneyBase

extension Condition {
    /// Returns the values that the condition may have, as far as constants and the presence of values in `context` decide it.
    func truths(in context: Context) -> Truths {
        switch self {
        case .guarded(let condition): condition.program.truths(condition.program.root, in: context)
        case .expression(let expression): expression.program.truths(expression.program.root, in: context)
        }
    }
}

extension ContextPath {
    /// The presence of the path's value in an explored run, whose values are placeholders: `nil` if it is open.
    func isPresent(in context: Context) -> Bool? {
        switch root {
        case "steps", "result":
            // Which outputs a run has is known, but not what is in them.
            let depth = root == "steps" ? 2 : 1
            let output = ContextPath(root: root, elements: Array(elements.prefix(depth)))
            guard output.value(in: context) != nil else { return false }
            return elements.count <= depth ? true : nil
        case "payload", "event":
            guard case .name(let name)? = elements.first else { return true }
            let members = context.payload?.object ?? [:]
            return members[name] == nil && members[Assumptions.anyMember] == nil ? false : nil
        default: return nil
        }
    }
}

extension GuardProgram {
    fileprivate func truths(_ index: Int, in context: Context) -> Truths {
        let node = nodes[index]
        let (first, second) = (Int(node.first), Int(node.second))
        switch node.kind {
        case .literal:
            guard case .bool(let truth) = literals[first] else { return .error }
            return Truths(truth)
        case .path: return paths[first].isPresent(in: context) == false ? .error : .all
        case .has: return paths[first].isPresent(in: context).map { Truths($0) } ?? [.yes, .no]
        case .not: return truths(first, in: context).negated
        case .and, .or:
            return Truths.decide(
                [truths(first, in: context), truths(second, in: context)], by: node.kind == .or)
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
            let sides = [nodes[first], nodes[second]]
            let known = sides.filter { $0.kind == .path }.map { paths[Int($0.first)].isPresent(in: context) }
            if known.contains(false) { return .error }
            guard sides.allSatisfy({ $0.kind == .literal }) else { return .all }
            if case .bool(let truth) = value(index, in: Context()) { return Truths(truth) }
            return .error
        }
    }
}

extension ExpressionProgram {
    fileprivate func truths(_ index: Int, in context: Context) -> Truths {
        let node = nodes[index]
        if isConstant(index) {
            var machine = ExpressionMachine(self, ExpressionScope(), .standard)
            if case .bool(let truth) = machine.value(index) { return Truths(truth) }
            return .error
        }
        switch node.kind {
        case .hasPath: return paths[Int(node.first)].isPresent(in: context).map { Truths($0) } ?? [.yes, .no]
        case .not: return truths(Int(node.first), in: context).negated
        case .and, .or:
            return Truths.decide(
                children(of: node).map { truths(Int($0), in: context) }, by: node.kind == .or)
        case .conditional:
            let parts = children(of: node).map { Int($0) }
            let condition = truths(parts[0], in: context)
            var result = condition.intersection(.error)
            if condition.contains(.yes) { result.formUnion(truths(parts[1], in: context)) }
            if condition.contains(.no) { result.formUnion(truths(parts[2], in: context)) }
            return result
        default: return mayHaveValue(index, in: context) ? .all : .error
        }
    }

    fileprivate func mayHaveValue(_ index: Int, in context: Context) -> Bool {
        let node = nodes[index]
        switch node.kind {
        case .unknown: return false
        case .path: return paths[Int(node.first)].isPresent(in: context) != false
        case .hasSelect, .and, .or: return true
        case .conditional:
            let parts = children(of: node).map { Int($0) }
            let condition = truths(parts[0], in: context)
            return condition.contains(.yes) && mayHaveValue(parts[1], in: context)
                || condition.contains(.no) && mayHaveValue(parts[2], in: context)
        case .macro: return mayHaveValue(macros[Int(node.first)].range, in: context)
        default: return operands(of: index).allSatisfy { mayHaveValue($0, in: context) }
        }
    }
}

extension Expression {
    /// Returns `false` if the expression certainly has no value, because it reads an output that the run does not have.
    func mayHaveValue(in context: Context) -> Bool { program.mayHaveValue(program.root, in: context) }
}
