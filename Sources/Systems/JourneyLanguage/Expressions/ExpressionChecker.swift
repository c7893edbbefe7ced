/// Finds what could only fail: names that nothing has and types that do not fit. It also tells the type of the whole.
struct ExpressionChecker {
    let program: ExpressionProgram
    let environment: ExpressionEnvironment
    private var locals: [ExpressionType]

    init(_ program: ExpressionProgram, _ environment: ExpressionEnvironment) {
        self.program = program
        self.environment = environment
        locals = Array(repeating: .dyn, count: program.slotCount)
    }

    func fault(_ kind: ExpressionFaultKind, _ index: Int, _ detail: String) -> ExpressionError {
        ExpressionError(kind, at: Int(program.nodes[index].offset), detail)
    }

    /// Returns the type of the node at `index`. Throws `ExpressionError`.
    mutating func type(_ index: Int) throws(ExpressionError) -> ExpressionType {
        let node = program.nodes[index]
        let first = Int(node.first)
        switch node.kind {
        case .constant: return ExpressionChecker.type(of: program.constants[first])
        case .variable: return environment.variables[program.names[first]] ?? .dyn
        case .local: return locals[first]
        case .unknown:
            let name = program.names[first]
            throw fault(
                .name, index,
                name.hasSuffix("()") ? "'\(name.dropLast(2))' is no function here." : "'\(name)' is no variable.")
        case .path, .hasPath: return try path(program.paths[first], isTest: node.kind == .hasPath, index)
        case .select:
            return try member(program.names[Int(node.second)], of: try type(first), isTest: false, index)
        case .hasSelect:
            _ = try member(program.names[Int(node.second)], of: try type(first), isTest: true, index)
            return .bool
        case .index: return try element(of: try type(first), try type(Int(node.second)), index)
        case .call:
            var types: [ExpressionType] = []
            for child in program.children(of: node) { types.append(try type(Int(child))) }
            guard let result = node.function.result(types) else {
                let list = types.map(\.name).joined(separator: ", ")
                throw fault(.type, index, "\(node.function.rawValue) does not take (\(list)).")
            }
            return result
        case .not:
            try require(.bool, try type(first), first, "'!'")
            return .bool
        case .negate:
            let operand = try type(first)
            switch operand {
            case .int, .double, .number, .duration, .decimal, .dyn: return operand
            default: throw fault(.type, index, "'-' does not take \(operand.name).")
            }
        case .and, .or:
            for child in program.children(of: node) {
                try require(.bool, try type(Int(child)), Int(child), node.kind == .and ? "'&&'" : "'||'")
            }
            return .bool
        case .conditional: return try conditional(node)
        case .list:
            var element: ExpressionType?
            for child in program.children(of: node) {
                let type = try type(Int(child))
                element = element.map { $0.joined(type) } ?? type
            }
            return .list(element ?? .dyn)
        case .map: return try map(node)
        case .macro: return try macro(program.macros[first])
        case .add, .subtract, .multiply, .divide, .remainder: return try arithmetic(node, index)
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: return try comparison(node, index)
        case .isIn: return try membership(node, index)
        }
    }

    private mutating func require(
        _ wanted: ExpressionType, _ type: ExpressionType, _ index: Int, _ operation: String
    ) throws(ExpressionError) {
        guard !type.overlaps(wanted) else { return }
        throw fault(.type, index, "\(operation) needs \(wanted.name), not \(type.name).")
    }

    private func path(
        _ path: ContextPath, isTest: Bool, _ index: Int
    ) throws(ExpressionError) -> ExpressionType {
        var type = environment.variables[path.root] ?? .dyn
        for (position, element) in path.elements.enumerated() {
            let isLast = position == path.elements.count - 1
            switch element {
            case .name(let name): type = try member(name, of: type, isTest: isTest && isLast, index)
            case .index: type = try self.element(of: type, .int, index)
            }
        }
        return isTest ? .bool : type
    }

