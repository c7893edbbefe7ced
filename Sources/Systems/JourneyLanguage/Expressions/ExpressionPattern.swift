/// Parses regular expressions in the syntax of RE2, as CEL's `matches` requires. They run in linear time like those of schemas.
struct ExpressionPattern {
    private let scalars: [Unicode.Scalar]
    private var at = 0
    private var depth = 0
    private var flags = Flags()

    private struct Flags {
        var ignoresCase = false
        var isMultiline = false
        var dotMatchesLineEnd = false
    }

    private static let lengthLimit = 4_096
    private static let depthLimit = 32
    private static let countLimit = 1_000

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// Returns the compiled pattern.
    ///
    /// - Parameters:
    ///   - text: The regular expression.
    ///   - isReused: `false` if it is matched once, so that preparing it costs little.
    /// - Returns: The pattern.
    /// - Throws: `PatternError` for text that is no regular expression, or too large.
    static func pattern(_ text: String, isReused: Bool = true) throws(PatternError) -> Pattern {
        var parser = ExpressionPattern(text)
        guard parser.scalars.count <= lengthLimit else { throw PatternError(reason: "is too long") }
        let tree = try parser.choice()
        guard parser.at == parser.scalars.count else {
            throw PatternError(reason: "has an unmatched closing parenthesis")
        }
        return try Pattern(text, tree: tree, isReused: isReused)
    }

