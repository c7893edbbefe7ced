internal import JourneyBase

/// Parses an expression within its limits (CEL's language definition, section "Syntax"). Messages and optional values are not
/// part of the language.
struct ExpressionParser {
    let tokens: [ExpressionToken]
    let environment: ExpressionEnvironment
    let limits: ExpressionLimits
    var at = 0
    var builder = ExpressionBuilder()
    /// The variables of the macros around the current place, with their slots.
    var locals: [(name: String, slot: Int)] = []
    var macroDepth = 0
    private var depth = 0

    private init(
        _ source: String, _ environment: ExpressionEnvironment, _ limits: ExpressionLimits
    ) throws(ExpressionError) {
        guard source.utf8.count <= limits.bytes else {
            throw ExpressionError(.limit, at: limits.bytes, "An expression has at most \(limits.bytes) bytes.")
        }
        tokens = try ExpressionLexer.tokens(of: source)
        self.environment = environment
        self.limits = limits
    }

    static func program(
        of source: String, in environment: ExpressionEnvironment, limits: ExpressionLimits
    ) throws(ExpressionError) -> ExpressionProgram {
        var parser = try ExpressionParser(source, environment, limits)
        let root = try parser.expression()
        guard parser.token.kind == .end else { throw parser.fault("An operator or the end is expected here.") }
        if let offset = parser.builder.heightOffset(beyond: limits.height) {
            throw ExpressionError(.limit, at: offset, "An expression has at most \(limits.height) operators in a row.")
        }
        return ExpressionProgram(parser.builder, root: root)
    }

    var token: ExpressionToken { tokens[at] }

    func fault(_ detail: String) -> ExpressionError { ExpressionError(.syntax, at: token.offset, detail) }

    func next(is sign: ExpressionSign) -> Bool {
        guard case .sign(let found) = tokens[at].kind else { return false }
        return found == sign
    }

    mutating func take(_ sign: ExpressionSign) -> Bool {
        guard next(is: sign) else { return false }
        at += 1
        return true
    }

    mutating func require(_ sign: ExpressionSign) throws(ExpressionError) {
        guard take(sign) else { throw fault("'\(sign.rawValue)' is expected here.") }
    }

    /// Parses a nested expression.
    mutating func expression() throws(ExpressionError) -> Int {
        depth += 1
        defer { depth -= 1 }
        // The outermost expression is nested in nothing.
        guard depth <= limits.depth + 1 else {
            throw ExpressionError(
                .limit, at: token.offset, "An expression is nested at most \(limits.depth) levels deep.")
        }
        // Conditionals in a row are no deeper nesting: they are collected and joined from the right.
        var parts: [(condition: Int, then: Int, offset: Int)] = []
        var last = try disjunction()
        while next(is: .question) {
            let offset = token.offset
            at += 1
            let then = try disjunction()
            try require(.colon)
            parts.append((last, then, offset))
            last = try disjunction()
        }
        for part in parts.reversed() {
            last = builder.add(.conditional, children: [part.condition, part.then, last], at: part.offset)
        }
        return last
    }

    private mutating func disjunction() throws(ExpressionError) -> Int {
        try chain(.or, .or) { (parser) throws(ExpressionError) in
            try parser.chain(.and, .and) { (parser) throws(ExpressionError) in try parser.relation() }
        }
    }

    private mutating func chain(
        _ sign: ExpressionSign, _ kind: ExpressionProgram.Kind,
        _ part: (inout ExpressionParser) throws(ExpressionError) -> Int
    ) throws(ExpressionError) -> Int {
        var terms = [try part(&self)]
        let offset = token.offset
        while take(sign) { terms.append(try part(&self)) }
        return terms.count == 1 ? terms[0] : builder.add(kind, children: terms, at: offset)
    }

    private mutating func relation() throws(ExpressionError) -> Int {
        var left = try addition()
        while true {
            let offset = token.offset
            let kind: ExpressionProgram.Kind
            switch tokens[at].kind {
            case .sign(.equal): kind = .equal
            case .sign(.notEqual): kind = .notEqual
            case .sign(.less): kind = .less
            case .sign(.lessOrEqual): kind = .lessOrEqual
            case .sign(.greater): kind = .greater
            case .sign(.greaterOrEqual): kind = .greaterOrEqual
            case .name("in"): kind = .isIn
            default: return left
            }
            at += 1
            let right = try addition()
            left = builder.add(kind, operands: [left, right], at: offset)
        }
    }

    private mutating func addition() throws(ExpressionError) -> Int {
        var left = try multiplication()
        while true {
            let offset = token.offset
            let kind: ExpressionProgram.Kind
            if take(.plus) { kind = .add } else if take(.minus) { kind = .subtract } else { return left }
            let right = try multiplication()
            left = builder.add(kind, operands: [left, right], at: offset)
        }
    }

    private mutating func multiplication() throws(ExpressionError) -> Int {
        var left = try unary()
        while true {
            let offset = token.offset
            let kind: ExpressionProgram.Kind
            if take(.times) {
                kind = .multiply
            } else if take(.slash) {
                kind = .divide
            } else if take(.percent) {
                kind = .remainder
            } else {
                return left
            }
            let right = try unary()
            left = builder.add(kind, operands: [left, right], at: offset)
        }
    }

    private mutating func unary() throws(ExpressionError) -> Int {
        let sign: ExpressionSign = next(is: .not) ? .not : .minus
        var offsets: [Int] = []
        while next(is: sign) {
            offsets.append(token.offset)
            at += 1
        }
        // The sign of a number belongs to the number: there is no positive number whose negative is the least integer.
        var isNegative = false
        if sign == .minus, !offsets.isEmpty {
            switch token.kind {
            case .integer, .double:
                isNegative = true
                offsets.removeLast()
            default: break
            }
        }
        var operand = try member(isNegative: isNegative)
        for offset in offsets.reversed() {
            operand = builder.add(sign == .not ? .not : .negate, operands: [operand], at: offset)
        }
        return operand
    }
}
