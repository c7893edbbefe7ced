/// Parses a pattern (ECMA-262, section 22.2.1, with the flag `u`).
struct PatternParser {
    let scalars: [Unicode.Scalar]
    var at = 0
    private var depth = 0

    private static let lengthLimit = 4_096
    private static let depthLimit = 32
    static let countLimit = 10_000

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func parse() throws(PatternError) -> PatternTree {
        guard scalars.count <= PatternParser.lengthLimit else { throw PatternError(reason: "is too long") }
        let tree = try choice()
        guard at == scalars.count else { throw PatternError(reason: "has an unmatched closing parenthesis") }
        return tree
    }

    var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[at...].starts(with: wanted) else { return false }
        at += wanted.count
        return true
    }

    private mutating func choice() throws(PatternError) -> PatternTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.depthLimit else { throw PatternError(reason: "is nested too deeply") }
        var branches = [try sequence()]
        while take("|" as Unicode.Scalar) { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternTree {
        var parts: [PatternTree] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let atom = try atom()
            parts.append(try repeated(atom))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom() throws(PatternError) -> PatternTree {
        let scalar = scalars[at]
        at += 1
        switch scalar {
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case ".": return .one(ScalarSet.lineEnd.negated)
        case "(": return try group()
        case "[": return .one(try bracket())
        case "\\": return try escape()
        case "*", "+", "?": throw PatternError(reason: "has a quantifier without an expression")
        case "{", "}", "]": throw PatternError(reason: "has an unmatched bracket")
        default: return .one(ScalarSet(scalar))
        }
    }

    private mutating func group() throws(PatternError) -> PatternTree {
        var look: Bool?
        if take("?:") {
        } else if take("?=") {
            look = true
        } else if take("?!") {
            look = false
        } else if take("?<=") || take("?<!") {
            throw PatternError(reason: "has a look-behind, which cannot be matched in linear time")
        } else if take("?<") {
            // A group's name is irrelevant without back-references.
            while let scalar = next, scalar != ">" {
                guard ScalarSet.word.contains(scalar) else { throw PatternError(reason: "has an invalid group name") }
                at += 1
            }
            at += 1
        } else if next == "?" {
            throw PatternError(reason: "has an unknown kind of group")
        }
        let inner = try choice()
        guard take(")" as Unicode.Scalar) else {
            throw PatternError(reason: "has an unclosed parenthesis")
        }
        guard let look else { return inner }
        guard case .one(let set) = inner else {
            throw PatternError(
                reason: "has a look-ahead of more than one character, which cannot be matched in linear time")
        }
        return .assertion(.next(set, isWanted: look))
    }

    private mutating func repeated(_ atom: PatternTree) throws(PatternError) -> PatternTree {
        let count: (least: Int, most: Int?)
        switch next {
        case "*": count = (0, nil)
        case "+": count = (1, nil)
        case "?": count = (0, 1)
        case "{": count = try braces()
        default: return atom
        }
        at += 1
        // A lazy quantifier matches the same texts.
        _ = take("?" as Unicode.Scalar)
        if case .assertion = atom { throw PatternError(reason: "has a quantifier after an assertion") }
        if let scalar = next, ["*", "+", "?", "{"].contains(scalar) {
            throw PatternError(reason: "has two quantifiers in a row")
        }
        return .repeated(atom, least: count.least, most: count.most)
    }

    /// Parses `{2}`, `{2,}` or `{2,5}`, up to the closing brace.
    private mutating func braces() throws(PatternError) -> (least: Int, most: Int?) {
        at += 1
        guard let least = number() else { throw PatternError(reason: "has braces without a number") }
        var most: Int? = least
        if take("," as Unicode.Scalar) { most = next == "}" ? nil : number() ?? -1 }
        guard next == "}", most.map({ $0 >= least }) ?? true else {
            throw PatternError(reason: "has an invalid quantifier in braces")
        }
        guard max(least, most ?? 0) <= PatternParser.countLimit else {
            throw PatternError(reason: "repeats more than \(PatternParser.countLimit) times")
        }
        return (least, most)
    }

    private mutating func number() -> Int? {
        let start = at
        var value = 0
        while let scalar = next, ScalarSet.digit.contains(scalar) {
            value = min(value * 10 + Int(scalar.value - 0x30), PatternParser.countLimit + 1)
            at += 1
        }
        return at > start ? value : nil
    }
}
