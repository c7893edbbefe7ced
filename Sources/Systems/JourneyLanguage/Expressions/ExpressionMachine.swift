internal import JourneyBase

/// One evaluation of a program. Its recursion is bounded by the program's height, its work and memory by the cost limit.
struct ExpressionMachine {
    let program: ExpressionProgram
    let scope: ExpressionScope
    let limits: ExpressionLimits
    /// The cost so far, in tenths.
    private var cost = 0
    private let costLimit: Int
    /// The values of the macros' variables.
    var locals: [ExpressionValue]

    init(_ program: ExpressionProgram, _ scope: ExpressionScope, _ limits: ExpressionLimits) {
        self.program = program
        self.scope = scope
        self.limits = limits
        costLimit = limits.cost * 10
        locals = program.slotCount == 0 ? [] : Array(repeating: .null, count: program.slotCount)
    }

    /// `true` once the cost limit is exceeded; the evaluation then ends as fast as it can.
    var isExhausted: Bool { cost > costLimit }
    /// The cost that is left, in tenths.
    var costLeft: Int { max(0, costLimit - cost) }
    /// The cost so far, in whole units.
    var costSoFar: Int { cost / 10 }

    /// Adds to the cost, in tenths. Returns `false` once the limit is exceeded.
    @discardableResult mutating func charge(_ tenths: Int) -> Bool {
        cost = cost &+ max(0, tenths)
        return cost <= costLimit
    }

    func fault(_ reason: ExpressionFault.Reason, _ index: Int) -> ExpressionValue {
        .fault(ExpressionFault(reason, node: index))
    }

    /// Evaluates the node at `index`.
    mutating func value(_ index: Int) -> ExpressionValue {
        let node = program.nodes[index]
        switch node.kind {
        case .constant: return program.constants[Int(node.first)]
        case .path: return path(node, index)
        case .local:
            guard charge(10) else { return fault(.cost, index) }
            return locals[Int(node.first)]
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return comparison(node, index)
        case .and: return decide(node, by: false)
        case .or: return decide(node, by: true)
        default:
            guard charge(10) else { return fault(.cost, index) }
            return other(node, index)
        }
    }

    private mutating func other(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        switch node.kind {
        case .variable: return variable(node, index)
        case .select: return select(node, index)
        case .hasSelect: return has(node, index)
        case .hasPath: return .bool(program.paths[Int(node.first)].value(in: scope.context) != nil)
        case .index: return element(node, index)
        case .not: return not(node, index)
        case .conditional: return conditional(node)
        case .list: return list(node, index)
        case .map: return map(node, index)
        case .macro: return macro(program.macros[Int(node.first)], index)
        case .negate: return negated(node, index)
        case .add, .subtract, .multiply, .divide, .remainder: return arithmetic(node, index)
        case .isIn: return membership(node, index)
        case .call: return call(node, index)
        default: return fault(.unknown, index)
        }
    }

    private mutating func path(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        let path = program.paths[Int(node.first)]
        guard charge(10 + 10 * path.elements.count) else { return fault(.cost, index) }
        guard let value = path.value(in: scope.context) else { return fault(.missing, index) }
        return ExpressionValue(value, node: index)
    }

    private func variable(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        let name = program.names[Int(node.first)]
        if let value = scope.values[name] { return value }
        return scope.context[root: name].map { ExpressionValue($0, node: index) } ?? fault(.missing, index)
    }

    private mutating func select(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        let operand = value(Int(node.first))
        let name = program.names[Int(node.second)]
        switch operand {
        case .fault: return operand
        case .jsonMap(let members):
            return members.member(name).map { ExpressionValue($0, node: index) } ?? fault(.missing, index)
        case .map(let map): return map[.text(Array(name.utf8))] ?? fault(.missing, index)
        default: return fault(.overload, index)
        }
    }

    /// Evaluates `has`, which is false when any step on the way is missing.
    private mutating func has(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        switch value(Int(node.first)) {
        case .fault(let fault): return fault.reason == .missing ? .bool(false) : .fault(fault)
        case .jsonMap(let members): return .bool(members.member(program.names[Int(node.second)]) != nil)
        case .map(let map): return .bool(map[.text(Array(program.names[Int(node.second)].utf8))] != nil)
        default: return .bool(false)
        }
    }