    private func member(
        _ name: String, of type: ExpressionType, isTest: Bool, _ index: Int
    ) throws(ExpressionError) -> ExpressionType {
        switch type {
        case .dyn: return .dyn
        case .map(let key, let value):
            guard key.overlaps(.string) else { throw fault(.type, index, "The map has no text as a key.") }
            return value
        case .object(let object):
            if let member = object.members[name] ?? object.rest { return member }
            throw fault(.missing, index, "There is no member '\(name)'.")
        default: throw fault(.type, index, "\(type.name) has no members.")
        }
    }

    private func element(
        of type: ExpressionType, _ key: ExpressionType, _ index: Int
    ) throws(ExpressionError) -> ExpressionType {
        switch type {
        case .dyn: return .dyn
        case .list(let element):
            guard key == .dyn || key.isNumeric else { throw fault(.type, index, "A list's index is a number.") }
            return element
        case .map(let known, let value):
            guard key.compares(with: known) else {
                throw fault(.type, index, "The map has keys of type \(known.name), not \(key.name).")
            }
            return value
        case .object(let object):
            guard key.overlaps(.string) else { throw fault(.type, index, "The map has keys of type string.") }
            return object.value
        default: throw fault(.type, index, "\(type.name) has no elements.")
        }
    }

    private mutating func conditional(_ node: ExpressionProgram.Node) throws(ExpressionError) -> ExpressionType {
        let parts = program.children(of: node).map { Int($0) }
        try require(.bool, try type(parts[0]), parts[0], "'?'")
        let (then, otherwise) = (try type(parts[1]), try type(parts[2]))
        guard then.overlaps(otherwise) || then == .null || otherwise == .null else {
            throw fault(.type, parts[2], "The two results of '?' have the types \(then.name) and \(otherwise.name).")
        }
        return then.joined(otherwise)
    }

    private mutating func map(_ node: ExpressionProgram.Node) throws(ExpressionError) -> ExpressionType {
        let parts = program.children(of: node).map { Int($0) }
        var key: ExpressionType?
        var value: ExpressionType?
        var members: [String: ExpressionType] = [:]
        var isObject = true
        for position in stride(from: 0, to: parts.count, by: 2) {
            let index = parts[position]
            let (a, b) = (try type(index), try type(parts[position + 1]))
            switch a {
            case .string, .int, .uint, .bool, .number, .dyn: break
            default: throw fault(.type, index, "A map has no key of type \(a.name).")
            }
            if program.nodes[index].kind == .constant,
                case .string(let name) = program.constants[Int(program.nodes[index].first)]
            {
                guard members.updateValue(b, forKey: name) == nil else {
                    throw fault(.value, index, "The map has the key '\(name)' twice.")
                }
            } else {
                isObject = false
            }
            key = key.map { $0.joined(a) } ?? a
            value = value.map { $0.joined(b) } ?? b
        }
        guard let key, let value else { return .map(.dyn, .dyn) }
        return isObject ? .object(ExpressionObjectType(members: members, rest: value)) : .map(key, value)
    }

    private mutating func macro(_ macro: ExpressionProgram.Macro) throws(ExpressionError) -> ExpressionType {
        let range = try type(macro.range)
        let (key, value): (ExpressionType, ExpressionType)
        var isMap = false
        switch range {
        case .dyn: (key, value) = (.dyn, .dyn)
        case .list(let element): (key, value) = (.int, element)
        case .map(let known, let member):
            (key, value) = (known, member)
            isMap = true
        case .object(let object):
            (key, value) = (.string, object.value)
            isMap = true
        default: throw fault(.type, macro.range, "A macro ranges over a list or a map, not \(range.name).")
        }
        if macro.slots.count == 2 {
            locals[macro.slots[0]] = key
            locals[macro.slots[1]] = value
        } else {
            locals[macro.slots[0]] = isMap ? key : value
        }
        if let condition = macro.condition { try require(.bool, try type(condition), condition, "A condition") }
        let body = try type(macro.body)
        switch macro.kind {
        case .all, .exists, .existsOne, .filter:
            try require(.bool, body, macro.body, "A condition")
            guard macro.kind == .filter else { return .bool }
            return .list(isMap ? key : value)
        case .map, .transformList: return .list(body)
        case .transformMap: return .map(key, body)
        }
    }

