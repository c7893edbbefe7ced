internal import JourneyBase

/// An expression in compiled form: flat nodes that refer to their children by index.
final class ExpressionProgram: Sendable {
    enum Kind: UInt8, Sendable {
        /// An entry of `constants`.
        case constant
        /// An entry of `names`: a variable of the environment.
        case variable
        /// An entry of `paths`: members and elements of a root of the context.
        case path
        /// A variable of a macro.
        case local
        /// A name that nothing has; an error when it is evaluated.
        case unknown
        case select, hasSelect, hasPath, index
        /// A function with its arguments, a receiver first.
        case call
        case not, negate
        case and, or
        case conditional
        case list
        /// Keys and values in turn.
        case map
        /// An entry of `macros`.
        case macro
        case add, subtract, multiply, divide, remainder
        case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
        case isIn

        var isComparison: Bool { rawValue >= Kind.equal.rawValue && rawValue <= Kind.greaterOrEqual.rawValue }
        var isEquality: Bool { self == .equal || self == .notEqual }
    }

    struct Node: Sendable {
        let kind: Kind
        let function: ExpressionFunction
        /// The first operand, an index into a table, or the start of `count` entries of `children`.
        let first: Int32
        /// The second operand, an index into `names`, or the number of children.
        let second: Int32
        /// The node's offset in the source, in bytes.
        let offset: Int32
    }

    /// A macro over the elements of a list or the keys of a map.
    struct Macro: Sendable {
        enum Kind: UInt8, Sendable { case all, exists, existsOne, map, filter, transformList, transformMap }

        let kind: Kind
        let range: Int
        /// The slots of its variables. With two of them, the first holds the index or key and the second the value.
        let slots: [Int]
        let condition: Int?
        let body: Int
    }

    let nodes: [Node]
    let children: [Int32]
    let constants: [ExpressionValue]
    let names: [String]
    let paths: [ContextPath]
    let macros: [Macro]
    let patterns: [Int: Pattern]
    let slotCount: Int
    let root: Int

    init(_ builder: ExpressionBuilder, root: Int) {
        nodes = builder.nodes
        children = builder.children
        constants = builder.constants
        names = builder.names
        paths = builder.paths
        macros = builder.macros
        patterns = builder.patterns
        slotCount = builder.slotCount
        self.root = root
    }

    func children(of node: Node) -> ArraySlice<Int32> {
        children[Int(node.first)..<Int(node.first) + Int(node.second)]
    }
}

/// The nodes and tables of an expression while it is parsed.
struct ExpressionBuilder {
    private(set) var nodes: [ExpressionProgram.Node] = []
    private(set) var children: [Int32] = []
    private(set) var constants: [ExpressionValue] = []
    private(set) var names: [String] = []
    private(set) var paths: [ContextPath] = []
    private(set) var macros: [ExpressionProgram.Macro] = []
    private(set) var patterns: [Int: Pattern] = [:]
    var slotCount = 0
    /// The height of the tree under each node.
    private(set) var heights: [Int32] = []

    mutating func add(
        _ kind: ExpressionProgram.Kind, _ first: Int, _ second: Int = 0, function: ExpressionFunction = .none,
        height: Int32 = 1, at offset: Int
    ) -> Int {
        nodes.append(
            ExpressionProgram.Node(
                kind: kind, function: function, first: Int32(truncatingIfNeeded: first),
                second: Int32(truncatingIfNeeded: second), offset: Int32(truncatingIfNeeded: offset)))
        heights.append(height)
        return nodes.count - 1
    }

    mutating func add(_ kind: ExpressionProgram.Kind, operands: [Int], at offset: Int) -> Int {
        add(
            kind, operands[0], operands.count > 1 ? operands[1] : 0,
            height: height(of: operands), at: offset)
    }

    mutating func add(
        _ kind: ExpressionProgram.Kind, children list: [Int], function: ExpressionFunction = .none, at offset: Int
    ) -> Int {
        let start = children.count
        children += list.map { Int32(truncatingIfNeeded: $0) }
        return add(kind, start, list.count, function: function, height: height(of: list), at: offset)
    }

    mutating func add(constant value: ExpressionValue, at offset: Int) -> Int {
        constants.append(value)
        return add(.constant, constants.count - 1, at: offset)
    }

    mutating func add(_ kind: ExpressionProgram.Kind, name: String, at offset: Int) -> Int {
        add(kind, index(of: name), at: offset)
    }

    mutating func add(_ kind: ExpressionProgram.Kind, operand: Int, name: String, at offset: Int) -> Int {
        add(kind, operand, index(of: name), height: heights[operand] + 1, at: offset)
    }

    mutating func add(_ kind: ExpressionProgram.Kind, path: ContextPath, at offset: Int) -> Int {
        paths.append(path)
        return add(kind, paths.count - 1, at: offset)
    }

    /// Lengthens the path that has just been added.
    mutating func extend(path node: Int, by element: ContextPath.Element) {
        let place = Int(nodes[node].first)
        paths[place] = ContextPath(root: paths[place].root, elements: paths[place].elements + [element])
    }

    /// Removes the constant that has just been added, because a path has taken it up.
    mutating func removeLastConstant() {
        constants.removeLast()
        nodes.removeLast()
        heights.removeLast()
    }

    /// Turns the path that has just been added into a test for it.
    mutating func makeTest(of node: Int, at offset: Int) {
        let path = nodes[node]
        nodes[node] = ExpressionProgram.Node(
            kind: .hasPath, function: .none, first: path.first, second: 0, offset: Int32(truncatingIfNeeded: offset))
    }

    mutating func add(macro: ExpressionProgram.Macro, at offset: Int) -> Int {
        macros.append(macro)
        let height = height(of: [macro.range, macro.body] + (macro.condition.map { [$0] } ?? []))
        return add(.macro, macros.count - 1, height: height, at: offset)
    }

    /// Returns the place of the first node whose tree is higher than `limit`.
    func heightOffset(beyond limit: Int) -> Int? {
        heights.firstIndex { $0 > limit }.map { Int(nodes[$0].offset) }
    }

    mutating func set(pattern: Pattern, of node: Int) { patterns[node] = pattern }

    private mutating func index(of name: String) -> Int {
        names.append(name)
        return names.count - 1
    }

    private func height(of operands: [Int]) -> Int32 { (operands.map { heights[$0] }.max() ?? 0) + 1 }
}