    private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    private mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[at...].starts(with: wanted) else { return false }
        at += wanted.count
        return true
    }

    private mutating func choice() throws(PatternError) -> PatternTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= ExpressionPattern.depthLimit else { throw PatternError(reason: "is nested too deeply") }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternTree {
        var parts: [PatternTree] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            if take("\\Q") {
                try quoted(into: &parts)
                continue
            }
            let atom = try atom()
            parts.append(try repeated(atom))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func quoted(into parts: inout [PatternTree]) throws(PatternError) {
        while at < scalars.count, !take("\\E") {
            let part = one(ScalarSet(scalars[at]))
            at += 1
            parts.append(next == "\\" ? part : try repeated(part, isQuoted: true))
        }
    }

    private func one(_ set: ScalarSet) -> PatternTree { .one(flags.ignoresCase ? set.foldingCase : set) }

    private mutating func atom() throws(PatternError) -> PatternTree {
        let scalar = scalars[at]
        at += 1
        switch scalar {
        case "^": return .assertion(flags.isMultiline ? .lineStart : .start)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .end)
        case ".":
            return .one(flags.dotMatchesLineEnd ? ScalarSet([0...0x10FFFF]) : ScalarSet("\n").negated)
        case "(": return try group()
        case "[": return one(try bracket())
        case "\\": return try escape()
        case "*", "+", "?": throw PatternError(reason: "has a quantifier without an expression")
        default: return one(ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternError) -> PatternTree {
        let outer = flags
        if take("?P<") || take("?<") {
            let start = at
            while let scalar = next, ScalarSet.word.contains(scalar) { at += 1 }
            guard at > start, take(">") else { throw PatternError(reason: "has an invalid group name") }
        } else if take("?") {
            guard try setFlags() else { return .sequence([]) }
        }
        let inner = try choice()
        guard take(")") else { throw PatternError(reason: "has an unclosed parenthesis") }
        flags = outer
        return inner
    }

    /// Parses flags after `(?`. Returns `true` if a group follows, and `false` if they hold up to the end of the group around
    /// them.
    private mutating func setFlags() throws(PatternError) -> Bool {
        var isOn = true
        var count = 0
        while let scalar = next {
            at += 1
            switch scalar {
            case "i": flags.ignoresCase = isOn
            case "m": flags.isMultiline = isOn
            case "s": flags.dotMatchesLineEnd = isOn
            case "U": break  // Which of several matches is found makes no difference to whether there is one.
            case "-" where isOn:
                isOn = false
                count = 0
                continue
            case ":" where isOn || count > 0: return true
            case ")" where count > 0: return false
            default: throw PatternError(reason: "has an unknown kind of group")
            }
            count += 1
        }
        throw PatternError(reason: "has an unclosed parenthesis")
    }

    private mutating func repeated(_ atom: PatternTree, isQuoted: Bool = false) throws(PatternError) -> PatternTree {
        guard !isQuoted, let count = try count() else { return atom }
        _ = take("?")
        if let scalar = next, ["*", "+", "?"].contains(scalar) {
            throw PatternError(reason: "has two quantifiers in a row")
        }
        let before = at
        if try braces() != nil { throw PatternError(reason: "has two quantifiers in a row") }
        at = before
        return .repeated(atom, least: count.least, most: count.most)
    }

    private mutating func count() throws(PatternError) -> (least: Int, most: Int?)? {
        if take("*") { return (0, nil) }
        if take("+") { return (1, nil) }
        if take("?") { return (0, 1) }
        return try braces()
    }

    /// Parses `{2}`, `{2,}` or `{2,5}`. Other braces are characters.
    private mutating func braces() throws(PatternError) -> (least: Int, most: Int?)? {
        let start = at
        guard take("{"), let least = number() else {
            at = start
            return nil
        }
        var most: Int? = least
        if take(",") { most = next == "}" ? nil : number() ?? -1 }
        guard take("}"), most != -1 else {
            at = start
            return nil
        }
        guard max(least, most ?? 0) <= ExpressionPattern.countLimit, most.map({ $0 >= least }) ?? true else {
            throw PatternError(reason: "has an invalid quantifier in braces")
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let start = at
        var value = 0
        while let scalar = next, ScalarSet.digit.contains(scalar) {
            value = min(value * 10 + Int(scalar.value - 0x30), ExpressionPattern.countLimit + 1)
            at += 1
        }
        return at > start ? value : nil
    }

    private mutating func escape() throws(PatternError) -> PatternTree {
        switch next {
        case "A":
            at += 1
            return .assertion(.start)
        case "z":
            at += 1
            return .assertion(.end)
        case "b":
            at += 1
            return .assertion(.wordEdge)
        case "B":
            at += 1
            return .assertion(.noWordEdge)
        default:
            if let set = try classEscape() { return one(set) }
            return one(ScalarSet(try scalarEscape()))
        }
    }

    /// The white space of RE2's `\s`.
    private static let space = ScalarSet([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])

    private mutating func classEscape() throws(PatternError) -> ScalarSet? {
        guard let scalar = next else { throw PatternError(reason: "ends in a backslash") }
        let set: ScalarSet
        switch scalar {
        case "d": set = .digit
        case "D": set = ScalarSet.digit.negated
        case "w": set = .word
        case "W": set = ScalarSet.word.negated
        case "s": set = ExpressionPattern.space
        case "S": set = ExpressionPattern.space.negated
        case "p", "P":
            at += 1
            return try property(isNegated: scalar == "P")
        default: return nil
        }
        at += 1
        return set
    }

    private mutating func property(isNegated: Bool) throws(PatternError) -> ScalarSet {
        var isNegated = isNegated
        var name = ""
        if take("{") {
            if take("^") { isNegated.toggle() }
            while let scalar = next, scalar != "}" {
                name.unicodeScalars.append(scalar)
                at += 1
            }
            guard take("}") else { throw PatternError(reason: "has a property without a closing brace") }
        } else if let scalar = next {
            name.unicodeScalars.append(scalar)
            at += 1
        }
        guard let property = ScalarProperty(name: name) else {
            throw PatternError(reason: "has an unsupported Unicode property")
        }
        return ScalarSet(categories: [ScalarSet.Category(property: property, isNegated: isNegated)])
    }

    private mutating func scalarEscape() throws(PatternError) -> Unicode.Scalar {
        guard let scalar = next else { throw PatternError(reason: "ends in a backslash") }
        at += 1
        switch scalar {
        case "a": return "\u{7}"
        case "f": return "\u{C}"
        case "t": return "\t"
        case "n": return "\n"
        case "r": return "\r"
        case "v": return "\u{B}"
        case "x":
            let isBraced = take("{")
            let digits = scalars[at...].prefix { UInt8(exactly: $0.value)?.isHexDigit ?? false }.prefix(
                isBraced ? 6 : 2)
            at += digits.count
            guard isBraced ? take("}") && !digits.isEmpty : digits.count == 2,
                let code = UInt32(ExpressionText.string(digits), radix: 16), let scalar = Unicode.Scalar(code)
            else { break }
            return scalar
        case "0"..."7":
            at -= 1
            let digits = scalars[at...].prefix(3).prefix { ("0"..."7").contains($0) }
            guard scalar == "0" || digits.count > 1, let code = UInt32(ExpressionText.string(digits), radix: 8),
                let octal = Unicode.Scalar(code)
            else { throw PatternError(reason: "has a back-reference, which cannot be matched in linear time") }
            at += digits.count
            return octal
        default:
            if scalar.isASCII, !ScalarSet.word.contains(scalar) || scalar == "_" { return scalar }
        }
        throw PatternError(reason: "has an unknown escape")
    }

    private mutating func bracket() throws(PatternError) -> ScalarSet {
        let isNegated = take("^")
        var sets: [ScalarSet] = []
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            if let set = try posixClass() {
                sets.append(set)
                continue
            }
            if scalar == "\\" {
                at += 1
                if let set = try classEscape() {
                    sets.append(set)
                    continue
                }
                at -= 1
            }
            let first = try bracketScalar()
            guard next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
                sets.append(ScalarSet(first))
                continue
            }
            at += 1
            let last = try bracketScalar()
            guard first <= last else { throw PatternError(reason: "has an invalid range") }
            sets.append(ScalarSet([first.value...last.value]))
        }
        guard take("]") else { throw PatternError(reason: "has an unclosed bracket") }
        let folded = flags.ignoresCase ? sets.map(\.foldingCase) : sets
        return .merging(folded, isNegated: isNegated)
    }

    private mutating func bracketScalar() throws(PatternError) -> Unicode.Scalar {
        guard let scalar = next else { throw PatternError(reason: "has an unclosed bracket") }
        at += 1
        return scalar == "\\" ? try scalarEscape() : scalar
    }

    private static let posix: [String: ScalarSet] = [
        "alnum": ScalarSet([0x30...0x39, 0x41...0x5A, 0x61...0x7A]), "alpha": ScalarSet([0x41...0x5A, 0x61...0x7A]),
        "ascii": ScalarSet([0...0x7F]), "blank": ScalarSet([0x09...0x09, 0x20...0x20]),
        "cntrl": ScalarSet([0...0x1F, 0x7F...0x7F]), "digit": .digit, "graph": ScalarSet([0x21...0x7E]),
        "lower": ScalarSet([0x61...0x7A]), "print": ScalarSet([0x20...0x7E]),
        "punct": ScalarSet([0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]),
        "space": ScalarSet([0x09...0x0D, 0x20...0x20]), "upper": ScalarSet([0x41...0x5A]), "word": .word,
        "xdigit": ScalarSet([0x30...0x39, 0x41...0x46, 0x61...0x66]),
    ]

    private mutating func posixClass() throws(PatternError) -> ScalarSet? {
        let start = at
        guard take("[:") else { return nil }
        let isNegated = take("^")
        let name = scalars[at...].prefix { ("a"..."z").contains($0) }
        at += name.count
        guard take(":]") else {
            at = start
            return nil
        }
        guard let set = ExpressionPattern.posix[ExpressionText.string(name)] else {
            throw PatternError(reason: "has an unknown character class")
        }
        return isNegated ? set.negated : set
    }
}
