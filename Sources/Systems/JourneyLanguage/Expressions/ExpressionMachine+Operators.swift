internal import JourneyBase

extension ExpressionMachine {
    /// Evaluates a comparison.
    mutating func comparison(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        guard charge(10) else { return fault(.cost, index) }
        if let order = quickOrder(node) { return .bool(ExpressionMachine.holds(node.kind, order)) }
        let left = value(Int(node.first))
        if case .fault = left { return left }
        let right = value(Int(node.second))
        if case .fault = right { return right }
        if node.kind.isEquality {
            switch isEqual(left, right, index) {
            case .some(let truth): return .bool(truth == (node.kind == .equal))
            case .none: return isExhausted ? fault(.cost, index) : fault(.overload, index)
            }
        }
        guard let order = order(left, right) else { return fault(.overload, index) }
        guard !isExhausted else { return fault(.cost, index) }
        return .bool(ExpressionMachine.holds(node.kind, order))
    }

    /// Compares a path with a constant of its own type, the most frequent comparison, without making a value of either. Returns
    /// `nil` for every other pair, which is then compared in full.
    private mutating func quickOrder(_ node: ExpressionProgram.Node) -> Order? {
        let left = program.nodes[Int(node.first)]
        let right = program.nodes[Int(node.second)]
        guard left.kind == .path, right.kind == .constant else { return nil }
        let path = program.paths[Int(left.first)]
        guard let found = path.value(in: scope.context) else { return nil }
        let sign: Int
        switch (found, program.constants[Int(right.first)]) {
        case (.string(let x), .string(let y)):
            charge(10 + 10 * path.elements.count + min(x.utf8.count, y.utf8.count))
            sign = GuardOrder.compare(x, y)
        case (.number(let number), .int(let y)):
            guard case .integer(let x) = GuardValue(lexeme: number.lexeme, node: 0) else { return nil }
            charge(10 + 10 * path.elements.count)
            sign = x < y ? -1 : x == y ? 0 : 1
        case (.bool(let x), .bool(let y)):
            charge(10 + 10 * path.elements.count)
            sign = x == y ? 0 : x ? 1 : -1
        default: return nil
        }
        return isExhausted ? nil : ExpressionMachine.order(sign)
    }

    private static func holds(_ kind: ExpressionProgram.Kind, _ order: Order) -> Bool {
        switch kind {
        case .equal: order == .same
        case .notEqual: order != .same
        case .less: order == .less
        case .lessOrEqual: order == .less || order == .same
        case .greater: order == .greater
        default: order == .greater || order == .same
        }
    }

    fileprivate enum Order { case less, same, greater, none }

    private static func order(_ sign: Int) -> Order { sign < 0 ? .less : sign == 0 ? .same : .greater }

    /// Returns the order of two values, or `nil` if their types have none.
    private mutating func order(_ a: ExpressionValue, _ b: ExpressionValue) -> Order? {
        switch (a, b) {
        case (.string(let x), .string(let y)):
            charge(min(x.utf8.count, y.utf8.count))
            return ExpressionMachine.order(GuardOrder.compare(x, y))
        case (.bytes(let x), .bytes(let y)):
            charge(min(x.count, y.count))
            return x == y ? .same : x.lexicographicallyPrecedes(y) ? .less : .greater
        case (.bool(let x), .bool(let y)): return x == y ? .same : x ? .greater : .less
        case (.timestamp(let x), .timestamp(let y)): return x == y ? .same : x.precedes(y) ? .less : .greater
        case (.duration(let x), .duration(let y)): return x == y ? .same : x < y ? .less : .greater
        case (.decimal(let x), .decimal(let y)): return ExpressionMachine.order(x.compared(to: y))
        default: return ExpressionMachine.numericOrder(a, b)
        }
    }

    private static func numericOrder(_ a: ExpressionValue, _ b: ExpressionValue) -> Order? {
        switch (a, b) {
        case (.int(let x), .int(let y)): return x == y ? .same : x < y ? .less : .greater
        case (.uint(let x), .uint(let y)): return x == y ? .same : x < y ? .less : .greater
        case (.double(let x), .double(let y)):
            return x == y ? .same : x < y ? .less : x > y ? .greater : Order.none
        case (.int(let x), .uint): return x < 0 ? .less : numericOrder(.uint(UInt64(x)), b)
        case (.uint, .int): return numericOrder(b, a)?.reversed
        case (.int(let x), .double(let y)):
            if y.isNaN { return Order.none }
            return order(GuardOrder.compare(x, y))
        case (.uint(let x), .double(let y)):
            if y.isNaN { return Order.none }
            if y >= 0x1p64 { return .less }
            if y < 0 { return .greater }
            let whole = UInt64(y.rounded(.down))
            return x < whole ? .less : x > whole ? .greater : y > y.rounded(.down) ? .less : .same
        case (.double, .int), (.double, .uint): return numericOrder(b, a)?.reversed
        default: return nil
        }
    }

