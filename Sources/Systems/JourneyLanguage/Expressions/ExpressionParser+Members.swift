internal import JourneyBase

extension ExpressionParser {
    private static let reserved: Set<String> = [
        "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
        "namespace", "return", "var", "void", "while",
    ]
    private static let keywords: Set<String> = ["true", "false", "null", "in"]

    /// A member expression while it is parsed: a name that still may grow by further names, or a node.
    private enum Part {
        /// Names in a row that no node stands for yet, with the offsets of each.
        case names([(name: String, offset: Int)])
        case node(Int)
    }

    mutating func member(isNegative: Bool) throws(ExpressionError) -> Int {
        var part = try primary(isNegative: isNegative)
        while true {
            let offset = token.offset
            if take(.dot) {
                part = try selection(of: part, at: offset)
            } else if take(.openBracket) {
                let key = try expression()
                try require(.closeBracket)
                part = .node(try indexed(try node(of: part), key, at: offset))
            } else if next(is: .openBrace), case .names = part {
                throw fault("Messages are not part of the language; a map begins with '{' alone.")
            } else {
                return try node(of: part)
            }
        }
    }

    private mutating func primary(isNegative: Bool) throws(ExpressionError) -> Part {
        let offset = token.offset
        let kind = token.kind
        at += 1
        switch kind {
        case .integer(let digits, let radix):
            guard let value = Int64((isNegative ? "-" : "") + digits, radix: radix) else {
                throw ExpressionError(.number, at: offset, "The number exceeds 64 bits.")
            }
            return .node(builder.add(constant: .int(value), at: offset))
        case .unsigned(let digits, let radix):
            guard let value = UInt64(digits, radix: radix) else {
                throw ExpressionError(.number, at: offset, "The number exceeds 64 bits.")
            }
            return .node(builder.add(constant: .uint(value), at: offset))
        case .double(let value):
            return .node(builder.add(constant: .double(isNegative ? -value : value), at: offset))
        case .string(let text): return .node(builder.add(constant: .string(text), at: offset))
        case .bytes(let bytes): return .node(builder.add(constant: .bytes(bytes), at: offset))
        case .name(let name): return try named(name, at: offset)
        case .sign(.dot):
            // A leading dot names the outermost scope; there are no others.
            guard case .name(let name) = token.kind else { throw fault("A name is expected here.") }
            at += 1
            return try named(name, at: offset)
        case .sign(.openParenthesis):
            let inner = try expression()
            try require(.closeParenthesis)
            return .node(inner)
        case .sign(.openBracket): return .node(try list(at: offset))
        case .sign(.openBrace): return .node(try map(at: offset))
        case .sign, .quotedName, .end:
            at -= 1
            throw fault(
                kind == .end ? "The expression ends where a value is expected." : "A value is expected here.")
        }
    }

    private mutating func named(_ name: String, at offset: Int) throws(ExpressionError) -> Part {
        switch name {
        case "true": return .node(builder.add(constant: .bool(true), at: offset))
        case "false": return .node(builder.add(constant: .bool(false), at: offset))
        case "null": return .node(builder.add(constant: .null, at: offset))
        default: break
        }
        guard !ExpressionParser.reserved.contains(name), name != "in" else {
            throw ExpressionError(.syntax, at: offset, "'\(name)' is a reserved word.")
        }
        guard take(.openParenthesis) else { return .names([(name, offset)]) }
        if name == "has" { return .node(try has(at: offset)) }
        return .node(try call(name, receiver: nil, arguments: try callArguments(), at: offset))
    }

    private mutating func selection(of part: Part, at offset: Int) throws(ExpressionError) -> Part {
        let name: String
        var isQuoted = false
        switch token.kind {
        case .name(let word):
            guard !ExpressionParser.keywords.contains(word) else { throw fault("'\(word)' is a reserved word.") }
            name = word
        case .quotedName(let word):
            name = word
            isQuoted = true
        default: throw fault("A member's name is expected here.")
        }
        at += 1
        if !isQuoted, take(.openParenthesis) {
            if case .names(let names) = part, names.count == 1, names[0].name == "strings",
                !isVariable(names[0].name), name == "quote"
            {
                return .node(
                    try call("strings.quote", receiver: nil, arguments: try callArguments(), at: offset))
            }
            let receiver = try node(of: part)
            if let macro = try macro(name, over: receiver, at: offset) { return .node(macro) }
            return .node(
                try call(name, receiver: receiver, arguments: try callArguments(), at: offset))
        }
        if case .names(let names) = part, !isQuoted { return .names(names + [(name, offset)]) }
        return .node(selected(name, of: try node(of: part), at: offset))
    }

