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
    /// The shape of an object's other members; empty if nothing is known.
    package var others: [ExpressionShape] = []
    /// The choices of the schema: the value fits one shape of each.
    package var choices: [[ExpressionShape]] = []
    /// The rule for constants, such as a pattern or a maximum.
    var rule: ConstantRule?

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
        var check = ExpressionShapeCheck(program, evaluation(in: ExpressionScope()), environment)
        check.visit(program.root, shape)
        return check.faults
    }
}

/// The rule of a schema for a text or a number by itself.
struct ConstantRule: Hashable, Sendable {
    private let schema: JSONValue
    private let dialect: JSONSchema.Dialect

    private static let keywords = [
        "pattern", "format", "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
        "multipleOf", "enum", "const",
    ]

    /// Takes the rule from a schema. Returns `nil` if the schema has none.
    init?(_ schema: JSONValue, _ dialect: JSONSchema.Dialect) {
        let members = (schema.object ?? [:]).filter { ConstantRule.keywords.contains($0.key) }
        guard !members.isEmpty else { return nil }
        self.schema = .object(members)
        self.dialect = dialect
    }

    /// Compiles the rule. One that can't be compiled checks nothing, as in the document itself.
    func compiled() -> JSONSchema? { try? JSONSchema.compile(schema, at: "", dialect: dialect) }
}

/// Compares the literals of an expression with a shape.
private struct ExpressionShapeCheck {
    /// The largest number of comparisons: the choices of a schema multiply.
    private static let limit = 20_000

    private let program: ExpressionProgram
    private let machine: ExpressionMachine
    /// The rules that were compiled, each once.
    private var rules: [ConstantRule: JSONSchema] = [:]
    private var budget = ExpressionShapeCheck.limit
    private var checker: ExpressionChecker
    private(set) var faults: [ExpressionError] = []

    init(_ program: ExpressionProgram, _ machine: ExpressionMachine, _ environment: ExpressionEnvironment) {
        self.program = program
        self.machine = machine
        checker = ExpressionChecker(program, environment)
        // Also sets the types of the macros' variables.
        _ = try? checker.type(program.root)
    }

    mutating func visit(_ index: Int, _ shape: ExpressionShape) {
        budget -= 1
        guard budget > 0 else { return }
        if program.nodes[index].kind == .conditional {
            for child in program.operands(of: index).dropFirst() { visit(child, shape) }
            return
        }
        compare(index, shape)
        for choice in shape.choices { choose(index, choice, shape) }
    }

    /// Compares the value with the shapes of a choice. If none fits, the faults of the nearest one count.
    private mutating func choose(_ index: Int, _ choice: [ExpressionShape], _ shape: ExpressionShape) {
        var nearest: [ExpressionError]?
        for var option in choice {
            // An object has the members of the schema around the choice too.
            option.members.merge(shape.members) { own, _ in own }
            option.isOpen = option.isOpen || shape.choices.count > 1
            var trial = self
            trial.faults = []
            trial.visit(index, option)
            (budget, rules) = (trial.budget, trial.rules)
            if trial.faults.isEmpty || budget <= 0 { return }
            if trial.faults.count < nearest?.count ?? .max { nearest = trial.faults }
        }
        // The arms of a conditional within the literal may fit different options.
        guard !program.contains(under: index, { $0.kind == .conditional }) else { return }
        faults += nearest ?? []
    }

    private mutating func compare(_ index: Int, _ shape: ExpressionShape) {
        let node = program.nodes[index]
        let children = program.operands(of: index)
        switch node.kind {
        case .map where shape.type.isObject: object(index, children, shape)
        case .list where shape.type.isList:
            for child in children { visit(child, shape.items.first ?? ExpressionShape()) }
        case .add where shape.type.isList:
            for child in children { visit(child, shape) }
        case .macro where shape.type.isList: elements(of: program.macros[Int(node.first)], shape)
        case .constant where !shape.texts.isEmpty && program.text(index).map(shape.texts.contains) == false:
            faults.append(
                ExpressionError(.value, at: Int(node.offset), "The text is none of those that the schema lists."))
        default:
            if let type = try? checker.type(index), !fits(type, shape) {
                faults.append(
                    ExpressionError(
                        .type, at: Int(node.offset), "The value is \(type.name), but must be \(shape.type.name)."))
            } else if let rule = shape.rule, program.isConstant(index), let fault = fault(of: index, rule) {
                faults.append(ExpressionError(.value, at: Int(node.offset), "The constant \(fault)."))
            }
        }
    }

    /// Returns what a rule finds wrong with a constant.
    private mutating func fault(of index: Int, _ rule: ConstantRule) -> String? {
        // Each constant has the whole cost limit.
        var (machine, writer) = (machine, ExpressionJSON(.standard))
        guard let value = try? writer.json(machine.value(index)), value != .null,
            let schema = rules[rule] ?? rule.compiled()
        else { return nil }
        rules[rule] = schema
        return schema.faults(in: value, use: .request).first?.reason
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
            } else if let others = shape.others.first {
                visit(children[position + 1], others)
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
