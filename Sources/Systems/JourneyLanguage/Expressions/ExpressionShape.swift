/// The shape that a value must have: what a schema says of it, as far as an expression can be held against it before it is
/// evaluated.
package struct ExpressionShape: Hashable, Sendable {
    /// The type, `.dyn` if nothing is known.
    package var type = ExpressionType.dyn
    package var isNullable = false
    /// The members of an object.
    package var members: [String: ExpressionShape] = [:]
    package var required: Set<String> = []
    /// `true` if an object may have other members.
    package var isOpen = true
    /// The shape of a list's elements; empty if nothing is known.
    package var items: [ExpressionShape] = []
    /// The texts that a string may be; empty if nothing is known.
    package var texts: Set<String> = []

    package init(_ type: ExpressionType = .dyn) { self.type = type }

    /// The type of a value of this shape that is read.
    package var readType: ExpressionType {
        if isNullable { return .dyn }
        switch type {
        case .list: return .list(items.first?.readType ?? .dyn)
        case .object, .map:
            return .object(
                ExpressionObjectType(
                    members: members.mapValues(\.readType), rest: isOpen || members.isEmpty ? .dyn : nil))
        default: return type
        }
    }
}

extension Expression {
    /// Holds the expression against the shape that its value must have.
    ///
    /// - Parameters:
    ///   - shape: The shape.
    ///   - environment: The environment in which the expression was compiled.
    /// - Returns: The unknown, missing and wrong-typed members of the literals that make the value, each with its place.
    package func faults(against shape: ExpressionShape, in environment: ExpressionEnvironment) -> [ExpressionError] {
        var check = ExpressionShapeCheck(program, environment)
        check.visit(program.root, shape)
        return check.faults
    }
}

/// Compares the literals of an expression with a shape.
private struct ExpressionShapeCheck {
    private let program: ExpressionProgram
    private var checker: ExpressionChecker
    private(set) var faults: [ExpressionError] = []

    init(_ program: ExpressionProgram, _ environment: ExpressionEnvironment) {
        self.program = program
        checker = ExpressionChecker(program, environment)
        // Also sets the types of the macros' variables.
        _ = try? checker.type(program.root)
    }

    mutating func visit(_ index: Int, _ shape: ExpressionShape) {
        let node = program.nodes[index]
        let children = program.operands(of: index)
        switch node.kind {
        case .conditional:
            visit(children[1], shape)
            visit(children[2], shape)
        case .map where shape.type.isObject: object(index, children, shape)
        case .list where shape.type.isList:
            for child in children { visit(child, shape.items.first ?? ExpressionShape()) }
        case .add where shape.type.isList:
            for child in children { visit(child, shape) }
        case .macro where shape.type.isList: elements(of: program.macros[Int(node.first)], shape)
        case .constant where !shape.texts.isEmpty && program.text(index) != nil:
            guard let text = program.text(index), !shape.texts.contains(text) else { return }
            faults.append(
                ExpressionError(.value, at: Int(node.offset), "The text is none of those that the schema lists."))
        default:
            guard let type = try? checker.type(index), !fits(type, shape) else { return }
            faults.append(
                ExpressionError(
                    .type, at: Int(node.offset), "The value is \(type.name), but must be \(shape.type.name)."))
        }
    }

    /// Compares the elements of the list that a macro makes.
    private mutating func elements(of macro: ExpressionProgram.Macro, _ shape: ExpressionShape) {
        switch macro.kind {
        case .map, .transformList: visit(macro.body, shape.items.first ?? ExpressionShape())
        case .filter: visit(macro.range, shape)
        case .all, .exists, .existsOne, .transformMap:
            let name = macro.kind == .transformMap ? "map" : "bool"
            faults.append(
                ExpressionError(
                    .type, at: Int(program.nodes[macro.range].offset),
                    "The value is \(name), but must be \(shape.type.name)."))
        }
    }

    private func fits(_ type: ExpressionType, _ shape: ExpressionShape) -> Bool {
        if type == .null { return shape.isNullable || shape.type == .dyn }
        // JSON has one kind of number, and writes bytes, times and durations as text.
        switch (type, shape.type) {
        case (.uint, .int), (.int, .number), (.uint, .number), (.double, .number), (.int, .double): return true
        case (.bytes, .string), (.timestamp, .string), (.duration, .string): return true
        case (.decimal, _), (.type, _): return false
        default: return type.overlaps(shape.type)
        }
    }

    private mutating func object(_ index: Int, _ children: [Int], _ shape: ExpressionShape) {
        var given: Set<String> = []
        var isComplete = true
        for position in stride(from: 0, to: children.count, by: 2) {
            let key = program.nodes[children[position]]
            guard key.kind == .constant, case .string(let name) = program.constants[Int(key.first)] else {
                isComplete = false
                continue
            }
            given.insert(name)
            if let member = shape.members[name] {
                visit(children[position + 1], member)
            } else if !shape.isOpen {
                faults.append(
                    ExpressionError(.missing, at: Int(key.offset), "There is no member '\(name)' in the schema."))
            }
        }
        guard isComplete else { return }
        for name in shape.required.subtracting(given).sorted() {
            faults.append(
                ExpressionError(
                    .missing, at: Int(program.nodes[index].offset), "The member '\(name)' is required, and missing."))
        }
    }
}

extension ExpressionType {
    fileprivate var isObject: Bool {
        switch self {
        case .object, .map: true
        default: false
        }
    }

    fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