    /// Returns whether two values are equal, or `nil` if they may not be asked (a decimal and something else) or the cost limit
    /// is exceeded. Values of different types are unequal; numbers are equal by value.
    mutating func isEqual(_ a: ExpressionValue, _ b: ExpressionValue, _ index: Int) -> Bool? {
        switch (a, b) {
        case (.null, .null): return true
        case (.type(let x), .type(let y)): return x == y
        case (.null, _), (_, .null): return false
        case (.decimal, .decimal): break
        case (.decimal, _), (_, .decimal): return nil
        default: break
        }
        if let order = order(a, b) { return order == .same }
        if let (x, y) = ExpressionMachine.lists(a, b) { return areEqual(x, y, index) }
        switch (a, b) {
        case (.jsonMap(let x), .jsonMap(let y)):
            guard x.count == y.count else { return false }
            for (name, value) in x {
                guard charge(10) else { return nil }
                guard let other = y.member(name) else { return false }
                guard
                    let same = isEqual(ExpressionValue(value, node: index), ExpressionValue(other, node: index), index)
                else { return nil }
                if !same { return false }
            }
            return true
        case (.map(let x), .map(let y)):
            return areEqual(x, y.entries.count, index) { key in ExpressionMap.Key(key).flatMap { y[$0] } }
        case (.map(let x), .jsonMap(let y)), (.jsonMap(let y), .map(let x)):
            return areEqual(x, y.count, index) { key in
                guard case .string(let name) = key else { return nil }
                return y.member(name).map { ExpressionValue($0, node: index) }
            }
        default: return false
        }
    }

    private mutating func areEqual(
        _ a: ExpressionMap, _ count: Int, _ index: Int, _ other: (ExpressionValue) -> ExpressionValue?
    ) -> Bool? {
        guard a.entries.count == count else { return false }
        for entry in a.entries {
            guard charge(10) else { return nil }
            guard let value = other(entry.key) else { return false }
            guard let same = isEqual(entry.value, value, index) else { return nil }
            if !same { return false }
        }
        return true
    }

    /// The elements of a list of either kind, as they are read.
    enum Elements {
        case json([JSONValue])
        case values([ExpressionValue])

        init?(_ value: ExpressionValue) {
            switch value {
            case .jsonList(let elements): self = .json(elements)
            case .list(let list): self = .values(list.elements)
            default: return nil
            }
        }

        var count: Int {
            switch self {
            case .json(let elements): elements.count
            case .values(let elements): elements.count
            }
        }

        func at(_ place: Int, _ node: Int) -> ExpressionValue {
            switch self {
            case .json(let elements): ExpressionValue(elements[place], node: node)
            case .values(let elements): elements[place]
            }
        }
    }

    private static func lists(_ a: ExpressionValue, _ b: ExpressionValue) -> (Elements, Elements)? {
        guard let x = Elements(a), let y = Elements(b) else { return nil }
        return (x, y)
    }

    private mutating func areEqual(_ a: Elements, _ b: Elements, _ index: Int) -> Bool? {
        guard a.count == b.count else { return false }
        for place in 0..<a.count {
            guard charge(10) else { return nil }
            guard let same = isEqual(a.at(place, index), b.at(place, index), index) else { return nil }
            if !same { return false }
        }
        return true
    }

    /// Evaluates `in`.
    mutating func membership(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        let item = value(Int(node.first))
        if case .fault = item { return item }
        guard charge(item.textLength) else { return fault(.cost, index) }
        let range = value(Int(node.second))
        switch range {
        case .fault: return range
        case .jsonMap(let members):
            guard case .string(let name) = item else { return .bool(false) }
            return .bool(members.member(name) != nil)
        case .map(let map): return .bool(ExpressionMap.Key(item).flatMap { map[$0] } != nil)
        default: break
        }
        guard let elements = Elements(range) else { return fault(.overload, index) }
        for place in 0..<elements.count {
            guard charge(10) else { return fault(.cost, index) }
            let element = elements.at(place, index)
            if case .fault = element { return element }
            guard let same = isEqual(item, element, index) else {
                return isExhausted ? fault(.cost, index) : fault(.overload, index)
            }
            if same { return .bool(true) }
        }
        return .bool(false)
    }

