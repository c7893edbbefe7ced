internal import JourneyBase

extension ExpressionParser {
    /// Parses the argument of `has`, after its opening parenthesis.
    mutating func has(at offset: Int) throws(ExpressionError) -> Int {
        let start = token.offset
        let operand = try expression()
        try require(.closeParenthesis)
        let node = builder.nodes[operand]
        switch node.kind {
        case .path where !builder.paths[Int(node.first)].elements.isEmpty:
            builder.makeTest(of: operand, at: offset)
            return operand
        case .select:
            return builder.add(
                .hasSelect, operand: Int(node.first), name: builder.names[Int(node.second)], at: offset)
        default: throw ExpressionError(.syntax, at: start, "has() takes a member, such as has(payload.note).")
        }
    }

    /// Parses a macro over `range`, after its opening parenthesis. Returns `nil`, having read nothing, if `name` is none.
    mutating func macro(_ name: String, over range: Int, at offset: Int) throws(ExpressionError) -> Int? {
        let kind: ExpressionProgram.Macro.Kind
        switch name {
        case "all": kind = .all
        case "exists": kind = .exists
        case "exists_one", "existsOne": kind = .existsOne
        case "map": kind = .map
        case "filter": kind = .filter
        case "transformList": kind = .transformList
        case "transformMap": kind = .transformMap
        default: return nil
        }
        guard macroDepth < limits.macros else {
            throw ExpressionError(.limit, at: offset, "Macros are nested at most \(limits.macros) levels deep.")
        }
        macroDepth += 1
        let outer = locals
        defer {
            macroDepth -= 1
            locals = outer
        }
        var variables = [try variable()]
        try require(.comma)
        if kind.takesTwoVariables(followedBy: token.kind, tokens[min(at + 1, tokens.count - 1)].kind, self) {
            variables.append(try variable())
            try require(.comma)
            guard variables[0] != variables[1] else { throw fault("A macro's variables have different names.") }
        }
        var slots: [Int] = []
        for name in variables {
            let slot = locals.count
            locals.append((name, slot))
            slots.append(slot)
        }
        builder.slotCount = max(builder.slotCount, locals.count)
        let bodies = try arguments(closing: .closeParenthesis)
        guard bodies.count == 1 || (bodies.count == 2 && kind.admitsCondition) else {
            throw ExpressionError(.syntax, at: offset, "'\(name)' has another number of arguments.")
        }
        return builder.add(
            macro: ExpressionProgram.Macro(
                kind: kind, range: range, slots: slots, condition: bodies.count == 2 ? bodies[0] : nil,
                body: bodies[bodies.count - 1]),
            at: offset)
    }

    private mutating func variable() throws(ExpressionError) -> String {
        guard case .name(let name) = token.kind, !["true", "false", "null", "in"].contains(name) else {
            throw fault("A macro's variable is a plain name.")
        }
        at += 1
        return name
    }

    /// Returns the number of arguments up to the closing parenthesis of the macro that is being parsed.
    fileprivate func argumentsLeft() -> Int {
        var open = 0
        var count = 1
        for token in tokens[at...] {
            switch token.kind {
            case .sign(.openParenthesis), .sign(.openBracket), .sign(.openBrace): open += 1
            case .sign(.closeParenthesis), .sign(.closeBracket), .sign(.closeBrace):
                if open == 0 { return count }
                open -= 1
            case .sign(.comma) where open == 0: count += 1
            default: break
            }
        }
        return count
    }
}

extension ExpressionProgram.Macro.Kind {
    fileprivate var admitsCondition: Bool { self == .map || self == .transformList || self == .transformMap }

    /// Returns `true` if the macro's next argument is its second variable: `all`, `exists` and `existsOne` have one when three
    /// arguments are given in all, `transformList` and `transformMap` always have one.
    fileprivate func takesTwoVariables(
        followedBy first: ExpressionToken.Kind, _ second: ExpressionToken.Kind, _ parser: ExpressionParser
    ) -> Bool {
        switch self {
        case .transformList, .transformMap: return true
        case .map, .filter: return false
        case .all, .exists, .existsOne:
            guard case .name = first, second == .sign(.comma) else { return false }
            return parser.argumentsLeft() == 2
        }
    }
}