    private mutating func comparison(
        _ node: ExpressionProgram.Node, _ index: Int
    ) throws(ExpressionError) -> ExpressionType {
        let (a, b) = (try type(Int(node.first)), try type(Int(node.second)))
        if node.kind.isEquality {
            guard a.compares(with: b) else {
                throw fault(.type, index, "\(a.name) and \(b.name) are never equal; values are never converted.")
            }
            return .bool
        }
        for side in [a, b] where !side.hasOrder {
            throw fault(.type, index, "A value of type \(side.name) has no order.")
        }
        guard a.overlaps(b) || (a.isNumeric && b.isNumeric) else {
            throw fault(.type, index, "\(a.name) and \(b.name) have no order; values are never converted.")
        }
        return .bool
    }

    private mutating func membership(
        _ node: ExpressionProgram.Node, _ index: Int
    ) throws(ExpressionError) -> ExpressionType {
        let (item, range) = (try type(Int(node.first)), try type(Int(node.second)))
        switch range {
        case .dyn: break
        case .list(let element):
            guard item.compares(with: element) else {
                throw fault(.type, index, "A list of \(element.name) never has a \(item.name) in it.")
            }
        case .map(let key, _):
            guard item.compares(with: key) else {
                throw fault(.type, index, "A map with keys of type \(key.name) never has a \(item.name) in it.")
            }
        case .object:
            guard item.overlaps(.string) else {
                throw fault(.type, index, "A map with keys of type string never has a \(item.name) in it.")
            }
        default: throw fault(.type, index, "'in' needs a list or a map, not \(range.name).")
        }
        return .bool
    }

    private mutating func arithmetic(
        _ node: ExpressionProgram.Node, _ index: Int
    ) throws(ExpressionError) -> ExpressionType {
        let (a, b) = (try type(Int(node.first)), try type(Int(node.second)))
        guard let result = a.result(node.kind, b) else {
            throw fault(.type, index, "\(a.name) and \(b.name) cannot be computed; values are never converted.")
        }
        return result
    }

    static func type(of value: ExpressionValue) -> ExpressionType {
        switch value {
        case .null: .null
        case .bool: .bool
        case .int: .int
        case .uint: .uint
        case .double: .double
        case .string: .string
        case .bytes: .bytes
        case .jsonList, .list: .list(.dyn)
        case .jsonMap, .map: .map(.dyn, .dyn)
        case .timestamp: .timestamp
        case .duration: .duration
        case .decimal: .decimal
        case .type: .type
        case .fault: .dyn
        }
    }
}

extension ExpressionType {
    /// `true` if `<` may compare values of this type.
    fileprivate var hasOrder: Bool {
        switch self {
        case .null, .type, .list, .map, .object: false
        default: true
        }
    }

    /// Returns the type of `self kind other`, or `nil` if there is none.
    fileprivate func result(_ kind: ExpressionProgram.Kind, _ other: ExpressionType) -> ExpressionType? {
        let isSum = kind == .add
        switch (self, other) {
        case (.timestamp, .timestamp): return kind == .subtract ? .duration : nil
        case (.timestamp, .duration): return isSum || kind == .subtract ? .timestamp : nil
        case (.duration, .timestamp): return isSum ? .timestamp : nil
        case (.duration, .duration): return isSum || kind == .subtract ? .duration : nil
        case (.dyn, .dyn): return .dyn
        case (.dyn, .timestamp), (.dyn, .duration), (.timestamp, .dyn), (.duration, .dyn):
            return isSum || kind == .subtract ? .dyn : nil
        case (.decimal, .decimal), (.decimal, .dyn), (.dyn, .decimal):
            return kind == .divide || kind == .remainder ? nil : .decimal
        case (.list(let a), .list(let b)): return isSum ? .list(a.joined(b)) : nil
        case (.list, .dyn), (.dyn, .list): return isSum ? .list(.dyn) : nil
        case (.string, .string), (.bytes, .bytes): return isSum ? self : nil
        case (.string, .dyn), (.bytes, .dyn): return isSum ? self : nil
        case (.dyn, .string), (.dyn, .bytes): return isSum ? other : nil
        default: break
        }
        guard isNumeric || self == .dyn, other.isNumeric || other == .dyn, overlaps(other) else { return nil }
        let known = self == .dyn || self == .number ? other : self
        return kind == .remainder && known == .double ? nil : known
    }
}
