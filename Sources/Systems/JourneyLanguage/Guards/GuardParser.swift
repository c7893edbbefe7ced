internal import JourneyBase

/// A recursive-descent parser over the tokens, with a bounded nesting depth.
///
/// ```
/// or         = and { "||" and }
/// and        = comparison { "&&" comparison }
/// comparison = unary [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) unary ]
/// unary      = "!" unary | "(" or ")" | "has" "(" path ")" | literal | path
/// literal    = text | [ "-" ] number | "true" | "false" | "null"
/// path       = name { "." name | "[" integer "]" }
/// ```
struct GuardParser {
    /// The accepted roots, or `nil` to accept every root, as tools do.
    private let roots: Set<String>?
    private let tokens: [GuardToken]
    private var at = 0
    private var depth = 0
    private var program = GuardProgram()

    private static let comparisons: [String: GuardProgram.Kind] = [
        "==": .equal, "!=": .notEqual, "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual,
    ]

    private init(_ source: String, roots: Set<String>?) throws(GuardError) {
        try GuardError.require(
            source.utf8.count <= Guard.byteLimit, .limit, at: Guard.byteLimit,
            "A guard may have at most \(Guard.byteLimit) bytes.")
        self.roots = roots
        tokens = try GuardLexer.tokens(of: source)
    }

    static func program(of source: String, roots: Set<String>?) throws(GuardError) -> GuardProgram {
        var parser = try GuardParser(source, roots: roots)
        parser.program.root = try parser.or()
        try parser.expectEnd()
        try GuardError.require(
            parser.program.terms <= Guard.termLimit, .limit, at: 0, "A guard may have at most \(Guard.termLimit) terms."
        )
        return parser.program
    }

    static func path(of source: String) throws(GuardError) -> ContextPath {
        var parser = try GuardParser(source, roots: Context.rootNames)
        let path = try parser.path()
        try parser.expectEnd()
        return path
    }

    private var token: GuardToken { tokens[at] }

    private func isNext(_ sign: String) -> Bool { token.kind == .sign(sign) }

    private mutating func take(_ sign: String) -> Bool {
        guard isNext(sign) else { return false }
        at += 1
        return true
    }

    private mutating func expect(_ sign: String) throws(GuardError) {
        guard take(sign) else { throw unexpected("'\(sign)' is missing") }
    }

    private mutating func expectEnd() throws(GuardError) {
        guard token.kind == .end else {
            if case .sign(let sign) = token.kind, GuardParser.comparisons[sign] != nil {
                throw GuardError(.syntax, at: token.offset, "Comparisons cannot be chained; add parentheses.")
            }
            throw unexpected("An operator is missing")
        }
    }

    private func unexpected(_ what: String) -> GuardError {
        let found =
            switch token.kind {
            case .name(let word): "'\(word)'"
            case .text: "a string"
            case .number: "a number"
            case .sign(let sign): "'\(sign)'"
            case .end: "the end"
            }
        return GuardError(.syntax, at: token.offset, "\(what) before \(found).")
    }

    private mutating func or() throws(GuardError) -> Int {
        var left = try and()
        while isNext("||") {
            let offset = token.offset
            at += 1
            let right = try and()
            left = program.add(.or, left, right, at: offset)
        }
        return left
    }

    private mutating func and() throws(GuardError) -> Int {
        var left = try comparison()
        while isNext("&&") {
            let offset = token.offset
            at += 1
            let right = try comparison()
            left = program.add(.and, left, right, at: offset)
        }
        return left
    }

    private mutating func comparison() throws(GuardError) -> Int {
        let left = try unary()
        guard case .sign(let sign) = token.kind, let kind = GuardParser.comparisons[sign] else { return left }
        let offset = token.offset
        at += 1
        let right = try unary()
        return program.add(kind, left, right, at: offset)
    }

    private mutating func nested(_ parse: (inout GuardParser) throws(GuardError) -> Int) throws(GuardError) -> Int {
        depth += 1
        try GuardError.require(
            depth <= Guard.depthLimit, .limit, at: token.offset,
            "A guard may nest at most \(Guard.depthLimit) levels deep.")
        defer { depth -= 1 }
        return try parse(&self)
    }

    private mutating func unary() throws(GuardError) -> Int {
        let start = token
        switch start.kind {
        case .sign("!"):
            at += 1
            let child = try nested { (parser) throws(GuardError) in try parser.unary() }
            return program.add(.not, child, at: start.offset)
        case .sign("("):
            at += 1
            let child = try nested { (parser) throws(GuardError) in try parser.or() }
            try expect(")")
            return child
        case .sign("-"):
            at += 1
            guard case .number(let text) = token.kind else { throw unexpected("A number is missing") }
            return try literal(number: "-" + text)
        case .number(let text): return try literal(number: text)
        case .text(let text): return literal(.text(text))
        case .name("true"): return literal(.bool(true))
        case .name("false"): return literal(.bool(false))
        case .name("null"): return literal(.null)
        case .name(let word):
            if tokens[at + 1].kind == .sign("(") { return try call(word) }
            let path = try path()
            program.paths.append(path)
            return program.add(.path, program.paths.count - 1, at: start.offset)
        default: throw unexpected("A value is missing")
        }
    }

    private mutating func literal(_ value: GuardValue) -> Int {
        program.literals.append(value)
        let index = program.add(.literal, program.literals.count - 1, at: token.offset)
        at += 1
        return index
    }

    private mutating func literal(number text: String) throws(GuardError) -> Int {
        let value = GuardValue(lexeme: text, node: 0)
        if case .fault = value { throw GuardError(.number, at: token.offset, "A number is out of range.") }
        return literal(value)
    }

    private mutating func call(_ word: String) throws(GuardError) -> Int {
        let offset = token.offset
        guard word == "has" else {
            throw GuardError(.syntax, at: offset, "'\(word)' is not a function; only has(path) can be called.")
        }
        at += 2
        let path = try path()
        try expect(")")
        program.paths.append(path)
        return program.add(.has, program.paths.count - 1, at: offset)
    }

    private mutating func path() throws(GuardError) -> ContextPath {
        guard case .name(let root) = token.kind else { throw unexpected("A path is missing") }
        if let roots, !roots.contains(root) {
            let names = roots.sorted().joined(separator: ", ")
            throw GuardError(.syntax, at: token.offset, "A path must start with one of \(names), not with '\(root)'.")
        }
        at += 1
        var elements: [ContextPath.Element] = []
        while true {
            if take(".") {
                guard case .name(let name) = token.kind else { throw unexpected("A name is missing") }
                elements.append(.name(name))
                at += 1
            } else if take("[") {
                guard case .number(let text) = token.kind, let index = Int32(text) else {
                    throw unexpected("A whole-number index is missing")
                }
                elements.append(.index(Int(index)))
                at += 1
                try expect("]")
            } else {
                return ContextPath(root: root, elements: elements)
            }
        }
    }
}
