package import JourneyBase

/// A guard: a compiled expression that evaluates to true, false or an error. It is a strict subset of CEL (Common Expression
/// Language): no value is converted, a missing path is an error, and every error means "not taken".
///
/// Comparisons, `&&`, `||`, `!`, parentheses, `has(path)`; text, numbers, `true`, `false`, `null`; dotted paths with whole-number
/// indices. Whole numbers compare exactly, others as 64-bit binary numbers, text by code point. `docs/reference/manifest.md` has the whole
/// grammar.
package struct Guard: Sendable {
    /// The maximum length of an expression, in bytes.
    static let byteLimit = 1_024
    /// The maximum number of terms: comparisons, and operands outside comparisons.
    static let termLimit = 32
    /// The maximum nesting of parentheses and `!`.
    static let depthLimit = 12

    /// The expression as written in the manifest.
    let source: String
    let program: GuardProgram

    /// Compiles `source` and checks its types as far as they are known. Throws `GuardError`.
    package init(compiling source: String) throws(GuardError) {
        try self.init(compiling: source) { (_) throws(GuardError) in nil }
    }

    /// Compiles `source` and checks its types, with the types that the journey declares for paths. Throws `GuardError`.
    init(
        compiling source: String, typeOf: @escaping (ContextPath) throws(GuardError) -> ValueType?
    ) throws(GuardError) {
        program = try GuardParser.program(of: source, roots: Context.rootNames)
        try GuardTyping(program: program, typeOf: typeOf).check(wantsBoolean: true)
        self.source = source
    }

    /// Evaluates the guard. Throws `GuardError` for a missing path, incompatible types, and a number out of range. The cost is
    /// about that of looking its paths up; nothing is parsed again.
    package func evaluate(in context: Context) throws(GuardError) -> Bool {
        switch program.value(program.root, in: context) {
        case .bool(let truth): return truth
        case .fault(let fault): throw program.error(fault)
        default: throw program.error(GuardFault(reason: .boolean, node: program.root))
        }
    }

    /// Evaluates any expression of the grammar, Boolean or not, over the members of `variables`, which may have any names. For
    /// the command line and tests. Throws `GuardError`.
    package static func value(of source: String, variables: JSONValue) throws(GuardError) -> JSONValue {
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
    /// Returns the error for a fault, with its position.
    func error(_ fault: GuardFault) -> GuardError {
        let node = nodes[Int(fault.node)]
        let place = node.kind == .path ? "'\(paths[Int(node.first)])'" : "A part of the guard"
        let offset = Int(node.offset)
        return switch fault.reason {
        case .missing: GuardError(.missing, at: offset, "\(place) does not exist.")
        case .type: GuardError(.type, at: offset, "The two sides of a comparison have types that cannot be compared.")
        case .boolean: GuardError(.type, at: offset, "\(place) is not a Boolean.")
        case .number: GuardError(.number, at: offset, "\(place) is a number out of range.")
        }
    }
}