    mutating func negated(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        let operand = value(Int(node.first))
        switch operand {
        case .fault: return operand
        case .int(let value): return value == .min ? fault(.range, index) : .int(-value)
        case .double(let value): return .double(-value)
        case .duration(let value): return value == .min ? fault(.range, index) : .duration(-value)
        case .decimal(let value): return .decimal(value.negated)
        default: return fault(.overload, index)
        }
    }

    mutating func arithmetic(_ node: ExpressionProgram.Node, _ index: Int) -> ExpressionValue {
        let left = value(Int(node.first))
        if case .fault = left { return left }
        let right = value(Int(node.second))
        if case .fault = right { return right }
        switch (left, right) {
        case (.int(let x), .int(let y)): return whole(x, y, node.kind, index) { .int($0) }
        case (.uint(let x), .uint(let y)): return whole(x, y, node.kind, index) { .uint($0) }
        case (.double(let x), .double(let y)):
            switch node.kind {
            case .add: return .double(x + y)
            case .subtract: return .double(x - y)
            case .multiply: return .double(x * y)
            case .divide: return .double(x / y)
            default: return fault(.overload, index)
            }
        case (.decimal(let x), .decimal(let y)):
            let result: ExpressionDecimal?
            switch node.kind {
            case .add: result = x.adding(y)
            case .subtract: result = x.adding(y.negated)
            case .multiply: result = x.multiplied(by: y)
            default: return fault(.overload, index)
            }
            return result.map { .decimal($0) } ?? fault(.range, index)
        default:
            guard node.kind == .add || node.kind == .subtract else { return fault(.overload, index) }
            return sum(left, right, isSum: node.kind == .add, index)
        }
    }

    private func whole<Number: FixedWidthInteger>(
        _ x: Number, _ y: Number, _ kind: ExpressionProgram.Kind, _ index: Int, _ make: (Number) -> ExpressionValue
    ) -> ExpressionValue {
        let result: (partialValue: Number, overflow: Bool)
        switch kind {
        case .add: result = x.addingReportingOverflow(y)
        case .subtract: result = x.subtractingReportingOverflow(y)
        case .multiply: result = x.multipliedReportingOverflow(by: y)
        case .divide:
            guard y != 0 else { return fault(.zero, index) }
            result = x.dividedReportingOverflow(by: y)
        default:
            guard y != 0 else { return fault(.zero, index) }
            result = x.remainderReportingOverflow(dividingBy: y)
        }
        return result.overflow ? fault(.range, index) : make(result.partialValue)
    }

    private mutating func sum(
        _ left: ExpressionValue, _ right: ExpressionValue, isSum: Bool, _ index: Int
    ) -> ExpressionValue {
        switch (left, right) {
        case (.timestamp(let x), .timestamp(let y)):
            if isSum { return fault(.overload, index) }
            return x.subtracting(y).map { .duration($0) } ?? fault(.range, index)
        case (.timestamp(let x), .duration(let y)):
            if !isSum, y == .min { return fault(.range, index) }
            return x.adding(isSum ? y : -y).map { .timestamp($0) } ?? fault(.range, index)
        case (.duration(let x), .duration(let y)):
            let result = isSum ? x.addingReportingOverflow(y) : x.subtractingReportingOverflow(y)
            return result.overflow ? fault(.range, index) : .duration(result.partialValue)
        default: break
        }
        guard isSum else { return fault(.overload, index) }
        switch (left, right) {
        case (.duration(let x), .timestamp(let y)):
            return y.adding(x).map { .timestamp($0) } ?? fault(.range, index)
        case (.string(let x), .string(let y)):
            guard charge(x.utf8.count + y.utf8.count) else { return fault(.cost, index) }
            return .string(x + y)
        case (.bytes(let x), .bytes(let y)):
            guard charge(x.count + y.count) else { return fault(.cost, index) }
            return .bytes(x + y)
        default:
            guard let (x, y) = ExpressionMachine.lists(left, right) else { return fault(.overload, index) }
            guard charge(10 * (x.count + y.count)) else { return fault(.cost, index) }
            switch (left, right) {
            case (.jsonList(let a), .jsonList(let b)): return .jsonList(a + b)
            case (.list(let a), .list(let b)): return .list(ExpressionList(a, b))
            default:
                return made(
                    ExpressionList(
                        (0..<x.count).map { x.at($0, index) } + (0..<y.count).map { y.at($0, index) }), index)
            }
        }
    }
}

extension ExpressionMachine.Order {
    fileprivate var reversed: ExpressionMachine.Order {
        switch self {
        case .less: .greater
        case .greater: .less
        case .same, .none: self
        }
    }
}