    private mutating func selected(_ name: String, of operand: Int, at offset: Int) -> Int {
        if isGrowing(operand, last: builder.nodes.count - 1) {
            builder.extend(path: operand, by: .name(name))
            return operand
        }
        return builder.add(.select, operand: operand, name: name, at: offset)
    }

    private mutating func indexed(_ operand: Int, _ key: Int, at offset: Int) throws(ExpressionError) -> Int {
        if isGrowing(operand, last: key - 1), key == builder.nodes.count - 1, builder.nodes[key].kind == .constant {
            let element: ContextPath.Element? =
                switch builder.constants[Int(builder.nodes[key].first)] {
                case .string(let name): .name(name)
                case .int(let index) where index >= 0: .index(Int(index))
                default: nil
                }
            if let element {
                builder.removeLastConstant()
                builder.extend(path: operand, by: element)
                return operand
            }
        }
        return builder.add(.index, operands: [operand, key], at: offset)
    }

    /// Returns `true` if the node is a path that may be lengthened, because it was the last one to be added.
    private func isGrowing(_ node: Int, last: Int) -> Bool { node == last && builder.nodes[node].kind == .path }

    private func isVariable(_ name: String) -> Bool {
        locals.contains { $0.name == name } || environment.variables[name] != nil
    }

    /// Returns the node of `part`. Of names in a row, the longest that are a variable count as one; the others select.
    private mutating func node(of part: Part) throws(ExpressionError) -> Int {
        guard case .names(let names) = part else {
            guard case .node(let node) = part else { throw fault("A value is expected here.") }
            return node
        }
        let offset = names[0].offset
        if let local = locals.last(where: { $0.name == names[0].name }) {
            return try select(names.dropFirst(), of: builder.add(.local, local.slot, at: offset))
        }
        for count in stride(from: names.count, to: 0, by: -1) {
            let name = count == 1 ? names[0].name : names[..<count].map(\.name).joined(separator: ".")
            if environment.variables[name] != nil {
                let isRoot = count == 1 && environment.isRoot(name)
                let node =
                    isRoot
                    ? builder.add(.path, path: ContextPath(root: name, elements: []), at: offset)
                    : builder.add(.variable, name: name, at: offset)
                return try select(names.dropFirst(count), of: node)
            }
            if let type = ExpressionTypeName(rawValue: name) {
                return try select(names.dropFirst(count), of: builder.add(constant: .type(type), at: offset))
            }
        }
        return try select(names.dropFirst(), of: builder.add(.unknown, name: names[0].name, at: offset))
    }

    private mutating func select(
        _ names: ArraySlice<(name: String, offset: Int)>, of operand: Int
    ) throws(ExpressionError) -> Int {
        var node = operand
        for (name, offset) in names { node = selected(name, of: node, at: offset) }
        return node
    }

    private mutating func list(at offset: Int) throws(ExpressionError) -> Int {
        builder.add(.list, children: try arguments(closing: .closeBracket, admitsComma: true), at: offset)
    }

    private mutating func map(at offset: Int) throws(ExpressionError) -> Int {
        var parts: [Int] = []
        while !next(is: .closeBrace) {
            parts.append(try expression())
            try require(.colon)
            parts.append(try expression())
            guard take(.comma) else { break }
        }
        try require(.closeBrace)
        return builder.add(.map, children: parts, at: offset)
    }

    /// Parses a call's arguments, after its opening parenthesis.
    private mutating func callArguments() throws(ExpressionError) -> [Int] {
        try arguments(closing: .closeParenthesis)
    }

    /// Parses expressions up to `closing`.
    mutating func arguments(
        closing: ExpressionSign, admitsComma: Bool = false
    ) throws(ExpressionError) -> [Int] {
        var list: [Int] = []
        if take(closing) { return list }
        repeat {
            if admitsComma, !list.isEmpty, next(is: closing) { break }
            list.append(try expression())
        } while take(.comma)
        try require(closing)
        return list
    }

    private mutating func call(
        _ name: String, receiver: Int?, arguments: [Int], at offset: Int
    ) throws(ExpressionError) -> Int {
        let parts = (receiver.map { [$0] } ?? []) + arguments
        guard let function = ExpressionFunction.named(name, hasReceiver: receiver != nil) else {
            return builder.add(.unknown, name: name + "()", at: offset)
        }
        let node = builder.add(.call, children: parts, function: function, at: offset)
        if function == .matches, parts.count == 2, builder.nodes[parts[1]].kind == .constant,
            case .string(let text) = builder.constants[Int(builder.nodes[parts[1]].first)]
        {
            do throws(PatternError) {
                builder.set(pattern: try ExpressionPattern.pattern(text), of: node)
            } catch {
                throw ExpressionError(
                    .value, at: Int(builder.nodes[parts[1]].offset), "The regular expression \(error.reason).")
            }
        }
        return node
    }
}
