public import JourneyBase

/// A guard: a compiled expression that is true, false or an error. A subset of CEL (Common Expression Language), with
/// the traps taken out: nothing is converted, a missing path is an error, and every error means "not taken".
///
/// Comparisons, `&&`, `||`, `!`, parentheses, `has(path)`; text, numbers, `true`, `false`, `null`; dotted paths with
/// whole-number indices. Whole numbers compare exactly, others as 64-bit
/// binary numbers, text by code point. `docs/reference/manifest.md` has the whole grammar.
public struct Guard: Sendable {
    /// The longest expression, in bytes.
    public static let byteLimit = 1_024
    /// The most terms: comparisons, and operands that stand alone.
    public static let termLimit = 32
    /// The deepest nesting of parentheses and `!`.
    public static let depthLimit = 12

    /// As the manifest has it.
    public let source: String
    let program: GuardProgram

    /// Compiles `source` and checks its types as far as they are known. Throws `GuardError`.
    public init(compiling source: String) throws(GuardError) {
        try self.init(compiling: source) { (_) throws(GuardError) in nil }
    }

    /// As above, with what the journey declares about paths.
    init(
        compiling source: String, typeOf: @escaping (ContextPath) throws(GuardError) -> ValueType?
    ) throws(GuardError) {
        program = try GuardParser.program(of: source, roots: Context.rootNames)
        try GuardTyping(program: program, typeOf: typeOf).check(wantsBoolean: true)
        self.source = source
    }

    /// Whether the guard holds. Throws `GuardError` for a missing path, types that do not go together, and a number out
    /// of range. Costs about as much as looking its paths up; nothing is parsed again.
    public func evaluate(in context: Context) throws(GuardError) -> Bool {
        switch program.value(program.root, in: context) {
        case .bool(let truth): return truth
        case .fault(let fault): throw program.error(fault)
        default: throw program.error(GuardFault(reason: .boolean, node: program.root))
        }
    }

    /// The value of any expression of the grammar, true or false or not, over the members of `variables`, whatever
    /// their names: for the command line and for tests. Throws `GuardError`.
    public static func value(of source: String, variables: JSONValue) throws(GuardError) -> JSONValue {
        let program = try GuardParser.program(of: source, roots: nil)
        try GuardTyping(program: program) { (_) throws(GuardError) in nil }.check(wantsBoolean: false)
        let context = Context(roots: variables.object ?? [:])
        if program.nodes[program.root].kind == .path,
            let value = program.paths[Int(program.nodes[program.root].first)].value(in: context)
        {
            return value
        }
        switch program.value(program.root, in: context) {
        case .null, .composite: return .null
        case .bool(let truth): return .bool(truth)
        case .integer(let value): return .number(JSONNumber(value))
        case .decimal(let value): return JSONNumber(value).map { .number($0) } ?? .null
        case .text(let text): return .string(text)
        case .fault(let fault): throw program.error(fault)
        }
    }
}

extension GuardProgram {
    /// The error of a fault, with its place.
    func error(_ fault: GuardFault) -> GuardError {
        let node = nodes[Int(fault.node)]
        let place = node.kind == .path ? "'\(paths[Int(node.first)])'" : "A part of the guard"
        let offset = Int(node.offset)
        return switch fault.reason {
        case .missing: GuardError(.missing, at: offset, "\(place) leads nowhere.")
        case .type: GuardError(.type, at: offset, "The two sides of a comparison are of types that do not compare.")
        case .boolean: GuardError(.type, at: offset, "\(place) is neither true nor false.")
        case .number: GuardError(.number, at: offset, "\(place) is a number out of range.")
        }
    }
}