    private mutating func element(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        let operand = value(Int(node.first))
        if case .fault = operand { return operand }
        let key = value(Int(node.second))
        if case .fault = key { return key }
        guard charge(key.textLength) else { return fault(.cost, index) }
        switch operand {
        case .jsonList(let elements):
            guard let place = place(key) else { return fault(.index, index) }
            return elements.indices.contains(place)
                ? ExpressionValue(elements[place], node: index) : fault(.missing, index)
        case .list(let list):
            guard let place = place(key) else { return fault(.index, index) }
            return list.elements.indices.contains(place) ? list.elements[place] : fault(.missing, index)
        case .jsonMap(let members):
            guard case .string(let name) = key else { return fault(.missing, index) }
            return members.member(name).map { ExpressionValue($0, node: index) } ?? fault(.missing, index)
        case .map(let map): return ExpressionMap.Key(key).flatMap { map[$0] } ?? fault(.missing, index)
        default: return fault(.overload, index)
        }
    }

    private func place(_ key: ExpressionValue) -> Int? {
        switch key {
        case .int(let value): Int(exactly: value)
        case .uint(let value): Int(exactly: value)
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    private mutating func not(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        switch value(Int(node.first)) {
        case .bool(let truth): return .bool(!truth)
        case .fault(let fault): return .fault(fault)
        default: return fault(.boolean, Int(node.first))
        }
    }

    /// Evaluates `&&` (decided by a false term) or `||` (decided by a true one). A term that decides does so whatever faults the
    /// others have, in any order.
    private mutating func decide(_ node: ExpressionProgram.Node, by decisive: Bool) -> ExpressionValue {
        var result = ExpressionValue.bool(!decisive)
        var hasFault = false
        for position in Int(node.first)..<Int(node.first) + Int(node.second) {
            let child = Int(program.children[position])
            let term = value(child)
            if isExhausted { return fault(.cost, child) }
            switch term {
            case .bool(decisive): return term
            case .bool: break
            case .fault where !hasFault:
                result = term
                hasFault = true
            default:
                if !hasFault { result = fault(.boolean, child) }
                hasFault = true
            }
        }
        return result
    }

    private mutating func conditional(_ node: ExpressionProgram.Node) -> ExpressionValue {
        let start = Int(node.first)
        let condition = Int(program.children[start])
        switch value(condition) {
        case .bool(let truth): return value(Int(program.children[truth ? start + 1 : start + 2]))
        case .fault(let fault): return .fault(fault)
        default: return fault(.boolean, condition)
        }
    }

    private mutating func list(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        guard charge(90) else { return fault(.cost, index) }
        var elements: [ExpressionValue] = []
        elements.reserveCapacity(Int(node.second))
        for position in Int(node.first)..<Int(node.first) + Int(node.second) {
            let element = value(Int(program.children[position]))
            if case .fault = element { return element }
            guard charge(10) else { return fault(.cost, index) }
            elements.append(element)
        }
        return made(ExpressionList(elements), index)
    }

    func made(_ list: ExpressionList, _ index: Int) -> ExpressionValue {
        list.depth <= limits.valueDepth ? .list(list) : fault(.nesting, index)
    }

    private mutating func map(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        guard charge(290) else { return fault(.cost, index) }
        var entries: [(key: ExpressionValue, value: ExpressionValue)] = []
        entries.reserveCapacity(Int(node.second) / 2)
        for position in stride(from: Int(node.first), to: Int(node.first) + Int(node.second), by: 2) {
            let child = Int(program.children[position])
            let key = value(child)
            switch key {
            case .fault: return key
            case .bool, .int, .uint, .string: break
            default: return fault(.key, child)
            }
            let member = value(Int(program.children[position + 1]))
            if case .fault = member { return member }
            guard charge(20) else { return fault(.cost, index) }
            entries.append((key, member))
        }
        return made(entries, index)
    }

    mutating func made(_ entries: [(key: ExpressionValue, value: ExpressionValue)], _ index: Int) -> ExpressionValue {
        // A map keeps the bytes of its keys.
        guard charge(entries.reduce(0) { $0 + $1.key.textLength }) else { return fault(.cost, index) }
        guard let map = ExpressionMap(entries) else { return fault(.duplicate, index) }
        return map.depth <= limits.valueDepth ? .map(map) : fault(.nesting, index)
    }
}
