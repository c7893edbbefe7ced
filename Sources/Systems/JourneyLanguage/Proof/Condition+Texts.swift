internal import JourneyBase

extension Condition {
    /// The texts of which a value that the condition reads has to be one, so that the condition is true; `nil` if it may be true of
    /// any.
    var requiredTexts: Set<String>? {
        switch self {
        case .guarded(let condition): condition.program.requiredTexts(condition.program.root)
        case .expression(let expression): expression.program.requiredTexts(expression.program.root)
        }
    }

    /// Returns `true` if the condition compares a text that the bank's answer to a call of `step` has, or the answer of its plugin.
    func comparesAnswer(of step: StepID) -> Bool {
        func isOfAnswer(_ path: ContextPath) -> Bool {
            if ["payload", "event", "result"].contains(path.root) { return true }
            guard path.root == "steps", case .name(let name)? = path.elements.first else { return false }
            return name == step.rawValue
        }
        switch self {
        case .guarded(let condition):
            let program = condition.program
            return program.nodes.contains { node in
                guard node.kind.isEquality else { return false }
                let sides = [Int(node.first), Int(node.second)]
                return sides.contains { program.text($0) != nil }
                    && sides.contains { program.path($0).map(isOfAnswer) ?? false }
            }
        case .expression(let expression):
            let program = expression.program
            func readsAnswer(_ index: Int) -> Bool {
                program.contains(under: index) { node in
                    switch node.kind {
                    case .path: isOfAnswer(program.paths[Int(node.first)])
                    case .variable: ["payload", "event", "result"].contains(program.names[Int(node.first)])
                    default: false
                    }
                }
            }
            return program.nodes.contains { node in
                guard node.kind.isEquality || node.kind == .isIn else { return false }
                let sides = [Int(node.first), Int(node.second)]
                return sides.contains { program.texts($0) != nil } && sides.contains(where: readsAnswer)
            }
        }
    }
}

extension GuardProgram {
    fileprivate func text(_ index: Int) -> String? {
        guard nodes[index].kind == .literal, case .text(let text) = literals[Int(nodes[index].first)] else {
            return nil
        }
        return text
    }

    fileprivate func path(_ index: Int) -> ContextPath? {
        nodes[index].kind == .path ? paths[Int(nodes[index].first)] : nil
    }

    fileprivate func requiredTexts(_ index: Int) -> Set<String>? {
        let node = nodes[index]
        let (first, second) = (Int(node.first), Int(node.second))
        switch node.kind {
        case .equal:
            if path(first) != nil { return text(second).map { [$0] } }
            return path(second) == nil ? nil : text(first).map { [$0] }
        case .and: return requiredTexts(first) ?? requiredTexts(second)
        case .or:
            guard let one = requiredTexts(first), let other = requiredTexts(second) else { return nil }
            return one.union(other)
        default: return nil
        }
    }
}

extension ExpressionProgram {
    /// The texts that the node is: a literal text, or a list of them.
    fileprivate func texts(_ index: Int) -> Set<String>? {
        if let text = text(index) { return [text] }
        guard nodes[index].kind == .list else { return nil }
        let texts = operands(of: index).map { text($0) }
        return texts.contains(nil) || texts.isEmpty ? nil : Set(texts.compactMap { $0 })
    }

    fileprivate func requiredTexts(_ index: Int) -> Set<String>? {
        let node = nodes[index]
        let (first, second) = (Int(node.first), Int(node.second))
        switch node.kind {
        case .equal:
            if nodes[first].kind == .path { return texts(second) }
            return nodes[second].kind == .path ? texts(first) : nil
        case .isIn: return nodes[first].kind == .path ? texts(second) : nil
        case .and: return children(of: node).compactMap { requiredTexts(Int($0)) }.first
        case .or:
            let terms = children(of: node).map { requiredTexts(Int($0)) }
            return terms.contains(nil) ? nil : Set(terms.compactMap { $0 }.joined())
        default: return nil
        }
    }
}
